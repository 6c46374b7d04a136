from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.verify.reading.page import OBJECT, collapse
from core.verify.reading.quoted_spans import find_quoted
from core.verify.reading.read_edition import read_edition
from tests.golden import cases

MARKED = st.text(alphabet=st.sampled_from("ab1 s.,!?'’‘“”\"„«»‹›「」『』`´″-—\n"), max_size=40)


def quoted_in(text: str) -> list[str]:
    return [collapse(found.words.slice(text)) for found in find_quoted(text)]


@pytest.mark.parametrize("case", [*cases("quotations_more"), *cases("confusable_marks")])
def test_a_stranger_misses_no_quotation(case: Any) -> None:
    """In doubt the checker reads a longer one; what a reader takes for a quotation is never outside all of them."""
    read = [
        words.replace(OBJECT, "") for block in read_edition(case["text"], "markdown") for words in quoted_in(block.text)
    ]
    assert all(any(words in one for one in read) for words in case["quotations"])


@pytest.mark.parametrize("case", [case for case in cases("confusable_marks") if not case.values[0]["quotations"]])
def test_a_stranger_takes_no_letter_or_sign_for_a_mark(case: Any) -> None:
    """What only resembles a mark, among letters of its own script or between what it compares, is read as it stands."""
    assert [words for block in read_edition(case["text"], "markdown") for words in quoted_in(block.text)] == []


@pytest.mark.parametrize("case", cases("quotations"))
def test_a_stranger_reads_the_same_quotations(case: Any) -> None:
    """The checker, which shares no code with enforcement, takes the same things for quotations."""
    assert [words for block in read_edition(case["text"], "markdown") for words in quoted_in(block.text)] == case[
        "quotations"
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("„eins“ ”två” »drei« «quatre» « cinq » ‹six›", ["eins", "två", "drei", "quatre", "cinq", "six"]),
        ('「一『二』」他说‘三’然后"四"。', ["一『二』", "三", "四"]),
        ("``seven'' and ''eight''", ["seven", "eight"]),
        ("“a ‘b” c’ d", ["a ‘b"]),
        ("“a “b” c” d", ["a “b” c"]),
        ('"a "b" c" d', ['a "b" c']),
        ('“word" he said', ["word"]),
        ("“He is 6'2\" tall” now", ["He is 6'2\" tall"]),
        ('6\'2" and 27" and 48°51\'24"', []),
        ("It is ’40s data: f′(x) = 0 and y'' = y, the dogs’ too", []),
        ("rock ’n’ roll, the ’90s, the dogs’ house, don’t, 'tis", []),
        ("‘the dogs’ tails were long’ he", ["the dogs’ tails were long"]),
        ("'Tis the season,' he said", ["Tis the season,"]),
        ("’all the boats’ he said", ["all the boats"]),
        ("home » page » here", []),
        ("never opened” he said. “closed”", ["never opened", "closed"]),
        ("never closed: “all the rest", ["all the rest"]),
        ('צה"ל "אמר"', ["אמר"]),
    ],
)
def test_marks_of_every_script(text: str, expected: list[str]) -> None:
    """Marks pair by their script's custom, the outermost count, and apostrophes and measures are none."""
    assert quoted_in(text) == expected


@given(MARKED)
def test_quotations_lie_in_order(text: str) -> None:
    """Quotations never overlap, and their words lie inside."""
    found = find_quoted(text)
    assert all(one.span.contains(one.words) for one in found)
    edges = [edge for one in found for edge in one.span]
    assert edges == sorted(edges)


@given(MARKED)
def test_no_curly_double_mark_is_passed_over(text: str) -> None:
    """After a mark that can only be one, “ or „, some quotation holds it."""
    inside = [one.span for one in find_quoted(text)]
    openings = [offset for offset, char in enumerate(text) if char in "“„" and text[offset + 1 : offset + 2].isalpha()]
    assert all(any(span.start <= offset < span.end for span in inside) for offset in openings)
