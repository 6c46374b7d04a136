"""What numbers are compared with, made once for all numbers that cite the same rows or stand in one sentence."""

from collections.abc import Sequence
from itertools import islice

from core.numbers.checks.derived import MOST, DerivedAmount, amount_of_claim, amount_of_row, changes
from core.numbers.checks.periods import Period, read_period
from core.numbers.checks.value_index import KnownValue, ValueIndex, known_values, values_in_other_units
from core.numbers.records import NumericClaim, QueryResult
from core.numbers.rules import Tolerance


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
        """Return what the rows say; of more than can be compared in pairs only one too many."""
        if self._amounts is None:
            distinct = dict.fromkeys(amount for amount in map(amount_of_row, self.rows) if amount)
            self._amounts = frozenset(islice(distinct, MOST + 1))
        return self._amounts

    def values(self, unit: str) -> ValueIndex:
        """Return the values that can be said in a claim's unit."""
        if unit not in self._values:
            self._values[unit] = ValueIndex(known_values(self.rows, unit, self._tolerances))
        return self._values[unit]

    def misfits(self, unit: str) -> ValueIndex:
        """Return the values whose unit is another one."""
        if unit not in self._misfits:
            self._misfits[unit] = ValueIndex(values_in_other_units(self.rows, unit))
        return self._misfits[unit]

    def changes(self, unit: str, *, compared: bool) -> ValueIndex:
        """Return what can be worked out from two of the rows; with `compared` also from those of two metrics."""
        key = unit, compared
        if key not in self._changes:
            self._changes[key] = ValueIndex(changes(self.amounts, unit, compared=compared))
        return self._changes[key]

    def has(self, period: Period) -> bool:
        """Tell whether any row's period lies within one."""
        return any(map(period.holds, self._years.get(period.year, ())))

    def are_of_others(self, period: Period) -> bool:
        """Tell whether all rows name periods, and none has a month in common with this one."""
        return not self._undated and not any(map(period.meets, self._years.get(period.year, ())))

    def of(self, period: Period | None) -> "CitedRows":
        """Return the rows whose period lies within one; all where none does, or where no period is given."""
        if period is None or not self.has(period):
            return self
        if period not in self._of_period:
            groups = self._years[period.year].items()
            rows = [row for own, rows in groups if period.holds(own) for row in rows]
            self._of_period[period] = CitedRows(rows, self._tolerances)
        return self._of_period[period]


class SentenceCitations:
    """What the numbers of one sentence cite, and what those of them say that are right."""

    def __init__(self) -> None:
        self._rows: set[DerivedAmount] = set()
        self._cited: set[DerivedAmount] = set()
        self._written: set[DerivedAmount] = set()
        self._of_named_periods: set[DerivedAmount] = set()
        self._changes: dict[tuple[str, bool], list[ValueIndex]] = {}

    def add(self, claim: NumericClaim, cited: CitedRows, found: KnownValue | None) -> None:
        """Take in a number with the rows it cites, and the value that it is."""
        if len(self._rows) <= MOST:
            self._rows |= cited.amounts
        if found:
            row = amount_of_row(found.row)
            if row:
                self._cited.add(row)
                self._written.add(amount_of_claim(claim)._replace(metric=row.metric, period=row.period))

    def name(self, rows: CitedRows) -> None:
        """Take in the rows of a period that the sentence names."""
        if len(self._of_named_periods) <= MOST:
            self._of_named_periods |= rows.amounts

    def changes(self, unit: str, *, compared: bool) -> list[ValueIndex]:
        """Return what can be worked out from two cited rows, the rows of two right numbers, or two right numbers."""
        key = unit, compared
        if key not in self._changes:
            named = self._cited | self._of_named_periods
            made = [changes(self._rows, unit, compared=compared, named=named)]
            # What the sentence itself says is named, all of it.
            made += [changes(said, unit, compared=compared, named=said) for said in (self._cited, self._written)]
            self._changes[key] = list(map(ValueIndex, made))
        return self._changes[key]
