"""The words that say which way something went, and by what a number is told to be the amount of it."""

import re
from enum import IntEnum
from typing import NamedTuple

from core.span import Span

_RISING = frozenset(
    """
    rise rises rose risen rising grow grows grew grown growing growth increase increases increased increasing gain gains
    gained climb climbs climbed jump jumps jumped soar soared surge surges surged up add added adds expand expanded
    expansion higher more upward accelerate accelerated widen widened strengthen strengthened recover recovered rebound
    rebounded raise raised raises
    """.split()
)
_FALLING = frozenset(
    """
    fall falls fell fallen falling drop drops dropped dropping decline declines declined declining decrease decreases
    decreased decreasing down lose loses lost losing cut cuts cutting reduce reduced reduces reduction shrink shrank
    shrunk contract contracted contraction slip slipped slump slumped plunge plunged sink sank sunk slide slid dip
    dipped tumble tumbled lower lowered fewer less downward slow slows slowed slowing ease eased eases narrow narrowed
    weaken weakened soften softened cool cooled retreat retreated recede receded
    """.split()
)
_LOSS = frozenset("loss losses deficit deficits shortfall".split())
HEDGING = frozenset("more less fewer".split())
"""Words that say which way behind a number (5% more), and how a number is meant before it (more than 5%)."""

_NO_WAY = frozenset(
    """
    make makes made making set sets take takes took taken sign signs signed end ends ended pick picked turn turned split
    splits break breaks broke broken back show shows showed come comes came open opens opened shut sit sits sat give
    """.split()
)
"""Verbs that "up" and "down" belong to without saying a way (made up of, broken down into)."""

_NAMES_BEHIND = frozenset(
    """
    rise increase gain growth jump surge expansion higher more fall drop decline decrease cut reduction contraction
    slump plunge dip lower fewer less loss deficit
    """.split()
)
"""What says behind a number which way it went: a 5% decline, 5% more."""

_AMOUNT_OF = frozenset(
    "by of about around roughly approximately some nearly almost over than a an another further".split()
)
_FAR = 200  # characters before a number in which a word still governs it
_WORD = re.compile(r"[^\W\d_]+")
_BEHIND = re.compile(r"\s+(?:(?:net|annual|sharp|further)\s+)?([^\W\d_]+)")


_CHANGE = frozenset(
    """
    change changes changed differ differs differed difference compared gap between versus than net ahead behind doubled
    tripled halved swing swung
    """.split()
)


class Direction(IntEnum):
    """Which way something went."""

    DOWN = -1
    NONE = 0
    UP = 1


class GoverningDirection(NamedTuple):
    """The way that governs a number, and whether the number is its amount ("fell by 5%", not "fell to 5%")."""

    direction: Direction = Direction.NONE
    is_amount: bool = False


def direction_of(word: str) -> Direction:
    """Return which way a word says, whatever its case."""
    lower = word.casefold()
    if lower in _RISING:
        return Direction.UP
    return Direction.DOWN if lower in _FALLING or lower in _LOSS else Direction.NONE


def direction_after(before: str, word: str) -> Direction:
    """Return which way a word says behind the word `before`."""
    bare = word.casefold() in {"up", "down"} and before.casefold() in _NO_WAY
    return Direction.NONE if bare else direction_of(word)


def course_of(text: str, number: Span, sentence: Span) -> GoverningDirection:
    """Return the way that the nearest word before a number says, or the one directly behind it ("a 5% decline")."""
    behind = _BEHIND.match(text, number.end, sentence.end)
    if behind and behind[1].casefold() in _NAMES_BEHIND:
        return GoverningDirection(direction_of(behind[1]), is_amount=True)
    is_amount = True
    words = _WORD.findall(text, max(sentence.start, number.start - _FAR), number.start)
    for before, word in zip(["", *words][-2::-1], reversed(words), strict=False):
        direction = direction_after(before, word)
        if direction and word.casefold() not in HEDGING:
            return GoverningDirection(direction, is_amount)
        is_amount = is_amount and word.casefold() in _AMOUNT_OF
    return GoverningDirection()


def speaks_of_change(text: str) -> bool:
    """Tell whether any word of a text speaks of a change or a difference."""
    return any(direction_of(word) or word.casefold() in _CHANGE for word in _WORD.findall(text))
