"""The result of a comparison of two variants, and one plain sentence about it."""

from enum import StrEnum
from math import floor, log10
from typing import Literal, TypeAlias

from core.evaluation.amount_labels import AMOUNTS
from core.evaluation.metric_labels import METRICS, MeasureStage
from core.evaluation.proportion import Interval, Share
from core.evaluation.records import Amount, Metric
from core.prose.render import one_line
from core.record import Record
from core.text.confusables import without_order_controls
from core.text.safe_html import counted

LEAST_PAIRS = 6
REAL_AT = 0.05
COHERENCE: Literal["coherence"] = "coherence"

Measure: TypeAlias = Metric | Amount | Literal["coherence"]

_OF_WRITTEN = (Metric.WRITTEN, Metric.WITHIN_TARGET)  # count a text that was not written as not written
_STAGES = {
    MeasureStage.WRITTEN: "As the model wrote it, ",
    MeasureStage.READ: "In what is read, ",
    MeasureStage.MAKING: "",
}


class Certainty(StrEnum):
    """How certain a difference is."""

    REAL = "real"
    MAY_BE_CHANCE = "may be chance"
    NO_DIFFERENCE = "no difference seen"
    TOO_FEW = "too few units"
    NOTHING = "nothing to compare"


class ComparisonSide(Record):
    """One variant's part: `share` of a metric, and `value`: its k / n, or the mean per unit; None if not counted."""

    share: Share | None = None
    value: float | None = None


class MeasureComparison(Record):
    """One measure of a variant compared with the reference, over the units that both have.

    `difference` is variant minus reference, `interval` its 95 % interval, `p` the probability of a difference at least
    as far from 0 if there is none, `p_together` the same corrected for all `together` comparisons made at once. `pairs`
    units were compared; `unpaired` are only in one of the two, `uncounted` have nothing to count in either.
    `not_written` counts the texts of the reference and of the variant that excerpts or nothing replace. `better` says
    whether the variant is better, None if they are equal or neither direction is better.
    """

    measure: Measure
    title: str
    reference: str
    variant: str
    reference_side: ComparisonSide
    variant_side: ComparisonSide
    difference: float | None = None
    interval: Interval | None = None
    p: float | None = None
    p_together: float | None = None
    together: int = 0
    pairs: int = 0
    unpaired: int = 0
    uncounted: int = 0
    not_written: tuple[int, int] = (0, 0)
    verdict: Certainty = Certainty.NOTHING
    better: bool | None = None


def title_of(measure: Measure) -> str:
    """Return the title of a measure."""
    if isinstance(measure, Metric):
        return METRICS[measure].title
    return AMOUNTS[measure].title if isinstance(measure, Amount) else "Coherence, as judged"


def less_is_better(measure: Measure) -> bool | None:
    """Tell whether less of a measure is better, None where neither is."""
    if isinstance(measure, Metric):
        return METRICS[measure].less_is_better
    return AMOUNTS[measure].less_is_better if isinstance(measure, Amount) else False


def number_in_words(value: float) -> str:
    """Return a number for a sentence: one decimal, none from a thousand on, two significant digits below one."""
    size = abs(value)
    places = 0 if size >= 1_000 else 1 if size >= 1 or not size else 1 - floor(log10(size))
    digits = f"{value:,.{places}f}"
    return (digits.rstrip("0").rstrip(".") if "." in digits else digits).replace("-", "−")


def _named(name: str) -> str:
    return one_line(without_order_controls(name))


def _side(side: ComparisonSide) -> str:
    if side.share is not None:
        return f"{side.share.k:,} of {side.share.n:,}"
    return "nothing" if side.value is None else number_in_words(side.value)


def _counted(found: MeasureComparison, one: str) -> str:
    """Return how many units were compared, and which were left out."""
    said = counted(found.pairs, one)
    if found.uncounted:
        said += f", {found.uncounted:,} more with nothing to count"
    return f"{said}, {found.unpaired:,} without a counterpart" if found.unpaired else said


