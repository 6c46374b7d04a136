"""Student's t distribution for whole degrees of freedom, for the mean of few observations."""

from functools import lru_cache
from math import atan, cos, pi, sin, sqrt

_STEPS = 200  # bisections: more than a float has digits


def _within(t: float, freedom: int) -> float:
    """Return the probability that |T| <= t. Source: Abramowitz and Stegun, 26.7.3 and 26.7.4."""
    angle = atan(t / sqrt(freedom))
    odd = freedom % 2
    step = cos(angle) ** 2
    term = cos(angle) if odd else 1.0
    total = term if freedom > 1 else 0.0
    for power in range(2 + odd, freedom - 1, 2):
        term *= step * (power - 1) / power
        total += term
    series = sin(angle) * total
    return 2 / pi * (angle + series) if odd else series


def two_sided(t: float, freedom: int) -> float:
    """Return the probability of a value at least as far from 0 as `t`, with `freedom` >= 1 degrees of freedom."""
    return min(1.0, max(0.0, 1.0 - _within(abs(t), freedom)))


@lru_cache(maxsize=256)
def t_quantile(freedom: int, share: float = 0.95) -> float:
    """Return the t for which `share` of all values lies between -t and t, with `freedom` >= 1.

    Found by bisection over the exact distribution.
    """
    low, high = 0.0, 1.0
    while _within(high, freedom) < share:
        low, high = high, 2 * high
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        if _within(middle, freedom) < share:
            low = middle
        else:
            high = middle
    return high
