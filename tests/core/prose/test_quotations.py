from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.prose.parse import read_markdown, texts_of
from core.prose.quotations import find_quotations
from core.prose.render import one_line
from tests.golden import cases

MARKED = st.text(alphabet=st.sampled_from("ab1 s.,!?'’‘“”\"„«»‹›`′″-—\n"), max_size=40)


@pytest.mark.parametrize("case", [*cases("quotations"), *cases("quotations_more"), *cases("confusable_marks")])
def test_a_reader_would_take_these_for_quotations(case: Any) -> None:
    """Outermost quotations are told from apostrophes, inches and feet."""
    texts = [text.replace("\n", " ") for block in read_markdown(case["text"]) for text in texts_of(block)]
    found = [one_line(quotation.inner.slice(text)) for text in texts for quotation in find_quotations(text)]
    assert found == case["quotations"]


@given(MARKED)
def test_quotations_lie_in_order_and_hold_their_words(text: str) -> None:
    """Quotations never overlap, and the words lie between the marks."""
    quotations = find_quotations(text)
    assert all(quotation.outer.contains(quotation.inner) for quotation in quotations)
    edges = [edge for quotation in quotations for edge in quotation.outer]
    assert edges == sorted(edges)
