"""Quotation marks by their characters and their surroundings: what opens, what closes, what is only an apostrophe."""

import re
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from core.text.confusables import has_lookalikes, is_everyday, with_plain_marks
from core.text.spelt_marks import BLANK
from core.verify.reading.framing_marks import with_framing_marks
from core.verify.tokens import is_unspaced, is_word


class MarkStyle(StrEnum):
    """The kinds of marks, each named by one of its characters; marks of one kind behave alike."""

    STRAIGHT = '"'
    LEFT = "“"
    RIGHT = "”"
    LOW = "„"
    HIGH = "〞"
    GUILLEMET_LEFT = "«"
    GUILLEMET_RIGHT = "»"
    ANGLE_LEFT = "‹"
    ANGLE_RIGHT = "›"
    CORNER_LEFT = "「"
    CORNER_RIGHT = "」"
    WHITE_CORNER_LEFT = "『"
    WHITE_CORNER_RIGHT = "』"
    SINGLE = "'"


_LOOKS = {
    MarkStyle.STRAIGHT: ('"', "″", "‶", "＂", "ˮ", "ʺ", "״", "''"),
    MarkStyle.LEFT: ("“",),
    MarkStyle.RIGHT: ("”",),
    MarkStyle.LOW: ("„", "‟", "⹂", "〝", "❝", "❠", "🙶", "🙸", "``", ",,", "‘‘"),
    MarkStyle.HIGH: ("〞", "〟", "❞", "🙷", "’’", "´´"),
    MarkStyle.GUILLEMET_LEFT: ("«",),
    MarkStyle.GUILLEMET_RIGHT: ("»",),
    MarkStyle.ANGLE_LEFT: ("‹", "❮"),
    MarkStyle.ANGLE_RIGHT: ("›", "❯"),
    MarkStyle.CORNER_LEFT: ("「", "｢", "﹁"),
    MarkStyle.CORNER_RIGHT: ("」", "｣", "﹂"),
    MarkStyle.WHITE_CORNER_LEFT: ("『", "﹃"),
    MarkStyle.WHITE_CORNER_RIGHT: ("』", "﹄"),
    MarkStyle.SINGLE: tuple("'‘’‚‛`´′‵ʼ＇❛❜❟"),
}
_STYLES = {mark: style for style, marks in _LOOKS.items() for mark in marks}
_KNOWN = frozenset(mark for mark in _STYLES if len(mark) == 1)
# Most apostrophes stand between two plain letters; they are passed over before anything is asked about them.
_PLAIN_APOSTROPHE = "(?!(?<=[A-Za-z]{0})[A-Za-z])"
_EACH = [
    (mark, re.escape(mark) + (_PLAIN_APOSTROPHE.format(mark) if mark in ("'", "’") else ""))
    for mark in sorted(_STYLES, key=len, reverse=True)
]
_MARK = re.compile("|".join(pattern for _, pattern in _EACH))
_EVERYDAY_MARK = re.compile("|".join(pattern for mark, pattern in _EACH if is_everyday(mark)))  # looks for far fewer
_IN_ASCII = ("'", '"', "`", ",,", "<<")  # no text of these characters alone has a mark without one of them
_BEFORE_AN_OPENING = frozenset("([{<（［｛【¡¿—–―-/=，。：；、！？") | frozenset(_STYLES)
_PRIME_OF_A_NAME = re.compile(r"(?<![^\W_])[^\W\d_](?P<primes>['’′]{1,3})(?= ?[(=])")  # f'(x), y'' = y
_LIKE_A_PRIME = re.compile(r"['’′] ?[(=]")  # soon found, unlike a name
_FEET_AND_INCHES = re.compile(r"\d\s?['’′]\s?\d{1,2}(?:[.½¼¾]\d?)?\Z")


class QuotationMark(NamedTuple):
    """A quotation mark: where it stands (code points), its style, and whether its surroundings let it open or close."""

    start: int
    end: int
    style: MarkStyle
    opens: bool
    closes: bool
    measures: bool


