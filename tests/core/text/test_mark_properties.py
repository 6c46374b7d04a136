"""Quotation marks by what Unicode says of them: the lists in the code hold what the properties say."""

import unicodedata

import pytest

from core.prose.quotations import find_quotations
from core.text.confusables import COLONS, LOOKALIKES, is_everyday, plain_letters, turns_order, without_frames
from core.text.punctuation import FORMAT_CHARACTERS
from core.verify.reading.quoted_spans import find_quoted

WORDS = "We sold the boat in May"
EVERYDAY = "()[]{}"
CHARACTERS = [chr(code) for code in range(0x80, 0x30000) if not 0xD800 <= code < 0xE000]
OF_ARABIC = "﴾﴿"  # closes and opens where text runs from right to left


def of_category(*categories: str) -> list[str]:
    """Return the characters of some categories, but the everyday brackets and what folds to them."""
    return [
        char
        for char in CHARACTERS
        if unicodedata.category(char) in categories and unicodedata.normalize("NFKC", char) not in EVERYDAY
    ]


# Curly single marks alone are apostrophes.
@pytest.mark.parametrize("char", [one for one in of_category("Ps", "Pi") if one not in "‘‛" + OF_ARABIC])
def test_whatever_opens_by_its_category_opens_a_sentence(char: str) -> None:
    """With nothing that closes it, and to both sides: the program and the checker."""
    text = f"He said, {char}{WORDS}."
    assert [one.outer.start for one in find_quotations(text)] == [9]
    assert [one.span.start for one in find_quoted(text)] == [9]


@pytest.mark.parametrize("char", [one for one in of_category("Pe", "Pf") if one not in OF_ARABIC])
def test_whatever_closes_by_its_category_closes_a_sentence(char: str) -> None:
    """With whatever opened it."""
    text = f"He said, 《{WORDS}.{char} Then"
    assert find_quotations(text)[0].outer.start == 9
    assert find_quoted(text)[0].span.start == 9


@pytest.mark.parametrize("char", [one for one in CHARACTERS if "QUOTATION MARK" in unicodedata.name(one, "")])
def test_whatever_is_called_a_quotation_mark_is_one(char: str) -> None:
    """At both ends of a sentence; the marks of tags are not seen at all."""
    text = f"He said, {char}{WORDS}{char} and left."
    assert len(find_quotations(text)) == 1
    assert find_quoted(text)


@pytest.mark.parametrize(
    "char", [chr(code) for code in (*range(0x28, 0x2A), *range(0x5B, 0x5E, 2), *range(0x7B, 0x7E, 2))]
)
def test_everyday_brackets_are_text(char: str) -> None:
    """Also where one is left out."""
    assert find_quotations(f"He said, {char}{WORDS} and left.") == []
    assert find_quoted(f"He said, {char}{WORDS} and left.") == []


def test_nothing_in_an_everyday_text_is_unseen_or_looks_like_anything_else() -> None:
    """Whatever looks for such characters may pass an everyday text over."""
    everyday = list(filter(is_everyday, CHARACTERS))
    assert {"é", "Ø", "“", "”", "’", "—"} <= set(everyday)
    assert FORMAT_CHARACTERS.union(LOOKALIKES, COLONS[1:]).isdisjoint(everyday)
    assert [char for char in everyday if plain_letters(char) != char or without_frames(char) != char] == []
    assert not any(map(turns_order, everyday))
    assert all(unicodedata.is_normalized("NFKC", char) for char in everyday)
    assert not is_everyday("“A word”\u200b")
    assert not is_everyday("Øre «»")
