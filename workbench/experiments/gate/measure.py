"""One measure of some units for the gate: an exact number, or why there is none."""

from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from core.evaluation.difference_labels import Measure, less_is_better
from core.evaluation.measures import Sums
from core.evaluation.records import Amount, Metric
from core.text.safe_html import counted
from workbench.experiments.results.result_labels import NOT_COUNTED, amount_in_words, share_in_words

_EXACT = 1_000_000  # larger than any denominator that means of at most twenty samples can have


class MeasuredValue(NamedTuple):
    """A measure's exact `value` and its words; `value` is None if it is not reliable, and `why` says why."""

    value: Fraction | None
    words: str
    why: str = ""


def _share(sums: Sums, metric: Metric) -> MeasuredValue:
    share = sums.shares.get(metric)
    if share is None:
        return MeasuredValue(None, NOT_COUNTED, "It does not apply here, or could not be measured.")
    if not share.n:
        return MeasuredValue(None, NOT_COUNTED, "There was nothing to count: 0 of 0.")
    return MeasuredValue(Fraction(share.k, share.n), share_in_words(share, interval=False))


def _coherence(sums: Sums) -> MeasuredValue:
    scores = sums.coherence
    if scores is None or scores.mean is None:
        return MeasuredValue(None, NOT_COUNTED, "No judge was asked, or none gave a score.")
    lost = f" ({scores.samples:,} of {scores.samples_of:,} scores)" if scores.samples < scores.samples_of else ""
    words = f"{scores.mean:.2f} of 5{lost}"
    if scores.units < sums.units:
        lacking = sums.units - scores.units
        return MeasuredValue(
            None, words, f"{counted(lacking, 'unit')} of {sums.units} {'has' if lacking == 1 else 'have'} no score."
        )
    total = Fraction(scores.total).limit_denominator(_EXACT)
    return MeasuredValue(total / scores.units, words)


def measured_value(sums: Sums, measure: Measure) -> MeasuredValue:
    """Return a measure of the sums; for counts the total over all units."""
    if isinstance(measure, Metric):
        return _share(sums, measure)
    if not isinstance(measure, Amount):
        return _coherence(sums)
    total = sums.amounts.get(measure)
    if total is None or not total.known:
        return MeasuredValue(None, NOT_COUNTED, "It was not counted.")
    words = amount_in_words(measure, total.total)
    if not total.complete:
        return MeasuredValue(None, words, f"It is known for only {total.known} of {counted(total.of, 'unit')}.")
    return MeasuredValue(Fraction(total.total), words)


def is_worse(value: Fraction, than: Fraction | Decimal, measure: Measure) -> bool:
    """Tell whether a value is worse than another of the same measure; equal values are not."""
    other = Fraction(than)
    return value > other if less_is_better(measure) else value < other
