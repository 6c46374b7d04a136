"""Whether two variants really differ, measure by measure, and one plain sentence for each.

Units are paired by their subject; the repeats of a unit are pooled first, so that they never count as more units.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from typing import NamedTuple, TypeAlias, TypeVar

from core.evaluation.difference_labels import (
    COHERENCE,
    LEAST_PAIRS,
    REAL_AT,
    Certainty,
    ComparisonSide,
    Measure,
    MeasureComparison,
    less_is_better,
    sentence_of,
    title_of,
)
from core.evaluation.measures import Sums, by_unit
from core.evaluation.proportion import NOTHING, Share
from core.evaluation.records import Amount, Metric, Unit
from core.evaluation.statistical_tests import (
    BootstrapResult,
    UnitPair,
    bootstrap,
    counted_pairs,
    difference_of,
    differing_pairs,
)

__all__ = ["LEAST_PAIRS", "MEASURES", "Certainty", "ComparisonSide", "Difference", "Measure", "differences"]

MEASURES: tuple[Measure, ...] = (
    *Metric,
    Amount.FABRICATED_AFTER,
    Amount.UNPROVEN_SENTENCES,
    Amount.WORDS,
    Amount.COST,
    Amount.FIRST_PROVEN,
    Amount.SECONDS,
    COHERENCE,
)
"""The measures that are compared by default: every share, and the amounts that decide what to use."""

# Complements of each other: the same question twice, so chance gets one try only.
_RESTS: dict[Measure, Measure] = {
    Metric.HALLUCINATION_BEFORE: Metric.VERBATIM_BEFORE,
    Metric.HALLUCINATION_AFTER: Metric.VERBATIM_AFTER,
}

_Key = TypeVar("_Key")
_Question: TypeAlias = tuple[str, Measure]
_Units: TypeAlias = dict[tuple[str, str], Sums]


class Difference(MeasureComparison):
    """One measure of a variant compared with the reference, with a sentence for people."""

    sentence: str


class _PlannedComparison(NamedTuple):
    """One comparison to make: the units that both have and that have something to count, and its known fields."""

    pairs: tuple[UnitPair, ...]
    found: MeasureComparison


def _counts(sums: Sums, measure: Measure) -> tuple[float, float]:
    """Return k and n of a unit's repeats: the counts of a share, else the mean and 1, or 0 and 0 if uncounted."""
    if isinstance(measure, Metric):
        share = sums.shares.get(measure, NOTHING)
        return share.k, share.n
    held = sums.amounts.get(measure) if isinstance(measure, Amount) else sums.coherence
    return (0, 0) if held is None or held.mean is None else (held.mean, 1)


def _has(units: _Units, measure: Measure) -> bool:
    if isinstance(measure, Metric):
        return any(measure in sums.shares for sums in units.values())
    if isinstance(measure, Amount):
        return any(measure in sums.amounts for sums in units.values())
    return any(sums.coherence is not None for sums in units.values())


def _judges(units: _Units) -> set[str]:
    return {judge for sums in units.values() if sums.coherence is not None for judge in sums.coherence.judges}


def _side(counts: Iterable[tuple[float, float]], measure: Measure) -> ComparisonSide:
    each = list(counts)
    k, n = (fsum(column) for column in zip(*each, strict=True)) if each else (0.0, 0.0)
    share = Share(k=int(k), n=int(n)) if isinstance(measure, Metric) else None
    return ComparisonSide(share=share, value=k / n if n else None)


def _not_written(units: _Units, keys: Iterable[tuple[str, str]]) -> int:
    written = sum((units[key].shares.get(Metric.WRITTEN, NOTHING) for key in keys), NOTHING)
    return written.n - written.k


def _plan(names: tuple[str, str], reference: _Units, variant: _Units, measure: Measure) -> _PlannedComparison:
    shared = sorted(reference.keys() & variant.keys())
    both = [UnitPair(_counts(reference[key], measure), _counts(variant[key], measure)) for key in shared]
    pairs = tuple(pair for pair in both if pair.reference[1] or pair.other[1])
    one_judge = measure != COHERENCE or len(_judges(reference) | _judges(variant)) <= 1
    found = MeasureComparison(
        measure=measure,
        title=title_of(measure),
        reference=names[0],
        variant=names[1],
        reference_side=_side((pair.reference for pair in pairs), measure),
        variant_side=_side((pair.other for pair in pairs), measure),
        difference=difference_of(pairs) if one_judge else None,
        pairs=len(pairs),
        unpaired=len(reference.keys() ^ variant.keys()),
        uncounted=len(both) - len(pairs),
        not_written=(_not_written(reference, shared), _not_written(variant, shared)),
    )
    return _PlannedComparison(pairs, found)


