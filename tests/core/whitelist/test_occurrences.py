"""The index of a text's blocks finds what a plain search finds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.whitelist.occurrences import BlockIndex, find_all_occurrences

WORDS = " ".join(str(number) for number in range(2_000))
REPEATED = "it was so, and so it was. " * 40
TWICE = WORDS + REPEATED + WORDS
SEARCHES = 80  # more than the index waits for


@given(st.sampled_from((WORDS, REPEATED, TWICE)), st.data())
def test_early_and_late_searches_find_every_occurrence(text: str, data: st.DataObject) -> None:
    """What stands there once, often, overlapping or not at all, and what can stand nowhere."""
    index = BlockIndex(text)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.sampled_from(("", "", "x", "\ufffd")))
    needle = text[start : start + data.draw(st.integers(0, 200))] + end
    for _ in range(SEARCHES):
        assert index.occurrences(needle) == find_all_occurrences(text, needle)


@pytest.mark.parametrize("length", [47, 48, 49, 72, 500])
def test_every_place_is_found(length: int) -> None:
    """Wherever words begin between two blocks of the index, they are found, in both places where they stand."""
    text = f"{WORDS}. {WORDS}"
    index = BlockIndex(text)
    for start in range(400):
        needle = WORDS[start : start + length]
        assert index.occurrences(needle) == find_all_occurrences(text, needle)
