"""What numbers are compared with, made once for all numbers that cite the same rows or stand in one sentence."""

import re
from collections.abc import Sequence
from itertools import islice

from core.numbers.layers.derived import MOST, Amount, amount_of_claim, amount_of_row, changes
from core.numbers.layers.pool import Known, Pool, known_values, misfits
from core.numbers.records import NumericClaim, QueryResult
from core.numbers.rules import Tolerance

_PART = re.compile(r"\d+|[^\W\d_]+")
_YEAR = re.compile(r"\d{4}")


def _parts(text: str) -> frozenset[str]:
    return frozenset(_PART.findall(text.casefold()))


class CitedRows:
    """The rows that numbers cite, with their values in each unit that is asked for."""

    def __init__(self, rows: Sequence[QueryResult], tolerances: Sequence[Tolerance]) -> None:
        self.rows = rows
        self._tolerances = tolerances
        self._values: dict[str, Pool] = {}
        self._misfits: dict[str, Pool] = {}
        self._changes: dict[str, Pool] = {}
        self._periods: dict[str, dict[str, list[QueryResult]]] = {}
        for row in rows:
            for year in _YEAR.findall(row.period):
                self._periods.setdefault(year, {}).setdefault(row.period, []).append(row)
        self._of_period: dict[str, CitedRows] = {}
        self._amounts: frozenset[Amount] | None = None

    @property
    def amounts(self) -> frozenset[Amount]:
        """Return what the rows say; of more than can be compared in pairs only one too many."""
        if self._amounts is None:
            distinct = dict.fromkeys(amount for amount in map(amount_of_row, self.rows) if amount)
            self._amounts = frozenset(islice(distinct, MOST + 1))
        return self._amounts

    def values(self, unit: str) -> Pool:
        """Return the values that can be said in a claim's unit."""
        if unit not in self._values:
            self._values[unit] = Pool(known_values(self.rows, unit, self._tolerances))
        return self._values[unit]

    def misfits(self, unit: str) -> Pool:
        """Return the values whose unit is another one."""
        if unit not in self._misfits:
            self._misfits[unit] = Pool(misfits(self.rows, unit))
        return self._misfits[unit]

    def changes(self, unit: str) -> Pool:
        """Return what can be worked out from two of the rows."""
        if unit not in self._changes:
            self._changes[unit] = Pool(changes(self.amounts, unit))
        return self._changes[unit]

    def of_the_period(self, sentence: str) -> "CitedRows":
        """Return the rows of the one period that a sentence names; all where it names none of theirs, or several."""
        words = _parts(sentence)
        years = sorted(word for word in words if word in self._periods)
        named = {period for year in years for period in self._periods[year] if _parts(period) <= words}
        if len(named) != 1:
            return self
        period = named.pop()
        if period not in self._of_period:
            rows = next(self._periods[year][period] for year in years if period in self._periods[year])
            self._of_period[period] = CitedRows(rows, self._tolerances)
        return self._of_period[period]


class OneSentence:
    """What the numbers of one sentence cite, and what those of them say that are right."""

    def __init__(self) -> None:
        self._rows: set[Amount] = set()
        self._cited: set[Amount] = set()
        self._written: set[Amount] = set()
        self._changes: dict[str, list[Pool]] = {}

    def add(self, claim: NumericClaim, cited: CitedRows, found: Known | None) -> None:
        """Take in a number with the rows it cites, and the value that it is."""
        if len(self._rows) <= MOST:
            self._rows |= cited.amounts
        if found:
            self._written.add(amount_of_claim(claim))
            self._cited |= {amount for amount in (amount_of_row(found.row),) if amount}

    def changes(self, unit: str) -> list[Pool]:
        """Return what can be worked out from two cited rows, the rows of two right numbers, or two right numbers."""
        if unit not in self._changes:
            sets = (self._rows, self._cited, self._written)
            self._changes[unit] = [Pool(changes(amounts, unit)) for amounts in sets]
        return self._changes[unit]