def _is_comparable(planned: _PlannedComparison) -> bool:
    return planned.found.difference is not None and counted_pairs(planned.pairs) >= LEAST_PAIRS


def holm(ps: Mapping[_Key, float]) -> dict[_Key, float]:
    """Return each p corrected for all of them. Source: S. Holm, 1979, Scandinavian Journal of Statistics 6."""
    adjusted = dict[_Key, float]()
    least = 0.0
    for place, key in enumerate(sorted(ps, key=lambda key: ps[key])):
        least = max(least, min(1.0, (len(ps) - place) * ps[key]))
        adjusted[key] = least
    return adjusted


def _question(found: MeasureComparison) -> _Question:
    return found.variant, _RESTS.get(found.measure, found.measure)


def _ps(results: Iterable[tuple[_PlannedComparison, BootstrapResult | None]]) -> dict[_Question, float]:
    """Return the p of each question, the higher one of a question that stands twice.

    If no unit differs, chance had nothing to decide, so that is no try.
    """
    ps = dict[_Question, float]()
    for planned, drawn in results:
        if drawn is not None and differing_pairs(planned.pairs):
            question = _question(planned.found)
            ps[question] = max(drawn.p, ps.get(question, 0.0))
    return ps


def _verdict(found: MeasureComparison, drawn: BootstrapResult | None, p_together: float | None) -> Certainty:
    if found.difference is None:
        return Certainty.NOTHING
    if drawn is None or p_together is None:
        return Certainty.TOO_FEW
    if not found.difference:
        return Certainty.NO_DIFFERENCE
    beside_zero = drawn.interval.low > 0 or drawn.interval.high < 0
    return Certainty.REAL if p_together <= REAL_AT and beside_zero else Certainty.MAY_BE_CHANCE


def _better(found: MeasureComparison) -> bool | None:
    less = less_is_better(found.measure)
    return None if less is None or not found.difference else (found.difference < 0) == less


def _concluded(
    found: MeasureComparison, drawn: BootstrapResult | None, ps: Mapping[_Question, float], one: str
) -> Difference:
    p_together = ps.get(_question(found), drawn.p) if drawn is not None else None
    known = {
        "interval": drawn and drawn.interval,
        "p": drawn and drawn.p,
        "p_together": p_together,
        "together": len(ps),
        "verdict": _verdict(found, drawn, p_together),
        "better": _better(found),
    }
    whole = found.model_copy(update=known)
    return Difference(
        **{name: getattr(whole, name) for name in MeasureComparison.model_fields}, sentence=sentence_of(whole, one=one)
    )


def differences(
    groups: Mapping[str, Sequence[Unit]],
    *,
    reference: str,
    seed: int,
    one: str = "unit",
    measures: Sequence[Measure] = MEASURES,
) -> tuple[Difference, ...]:
    """Return how every other group differs from the reference, in each measure that both have, in their order.

    A group is a variant's units, all repeats of them. A difference is real if it is significant after correction for
    all comparisons made here in which any unit differs (Holm, 5 %), and its own 95 % interval excludes 0. `one` is the
    noun for a unit in the sentences. The same input gives the same result, whatever the order of the units. Raises
    KeyError if the reference is not among the groups.
    """
    by_name = {name: by_unit(units) for name, units in groups.items()}
    base = by_name.pop(reference)
    every = [
        _plan((reference, name), base, units, measure)
        for name, units in by_name.items()
        for measure in dict.fromkeys(measures)
        if _has(base, measure) and _has(units, measure)
    ]
    drawn = bootstrap([planned.pairs if _is_comparable(planned) else () for planned in every], seed=seed)
    results = list(zip(every, drawn, strict=True))
    ps = holm(_ps(results))
    return tuple(_concluded(planned.found, one_drawn, ps, one) for planned, one_drawn in results)
