"""Shares outside their bounds, and fewer than none of what is counted."""

import re
from decimal import Decimal

from core.numbers.checks.directions import Direction, course_of
from core.numbers.checks.format_like_claim import shorten
from core.numbers.checks.share_words import (
    COUNTED,
    HOLDS,
    MAKES_UP,
    MAY_BE_PASSED,
    MAY_TURN_NEGATIVE,
    NO_COUNT,
    RATE_OF_A_WHOLE,
)
from core.numbers.records import CitationIssue, IssueCode, NumericClaim, Severity
from core.numbers.rules import SanityRules

_NEAR = 120  # characters on each side of a number in which a word still tells what it is
_PHRASE = 8  # words behind "of" that still say what the whole is
_ALL = Decimal(100)
_WORD = re.compile(r"[^\W\d_]+")
_OF = re.compile(r"\s+of\b([^.;:!?]*)")
_WHOLE_BEFORE = re.compile(r"\bof\b([^;:!?]*),\s*(?:[^\W\d_]+\s+){0,2}\Z", re.IGNORECASE)
_CLAUSE_ENDS = re.compile(r"[;:]|,(?!\d)|\b(?:and|but|while|whereas|who|which|that|in|on|at|for|with|by|to)\b")


def _before(narrative: str, claim: NumericClaim) -> str:
    return narrative[max(claim.sentence.start, claim.span.start - _NEAR) : claim.span.start]


def _behind(narrative: str, claim: NumericClaim) -> str:
    return narrative[claim.span.end : min(claim.sentence.end, claim.span.end + _NEAR)]


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _is_share(narrative: str, claim: NumericClaim) -> bool:
    """Tell whether a percentage is a share of a whole, of which there is never more than all."""
    before = _before(narrative, claim)
    of = _OF.match(_behind(narrative, claim))
    if of:
        whole = _words(_CLAUSE_ENDS.split(of[1], maxsplit=1)[0])
        if not MAY_BE_PASSED.isdisjoint(_words(of[1])[:_PHRASE]) or HOLDS.search(before):
            return False
        return not COUNTED.isdisjoint(whole) or MAKES_UP.search(before) is not None
    whole_before = _WHOLE_BEFORE.search(before)
    if whole_before and not COUNTED.isdisjoint(_words(whole_before[1])):
        return MAY_BE_PASSED.isdisjoint(_words(whole_before[1]))
    return RATE_OF_A_WHOLE.search(before) is not None


def check_share(narrative: str, claim: NumericClaim, rules: SanityRules) -> CitationIssue | None:
    """Return what is wrong with a percentage that no share, or no fall, can be; None where it may be either."""
    value = claim.value
    if claim.unit != "percent" or (rules.percent_min <= value <= rules.percent_max and value <= _ALL):
        return None
    number = shorten(claim.text)
    course = course_of(narrative, claim.span, claim.sentence)
    if course.direction and course.is_amount:
        if course.direction is Direction.UP or value <= _ALL:
            return None
        if not MAY_TURN_NEGATIVE.isdisjoint(_words(_before(narrative, claim) + _behind(narrative, claim))):
            return None
        return CitationIssue(
            code=IssueCode.PERCENT_OUT_OF_BOUNDS,
            severity=Severity.WARNING,
            span=claim.span,
            message=f"A fall of {number} is more than all there was. "
            "Check the number, or say what it is a percentage of.",
        )
    if rules.percent_min <= value <= rules.percent_max or not _is_share(narrative, claim):
        return None
    return CitationIssue(
        code=IssueCode.PERCENT_OUT_OF_BOUNDS,
        span=claim.span,
        message=f"{number} cannot be a share: it is not between {rules.percent_min:f}% and {rules.percent_max:f}%. "
        "Correct the number, or say what it is a percentage of.",
    )


def check_count(narrative: str, claim: NumericClaim) -> CitationIssue | None:
    """Return what is wrong with fewer than none of what is counted; None of a change, a net figure, a temperature."""
    if claim.value >= 0 or claim.unit:
        return None
    behind = _words(_behind(narrative, claim)[:60])[:4]
    if COUNTED.isdisjoint(behind[:2]) or "net" in behind or not NO_COUNT.isdisjoint(_words(_before(narrative, claim))):
        return None
    if course_of(narrative, claim.span, claim.sentence).direction:
        return None
    return CitationIssue(
        code=IssueCode.NEGATIVE_COUNT,
        span=claim.span,
        message=f"{shorten(claim.text)} cannot be a count: there is never fewer than none. "
        "Correct the sign, or say that it is a change.",
    )