def _is_letter_of_its_word(mark: str, before: str, after: str) -> bool:
    """Tell whether a mark between two letters is an apostrophe, or the sign in a Hebrew abbreviation."""
    if not (before and after and is_word(before) and is_word(after)):
        return False
    if _STYLES[mark] is MarkStyle.SINGLE:
        return not (is_unspaced(before) or is_unspaced(after))
    return mark in '"״' and all("\u05d0" <= char <= "\u05ea" for char in before + after)


@lru_cache(maxsize=4096)
def _describe(mark: str, before: str, after: str) -> tuple[MarkStyle, bool, bool, bool] | None:
    """Return all that a mark is by the characters around it, "" at an end of the text; None for an apostrophe."""
    if mark == ",," and not (after and is_word(after) and (not before or before.isspace())):
        return None
    if _is_letter_of_its_word(mark, before, after):
        return None
    tight_before, tight_after = bool(before) and not before.isspace(), bool(after) and not after.isspace()
    unspaced_before = tight_before and is_unspaced(before)
    unspaced_after = tight_after and is_unspaced(after) and _STYLES[mark] is not MarkStyle.LEFT
    opens = tight_after and (not tight_before or before in _BEFORE_AN_OPENING or unspaced_before)
    closes = tight_before and (not tight_after or not is_word(after) or unspaced_after)
    if _STYLES[mark] is MarkStyle.SINGLE and not tight_before and bool(after) and not tight_after:
        opens = closes = True  # an apostrophe leans on a word
    measures = bool(before) and before.isdigit() and _STYLES[mark] in (MarkStyle.STRAIGHT, MarkStyle.RIGHT)
    return _STYLES[mark], opens, closes, measures


def is_feet_and_inches(text: str, offset: int) -> bool:
    """Tell whether a mark at `offset` ends a measure such as 6'2"."""
    return _FEET_AND_INCHES.search(text, max(0, offset - 12), offset) is not None


def _own_end(text: str, start: int, end: int) -> int:
    """Return where the mark at `start` ends: two single ones between letters are a mark and an apostrophe (Wire’’s)."""
    doubled = end - start == 2 and text[start] in "'’´"
    between_words = start > 0 and end < len(text) and is_word(text[start - 1]) and is_word(text[end])
    return start + 1 if doubled and between_words else end


def _as_written(written: str, text: str, start: int, end: int) -> tuple[int, int]:
    """Return where a mark stands with all the characters that spell it out."""
    while start and text[start - 1] == BLANK != written[start - 1]:
        start -= 1
    while end < len(text) and text[end] == BLANK != written[end]:
        end += 1
    return start, end


def find_marks(text: str) -> list[QuotationMark]:
    """Return the marks of `text` in order; apostrophes inside words and the primes of mathematical names are none."""
    if text.isascii() and not any(mark in text for mark in _IN_ASCII) and not has_lookalikes(text):
        return []
    written = text
    if not is_everyday(text) or has_lookalikes(text):
        text = with_framing_marks(with_plain_marks(text), _KNOWN)
    marks: list[QuotationMark] = []
    may_be_prime = ("(" in text or "=" in text) and _LIKE_A_PRIME.search(text)
    names = _PRIME_OF_A_NAME.finditer(text) if may_be_prime else ()
    primes = {offset for match in names for offset in range(*match.span("primes"))}
    for match in (_EVERYDAY_MARK if is_everyday(text) else _MARK).finditer(text):
        start, end = match.span()
        if start in primes:
            continue
        if end - start == 2:
            end = _own_end(text, start, end)
        described = _describe(text[start:end], text[start - 1 : start], text[end : end + 1])
        if described is not None:
            if written is not text:
                start, end = _as_written(written, text, start, end)
            marks.append(QuotationMark(start, end, *described))
    return marks
