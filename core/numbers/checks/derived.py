"""What can be worked out from two values: their difference, the change in percent, how many times one is the other."""

import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from decimal import Decimal
from itertools import combinations
from typing import NamedTuple

from core.numbers.checks.value_index import NO_TOLERANCE, KnownValue
from core.numbers.records import NumericClaim, QueryResult
from core.numbers.unit_words import SPELLED_MEASURES
from core.numbers.units import ANY, COUNT, POINT, SHARE, read_claim_unit, read_unit

MOST = 12  # values; among more some pair gives almost any number, so that a pair proves nothing
_MOST_OF_ALL = 5  # values of which any two may be meant; of more, one must be named
_ONE = Decimal(1)
_CHANGE = QueryResult(query_id="", data_source="", metric="change")  # where a derived value comes from: from no row
_DATED = re.compile(r"\d{4}")
_WORD = re.compile(r"[^\W\d_]+")


class DerivedAmount(NamedTuple):
    """A value in its kind's base (a share of one, dollars, or whatever is counted).

    `unit_is` is what one of its unit is in the base; `period` is "" where it is not known, and so is `metric`, which is
    without the row's digits ("rate 2023").
    """

    kind: str
    period: str
    value: Decimal
    unit_is: Decimal = _ONE
    metric: str = ""


def amount_of_row(row: QueryResult) -> DerivedAmount | None:
    """Return what a row says, None where it has no value."""
    if row.value is None:
        return None
    kind, factor, magnitude = read_unit(row.unit)[0]
    period = row.period.strip() if _DATED.match(row.period.strip()) else ""
    metric = " ".join(_WORD.findall(row.metric.casefold()))
    return DerivedAmount(COUNT if kind == ANY else kind, period, row.value * factor, factor / magnitude, metric)


def amount_of_claim(claim: NumericClaim) -> DerivedAmount:
    """Return what a number says."""
    readings = read_claim_unit(claim.unit)
    if not readings:
        return DerivedAmount(claim.unit or COUNT, "", claim.value)
    return DerivedAmount(readings[0].kind, "", claim.value * readings[0].factor, readings[0].factor)


def _change(before: DerivedAmount, after: DerivedAmount, unit: str) -> Iterator[Decimal]:
    """Yield the change from one amount to another of its kind, as a number of `unit` may say it."""
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
    """Yield which came first: the earlier period; both ways where that is not known."""
    if not (first.period and second.period) or first.period <= second.period:
        yield first, second
    if not (first.period and second.period) or second.period <= first.period:
        yield second, first


def _are_comparable(first: DerivedAmount, second: DerivedAmount, *, compared: bool) -> bool:
    """Tell whether something can lie between two amounts: of one metric, or of two that a sentence compares."""
    same = first.metric == second.metric or not (first.metric and second.metric)
    return first.kind == second.kind and (same or (compared and first.period == second.period))


def changes(
    amounts: Iterable[DerivedAmount],
    unit: str,
    *,
    compared: bool = True,
    named: AbstractSet[DerivedAmount] = frozenset(),
) -> list[KnownValue]:
    """Return what can be worked out from any two of some amounts, in a claim's unit; nothing of more than twelve.

    Percent and fractions count from the amount before, whose period is earlier; percentages differ in points. With
    `compared` the two may be of different metrics, but then of one period. Of more than five amounts one of the two is
    `named`: a number of its sentence says it, or its period.
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
