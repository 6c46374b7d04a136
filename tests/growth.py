"""How much longer a larger work takes: a ratio that neighbours on the machine do not decide."""

from collections.abc import Callable
from typing import Any

from tests.benchmarks.measure import seconds

_TRIES = 4  # a neighbour may disturb one measure, not all
_LEAST = 0.002  # seconds of processor time; what takes less is mostly what every call costs


def growth(small: Callable[[], Any], large: Callable[[], Any], *, most: float, least: float = _LEAST) -> float:
    """Return how many times as long the large work takes, by processor time; at once where that is at most `most`.

    A small work of less than `least` seconds counts as much. Where the ratio is greater it is measured again, and the
    least of all measures is returned.
    """
    ratios: list[float] = []
    for _ in range(_TRIES):
        took = min(seconds(small) for _ in range(2))
        ratios.append(seconds(large) / max(took, least))
        if ratios[-1] <= most:
            break
    return min(ratios)
