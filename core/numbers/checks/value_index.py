"""The values that a number may be compared with, ordered so that the nearest are found without a scan.

The difference, the change in percent and the ratio of two values are such values too.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from decimal import Decimal
from itertools import combinations
from typing import NamedTuple

from core.numbers.records import NumericClaim, QueryResult
from core.numbers.rules import Tolerance
from core.numbers.unit_words import SPELLED_MEASURES
from core.numbers.units import ANY, COUNT, POINT, SHARE, read_claim_unit, read_unit, scales

NO_TOLERANCE = Tolerance()

MOST = 12  # values; with more, some pair gives almost any number, so that a pair proves nothing
_MOST_OF_ALL = 5  # values of which any two may be meant; of more, the text must name one
_ONE = Decimal(1)
_CHANGE = QueryResult(query_id="", data_source="", metric="change")  # in place of a row, for derived values
_DATED = re.compile(r"\d{4}")
_WORD = re.compile(r"[^\W\d_]+")


class KnownValue(NamedTuple):
    """A value that a number may be: in the number's unit, as exact as `step`, the value of one step of its last digit.

    `scale` is one of the row's unit in the number's; `sign_dropped` marks a negative value without its sign.
    """

    value: Decimal
    step: Decimal
    scale: Decimal
    tolerance: Tolerance
    row: QueryResult
    sign_dropped: bool = False


def _same(asked: str, given: str) -> bool:
    return not asked or asked.strip().casefold() == given.strip().casefold()


def _applies(tolerance: Tolerance, row: QueryResult) -> bool:
    """Tell whether a tolerance applies to a row: each field that is set equals the row's, ignoring case."""
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
    """Return the sort key of a value, which does not depend on the order of rows."""
    return known.value, known.row.query_id, known.row.period, known.row.unit


def _order(values: list[KnownValue]) -> _OrderedValues:
    ordered = sorted(values, key=_place)
    return _OrderedValues(ordered, [known.value for known in ordered])


def known_values(rows: Iterable[QueryResult], unit: str, tolerances: Sequence[Tolerance]) -> list[KnownValue]:
    """Return the values of rows in a claim's unit, without rows that have no value or another unit."""
    found: list[KnownValue] = []
    for row in rows:
        if row.value is not None:
            value, step, tolerance = row.value, _step(row.value), _tolerance_of(row, tolerances)
            found += (
                KnownValue(value * scale, step * scale, scale, tolerance, row) for scale in scales(row.unit, unit)
            )
    return found


def values_in_other_units(rows: Iterable[QueryResult], unit: str) -> list[KnownValue]:
    """Return the values of rows in other units than a claim's, unconverted, with their magnitude.

    Rows whose unit can be converted are included, and a share without a unit also times a hundred.
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
                unsigned.setdefault(alike, []).append(known._replace(value=-known.value, sign_dropped=True))
        self._signed = [_order(values) for values in signed.values()]
        self._unsigned = [_order(values) for values in unsigned.values()]

    def near(self, value: Decimal, *, unsigned: bool) -> list[KnownValue]:
        """Return the values nearest to `value`; with `unsigned` also the negative ones, without their sign."""
        orders = self._signed + self._unsigned if unsigned else self._signed
        return [known for order in orders for known in order.around(value)]


def nearest(value: Decimal, values: Iterable[KnownValue]) -> KnownValue | None:
    """Return the value nearest to `value`, of equally near ones the first by its row's content; None if there are
    none."""
    return min(values, key=lambda known: (abs(value - known.value), *_place(known)), default=None)


class DerivedAmount(NamedTuple):
    """A value in its kind's base (a share of one, dollars, or whatever is counted).

    `unit_is` is one of its unit in the base; `period` and `metric` are "" if unknown; `metric` has no digits of the row
    ("rate 2023").
    """

    kind: str
    period: str
    value: Decimal
    unit_is: Decimal = _ONE
    metric: str = ""


def amount_of_row(row: QueryResult) -> DerivedAmount | None:
    """Return the amount of a row, None if it has no value."""
    if row.value is None:
        return None
    kind, factor, magnitude = read_unit(row.unit)[0]
    period = row.period.strip() if _DATED.match(row.period.strip()) else ""
    metric = " ".join(_WORD.findall(row.metric.casefold()))
    return DerivedAmount(COUNT if kind == ANY else kind, period, row.value * factor, factor / magnitude, metric)


def amount_of_claim(claim: NumericClaim) -> DerivedAmount:
    """Return the amount of a number."""
    readings = read_claim_unit(claim.unit)
    if not readings:
        return DerivedAmount(claim.unit or COUNT, "", claim.value)
    return DerivedAmount(readings[0].kind, "", claim.value * readings[0].factor, readings[0].factor)


def _change(before: DerivedAmount, after: DerivedAmount, unit: str) -> Iterator[Decimal]:
    """Yield the change from one amount to another of its kind, as a number in `unit` may write it."""
    difference = after.value - before.value
    own = read_claim_unit(unit)
    if unit in {"percent", "fraction"}:
        if before.value:
            yield difference / abs(before.value) / own[0].factor
    elif unit in {"times", "ratio"}:
        if before.value:
            yield after.value / before.value
    elif (not unit or (unit in SPELLED_MEASURES and before.kind == COUNT)) and before.kind not in {SHARE, POINT}:
        yield difference / before.unit_is
    elif own and own[0].kind == (POINT if before.kind == SHARE else before.kind):
        yield difference / own[0].factor


def _orders(first: DerivedAmount, second: DerivedAmount) -> Iterator[tuple[DerivedAmount, DerivedAmount]]:
    """Yield two amounts in order of their periods; in both orders if a period is unknown."""
    if not (first.period and second.period) or first.period <= second.period:
        yield first, second
    if not (first.period and second.period) or second.period <= first.period:
        yield second, first


def _are_comparable(first: DerivedAmount, second: DerivedAmount, *, compared: bool) -> bool:
    """Tell whether two amounts can be compared: they are of one metric, or of two that a sentence compares."""
    same = first.metric == second.metric or not (first.metric and second.metric)
    return first.kind == second.kind and (same or (compared and first.period == second.period))


def changes(
    amounts: Iterable[DerivedAmount],
    unit: str,
    *,
    compared: bool = True,
    named: AbstractSet[DerivedAmount] = frozenset(),
) -> list[KnownValue]:
    """Return the changes between any two of some amounts, in a claim's unit; none for more than twelve.

    Percent and fractions are relative to the amount of the earlier period; percentages differ in points. With
    `compared` the two may be of different metrics, but then of one period. Of more than five amounts, one of the two
    must be in `named`: its sentence has that number, or its period.
    """
    distinct = sorted(set(amounts))
    if len(distinct) > MOST:
        return []
    any_two = len(distinct) <= _MOST_OF_ALL
    return [
        KnownValue(change, Decimal(0), _ONE, NO_TOLERANCE, _CHANGE)
        for pair in combinations(distinct, 2)
        if (any_two or not named.isdisjoint(pair)) and _are_comparable(*pair, compared=compared)
        for before, after in _orders(*pair)
        for change in _change(before, after, unit)
    ]
