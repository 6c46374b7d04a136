"""What a chapter is called: the golden table, and that every word stands in it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.map_making.outline.chapter_titles import title_chapters
from tests.golden import cases
from tests.properties import examples


def holds(title: str, words: str) -> bool:
    """Tell whether a title holds some words, whose first letter may be a capital at its beginning."""
    return words in title or title.startswith(words[0].upper() + words[1:])


@pytest.mark.parametrize("case", cases("outline_titles"))
def test_titles(case: dict[str, Any]) -> None:
    titles = title_chapters(case["chapters"])
    for title, wanted in zip(titles, case["titles"], strict=True):
        assert title == wanted.get("is", title)
        assert all(holds(title, words) for words in wanted.get("holds", ())), title
        assert not wanted.get("any") or any(holds(title, words) for words in wanted["any"]), title
        assert not any(words in title for words in wanted.get("never", ())), title


@given(st.lists(st.text(st.sampled_from("ab cd’s-é時計.A\n"), max_size=60), max_size=4))
@examples(300)
def test_every_title_is_words_of_its_chapter(texts: list[str]) -> None:
    for number, (title, text) in enumerate(zip(title_chapters(texts), texts, strict=True), 1):
        if title != f"Chapter {number}":
            first, *rest = title.split(", ")
            assert first in text or first[0].lower() + first[1:] in text or first.upper() in text.upper()
            assert all(words in text for words in rest)


def test_same_texts_same_titles() -> None:
    texts = ["The clock draws the sea. A clock has no face.", "The oven is cold. The oven smokes."]
    assert title_chapters(texts) == title_chapters(list(texts))
