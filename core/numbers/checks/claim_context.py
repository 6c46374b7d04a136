"""The meaning of a number in the context of its words, if the narrative is given."""

import re
from typing import NamedTuple

from core.numbers.checks.change_phrases import Direction, course_of, speaks_of_change
from core.numbers.records import Hedge, NumericClaim
from core.numbers.units import measure_behind
from core.span import Span

_BEFORE = 30  # characters before a number within which its hedge stands
_STRICT = re.compile(
    r"(?:(?<!\bno )(?<!\bnot )(?:more|fewer|less|greater|higher|lower) than|over|above|under|below"
    r"|exceed(?:s|ed|ing)?|>|<)\W*\Z",
    re.IGNORECASE,
)
_NEGATED_HEDGE = re.compile(r"\b(?:no|not) (?:(more|greater|higher)|(?:fewer|less|lower)) than\W*\Z", re.IGNORECASE)
_END_OF_CHANGE = re.compile(
    r"\bto\W+(?:(?:an?|just|about|around|roughly|some|nearly|almost|only|over|under|below|above|approximately|"
    r"(?:more|less|fewer) than)\W+)*\Z",
    re.IGNORECASE,
)
_POINTS = re.compile(r"[-\s]points?\b", re.IGNORECASE)
_NEVER_MORE = re.compile(r"\b(?:nearly|almost|close to)\W*\Z", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\W*\Z", re.IGNORECASE)
_CHANGE_WORD = re.compile(r"\b(?:from|by)\W*\Z", re.IGNORECASE)
_NEAR = 200  # characters on each side of a number within which a word still says what it is
_QUOTIENTS = frozenset("times ratio".split())
_UNITS_OF_CHANGES = frozenset("percentage_points basis_points".split()) | _QUOTIENTS
_LOSS = re.compile(r"\b(?:loss(?:es)?|deficits?|shortfall)\b", re.IGNORECASE)
_COMPARES = re.compile(
    r"\b(?:than|against|compared|comparison|versus|gap|differ\w*|between|ahead|behind|apart|exceed\w*|over)\b",
    re.IGNORECASE,
)
_DASHES = frozenset("- – — ‐ ‑ −".split())
_SIGNS = tuple("+-−–＋－")
_SIGN_WORDS = ("plus", "minus")


class ClaimContext(NamedTuple):
    """A number with the meaning that its words give it.

    `unit` is the claim's, or the noun of a measure after a plain number (`kilometres`); `hedge` is the claim's, or that
    of "no more than". `unsigned`: it may stand for a negative value of its size. `unsigned_change`: if it is a change,
    it may also stand for a fall of its size. `points`: it may be percentage points, although no share is named.
    `falls`, `rises`: it is the amount of a fall, a rise. `strict`: "more than" excludes the number itself.
    `never_more`: "nearly" means that the value is not above it.
    """

    claim: NumericClaim
    unit: str
    hedge: Hedge
    unsigned: bool
    unsigned_change: bool
    points: bool = False
    falls: bool = False
    rises: bool = False
    strict: bool = False
    never_more: bool = False

    @property
    def units(self) -> tuple[str, ...]:
        """The units that it may be meant in, likelier ones first."""
        return (self.unit, "percentage_points") if self.points else (self.unit,)

    @property
    def is_change(self) -> bool:
        """Tell whether it is the amount of a change, not a value."""
        return self.falls or self.rises or self.points or self.unit in _UNITS_OF_CHANGES


def _is_signed(claim: NumericClaim) -> bool:
    text = claim.text.lstrip("$€£¥ ").casefold()
    return claim.value < 0 or text.startswith(_SIGNS) or text.startswith(_SIGN_WORDS)


def _unit_of(claim: NumericClaim, narrative: str) -> str:
    """Return a claim's unit, or the noun of a measure after it, or after the other end of its range."""
    if claim.unit:
        return claim.unit
    other = claim.other_end
    ends = [claim.span.end, *([other.end] if other and 0 < other.start - claim.span.end < _BEFORE else [])]
    nouns = (measure_behind(narrative[end : max(end, claim.sentence.end)][:_NEAR]) for end in ends)
    return next(filter(None, nouns), "")


def _has_no_unit(claim: NumericClaim) -> bool:
    """Tell whether a number has no unit of its own: in "by 1.7 to 60%" the first one has that of the second."""
    return not claim.unit or (claim.other_end is not None and claim.text[-1:].isdigit())


def _hedge_of(claim: NumericClaim, before: str) -> Hedge:
    negated = _NEGATED_HEDGE.search(before)
    if negated is None:
        return claim.hedge
    return Hedge.BELOW if negated[1] else Hedge.ABOVE


def claim_context(claim: NumericClaim, narrative: str | None) -> ClaimContext:
    """Return the meaning of a number; without the narrative, an unsigned number may stand for a negative value."""
    signed = _is_signed(claim)
    if narrative is None:
        return ClaimContext(claim, claim.unit, claim.hedge, unsigned=not signed, unsigned_change=not signed)
    course = course_of(narrative, claim.span, claim.sentence)
    falling = course.direction is Direction.DOWN
    before = narrative[max(claim.sentence.start, claim.span.start - _BEFORE) : claim.span.start]
    near = narrative[max(claim.sentence.start, claim.span.start - _NEAR) : claim.span.start]
    hedge = _hedge_of(claim, before)
    points = _POINTS.match(narrative, claim.span.end, claim.sentence.end) is not None
    amount = course.is_amount and bool(course.direction)
    return ClaimContext(
        claim,
        _unit_of(claim, narrative),
        hedge,
        unsigned=falling and not signed and (_END_OF_CHANGE.search(before) is None or _LOSS.search(near) is not None),
        unsigned_change=course.direction is not Direction.UP and not signed,
        points=_has_no_unit(claim) and (points or amount),
        falls=falling and course.is_amount,
        rises=amount and not falling,
        strict=hedge in {Hedge.ABOVE, Hedge.BELOW} and _STRICT.search(before) is not None,
        never_more=_NEVER_MORE.search(before) is not None,
    )


def may_be_a_change(meant: ClaimContext, narrative: str | None) -> bool:
    """Tell whether a number can be the change between two values: by its unit, or by words of its sentence."""
    claim = meant.claim
    if narrative is None or meant.points or claim.unit in _UNITS_OF_CHANGES:
        return True
    start, end = max(claim.sentence.start, claim.span.start - _NEAR), min(claim.sentence.end, claim.span.end + _NEAR)
    return speaks_of_change(narrative[start:end])


def compares(meant: ClaimContext, narrative: str | None) -> bool:
    """Tell whether a number may be the difference of two things, not only the change of one."""
    claim = meant.claim
    if narrative is None or claim.unit in _QUOTIENTS:
        return True
    start, end = max(claim.sentence.start, claim.span.start - _NEAR), min(claim.sentence.end, claim.span.end + _NEAR)
    return _COMPARES.search(narrative, start, end) is not None


def is_range(first: Span, second: Span, narrative: str | None) -> bool:
    """Tell whether two numbers are the ends of a range ("10-15", "between 10 and 15"), not of a change ("from 10 to
    15").

    Without the narrative they are a range only if there is room for just a dash between them.
    """
    if narrative is None:
        return second.start - first.end == 1
    if second.start - first.end > _BEFORE:
        return False
    middle = narrative[first.end : second.start].strip()
    before = narrative[max(0, first.start - _BEFORE) : first.start]
    if middle.casefold() == "and":
        return _BETWEEN.search(before) is not None
    return middle in _DASHES or (
        middle.casefold() == "to" and not speaks_of_change(before) and not _CHANGE_WORD.search(before)
    )
