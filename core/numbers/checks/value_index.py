"""The values that a number may be compared with, ordered, so that the nearest are found without looking at all."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from core.numbers.records import QueryResult
from core.numbers.rules import Tolerance
from core.numbers.units import ANY, read_unit, scales

NO_TOLERANCE = Tolerance()


class KnownValue(NamedTuple):
    """A value that a number may be: in the number's unit, as exact as `step`, the worth of one step of its last digit.

    `scale` is what one of the row's unit is in the number's; `turned` is a negative value without its sign.
    """

    value: Decimal
    step: Decimal
    scale: Decimal
    tolerance: Tolerance
    row: QueryResult
    turned: bool = False


def _same(asked: str, given: str) -> bool:
    return not asked or asked.strip().casefold() == given.strip().casefold()


def _applies(tolerance: Tolerance, row: QueryResult) -> bool:
    """Tell whether a tolerance is meant for a row: each field it fills is the row's, apart from case."""
    return (
        _same(tolerance.query_id, row.query_id)
        and _same(tolerance.data_source, row.data_source)
        and _same(tolerance.metric, row.metric)
        and _same(tolerance.unit, row.unit)
    )


def _tolerance_of(row: QueryResult, tolerances: Sequence[Tolerance]) -> Tolerance:
    """Return the first tolerance that applies."""
    return next((tolerance for tolerance in tolerances if _applies(tolerance, row)), NO_TOLERANCE)


def _step(value: Decimal) -> Decimal:
    exponent = value.as_tuple().exponent
    return Decimal(1).scaleb(min(exponent, 0)) if isinstance(exponent, int) else Decimal(0)


class _OrderedValues(NamedTuple):
    """Values under one tolerance, smallest first, and their keys to search in."""

    values: list[KnownValue]
    keys: list[Decimal]

    def around(self, value: Decimal) -> list[KnownValue]:
        """Return the nearest values below and above."""
        place = bisect_left(self.keys, value)
        return self.values[max(place - 1, 0) : place + 1]


def _place(known: KnownValue) -> tuple[Decimal, str, str, str]:
    """Return what orders values, whatever order their rows came in."""
    return known.value, known.row.query_id, known.row.period, known.row.unit


def _order(values: list[KnownValue]) -> _OrderedValues:
    ordered = sorted(values, key=_place)
    return _OrderedValues(ordered, [known.value for known in ordered])


def known_values(rows: Iterable[QueryResult], unit: str, tolerances: Sequence[Tolerance]) -> list[KnownValue]:
    """Return the values of rows in a claim's unit; none of a row without a value, or in another unit."""
    found: list[KnownValue] = []
    for row in rows:
        if row.value is not None:
            value, step, tolerance = row.value, _step(row.value), _tolerance_of(row, tolerances)
            found += (
                KnownValue(value * scale, step * scale, scale, tolerance, row) for scale in scales(row.unit, unit)
            )
    return found


def values_in_other_units(rows: Iterable[QueryResult], unit: str) -> list[KnownValue]:
    """Return the values of rows whose unit a claim's is not, as they stand, with their magnitude.

    Also where the row's unit can be converted, and a share without a unit, a hundredfold.
    """
    found: list[KnownValue] = []
    for row in rows:
        if row.value is None:
            continue
        fitting = scales(row.unit, unit)
        for kind, _, magnitude in read_unit(row.unit):
            if magnitude not in fitting:
                found.append(KnownValue(row.value * magnitude, Decimal(0), magnitude, NO_TOLERANCE, row))
            elif kind == ANY and unit == "percent" and 0 < abs(row.value) <= 1:
                found.append(KnownValue(row.value * 100, _step(row.value) * 100, Decimal(100), NO_TOLERANCE, row))
    return found


class ValueIndex:
    """Values in one unit, made once for all numbers that may be compared with them."""

    def __init__(self, values: Iterable[KnownValue]) -> None:
        signed: dict[tuple[Decimal, ...], list[KnownValue]] = {}
        unsigned: dict[tuple[Decimal, ...], list[KnownValue]] = {}
        for known in values:
            alike = (known.tolerance.relative, known.tolerance.absolute, known.scale)
            signed.setdefault(alike, []).append(known)
            if known.value < 0:
                unsigned.setdefault(alike, []).append(known._replace(value=-known.value, turned=True))
        self._signed = [_order(values) for values in signed.values()]
        self._unsigned = [_order(values) for values in unsigned.values()]

    def near(self, value: Decimal, *, unsigned: bool) -> list[KnownValue]:
        """Return the values nearest to `value`; with `unsigned` also those below zero, without their sign."""
        orders = self._signed + self._unsigned if unsigned else self._signed
        return [known for order in orders for known in order.around(value)]


def nearest(value: Decimal, values: Iterable[KnownValue]) -> KnownValue | None:
    """Return the one nearest to `value`, of equally near ones the first by what its row says; None of none."""
    return min(values, key=lambda known: (abs(value - known.value), *_place(known)), default=None)
