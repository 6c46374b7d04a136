"""Sums over many units: every number shown of them is a sum, with the number of units it is taken from.

`METRICS` and `AMOUNTS` say what the metrics and amounts count.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import fsum, sqrt
from typing import TypeVar

from pydantic import Field

from core.evaluation.amount_labels import AMOUNTS, AmountLabel
from core.evaluation.metric_labels import METRICS, MeasureStage, MetricLabel
from core.evaluation.proportion import NOTHING, Interval, Share
from core.evaluation.records import Amount, Metric, Unit
from core.evaluation.t_distribution import t_quantile
from core.record import Record

__all__ = [
    "AMOUNTS",
    "METRICS",
    "AmountLabel",
    "AmountTotal",
    "JudgeScores",
    "MeasureStage",
    "MetricLabel",
    "QuotationBalance",
    "RepeatMean",
    "Sums",
    "balance",
    "by_level",
    "by_unit",
    "repeated",
    "sum_units",
]

_Key = TypeVar("_Key")


class AmountTotal(Record):
    """An amount of several units: the sum over the `known` units that know it, of `of` units in all."""

    total: float
    known: int
    of: int

    @property
    def mean(self) -> float | None:
        """The mean over the units that know it, None if none does."""
        return self.total / self.known if self.known else None

    @property
    def complete(self) -> bool:
        """Whether every unit knows it; otherwise the total is a lower bound."""
        return self.known == self.of


class JudgeScores(Record):
    """The judge's scores of units: `total` is the sum of the means of the `units` that got a score, out of `of` judged
    ones.

    `samples` scores were given out of `samples_of` requested ones, from `lowest` to `highest`.
    """

    total: float
    units: int
    of: int
    samples: int
    samples_of: int
    lowest: int | None
    highest: int | None
    judges: tuple[str, ...]

    @property
    def mean(self) -> float | None:
        """The mean of the units' means, so that each unit weighs the same; None where no unit got a score."""
        return self.total / self.units if self.units else None


class Sums(Record):
    """Everything that is counted in some units, `units` of them.

    `amounts` has every amount that a unit knows. `coherence` is None if there was no judge.
    """

    units: int = 0
    shares: dict[Metric, Share] = Field(default_factory=dict[Metric, Share])
    amounts: dict[Amount, AmountTotal] = Field(default_factory=dict[Amount, AmountTotal])
    coherence: JudgeScores | None = None
    words_by: dict[str, int] = Field(default_factory=dict[str, int])
    words_at: tuple[int, ...] = ()
    left_out: tuple[str, ...] = ()


class QuotationBalance(Record):
    """Whose words are quoted, and from where: the shares of all quoted words by speaker or file, most first, and by
    tenth of the transcript, in its order."""

    by: dict[str, Share]
    at: tuple[Share, ...]


class RepeatMean(Record):
    """The mean of several repeats with its 95 % confidence interval.

    `counted` repeats out of `of` had a value.
    """

    mean: float
    interval: Interval
    counted: int
    of: int


def _shares(units: Sequence[Unit]) -> dict[Metric, Share]:
    present = {metric for unit in units for metric in unit.shares}
    return {
        metric: sum((unit.shares.get(metric, NOTHING) for unit in units), NOTHING)
        for metric in Metric
        if metric in present
    }


def _amounts(units: Sequence[Unit]) -> dict[Amount, AmountTotal]:
    known = {amount: [unit.amounts[amount] for unit in units if amount in unit.amounts] for amount in Amount}
    return {
        amount: AmountTotal(total=fsum(values), known=len(values), of=len(units))
        for amount, values in known.items()
        if values
    }


def _scores(units: Sequence[Unit]) -> JudgeScores | None:
    judged = [unit.coherence for unit in units if unit.coherence is not None]
    if not judged:
        return None
    means = [one.mean for one in judged if one.mean is not None]
    scores = [score for one in judged for score in one.scores]
    return JudgeScores(
        total=fsum(means),
        units=len(means),
        of=len(judged),
        samples=len(scores),
        samples_of=sum(len(one.samples) for one in judged),
        lowest=min(scores, default=None),
        highest=max(scores, default=None),
        judges=tuple(sorted({one.judge for one in judged})),
    )


def _words_at(units: Sequence[Unit]) -> tuple[int, ...]:
    tenths = max((len(unit.words_at) for unit in units), default=0)
    return tuple(sum(unit.words_at[tenth] for unit in units if tenth < len(unit.words_at)) for tenth in range(tenths))


def _grouped(units: Iterable[Unit], key_of: Callable[[Unit], _Key]) -> dict[_Key, Sums]:
    groups = dict[_Key, list[Unit]]()
    for unit in units:
        groups.setdefault(key_of(unit), []).append(unit)
    return {key: sum_units(group) for key, group in groups.items()}


def by_unit(units: Iterable[Unit]) -> dict[tuple[str, str], Sums]:
    """Return the sums of each unit over its repeats, by subject and key, in the order in which they first appear."""
    return _grouped(units, lambda unit: (unit.subject, unit.key))


def by_level(units: Iterable[Unit]) -> dict[str, Sums]:
    """Return the sums of each coverage level, in the order in which they first appear; answers have none."""
    return _grouped((unit for unit in units if unit.level), lambda unit: unit.level)


def _of_all(counts: Iterable[int]) -> tuple[Share, ...]:
    each = tuple(counts)
    return tuple(Share(k=count, n=sum(each)) for count in each)


def balance(sums: Sums) -> QuotationBalance:
    """Return how the quoted words are spread over speakers (or record files) and over the transcript."""
    ordered: Mapping[str, int] = dict(sorted(sums.words_by.items(), key=lambda item: (-item[1], item[0])))
    return QuotationBalance(by=dict(zip(ordered, _of_all(ordered.values()), strict=True)), at=_of_all(sums.words_at))


def repeated(values: Sequence[float | None], *, within: Interval | None = None) -> RepeatMean | None:
    """Return the mean of repeats with its 95 % t-interval, None where fewer than two have a value.

    Repeats with nothing to count (None) are left out. The interval is cut to `within`, the range of possible means.
    """
    known = [value for value in values if value is not None]
    if len(known) < 2:
        return None
    mean = fsum(known) / len(known)
    variance = fsum((value - mean) ** 2 for value in known) / (len(known) - 1)
    half = t_quantile(len(known) - 1) * sqrt(variance / len(known))
    low, high = mean - half, mean + half
    if within is not None:
        low, high = max(low, within.low), min(high, within.high)
    return RepeatMean(mean=mean, interval=Interval(low=low, high=high), counted=len(known), of=len(values))


def sum_units(units: Iterable[Unit]) -> Sums:
    """Return everything that is counted in some units, whatever their order; repeats are units like any other."""
    every = tuple(units)
    words_by = Counter[str]()
    for unit in every:
        words_by.update(unit.words_by)
    return Sums(
        units=len(every),
        shares=_shares(every),
        amounts=_amounts(every),
        coherence=_scores(every),
        words_by=dict(sorted(words_by.items())),
        words_at=_words_at(every),
        left_out=tuple(sorted({said for unit in every for said in unit.left_out})),
    )
