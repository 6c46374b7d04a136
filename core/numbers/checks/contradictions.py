"""Find changes that contradict the two values they belong to."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from core.numbers.checks.change_phrases import (
    NEAR,
    ChangeVerb,
    Direction,
    course_of,
    find_change_verb,
    is_change_phrase,
)
from core.numbers.checks.format_like_claim import format_like_claim, shorten
from core.numbers.records import CitationIssue, Hedge, IssueCode, NumericClaim
from core.span import Span

_MORE = re.compile(r"\bmore than\W+\Z", re.IGNORECASE)
_LESS = re.compile(r"\bless than\W+\Z", re.IGNORECASE)
_LOOSE = Decimal("0.05")  # of a change: the tolerance of "about", and of "doubled", which is never exact
_BEHIND = re.compile(r"[\s,;(–—-]*(?:or |i\.e\. |that is )?(?:an? |up |down |by )?(?:\w+ )?(?:\w+ of )?", re.IGNORECASE)
_WRONG_DIRECTION = {Direction.UP: "is a fall, not a rise", Direction.DOWN: "is a rise, not a fall"}
_NO_FACTOR = "is not as many times as the sentence says"


class _Change(NamedTuple):
    """Two values, and the numbers before and behind them, which may name the change.

    `opens` is the one of the two that is written first: the second one in "to B from A".
    """

    before: NumericClaim | None
    first: NumericClaim
    second: NumericClaim
    behind: NumericClaim | None
    opens: NumericClaim


class _Reach(NamedTuple):
    """The bounds of a rounded number."""

    low: Decimal
    high: Decimal


def _reach(claim: NumericClaim) -> _Reach:
    half = abs(claim.quantum) / 2
    return _Reach(claim.value - half, claim.value + half)


def _named_change(narrative: str, verb: ChangeVerb, change: _Change) -> NumericClaim | None:
    """Return the number that names the change: between the verb and the values ("rose 20% from"), or after them."""
    before, behind = change.before, change.behind
    second = change.first if change.opens is change.second else change.second
    if before and before.span.start >= verb.end and before.other_end is None:
        return before
    if behind and behind.sentence == second.sentence and behind.other_end is None:
        near = behind.span.start - second.span.end <= NEAR
        gap = _BEHIND.fullmatch(narrative, second.span.end, behind.span.start) if near else None
        course = course_of(narrative, behind.span, Span(second.span.end, behind.sentence.end))
        if gap and course.is_amount and course.direction:
            return behind
    return None


def _possible(named: NumericClaim, first: NumericClaim, second: NumericClaim) -> _Reach | None:
    """Return the bounds of the change from one value to another, in the named change's unit; None if it has none."""
    (low_a, high_a), (low_b, high_b) = _reach(first), _reach(second)
    differences = (low_b - high_a, high_b - low_a)
    if named.unit == "percent":
        if low_a <= 0 <= high_a:
            return None
        found = [(b - a) / abs(a) * 100 for a in (low_a, high_a) for b in (low_b, high_b)]
        differences = (min(found), max(found))
    elif named.unit == "times":
        if low_a <= 0 <= high_a:
            return None
        found = [b / a - more for a in (low_a, high_a) for b in (low_b, high_b) for more in (0, 1)]
        differences = (min(found), max(found))
    elif named.unit == "basis_points" and first.unit == "percent":
        differences = (differences[0] * 100, differences[1] * 100)
    elif not (named.unit in {"", first.unit} or (named.unit == "percentage_points" and first.unit == "percent")):
        return None
    sizes = sorted(abs(difference) for difference in differences)
    return _Reach(Decimal(0) if differences[0] < 0 < differences[1] else sizes[0], sizes[1])


def _can_be(named: NumericClaim, possible: _Reach) -> bool:
    """Tell whether a named change, rounded and hedged as it is, lies within the bounds that two values allow."""
    size, half = abs(named.value), abs(named.quantum) / 2
    if named.hedge is Hedge.ABOVE:
        return possible.high >= size - half
    if named.hedge is Hedge.BELOW:
        return possible.low <= size + half
    loose = possible.high * _LOOSE if named.hedge is Hedge.ABOUT else Decimal(0)
    return possible.low - loose <= size + half and size - half <= possible.high + loose


def _is_multiple(narrative: str, verb: ChangeVerb, first: NumericClaim, second: NumericClaim) -> bool:
    """Tell whether two values differ by the factor that a verb names: "doubled", "more than doubled"."""
    if not verb.factor:
        return True
    meant, is_now = first.value * verb.factor, second.value
    loose, half = abs(meant) * _LOOSE, abs(second.quantum) / 2 + abs(first.quantum * verb.factor) / 2
    grows = verb.factor > 1
    if _MORE.search(narrative, max(0, verb.start - 15), verb.start):
        return is_now > meant if grows else is_now < meant
    if _LESS.search(narrative, max(0, verb.start - 15), verb.start):
        return is_now < meant if grows else is_now > meant
    return abs(is_now - meant) <= loose + half


def _wrong_values(verb: ChangeVerb, first: NumericClaim, second: NumericClaim) -> CitationIssue:
    """Return the issue of two values that contradict the verb."""
    problem = _NO_FACTOR if verb.factor else _WRONG_DIRECTION[verb.direction]
    message = f"From {shorten(first.text)} to {shorten(second.text)} {problem}. "
    return CitationIssue(
        code=IssueCode.CHANGE_CONTRADICTED, span=second.span, message=message + "Correct a value or the word."
    )


def _wrong_change(named: NumericClaim, first: NumericClaim, second: NumericClaim) -> CitationIssue:
    """Return the issue of a named change that two values contradict; it suggests the right one."""
    size = abs(second.value - first.value)
    if named.unit == "percent":
        size = size / abs(first.value) * 100
    elif named.unit == "times":
        size = second.value / first.value
    elif named.unit == "basis_points" and first.unit == "percent":
        size = size * 100
    return CitationIssue(
        code=IssueCode.CHANGE_CONTRADICTED,
        span=named.span,
        message=f"The change from {shorten(first.text)} to {shorten(second.text)} is not {shorten(named.text)}. "
        "Correct the change or a value.",
        suggestions=(format_like_claim(named, size),),
    )


def _check_change(narrative: str, change: _Change) -> CitationIssue | None:
    """Return the issue of a change from one value to another, None if it is right."""
    before, first, second, *_ = change
    verb = find_change_verb(narrative, before, change.opens)
    if verb is None:
        return None
    named = _named_change(narrative, verb, change)
    is_opposite = (second.value - first.value) * verb.direction < 0
    possible = _possible(named, first, second) if named else None
    if named and possible and (is_opposite or not _can_be(named, possible)):
        return _wrong_change(named, first, second)
    if is_opposite or not _is_multiple(narrative, verb, first, second):
        return _wrong_values(verb, first, second)
    return None


def check_changes(narrative: str, claims: Sequence[NumericClaim]) -> Iterator[CitationIssue]:
    """Yield the issues of changes "from A to B" with the wrong direction or the wrong amount."""
    around: list[NumericClaim | None] = [None, *claims, None]
    for place, (first, second) in enumerate(pairwise(claims)):
        change = None
        if is_change_phrase(narrative, first, second):
            change = _Change(around[place], first, second, around[place + 3], opens=first)
        elif is_change_phrase(narrative, first, second, reverse=True):
            change = _Change(around[place], second, first, around[place + 3], opens=first)
        issue = _check_change(narrative, change) if change else None
        yield from (issue,) if issue else ()
