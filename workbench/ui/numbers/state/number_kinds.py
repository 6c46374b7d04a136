"""Every number of a narrative with its verdict, and every other stretch that something is wrong with."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from core.numbers.engine import VerificationSummary
from core.numbers.records import CitationIssue, CitedNumber, IssueCode, NumericClaim, Severity
from core.span import Span


class NumberStatus(StrEnum):
    """The status shown for a number; where several apply, the first in this order."""

    UNCITED = "uncited"
    MISSING_ID = "missing_id"
    UNKNOWN_SOURCE = "unknown_source"
    MALFORMED = "malformed"
    WRONG_VALUE = "wrong_value"
    IMPOSSIBLE = "impossible"
    WARNING = "warning"
    CITED = "cited"
    UNCHECKED = "unchecked"
    EXEMPT = "exempt"


class NumberStatusLabel(NamedTuple):
    """The label of a status: a word, a sign and its meaning; `tone` is its severity."""

    word: str
    sign: str
    tone: str
    meaning: str


KINDS = {
    NumberStatus.UNCITED: NumberStatusLabel("Uncited", "∅", "bad", "Its sentence names no source and no query id."),
    NumberStatus.MISSING_ID: NumberStatusLabel(
        "No query id", "#", "bad", "A source is named, but no query id of the right form."
    ),
    NumberStatus.UNKNOWN_SOURCE: NumberStatusLabel(
        "Unknown source", "?", "bad", "The source or the id is not one that is known."
    ),
    NumberStatus.MALFORMED: NumberStatusLabel(
        "Malformed", "~", "bad", "A source is named, but not by an allowed prefix."
    ),
    NumberStatus.WRONG_VALUE: NumberStatusLabel("Wrong value", "≠", "bad", "The cited result says something else."),
    NumberStatus.IMPOSSIBLE: NumberStatusLabel(
        "Cannot be right", "✗", "bad", "The text contradicts itself, or a number of this kind cannot have this value."
    ),
    NumberStatus.WARNING: NumberStatusLabel(
        "Check by hand", "!", "care", "Nothing is certainly wrong; a person should check it."
    ),
    NumberStatus.CITED: NumberStatusLabel(
        "Cited", "✓", "good", "It is cited as the rules ask, and nothing else is wrong with it."
    ),
    NumberStatus.UNCHECKED: NumberStatusLabel(
        "Not checked", "·", "quiet", "The rules switch the check of citations off."
    ),
    NumberStatus.EXEMPT: NumberStatusLabel(
        "The speaker’s", "○", "quiet", "It is part of a proven quote, so it needs no citation."
    ),
}
_ORDER = tuple(NumberStatus)
_CODES = {
    IssueCode.UNCITED_NUMBER: NumberStatus.UNCITED,
    IssueCode.MISSING_QID: NumberStatus.MISSING_ID,
    IssueCode.UNKNOWN_SOURCE: NumberStatus.UNKNOWN_SOURCE,
    IssueCode.MALFORMED_CITATION: NumberStatus.MALFORMED,
    IssueCode.VALUE_MISMATCH: NumberStatus.WRONG_VALUE,
    IssueCode.UNIT_MISMATCH: NumberStatus.WRONG_VALUE,
}


class NumberMark(NamedTuple):
    """A stretch of a narrative that is marked; marks stand in order and share no character.

    `claim` is None where it is no number (a date, an address); `number` is None where no citation was asked for.
    """

    span: Span
    kind: NumberStatus
    claim: NumericClaim | None
    number: CitedNumber | None
    issues: tuple[CitationIssue, ...]


def kind_of(issue: CitationIssue) -> NumberStatus:
    """Return the status that an issue gives to its number."""
    if issue.severity is Severity.ERROR:
        return _CODES.get(issue.code, NumberStatus.IMPOSSIBLE)
    return NumberStatus.WARNING if issue.severity is Severity.WARNING else NumberStatus.CITED


def _apart(issues: Sequence[CitationIssue], taken: Sequence[Span]) -> Iterator[Span]:
    """Yield the stretches with an issue that touch no number, each once; of two that overlap the first."""
    end = 0
    following = 0
    for span in sorted({issue.span for issue in issues}):
        while following < len(taken) and taken[following].end <= span.start:
            following += 1
        on_number = following < len(taken) and taken[following].overlaps(span)
        if not on_number and span.start >= end and span.start < span.end:
            yield span
            end = span.end


def _of_each(spans: Sequence[Span], issues: Sequence[CitationIssue]) -> list[list[CitationIssue]]:
    """Return for every stretch, in order, the issues that touch it."""
    found: list[list[CitationIssue]] = [[] for _ in spans]
    first = 0
    for issue in sorted(issues, key=lambda one: one.span):
        while first < len(spans) and spans[first].end <= issue.span.start:
            first += 1
        at = first
        while at < len(spans) and spans[at].start < issue.span.end:
            found[at].append(issue)
            at += 1
    return found


def _kind(issues: Sequence[CitationIssue], otherwise: NumberStatus) -> NumberStatus:
    return min((*map(kind_of, issues), otherwise), key=_ORDER.index)


def marks_of(
    summary: VerificationSummary, unchecked: Sequence[NumericClaim], exempt: Sequence[NumericClaim]
) -> tuple[NumberMark, ...]:
    """Return what is marked in a narrative, in order.

    `unchecked` are its numbers where citations are not checked, `exempt` those that need none.
    """
    report = summary.citation_report
    numbers = {one.claim.span: one for one in (report.numbers if report else ())}
    claims = {
        **{claim.span: (claim, NumberStatus.EXEMPT) for claim in exempt},
        **{claim.span: (claim, NumberStatus.UNCHECKED) for claim in unchecked},
        **{span: (one.claim, NumberStatus.CITED) for span, one in numbers.items()},
    }
    apart = dict.fromkeys(_apart(summary.issues, sorted(claims)), (None, NumberStatus.CITED))
    everything = {**claims, **apart}
    spans = sorted(everything)
    return tuple(
        NumberMark(span, _kind(issues, everything[span][1]), everything[span][0], numbers.get(span), tuple(issues))
        for span, issues in zip(spans, _of_each(spans, summary.issues), strict=True)
    )
