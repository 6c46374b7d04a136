"""What a benchmark is, and all there are by name."""

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Any, Literal, NamedTuple

from tests.benchmarks.measure import FLOOR, ratio_of

FAILED = 3
"""Beyond so many times its bound a ratio speaks of another algorithm, not of a busy machine."""


class NotMeasured(Exception):
    """What a benchmark needs is not on this machine."""


class Verdict(StrEnum):
    """Whether a ratio is within its bound."""

    KEPT = "kept"
    MISSED = "missed"
    FAILED = "failed"


class Case(NamedTuple):
    """A small work and a larger one of the same kind."""

    name: str
    small: Callable[[], Any]
    large: Callable[[], Any]


class Measured(NamedTuple):
    """A ratio; of several cases the worst one's, with its name."""

    ratio: float
    case: str = ""


class Benchmark(NamedTuple):
    """A ratio that is to be at most, or at least, its bound."""

    name: str
    bound: float
    direction: Literal["most", "least"]
    measure: Callable[[], Measured]

    def verdict(self, ratio: float) -> Verdict:
        """Return what a ratio says."""
        excess = ratio / self.bound if self.direction == "most" else self.bound / ratio
        return Verdict.KEPT if excess <= 1 else Verdict.MISSED if excess <= FAILED else Verdict.FAILED


BENCHMARKS: dict[str, Benchmark] = {}


def _add(benchmark: Benchmark) -> None:
    assert benchmark.name not in BENCHMARKS, benchmark.name
    BENCHMARKS[benchmark.name] = benchmark


def at_most(name: str, bound: float) -> Callable[[Callable[[], float]], Callable[[], float]]:
    """Register a function that returns a ratio, which is to be at most `bound`."""

    def register(measure: Callable[[], float]) -> Callable[[], float]:
        _add(Benchmark(name, bound, "most", lambda: Measured(measure())))
        return measure

    return register


def at_least(name: str, bound: float) -> Callable[[Callable[[], float]], Callable[[], float]]:
    """Register a function that returns a ratio, which is to be at least `bound`."""

    def register(measure: Callable[[], float]) -> Callable[[], float]:
        _add(Benchmark(name, bound, "least", lambda: Measured(measure())))
        return measure

    return register


def growth(
    name: str, bound: float, *, floor: float = FLOOR
) -> Callable[[Callable[[], Iterator[Case]]], Callable[[], Iterator[Case]]]:
    """Register cases: a larger work takes at most `bound` times as long as the small one of the same kind.

    A small work of less than `floor` seconds counts as much.
    """

    def register(cases: Callable[[], Iterator[Case]]) -> Callable[[], Iterator[Case]]:
        def worst() -> Measured:
            ratios = ((ratio_of(case.large, case.small, most=bound, floor=floor), case.name) for case in cases())
            return Measured(*max(ratios))

        _add(Benchmark(name, bound, "most", worst))
        return cases

    return register
