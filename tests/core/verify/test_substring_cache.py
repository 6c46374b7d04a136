import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.verify.transcript_search import SubstringCache

WORDS = " ".join(str(number) for number in range(2_000))
REPEATED = "it was so, and so it was. " * 200
MIXED = WORDS + REPEATED + WORDS


@given(st.sampled_from((WORDS, REPEATED, MIXED)), st.data())
def test_an_index_finds_what_a_search_finds(text: str, data: st.DataObject) -> None:
    """Early and late searches, for what is there once, often or not at all, answer as `str.find` does."""
    haystack = SubstringCache(text)
    start = data.draw(st.integers(0, len(text)))
    needle = text[start : start + data.draw(st.integers(1, 200))] + data.draw(st.sampled_from(("", "", "x")))
    begin = data.draw(st.integers(0, len(text) + 1))
    assert {haystack.find(needle or "x", begin) for _ in range(80)} == {text.find(needle or "x", begin)}


@pytest.mark.parametrize("length", [47, 48, 49, 72, 500])
def test_every_place_is_found(length: int) -> None:
    """Wherever a needle begins between two blocks of the index, it is found."""
    haystack = SubstringCache(WORDS)
    found = [haystack.find(WORDS[start : start + length]) for start in range(400)]
    assert found == list(range(400))
    assert found == [WORDS.find(WORDS[start : start + length]) for start in range(400)]
