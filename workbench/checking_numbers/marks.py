"""Every number of a narrative with its verdict, and every other stretch that something is wrong with."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from core.numbers.engine import VerificationSummary
from core.numbers.records import CitationIssue, CitedNumber, IssueCode, NumericClaim, Severity
from core.span import Span


class Kind(StrEnum):
    """What is said of a number at a glance; of several things the first in this order."""

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


class InWords(NamedTuple):
    """A kind as a word with its sign and what it means; `tone` is how much it weighs."""

    word: str
    sign: str
    tone: str
    meaning: str


KINDS = {
    Kind.UNCITED: InWords("Uncited", "∅", "bad", "No source and no query id stand in its sentence."),
    Kind.MISSING_ID: InWords("No query id", "#", "bad", "A source is named; a query id of the right form is not."),
    Kind.UNKNOWN_SOURCE: InWords("Unknown source", "?", "bad", "The source or the id is not one that is known."),
    Kind.MALFORMED: InWords("Malformed", "~", "bad", "Something leads in, but not an allowed prefix."),
    Kind.WRONG_VALUE: InWords("Wrong value", "≠", "bad", "The cited result says something else."),
    Kind.IMPOSSIBLE: InWords("Cannot be right", "✗", "bad", "It contradicts itself, or what such a number can be."),
    Kind.WARNING: InWords("Look twice", "!", "care", "Nothing is wrong for certain; a person should look."),
    Kind.CITED: InWords("Cited", "✓", "good", "It is cited as the rules ask, and nothing else is wrong with it."),
    Kind.UNCHECKED: InWords("Not checked", "·", "quiet", "The rules switch the check of citations off."),
    Kind.EXEMPT: InWords("The speaker’s", "○", "quiet", "It stands in a proven quote, so it needs no citation."),
}
_ORDER = tuple(Kind)
_CODES = {
    IssueCode.UNCITED_NUMBER: Kind.UNCITED,
    IssueCode.MISSING_QID: Kind.MISSING_ID,
    IssueCode.UNKNOWN_SOURCE: Kind.UNKNOWN_SOURCE,
    IssueCode.MALFORMED_CITATION: Kind.MALFORMED,
    IssueCode.VALUE_MISMATCH: Kind.WRONG_VALUE,
    IssueCode.UNIT_MISMATCH: Kind.WRONG_VALUE,
}


class Mark(NamedTuple):
    """A stretch of a narrative that is marked; marks stand in order and share no character.

    `claim` is None where it is no number (a date, an address); `number` is None where no citation was asked for.
    """

    span: Span
    kind: Kind
    claim: NumericClaim | None
    number: CitedNumber | None
    issues: tuple[CitationIssue, ...]


def kind_of(issue: CitationIssue) -> Kind:
    """Return what an issue makes of what it is about."""
    if issue.severity is Severity.ERROR:
        return _CODES.get(issue.code, Kind.IMPOSSIBLE)
    return Kind.WARNING if issue.severity is Severity.WARNING else Kind.CITED


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


def _kind(issues: Sequence[CitationIssue], otherwise: Kind) -> Kind:
    return min((*map(kind_of, issues), otherwise), key=_ORDER.index)


def marks_of(
    summary: VerificationSummary, unchecked: Sequence[NumericClaim], exempt: Sequence[NumericClaim]
) -> tuple[Mark, ...]:
    """Return what is marked in a narrative, in order.

    `unchecked` are its numbers where citations are not checked, `exempt` those that need none.
    """
    report = summary.citation_report
    numbers = {one.claim.span: one for one in (report.numbers if report else ())}
    claims = {
        **{claim.span: (claim, Kind.EXEMPT) for claim in exempt},
        **{claim.span: (claim, Kind.UNCHECKED) for claim in unchecked},
        **{span: (one.claim, Kind.CITED) for span, one in numbers.items()},
    }
    apart = dict.fromkeys(_apart(summary.issues, sorted(claims)), (None, Kind.CITED))
    everything = {**claims, **apart}
    spans = sorted(everything)
    return tuple(
        Mark(span, _kind(issues, everything[span][1]), everything[span][0], numbers.get(span), tuple(issues))
        for span, issues in zip(spans, _of_each(spans, summary.issues), strict=True)
    )
