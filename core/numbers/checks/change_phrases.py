"""Find changes in a text: the direction, the two values, and the amount."""

import re
from decimal import Decimal
from enum import IntEnum
from typing import NamedTuple

from core.numbers.records import Hedge, NumericClaim
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
"""Words that are a direction after a number (5% more), and a hedge before it (more than 5%)."""

_NO_DIRECTION = frozenset(
    """
    make makes made making set sets take takes took taken sign signs signed end ends ended pick picked turn turned split
    splits break breaks broke broken back show shows showed come comes came open opens opened shut sit sits sat give
    """.split()
)
"""Verbs with which "up" and "down" are no direction (made up of, broken down into)."""

_NAMES_BEHIND = frozenset(
    """
    rise increase gain growth jump surge expansion higher more fall drop decline decrease cut reduction contraction
    slump plunge dip lower fewer less loss deficit
    """.split()
)
"""Words after a number that give its direction: a 5% decline, 5% more."""

_AMOUNT_OF = frozenset(
    "by of about around roughly approximately some nearly almost over than a an another further".split()
)
_FAR = 200  # characters before a number within which a word still governs it
_WORD = re.compile(r"[^\W\d_]+")
_BEHIND = re.compile(r"\s+(?:(?:net|annual|sharp|further)\s+)?([^\W\d_]+)")


_CHANGE = frozenset(
    """
    change changes changed differ differs differed difference compared gap between versus than net ahead behind doubled
    tripled halved swing swung
    """.split()
)

NEAR = 120  # characters between a verb and the values it is about
_HEDGES = (
    r"(?:(?:about|around|roughly|some|nearly|almost|just|only|over|under|approximately|an?|more than|less than)\s+)*"
)
_FROM = re.compile(rf"\bfrom\s+{_HEDGES}\Z", re.IGNORECASE)
_TO = re.compile(rf"\bto\s+{_HEDGES}\Z", re.IGNORECASE)
_WORD_OR_PAUSE = re.compile(r"[^\W\d_]+(?:['’]t)?|[;:]")
_NOT = re.compile(r"\b(?:not|never|no|neither|nor|cannot|\w+n['’]t)\W+(?:\w+\W+){0,2}\Z", re.IGNORECASE)
_RANKS = re.compile(r"\b(?:rank\w*|places?|positions?|league|charts?)\b", re.IGNORECASE)
_FACTORS = {
    "doubled": Decimal(2),
    "doubling": Decimal(2),
    "tripled": Decimal(3),
    "trebled": Decimal(3),
    "quadrupled": Decimal(4),
    "halved": Decimal("0.5"),
    "halving": Decimal("0.5"),
}
_NO_VERBS = HEDGING | frozenset(
    """
    growth higher lower upward downward gain gains gained add added adds lose loses lost losing loss losses deficit
    deficits shortfall
    """.split()
)
"""Words of direction that are nouns, or take an amount: lost from 5 to 10 kilos."""

_WITH_OBJECT = frozenset(
    "cut cuts cutting reduce reduced reduces increase increased raise raised lowered halved".split()
)
_DETERMINERS = frozenset("the its their his her our a an this that these".split())
_BETWEEN = frozenset(
    """
    by of about around roughly approximately some nearly almost just only over more less than up to at least most
    percent per cent percentage basis point points pp bps again further back in on the year month week quarter last this
    that first second third fourth same since then year's and-a-half steadily compared january february march april may
    june july august september october november december spring summer autumn winter
    """.split()
)
"""Words that may stand between a verb and its values."""

_MEASURES = frozenset(
    """
    second minute hour day week month year decade metre meter kilometre kilometer mile gram kilogram kilo tonne ton
    litre liter foot inch dollar euro pound
    """.split()
)
"""Units in which a smaller number may be the larger amount: ten days, twelve hours."""


class Direction(IntEnum):
    """The direction of a change."""

    DOWN = -1
    NONE = 0
    UP = 1


class GoverningDirection(NamedTuple):
    """The direction that governs a number, and whether the number is its amount ("fell by 5%", not "fell to 5%")."""

    direction: Direction = Direction.NONE
    is_amount: bool = False


