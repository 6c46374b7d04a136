"""The values that numbers are compared with, made once for all numbers that cite the same rows or share a sentence.

Rows and sentences name periods; a number is compared with the rows of its own period.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from core.numbers.checks.value_index import (
    MOST,
    DerivedAmount,
    KnownValue,
    ValueIndex,
    amount_of_claim,
    amount_of_row,
    changes,
    known_values,
    values_in_other_units,
)
from core.numbers.records import NumericClaim, QueryResult
from core.numbers.rules import Tolerance
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
_MOST = 40  # periods of one sentence; with more, none can be assigned to a number


class Period(NamedTuple):
    """A year or a part of it, by its first and its last month."""

    year: int
    first: int
    last: int

    def holds(self, other: "Period") -> bool:
        """Tell whether the other period lies within this one."""
        return self.year == other.year and self.first <= other.first and other.last <= self.last

    def meets(self, other: "Period") -> bool:
        """Tell whether the two share a month."""
        return self.year == other.year and self.first <= other.last and other.first <= self.last


class PeriodMention(NamedTuple):
    """A period and where a text names it."""

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
    """Return the period of a row's field, None if it holds anything else."""
    found = _PERIOD.fullmatch(text.strip())
    return _period_of(found) if found else None


def _named(text: str, stretch: Span, numbers: Iterable[Span]) -> Iterator[PeriodMention]:
    """Yield the periods in a stretch of a text that overlap none of its numbers."""
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
        """Return the period that is named directly after a number: "60% in 2024", "12,500 people (Q2 2024)"."""
        for span, period in self._named:
            if 0 <= span.start - number.end <= _NEAR and _DIRECTLY.fullmatch(self._narrative, number.end, span.start):
                return period
        return None

    def own(self, values: Sequence[Span], has_rows: Callable[[Period], bool]) -> dict[Span, Period]:
        """Return the period of each value; nothing if numbers and the periods of rows do not stand in pairs.

        `values` are the numbers that are no changes; a single one belongs to the single period that its sentence names.
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


class CitedRows:
    """The rows that numbers cite, with their values in each unit that is asked for."""

    def __init__(self, rows: Sequence[QueryResult], tolerances: Sequence[Tolerance]) -> None:
        self.rows = rows
        self._tolerances = tolerances
        self._values: dict[str, ValueIndex] = {}
        self._misfits: dict[str, ValueIndex] = {}
        self._changes: dict[tuple[str, bool], ValueIndex] = {}
        self._years: dict[int, dict[Period, list[QueryResult]]] = {}
        self._undated = False
        for row in rows:
            period = read_period(row.period)
            if period:
                self._years.setdefault(period.year, {}).setdefault(period, []).append(row)
            else:
                self._undated = True
        self._of_period: dict[Period, CitedRows] = {}
        self._amounts: frozenset[DerivedAmount] | None = None

    @property
    def amounts(self) -> frozenset[DerivedAmount]:
        """Return the amounts of the rows; at most one more than can be compared in pairs."""
        if self._amounts is None:
            distinct = dict.fromkeys(amount for amount in map(amount_of_row, self.rows) if amount)
            self._amounts = frozenset(islice(distinct, MOST + 1))
        return self._amounts

    def values(self, unit: str) -> ValueIndex:
        """Return the values that can be written in a claim's unit."""
        if unit not in self._values:
            self._values[unit] = ValueIndex(known_values(self.rows, unit, self._tolerances))
        return self._values[unit]

    def misfits(self, unit: str) -> ValueIndex:
        """Return the values in other units."""
        if unit not in self._misfits:
            self._misfits[unit] = ValueIndex(values_in_other_units(self.rows, unit))
        return self._misfits[unit]

    def changes(self, unit: str, *, compared: bool) -> ValueIndex:
        """Return the changes between two of the rows; with `compared` also between rows of two metrics."""
        key = unit, compared
        if key not in self._changes:
            self._changes[key] = ValueIndex(changes(self.amounts, unit, compared=compared))
        return self._changes[key]

    def has(self, period: Period) -> bool:
        """Tell whether any row's period lies within one."""
        return any(map(period.holds, self._years.get(period.year, ())))

    def are_of_others(self, period: Period) -> bool:
        """Tell whether all rows name periods, and none shares a month with this one."""
        return not self._undated and not any(map(period.meets, self._years.get(period.year, ())))

    def of(self, period: Period | None) -> "CitedRows":
        """Return the rows whose period lies within one; all rows if none does, or if no period is given."""
        if period is None or not self.has(period):
            return self
        if period not in self._of_period:
            groups = self._years[period.year].items()
            rows = [row for own, rows in groups if period.holds(own) for row in rows]
            self._of_period[period] = CitedRows(rows, self._tolerances)
        return self._of_period[period]


class SentenceCitations:
    """The rows that the numbers of one sentence cite, and the values of the right ones."""

    def __init__(self) -> None:
        self._rows: set[DerivedAmount] = set()
        self._cited: set[DerivedAmount] = set()
        self._written: set[DerivedAmount] = set()
        self._of_named_periods: set[DerivedAmount] = set()
        self._changes: dict[tuple[str, bool], list[ValueIndex]] = {}

    def add(self, claim: NumericClaim, cited: CitedRows, found: KnownValue | None) -> None:
        """Add a number with the rows it cites, and the value that it matches."""
        if len(self._rows) <= MOST:
            self._rows |= cited.amounts
        if found:
            row = amount_of_row(found.row)
            if row:
                self._cited.add(row)
                self._written.add(amount_of_claim(claim)._replace(metric=row.metric, period=row.period))

    def name(self, rows: CitedRows) -> None:
        """Add the rows of a period that the sentence names."""
        if len(self._of_named_periods) <= MOST:
            self._of_named_periods |= rows.amounts

    def changes(self, unit: str, *, compared: bool) -> list[ValueIndex]:
        """Return the changes between two cited rows, the rows of two right numbers, or two right numbers."""
        key = unit, compared
        if key not in self._changes:
            named = self._cited | self._of_named_periods
            made = [changes(self._rows, unit, compared=compared, named=named)]
            # The sentence itself names all of these.
            made += [changes(said, unit, compared=compared, named=said) for said in (self._cited, self._written)]
            self._changes[key] = list(map(ValueIndex, made))
        return self._changes[key]
