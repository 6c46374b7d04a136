"""A share: k of n, with its confidence interval; without any count there is none."""

from math import sqrt
from typing import Annotated

from pydantic import Field, model_validator

from core.record import Record

_Z = 1.959963984540054  # two-sided 95 %


class Interval(Record):
    """From `low` to `high`, both included."""

    low: float
    high: float


class Share(Record):
    """`k` of `n`; k is at most n. If n is 0 there is neither a value nor an interval."""

    k: Annotated[int, Field(ge=0)]
    n: Annotated[int, Field(ge=0)]

    @model_validator(mode="after")
    def _no_more_than_all(self) -> "Share":
        if self.k > self.n:
            raise ValueError("k must not be more than n")
        return self

    def __add__(self, other: "Share") -> "Share":
        return Share(k=self.k + other.k, n=self.n + other.n)

    @property
    def value(self) -> float | None:
        """k / n, None where n is 0."""
        return self.k / self.n if self.n else None

    @property
    def interval(self) -> Interval | None:
        """Wilson's score interval at 95 %, None where n is 0. Source: E. B. Wilson, 1927, JASA 22."""
        if not self.n:
            return None
        share, spread = self.k / self.n, _Z * _Z / self.n
        middle = (share + spread / 2) / (1 + spread)
        half = _Z * sqrt(share * (1 - share) / self.n + spread / (4 * self.n)) / (1 + spread)
        # Rounding must not move an end that is exact.
        low = 0.0 if self.k == 0 else max(0.0, middle - half)
        high = 1.0 if self.k == self.n else min(1.0, middle + half)
        return Interval(low=low, high=high)


NOTHING = Share(k=0, n=0)
