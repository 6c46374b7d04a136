"""The dates of a text, and whether they lie after a day: a calendar of tuples, for the core knows no clock."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from core.span import Span

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


class Date(NamedTuple):
    """A date as it is written; `day` is year, month and day, or as many of them as are named."""

    span: Span
    day: Day


def _is_in_calendar(day: Day) -> bool:
    year, month, number = (*day, 1, 1)[:3]
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 1 <= month <= 12 and 1 <= number <= _DAYS[month - 1] + (leap and month == 2)


def _month(name: str) -> int:
    return _SHORT[name[:3].casefold()]


def _numeric(year: int, first: int, second: int) -> Day:
    """Return the day that two numbers of either order name; the year alone where both could be the month."""
    if first <= 12 and second <= 12 and first != second:
        return (year,)
    return year, min(first, second), max(first, second)


def _day_of(match: re.Match[str]) -> Day:
    """Return what a match names."""
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
    """Return an ISO day (`2026-11-22`), None for what is none."""
    match = _TODAY.match(text.strip())
    day = tuple(int(group) for group in match.groups()) if match else ()
    return day if day and _is_in_calendar(day) else None


def find_dates(text: str) -> Iterator[Date]:
    """Yield the dates that name a year, in order: days, months, quarters and years behind their preposition."""
    for match in _DATE.finditer(text):
        day = _day_of(match)
        if _is_in_calendar(day):
            start = match.start("year") if match["year"] else match.start()
            yield Date(Span(start, match.end()), day)


def is_after(day: Day, today: Day) -> bool:
    """Tell whether a date lies wholly after a day: this month and this year have begun."""
    return day > today
