"""How certain a difference between two variants is: their units are resampled, both sides of a unit together.

A paired percentile bootstrap (Efron and Tibshirani, 1993) of the difference of two pooled ratios. With few units its
intervals are too narrow, so the ends and p are widened as Student's t requires (Hesterberg, 2015, "What Teachers Should
Know About the Bootstrap": expanded percentiles).
"""

import struct
from collections.abc import Callable, Iterator, Sequence
from hashlib import shake_256
from math import erfc, fsum, isclose, sqrt
from operator import itemgetter
from typing import NamedTuple, TypeAlias, cast

from core.evaluation.proportion import Interval
from core.evaluation.t_distribution import t_quantile, two_sided
from core.record import Record

DRAWS = 2_000
_AT_ONCE = 64  # draws whose random numbers are made together
_FEWEST = 2
_SAME = 1e-9  # relative difference below which two sums of floats are equal

_Columns: TypeAlias = tuple[Sequence[float], Sequence[float], Sequence[float], Sequence[float]]
_Sums: TypeAlias = tuple[float, float, float, float]


class UnitPair(NamedTuple):
    """One unit as both variants have it: k and n of the reference, k and n of the other; none is below 0.

    For a share they are its counts; for a mean k is the unit's value and n is 1, or both are 0 if it is unknown.
    """

    reference: tuple[float, float]
    other: tuple[float, float]


class BootstrapResult(Record):
    """The result of the draws for a difference, other minus reference.

    `interval` is the 95 % interval; `p` is the probability of a difference at least as far from 0 if there is none, and
    at least what a sign test of the units could give. `skipped` counts the draws in which one side had nothing to
    count.
    """

    difference: float
    interval: Interval
    p: float
    skipped: int


def counted_pairs(pairs: Sequence[UnitPair]) -> int:
    """Return how many units have something to count; of the two sides, the one with fewer."""
    return min(sum(pair.reference[1] > 0 for pair in pairs), sum(pair.other[1] > 0 for pair in pairs))


def differing_pairs(pairs: Sequence[UnitPair]) -> int:
    """Return in how many units the two sides differ, or one of them alone has something to count."""
    return sum(
        not isclose(pair.reference[0] * pair.other[1], pair.other[0] * pair.reference[1], rel_tol=_SAME)
        or (pair.reference[1] > 0) != (pair.other[1] > 0)
        for pair in pairs
    )


def _columns(pairs: Sequence[UnitPair]) -> _Columns:
    first, second, third, fourth = zip(*((*pair.reference, *pair.other) for pair in pairs), strict=True)
    return first, second, third, fourth


def _difference(sums: _Sums) -> float | None:
    reference, of_reference, other, of_other = sums
    if not (of_reference and of_other):
        return None
    # One division, so that counts give the nearest float and equal ratios differ by 0.
    first, second = reference * of_other, other * of_reference
    return 0.0 if isclose(first, second, rel_tol=_SAME) else (second - first) / (of_reference * of_other)


def difference_of(pairs: Sequence[UnitPair]) -> float | None:
    """Return the pooled ratio of the other minus that of the reference, None if one side has nothing to count."""
    if not pairs:
        return None
    first, second, third, fourth = _columns(pairs)
    return _difference((fsum(first), fsum(second), fsum(third), fsum(fourth)))


def draws(units: int, seed: int) -> Iterator[tuple[int, ...]]:
    """Yield for each draw the places of its units, the same on every machine."""
    for begin in range(0, DRAWS, _AT_ONCE):
        numbers = units * min(_AT_ONCE, DRAWS - begin)
        stream = shake_256(f"{seed}|{units}|{begin}".encode()).digest(4 * numbers)
        places = [number * units >> 32 for number in struct.unpack(f"<{numbers}I", stream)]
        for start in range(0, numbers, units):
            yield tuple(places[start : start + units])


_Pick: TypeAlias = Callable[[Sequence[float]], tuple[float, ...]]


def _summing(pairs: Sequence[UnitPair]) -> Callable[[_Pick], _Sums]:
    """Return a function that sums the units of a draw."""
    columns = _columns(pairs)
    if any(value % 1 for column in columns for value in column):
        first, second, third, fourth = columns
        return lambda pick: (fsum(pick(first)), fsum(pick(second)), fsum(pick(third)), fsum(pick(fourth)))
    # Four whole numbers are packed into one, so that one addition does four: four times as fast.
    wide = (len(pairs) * int(max(max(column) for column in columns))).bit_length()
    mask = (1 << wide) - 1
    packed = [sum(int(value) << wide * place for place, value in enumerate(row)) for row in zip(*columns, strict=True)]

    def sums(pick: _Pick) -> _Sums:
        total = int(sum(pick(packed)))
        return total & mask, total >> wide & mask, total >> 2 * wide & mask, total >> 3 * wide

    return sums


def _end(ordered: Sequence[float], place: float, *, from_top: bool) -> float:
    """Return the interpolated value at a place, counted from one of the ends, so that both ends are symmetric."""
    before = int(place)
    first, second = (-1 - before, -2 - before) if from_top else (before, before + 1)
    return ordered[first] + (ordered[second] - ordered[first]) * (place - before)


def _result(difference: float, drawn: list[float], pairs: Sequence[UnitPair]) -> BootstrapResult:
    units = counted_pairs(pairs)
    widened = sqrt(units / (units - 1))
    tail = erfc(widened * t_quantile(units - 1) / sqrt(2)) / 2
    ordered, place = sorted(drawn), tail * (len(drawn) - 1)
    low, high = (_end(ordered, place, from_top=from_top) for from_top in (False, True))
    mean = fsum(drawn) / len(drawn)
    error = widened * sqrt(fsum((value - mean) ** 2 for value in drawn) / (len(drawn) - 1))
    p = two_sided(difference / error, units - 1) if error else float(not difference)
    # The strongest evidence that pairs can give is that all differing units differ in the same direction.
    least = min(1.0, 2.0 ** (1 - differing_pairs(pairs)))
    return BootstrapResult(
        difference=difference,
        interval=Interval(low=low, high=high),
        p=max(p, least),
        skipped=DRAWS - len(drawn),
    )


def bootstrap(comparisons: Sequence[Sequence[UnitPair]], *, seed: int) -> tuple[BootstrapResult | None, ...]:
    """Return the result of DRAWS draws for each comparison, independent of the others; as long as `comparisons`.

    None if fewer than two units have something to count on each side. The pairs' order is part of the seed.
    """
    differences = [difference_of(pairs) for pairs in comparisons]
    open_ones = dict[int, list[int]]()
    for index, pairs in enumerate(comparisons):
        if counted_pairs(pairs) >= _FEWEST:
            open_ones.setdefault(len(pairs), []).append(index)
    found: list[BootstrapResult | None] = [None] * len(comparisons)
    for units, indices in open_ones.items():
        summing = {index: _summing(comparisons[index]) for index in indices}
        drawn = {index: list[float]() for index in indices}
        for places in draws(units, seed):
            pick = cast("_Pick", itemgetter(*places))
            for index, sums in summing.items():
                value = _difference(sums(pick))
                if value is not None:
                    drawn[index].append(value)
        for index in indices:
            difference = differences[index]
            if difference is not None and len(drawn[index]) > DRAWS // 2:
                found[index] = _result(difference, drawn[index], comparisons[index])
    return tuple(found)
