"""The periods that rows and sentences name, and which number of a sentence is said of which."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from core.span import Span

_MONTHS = {name: number for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}
_MONTH = (
    r"(?P<month{0}>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_YEAR = r"(?P<year{0}>(?:19|20|21)\d\d)"
_QUARTERS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_PERIOD = re.compile(
    rf"""(?<![\w.,$€£¥–-])(?:
        {_YEAR.format("_a")}[ -]?(?P<half_a>[QH])(?P<part_a>[1-4])
      | (?P<half_b>[QH])(?P<part_b>[1-4])(?:[ -]|[ ]of[ ])?{_YEAR.format("_b")}
      | (?P<word_c>first|second|third|fourth)[ ]quarter[ ](?:of[ ])?{_YEAR.format("_c")}
      | {_MONTH.format("_d")},?[ -](?:of[ ])?{_YEAR.format("_d")}
      | {_YEAR.format("_e")}-(?P<number_e>0[1-9]|1[0-2])(?:-\d\d)?
      | (?:FY[ ]?)?{_YEAR.format("_f")}
    )(?![\w%]|[-–.,/]\d)""",
    re.IGNORECASE | re.VERBOSE,
)
_DIRECTLY = re.compile(r"(?:\s+[^\W\d_]+){0,2}\s*(?:\b(?:in|during)\s+(?:the\s+)?|\()", re.IGNORECASE)
_NEAR = 60
_MOST = 40  # periods of one sentence; where it names more, nobody can tell whose each is


class Period(NamedTuple):
    """A year or a part of it, by its first and its last month."""

    year: int
    first: int
    last: int

    def holds(self, other: "Period") -> bool:
        """Tell whether the other period lies within this one."""
        return self.year == other.year and self.first <= other.first and other.last <= self.last

    def meets(self, other: "Period") -> bool:
        """Tell whether the two have a month in common."""
        return self.year == other.year and self.first <= other.last and other.first <= self.last


class PeriodMention(NamedTuple):
    """A period where a text names it."""

    span: Span
    period: Period


def _period_of(found: re.Match[str]) -> Period:
    year = int(next(filter(None, (found[f"year_{form}"] for form in "abcdef"))))
    for form in "ab":
        if found[f"part_{form}"]:
            months = 3 if found[f"half_{form}"] in "Qq" else 6
            last = min(12, int(found[f"part_{form}"]) * months)
            return Period(year, last - months + 1, last)
    if found["word_c"]:
        quarter = _QUARTERS[found["word_c"].casefold()]
        return Period(year, 3 * quarter - 2, 3 * quarter)
    if found["month_d"]:
        month = _MONTHS[found["month_d"][:3].casefold()]
        return Period(year, month, month)
    if found["number_e"]:
        return Period(year, int(found["number_e"]), int(found["number_e"]))
    return Period(year, 1, 12)


@lru_cache(maxsize=1024)
def read_period(text: str) -> Period | None:
    """Return the period that a row names and nothing else, None where that is another form."""
    found = _PERIOD.fullmatch(text.strip())
    return _period_of(found) if found else None


def _named(text: str, stretch: Span, numbers: Iterable[Span]) -> Iterator[PeriodMention]:
    """Yield the periods in a stretch of a text that are none of its numbers."""
    taken = {number.start for number in numbers}
    for found in _PERIOD.finditer(text, *stretch):
        if taken.isdisjoint(range(*found.span())):
            yield PeriodMention(Span(*found.span()), _period_of(found))


class SentencePeriods:
    """The periods that one sentence names; `numbers` are all its numbers, in order."""

    def __init__(self, narrative: str, sentence: Span, numbers: Sequence[Span]) -> None:
        self._narrative = narrative
        self._numbers = numbers
        named = [*islice(_named(narrative, sentence, numbers), _MOST + 1)]
        self._named = named if len(named) <= _MOST else []

    @property
    def named(self) -> set[Period]:
        """The periods it names."""
        return {period for _, period in self._named}

    def behind(self, number: Span) -> Period | None:
        """Return the period that is named directly behind a number: "60% in 2024", "12,500 people (Q2 2024)"."""
        for span, period in self._named:
            if 0 <= span.start - number.end <= _NEAR and _DIRECTLY.fullmatch(self._narrative, number.end, span.start):
                return period
        return None

    def own(self, values: Sequence[Span], has_rows: Callable[[Period], bool]) -> dict[Span, Period]:
        """Return which period each value is said of; nothing where numbers and rows' periods do not stand in pairs.

        `values` are the numbers that are no changes; one alone is said of the one period that its sentence names.
        """
        named = [one for one in self._named if has_rows(one.period)]
        if len(self._numbers) == 1 and len({period for _, period in named}) == 1:
            return dict.fromkeys(self._numbers, named[0].period)
        if len(values) < 2 or len(values) != len(named):
            return {}
        periods = dict(named)
        in_order = sorted([*values, *periods])
        own: dict[Span, Period] = {}
        for one, other in zip(in_order[::2], in_order[1::2], strict=True):
            if (one in periods) == (other in periods):
                return {}
            own |= {other: periods[one]} if one in periods else {one: periods[other]}
        return own