def direction_of(word: str) -> Direction:
    """Return the direction that a word names, in any case."""
    lower = word.casefold()
    if lower in _RISING:
        return Direction.UP
    return Direction.DOWN if lower in _FALLING or lower in _LOSS else Direction.NONE


def direction_after(before: str, word: str) -> Direction:
    """Return the direction that a word names after the word `before`."""
    bare = word.casefold() in {"up", "down"} and before.casefold() in _NO_DIRECTION
    return Direction.NONE if bare else direction_of(word)


def course_of(text: str, number: Span, sentence: Span) -> GoverningDirection:
    """Return the direction from the nearest word before a number, or from that directly after it ("a 5% decline")."""
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
    """Tell whether any word of a text names a change or a difference."""
    return any(direction_of(word) or word.casefold() in _CHANGE for word in _WORD.findall(text))


class ChangeVerb(NamedTuple):
    """The verb of a change: where it stands, and the direction or the factor that it names."""

    start: int
    end: int
    direction: Direction
    factor: Decimal | None


def _noun(narrative: str, claim: NumericClaim, end: int) -> str:
    word = _WORD_OR_PAUSE.search(narrative, claim.span.end, min(end, claim.span.end + 20))
    return word.group().casefold().removesuffix("s") if word else ""


def _leads(narrative: str, word: re.Pattern[str], number: NumericClaim, after: int) -> bool:
    """Tell whether a word stands directly before a number, after the place `after`."""
    start = max(after, number.sentence.start, number.span.start - 40)
    return word.search(narrative, start, number.span.start) is not None


def is_change_phrase(narrative: str, first: NumericClaim, second: NumericClaim, *, reverse: bool = False) -> bool:
    """Tell whether two values are written as `from A to B`, or `reverse` as `to B from A`, and can be compared."""
    start, end = first.span.end, second.span.start
    if first.sentence != second.sentence or not 0 <= end - start <= NEAR:
        return False
    if "ordinal" in {first.unit, second.unit} or (first.unit != second.unit and first.unit and second.unit):
        return False
    if reverse and (first.unit != second.unit or first.hedge is Hedge.BELOW):  # "by up to 40% from 100"
        return False
    before, between = (_TO, _FROM) if reverse else (_FROM, _TO)
    if not (_leads(narrative, before, first, 0) and _leads(narrative, between, second, start)):
        return False
    nouns = {_noun(narrative, first, end), _noun(narrative, second, second.sentence.end)}
    near = narrative[
        max(first.sentence.start, first.span.start - NEAR) : min(second.sentence.end, second.span.end + NEAR)
    ]
    return _RANKS.search(near) is None and (len(nouns) == 1 or nouns.isdisjoint(_MEASURES))


def _leads_to(word: str, words: list[str]) -> bool:
    """Tell whether a verb still governs what follows `words`: they hold no other verb."""
    if word in _WITH_OBJECT and words and words[0] in _DETERMINERS:
        return len(words) <= 8
    return all(between in _BETWEEN or between.endswith("ly") for between in words)


def find_change_verb(narrative: str, before: NumericClaim | None, first: NumericClaim) -> ChangeVerb | None:
    """Return the word of rising, falling or multiplying that leads to "from A" or "to B".

    None if there is none, or it is negated. `before` is the number before A, which may name the change.
    """
    start, end = max(first.sentence.start, first.span.start - NEAR), first.span.start
    near = max(start, end - 40)
    opening = _FROM.search(narrative, near, end) or _TO.search(narrative, near, end)
    between: list[str] = []
    for word in reversed([*_WORD_OR_PAUSE.finditer(narrative, start, opening.start() if opening else end)]):
        name = word.group().casefold()
        if before and before.span.start <= word.start() < before.span.end:
            continue
        direction = Direction.NONE if name in _NO_VERBS else direction_of(name)
        if direction or name in _FACTORS:
            denied = _NOT.search(narrative, max(start, word.start() - 30), word.start())
            found = ChangeVerb(*word.span(), direction, _FACTORS.get(name))
            return found if not denied and _leads_to(name, between[::-1]) else None
        between.append(name)
    return None