def _claim(found: MeasureComparison, *, more: bool) -> str:
    """Return who does what more than whom, without the numbers."""
    variant, reference, measure = _named(found.variant), _named(found.reference), found.measure
    if isinstance(measure, Metric):
        says = METRICS[measure]
        return f"{_STAGES[says.stage]}{variant} {says.does} {'more' if more else 'less'} often than {reference}"
    if isinstance(measure, Amount):
        takes = "takes" if AMOUNTS[measure].stage is MeasureStage.MAKING else "has"
        return f"{variant} {takes} {'more' if more else 'fewer'} {AMOUNTS[measure].many} than {reference}"
    return f"As judged, {variant} reads {'more' if more else 'less'} coherently than {reference}"


def _doubt(found: MeasureComparison, low: float, one: str) -> str:
    """Return why a difference may still be chance although its interval excludes 0."""
    if low <= 0:
        return ""
    if found.p is None or found.p > REAL_AT:
        return f", for too much hangs on a few {one}s"
    at_once = counted(found.together, "comparison")
    # With so few units, not even the same direction in all of them would make this certain.
    if found.together * 2.0 ** (1 - found.pairs) > REAL_AT:
        return f", for {counted(found.pairs, one)} are too few to be sure of {at_once} made at once"
    return f", for {at_once} were made at once"


def _compared(found: MeasureComparison, difference: float, interval: Interval, one: str) -> str:
    more = difference > 0
    scale, unit = (100, "point") if isinstance(found.measure, Metric) else (1, "")
    # The numbers have the sign of the words: 13 points less, 5 to 21.
    ends = sorted(scale * (end if more else -end) for end in (interval.low, interval.high))
    low, high = map(number_in_words, ends)
    by = number_in_words(scale * abs(difference))
    noun = f" {unit}" + ("" if by == "1" else "s") if unit else ""
    each = f" a {one}" if isinstance(found.measure, Amount) else ""
    verdict = "this is real" if found.verdict is Certainty.REAL else f"this may be chance{_doubt(found, ends[0], one)}"
    return (
        f"{_claim(found, more=more)}: {_side(found.variant_side)} against {_side(found.reference_side)}{each}, "
        f"{by}{noun} {'more' if more else 'less'} (95 % interval {low} to {high}, {_counted(found, one)}); {verdict}."
    )


def _nothing(found: MeasureComparison, one: str) -> str:
    variant, reference = _named(found.variant), _named(found.reference)
    if not found.pairs + found.uncounted:
        return f"{variant} and {reference} have no {one} in common"
    sides = ((variant, found.variant_side), (reference, found.reference_side))
    empty = [name for name, side in sides if side.value is None]
    if not empty:
        return f"{variant} and {reference} were not judged by the same judge"
    return f"{' and '.join(empty)} {'have' if len(empty) > 1 else 'has'} nothing to count"


def _replacements(found: MeasureComparison) -> str:
    """Return whose texts were not written if their replacements are counted, "" if none are."""
    is_read = isinstance(found.measure, Metric) and METRICS[found.measure].stage is MeasureStage.READ
    if not is_read or found.measure in _OF_WRITTEN:
        return ""
    sides = zip((found.reference, found.variant), found.not_written, strict=True)
    said = [f"{counted(number, 'text')} that {_named(name)} did not write" for name, number in sides if number]
    return f"; what stands instead of {' and of '.join(said)} is counted too" if said else ""


def sentence_of(found: MeasureComparison, *, one: str) -> str:
    """Return one sentence for people; `one` is the noun for a unit (`question`, `chapter`)."""
    replacements = "" if found.verdict is Certainty.NOTHING else _replacements(found)
    return f"{_sentence(found, one).removesuffix('.')}{replacements}."


def _sentence(found: MeasureComparison, one: str) -> str:
    variant, reference = _named(found.variant), _named(found.reference)
    sides = _side(found.variant_side), _side(found.reference_side)
    if found.difference is not None and found.interval is not None and found.verdict is not Certainty.NO_DIFFERENCE:
        return _compared(found, found.difference, found.interval, one)
    if found.verdict is Certainty.NOTHING:
        return f"{found.title}: {_nothing(found, one)}, so there is nothing to compare."
    if found.verdict is Certainty.NO_DIFFERENCE:
        seen = f"no difference is seen between {variant} and {reference}"
        return f"{found.title}: {seen}, {sides[0]} against {sides[1]} ({_counted(found, one)})."
    few = f"fewer than {LEAST_PAIRS} {one}s have something to count in both, too few to tell a difference from chance"
    return f"{found.title}: {variant} has {sides[0]}, {reference} {sides[1]}, but {few}."
