"""Find impossible numbers in a narrative, whatever they cite.

A past event cannot have a date after today. Days are tuples, and the caller gives today's, because core has no clock.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.numbers.checks.contradictions import check_changes
from core.numbers.checks.shares import check_count, check_parts, check_share
from core.numbers.claims import Sentence, split_sentences
from core.numbers.records import CitationIssue, IssueCode, NumericClaim, Severity
from core.numbers.rules import SanityRules
from core.numbers.safe_arithmetic import safe_arithmetic
from core.span import Span

_WAS = frozenset(
    """
    was were had did rose fell grew held became began came cost cut drew drove fed felt found fought gave got went hit
    kept knew left lost made met paid put ran saw sold sent shrank sank sold spent spoke stood took taught
    thought won wrote built bought brought broke chose led slid
    """.split()
)
_NO_PAST = frozenset(
    """
    said told announced added stated noted confirmed explained insisted
    need feed seed speed bed red shed breed bleed indeed hundred proceed exceed succeed agreed unprecedented sacred
    embed wed weed greed deed creed reed steed heed
    """.split()
)
_TO_BE = frozenset(
    "will would shall should may might could due until till if unless next deadline outlook scenario going".split()
)
_PLANS = re.compile(
    r"projected|projection|projecting|plan(?:s|ned|ning)?\b|expect|forecast|target|schedul|aim|intend|predict|anticipat"
    r"|goal|propos|pledg|commit|promis|hope|matur|expir|estimat|envisag|foresee|foresaw|ambition|prospect|extrapolat|simulat"
)
_WORD = re.compile(r"[^\W\d_]+")

_MONTHS = "january february march april may june july august september october november december".split()
_SHORT = {month[:3]: place for place, month in enumerate(_MONTHS, 1)}
_MONTH = rf"(?P<month{{0}}>{'|'.join(_MONTHS)}|(?:{'|'.join(name for name in _SHORT if name != 'may')}|sept)\b\.?)"
_DATE = re.compile(
    rf"""
    (?<![\w/.-])(?:
        (?P<iso>[0-9]{{4}})-(?P<iso_month>[0-9]{{2}})-(?P<iso_day>[0-9]{{2}})
      | (?P<first>[0-9]{{1,2}})(?P<between>[/.])(?P<second>[0-9]{{1,2}})(?P=between)(?P<year_d>[0-9]{{4}})
      | (?P<day_a>[0-9]{{1,2}})(?:st|nd|rd|th)?[ ](?:of[ ])?{_MONTH.format("_a")},?[ ](?P<year_a>[0-9]{{4}})
      | {_MONTH.format("_b")}[ ](?P<day_b>[0-9]{{1,2}})(?:st|nd|rd|th)?,?[ ](?P<year_b>[0-9]{{4}})
      | {_MONTH.format("_c")},?[ ](?:of[ ])?(?P<year_c>[0-9]{{4}})
      | Q(?P<quarter>[1-4])[ ](?:of[ ])?(?P<year_q>[0-9]{{4}})
      | (?:in|by|since|during|throughout|of|after|before|early|late|mid|year)[ ](?P<year>[0-9]{{4}})
    )(?![\w/]|[-.,][0-9])
    """,
    re.IGNORECASE | re.VERBOSE,
)
_TODAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
Day = tuple[int, ...]


def _is_past(word: str) -> bool:
    return word in _WAS or (word.endswith("ed") and len(word) > 3 and word not in _NO_PAST)


def is_past_tense(sentence: str) -> bool:
    """Tell whether a sentence is in the past tense, without any word of plan or expectation.

    A statement may be about any time, so "said" alone is no past tense. With a capital letter "May" is the month.
    """
    words = [word.casefold() for word in _WORD.findall(sentence) if word != "May"]
    if any(word in _TO_BE or _PLANS.match(word) for word in words) or "’ll" in sentence or "'ll" in sentence:
        return False
    return any(map(_is_past, words))


class Date(NamedTuple):
    """A date as written; `day` is year, month and day, or as many of them as are named."""

    span: Span
    day: Day


def _is_in_calendar(day: Day) -> bool:
    year, month, number = (*day, 1, 1)[:3]
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 1 <= month <= 12 and 1 <= number <= _DAYS[month - 1] + (leap and month == 2)


def _month(name: str) -> int:
    return _SHORT[name[:3].casefold()]


def _numeric(year: int, first: int, second: int) -> Day:
    """Return the day that two numbers name in either order; the year alone if both could be the month."""
    if first <= 12 and second <= 12 and first != second:
        return (year,)
    return year, min(first, second), max(first, second)


def _day_of(match: re.Match[str]) -> Day:
    """Return the day that a match names."""
    if match["iso"]:
        return int(match["iso"]), int(match["iso_month"]), int(match["iso_day"])
    if match["year_d"]:
        return _numeric(int(match["year_d"]), int(match["first"]), int(match["second"]))
    for form in "ab":
        if match[f"year_{form}"]:
            return int(match[f"year_{form}"]), _month(match[f"month_{form}"]), int(match[f"day_{form}"])
    if match["year_c"]:
        return int(match["year_c"]), _month(match["month_c"])
    if match["year_q"]:
        return int(match["year_q"]), 3 * int(match["quarter"]) - 2
    return (int(match["year"]),)


def read_day(text: str) -> Day | None:
    """Return an ISO day (`2026-11-22`), None for any other text."""
    match = _TODAY.match(text.strip())
    day = tuple(int(group) for group in match.groups()) if match else ()
    return day if day and _is_in_calendar(day) else None


def find_dates(text: str) -> Iterator[Date]:
    """Yield the dates that name a year, in order: days, months, quarters, and years after their preposition."""
    for match in _DATE.finditer(text):
        day = _day_of(match)
        if _is_in_calendar(day):
            start = match.start("year") if match["year"] else match.start()
            yield Date(Span(start, match.end()), day)


def is_after(day: Day, today: Day) -> bool:
    """Tell whether a date lies wholly after a day: the current month and year do not."""
    return day > today


def _check_dates(
    narrative: str, claims: Sequence[NumericClaim], today: str, sentences: Sequence[Sentence] | None
) -> Iterator[CitationIssue]:
    """Yield the dates after today in sentences in the past tense."""
    day = read_day(today)
    counts = [claim.span for claim in claims]
    dates = [date for date in find_dates(narrative) if day and is_after(date.day, day)]
    if not dates:
        return
    spans = [sentence.span for sentence in sentences or split_sentences(narrative)]
    is_past: dict[tuple[int, int], bool] = {}
    for date in dates:
        place = bisect_right(spans, (date.span.start, len(narrative))) - 1
        count = counts[bisect_right(counts, (date.span.end,)) - 1] if counts else None
        if place < 0 or (count and count.overlaps(date.span)):
            continue
        sentence = spans[place]
        if sentence not in is_past:
            is_past[sentence] = is_past_tense(sentence.slice(narrative))
        if sentence.contains(date.span) and is_past[sentence]:
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
    """Return the issues of impossible numbers, in order of position; `claims` are the narrative's, in order, and so are
    its `sentences`, if they are known already. English only.

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
