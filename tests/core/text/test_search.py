import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.generation.line import Line
from core.text import run_places
from core.whitelist import occurrences
from core.whitelist.occurrences import find_all_occurrences, find_all_of_many, standing_in
from tests.properties import examples

SEARCHES = {
    "each by itself": {},
    "by their runs": {"_SOON_COMPARED": 0},
    "by their runs, in small blocks": {
        "_SOON_COMPARED": 0,
        "_COMMON_WITHIN": 9,
        "_ROUNDS": ((2, 1), (5, 3)),
    },
}
"""How many quotes are looked for in a long text, made to be the way of a short one too."""


@pytest.fixture(scope="module", autouse=True, params=SEARCHES)
def search(request: pytest.FixtureRequest) -> Iterator[None]:
    """Look for many in each of the ways."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in SEARCHES[request.param].items():
            patch.setattr(occurrences, name, value)
        if "_ROUNDS" in SEARCHES[request.param]:
            patch.setattr(run_places, "_BLOCK", 24)
        yield


@pytest.mark.parametrize(
    ("text", "needle", "spans"),
    [
        ("a b a b a", "a b", [(0, 3), (4, 7)]),
        ("aaaa", "aa", [(0, 2), (1, 3), (2, 4)]),
        ("abab ababab", "abab", [(0, 4), (5, 9), (7, 11)]),
        ("the sea", "the sea", [(0, 7)]),
        ("the sea", "sea the", []),
        ("the sea", "the seas", []),
        ("the sea", "", []),
        ("", "sea", []),
        ("", "", []),
        ("🌊🌊 é", "🌊", [(0, 1), (1, 2)]),
        ("ab", "b", [(1, 2)]),
    ],
)
def test_all_occurrences_are_found_overlapping_ones_too(text: str, needle: str, spans: list[tuple[int, int]]) -> None:
    """Every stretch of the text that is the needle, in order; the empty needle is nowhere."""
    found = find_all_occurrences(text, needle)
    assert found == spans
    assert all(text[start:end] == needle for start, end in found)


@pytest.mark.parametrize(
    "needles",
    [
        pytest.param(["we went down the stairs"], id="inner words"),
        pytest.param(["sea"], id="one word"),
        pytest.param(["the sea"], id="two words"),
        pytest.param(["he se", "e stai", " ", "t", "  "], id="pieces of words"),
        pytest.param(["the sea", "the sea", ""], id="twice, and none"),
        pytest.param(["we went up the stairs", "no such thing here at all"], id="not there"),
        pytest.param(["went down the stairs and the sea came", "e went down the stairs an"], id="across words"),
        pytest.param([], id="no needles"),
    ],
)
def test_many_are_found_as_each_alone(needles: list[str]) -> None:
    """Looking for many at once gives for each what looking for it alone gives."""
    text = "we went down the stairs and the sea came up the stairs and we went down the stairs again to the sea"
    found = map(list, find_all_of_many(text, needles))
    assert list(found) == [find_all_occurrences(text, needle) for needle in needles]


def test_many_that_begin_alike_are_found() -> None:
    """Quotes of common words only are found by their rarest run."""
    turns = [f"and so it is as it was and it will be so as it is {number % 7} x {number}" for number in range(400)]
    text = " ".join(turns)
    needles = [*turns, "and so it is as it was and it will be so as it is 9 x", "it is as it was"]
    found = map(list, find_all_of_many(text, needles))
    assert list(found) == [find_all_occurrences(text, needle) for needle in needles]


WORDS = st.sampled_from("a b ab ba aa the sea, it's — -5 é 漢字 it".split())
SENTENCES = st.lists(WORDS, max_size=12).map(" ".join)


@examples(150)
@given(st.data(), st.lists(WORDS, max_size=60).map(" ".join))
def test_the_fast_search_is_the_plain_one(data: st.DataObject, text: str) -> None:
    """Whatever the text and the quotes are, no occurrence is lost and none is invented."""
    words = text.split(" ")
    cut = st.tuples(st.integers(0, len(words)), st.integers(0, len(words))).map(
        lambda edge: " ".join(words[min(edge) : max(edge)])
    )
    needles = data.draw(st.lists(st.one_of(cut, SENTENCES), max_size=6))
    plainly = [find_all_occurrences(text, needle) for needle in needles]
    assert list(map(list, find_all_of_many(text, needles))) == plainly
    assert standing_in(text, needles) == {needle for needle, spans in zip(needles, plainly, strict=True) if spans}


@examples(60)
@given(st.integers(2, 4), st.integers(66, 90), st.data())
def test_the_search_by_runs_is_the_plain_one_too(kinds: int, many: int, data: st.DataObject) -> None:
    """Where every word is common, and the quotes are many, the result is still that of a plain search."""
    pattern = data.draw(st.lists(st.integers(0, kinds - 1), min_size=30, max_size=60))
    text = " ".join(f"word{number}" for number in pattern * 8)
    starts = data.draw(st.lists(st.integers(0, len(text) - 1), min_size=many, max_size=many))
    needles = [text[start : start + 40].strip() for start in starts]
    found = map(list, find_all_of_many(text, needles))
    assert list(found) == [find_all_occurrences(text, needle) for needle in needles]


def test_the_samples_own_sentences_are_found(sample: Line) -> None:
    """Every sentence of the canonical transcript is found where it stands."""
    canonical = sample.transcript.canonical
    sentences = [found.group().strip() for found in re.finditer(r"[^.?!]+", canonical) if found.group().strip()]
    for sentence, spans in zip(sentences, find_all_of_many(canonical, sentences), strict=True):
        found = list(spans)
        assert found == find_all_occurrences(canonical, sentence)
        assert found
