"""What the words beside a number make of it, where the narrative is at hand."""

import re
from typing import NamedTuple

from core.numbers.layers.directions import Direction, course_of, speaks_of_change
from core.numbers.records import Hedge, NumericClaim
from core.span import Span

_BEFORE = 30  # characters before a number in which its hedge stands
_STRICT = re.compile(
    r"(?:(?<!no )(?:more|fewer|less|greater|higher|lower) than|over|above|under|below|exceed(?:s|ed|ing)?|>|<)\W*\Z",
    re.IGNORECASE,
)
_NEVER_MORE = re.compile(r"\b(?:nearly|almost|close to)\W*\Z", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\W*\Z", re.IGNORECASE)
_WAY = re.compile(r"\b(?:from|by)\W*\Z", re.IGNORECASE)
_NEAR = 200  # characters on each side of a number in which a word still tells what it is
_UNITS_OF_CHANGES = frozenset("percentage_points basis_points times".split())
_DASHES = frozenset("- – — ‐ ‑ −".split())
_SIGNS = tuple("+-−–＋－")
_SIGN_WORDS = ("plus", "minus")


class Meant(NamedTuple):
    """A number with what its words say.

    `unsigned`: it may stand for a negative value of its size. `unsigned_change`: and for a fall of its size, if it is a
    change. `falls`: it is the amount of a fall. `strict`: "more than" leaves out the number itself. `never_more`:
    "nearly" says that the value is not above it.
    """

    claim: NumericClaim
    unsigned: bool
    unsigned_change: bool
    falls: bool = False
    strict: bool = False
    never_more: bool = False


def _is_signed(claim: NumericClaim) -> bool:
    text = claim.text.lstrip("$€£¥ ").casefold()
    return claim.value < 0 or text.startswith(_SIGNS) or text.startswith(_SIGN_WORDS)


def meant_by(claim: NumericClaim, narrative: str | None) -> Meant:
    """Return what a number means; without the narrative any number without a sign may stand for a negative value."""
    if narrative is None:
        return Meant(claim, unsigned=not _is_signed(claim), unsigned_change=not _is_signed(claim))
    course = course_of(narrative, claim.span, claim.sentence)
    falling = course.direction is Direction.DOWN
    before = narrative[max(claim.sentence.start, claim.span.start - _BEFORE) : claim.span.start]
    return Meant(
        claim,
        unsigned=falling and not _is_signed(claim),
        unsigned_change=course.direction is not Direction.UP and not _is_signed(claim),
        falls=falling and course.is_amount,
        strict=claim.hedge in {Hedge.ABOVE, Hedge.BELOW} and _STRICT.search(before) is not None,
        never_more=_NEVER_MORE.search(before) is not None,
    )


def may_be_a_change(meant: Meant, narrative: str | None) -> bool:
    """Tell whether a number can be what lies between two values: its unit says so, or words of its sentence."""
    claim = meant.claim
    if narrative is None or claim.unit in _UNITS_OF_CHANGES:
        return True
    start, end = max(claim.sentence.start, claim.span.start - _NEAR), min(claim.sentence.end, claim.span.end + _NEAR)
    return speaks_of_change(narrative[start:end])


def is_range(first: Span, second: Span, narrative: str | None) -> bool:
    """Tell whether two numbers are the ends of a range ("10-15", "between 10 and 15"), not of a way ("from 10 to 15").

    Without the narrative only what leaves room for one dash is a range.
    """
    if narrative is None:
        return second.start - first.end == 1
    if second.start - first.end > _BEFORE:
        return False
    middle = narrative[first.end : second.start].strip()
    before = narrative[max(0, first.start - _BEFORE) : first.start]
    if middle.casefold() == "and":
        return _BETWEEN.search(before) is not None
    return middle in _DASHES or (middle.casefold() == "to" and not speaks_of_change(before) and not _WAY.search(before))
