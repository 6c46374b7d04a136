from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.canonical import canonicalize, canonicalize_all, fold, fold_blocks, fold_pieces
from tests.golden import cases
from tests.properties import examples

RICH = st.text(
    alphabet=st.one_of(
        st.sampled_from("aAeßﬁİŉſ'’‘“”\"«»-–—―…. \u00a0\n\t\u200b\u00ad\u0301\u0307(5€$¹½①Ａ"), st.characters()
    ),
    max_size=40,
)


@pytest.mark.parametrize("case", cases("folds"))
def test_text_folds_to_its_canonical_form(case: Any) -> None:
    """Each fold of the contract, and nothing else, is applied."""
    assert canonicalize(case["text"]) == case["canonical"]


@given(RICH)
def test_canonicalizing_twice_changes_nothing(text: str) -> None:
    """A canonical form is its own canonical form."""
    once = canonicalize(text)
    assert canonicalize(once) == once


@given(RICH)
def test_offsets_lead_back_to_stretches_that_fold_the_same(text: str) -> None:
    """Every stretch between two edges comes from a stretch of the original, and whole units never overlap."""
    folding = fold(text)
    edges = [offset for offset in range(len(folding.text) + 1) if folding.is_edge(offset)]
    spans = [folding.original(start, end) for start, end in pairwise(edges)]
    assert all(0 <= span.start <= span.end <= len(text) for span in spans)
    assert all(first.end <= second.start for first, second in pairwise(spans))


@given(st.lists(RICH, max_size=6))
def test_folding_many_at_once_is_folding_each_alone(texts: list[str]) -> None:
    """The batch is only faster."""
    assert canonicalize_all(texts) == [canonicalize(text) for text in texts]


PIECES = (
    "a",
    "B9",
    " ",
    "\n",
    "\x1d",
    "-",
    "–",
    "—",
    "…",
    "'",
    "’",
    "ʼ",
    "“",
    '"',
    "\u0301",
    "\u0344",
    "\u00ad",
    "ß",
    "ŉ",
    "\u1fef",
)


@examples(400)
@given(
    st.lists(st.sampled_from((*PIECES, "漢", "カ\u3099", "\u1100\u1161", "$5", "(", "👩", "＇", "－")), max_size=40),
    st.integers(1, 5),
)
def test_a_text_in_chunks_is_folded_as_one(pieces: list[str], size: int) -> None:
    """However it is cut: the same text, and the same way back."""
    text = "".join(pieces)
    whole, cut = fold_pieces(text), fold_blocks(text[at : at + size] for at in range(0, len(text), size))
    assert cut.text == whole.text
    for offset in range(len(whole.text)):
        assert cut.is_edge(offset) == whole.is_edge(offset)
        assert cut.original(offset, offset + 1) == whole.original(offset, offset + 1)


def test_a_letter_with_no_end_of_marks_is_folded_at_once() -> None:
    """To bring so many marks in order would take the square of their number."""
    marks = "a" + "\u0301\u0327" * 100_000
    assert canonicalize(canonicalize(marks)) == canonicalize(marks)
