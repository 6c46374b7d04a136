"""Whether numbers can be as a narrative says they are, whatever they cite."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from core.numbers.checks.bounds import check_count, check_share
from core.numbers.checks.contradictions import check_changes
from core.numbers.checks.dates import find_dates, is_after, read_day
from core.numbers.checks.parts_of_whole import check_parts
from core.numbers.checks.tenses import tells_the_past
from core.numbers.claims import Sentence, split_sentences
from core.numbers.records import CitationIssue, IssueCode, NumericClaim, Severity
from core.numbers.rules import SanityRules
from core.numbers.safe_arithmetic import safe_arithmetic


def _check_dates(
    narrative: str, claims: Sequence[NumericClaim], today: str, sentences: Sequence[Sentence] | None
) -> Iterator[CitationIssue]:
    """Yield the dates after today in sentences that tell what was."""
    day = read_day(today)
    counts = [claim.span for claim in claims]
    dates = [date for date in find_dates(narrative) if day and is_after(date.day, day)]
    if not dates:
        return
    spans = [sentence.span for sentence in sentences or split_sentences(narrative)]
    told: dict[tuple[int, int], bool] = {}
    for date in dates:
        place = bisect_right(spans, (date.span.start, len(narrative))) - 1
        count = counts[bisect_right(counts, (date.span.end,)) - 1] if counts else None
        if place < 0 or (count and count.overlaps(date.span)):
            continue
        sentence = spans[place]
        if sentence not in told:
            told[sentence] = tells_the_past(sentence.slice(narrative))
        if sentence.contains(date.span) and told[sentence]:
            yield CitationIssue(
                code=IssueCode.DATE_IN_FUTURE,
                severity=Severity.WARNING,
                span=date.span,
                message=f"{date.span.slice(narrative)} is after today ({today.strip()}), in a sentence about the past. "
                "Correct the date, or say that it is expected.",
            )


def check_sanity(
    narrative: str,
    claims: Sequence[NumericClaim],
    rules: SanityRules,
    *,
    today: str | None = None,
    sentences: Sequence[Sentence] | None = None,
) -> tuple[CitationIssue, ...]:
    """Return what cannot be, in order of position; `claims` are the narrative's, in order, and so are
    its `sentences`, where they are known already. English only.

    PERCENT_OUT_OF_BOUNDS: a share of a whole beyond the rules' bounds (a fall of more than 100% is a warning);
    PARTS_DO_NOT_SUM: parts that are said to make up a whole and do not make 100 (a warning where a part may be left
    out); NEGATIVE_COUNT; CHANGE_CONTRADICTED: "rose from 120 to 100"; DATE_IN_FUTURE, a warning: a date after `today`
    (ISO, `2026-11-22`; without one, no date is looked at) in a sentence in the past tense. Nothing raises, however
    large the values. Source: decisions.md#seed-3.
    """
    if not rules.enabled:
        return ()
    with safe_arithmetic():
        found = [check_share(narrative, claim, rules) or check_count(narrative, claim) for claim in claims]
        issues = [issue for issue in found if issue]
        issues += check_parts(narrative, claims, rules, sentences=sentences)
        issues += check_changes(narrative, claims)
        issues += _check_dates(narrative, claims, today, sentences) if today else ()
    return tuple(sorted(issues, key=lambda issue: (issue.span, issue.code)))
