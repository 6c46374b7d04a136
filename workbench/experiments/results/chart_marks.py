"""The marks of the charts, so that a click on a chart and the list for the keyboard select the same mark."""

from collections.abc import Iterator

from core.evaluation.measures import AMOUNTS, METRICS, Sums, by_unit
from core.evaluation.records import Amount, Metric, QuotationKind, amounts_of
from core.record import Record
from core.text.documents import is_list
from workbench.experiments.results.result_labels import amount_in_words, share_in_words
from workbench.experiments.results.results import EvaluationResults, VariantResults

STANDING = "standing"
"""The step of the model's quotations that are still quotations after enforcement."""
MOST_UNITS = 40
"""The most units that the heat map draws; of more, those with the worst shares."""
STEPS: dict[str, str] = {
    Amount.FOUND: "Written by the model",
    Amount.UNQUOTED: "Marks taken off",
    Amount.DROPPED: "Left out",
    STANDING: "Standing",
    Amount.KEPT: "Kept as it was",
    Amount.REPLACED: "Words put right",
    Amount.CORRECTED: "Name or record id put right",
}
"""What enforcement does with quotations, in the order of the chart."""


class ChartMark(Record):
    """One bar, point or cell: of a variant and one of its units, or of all its units (`subject` and `key` are "").

    `what` is the value of a Metric or an Amount, or STANDING. `label` describes the mark in words.
    """

    variant: str
    subject: str = ""
    key: str = ""
    what: str
    label: str = ""

    @property
    def customdata(self) -> list[str]:
        """The mark's data in a chart."""
        return [self.variant, self.subject, self.key, self.what]


def mark_of(customdata: object) -> ChartMark | None:
    """Return the mark with this data, None if the data is not a mark's."""
    parts = [part for part in customdata if isinstance(part, str)] if is_list(customdata) else []
    if len(parts) != len(ChartMark.model_fields) - 1 or not is_list(customdata) or len(customdata) != len(parts):
        return None
    return ChartMark(variant=parts[0], subject=parts[1], key=parts[2], what=parts[3])


def paired(metric: Metric) -> tuple[Metric, ...]:
    """Return the metrics that are drawn together: the same measure of the model's text and of the finished text."""
    what, _, stage = metric.value.rpartition("_")
    if stage not in ("before", "after"):
        return (metric,)
    return Metric(f"{what}_before"), Metric(f"{what}_after")


def metric_marks(results: EvaluationResults, metric: Metric) -> tuple[ChartMark, ...]:
    """Return one mark for each variant that a metric or its paired metric applies to."""
    return tuple(
        ChartMark(variant=one.name, what=what, label=f"{one.name}: {METRICS[what].title}, {share_in_words(share)}")
        for one in results.variants
        for what in paired(metric)
        if (share := one.sums.shares.get(what)) is not None
    )


def steps_of(variant: VariantResults) -> dict[str, int]:
    """Return the number of quotations of each of STEPS, {} if the model wrote none.

    FOUND is UNQUOTED, DROPPED and STANDING together; STANDING is KEPT and REPLACED; CORRECTED is a part of STANDING.
    """
    amounts = variant.sums.amounts
    numbers = {step: int(amounts[Amount(step)].total) for step in STEPS if step in amounts}
    if not numbers.get(Amount.FOUND):
        return {}
    numbers[STANDING] = numbers.get(Amount.KEPT, 0) + numbers.get(Amount.REPLACED, 0)
    return {step: numbers.get(step, 0) for step in STEPS}


def waterfall_marks(results: EvaluationResults, variant: str) -> tuple[ChartMark, ...]:
    """Return one mark for each step of enforcement of a variant."""
    found = results.variant(variant)
    steps = steps_of(found) if found else {}
    return tuple(
        ChartMark(variant=variant, what=step, label=f"{variant}: {STEPS[step].lower()}, {number:,}")
        for step, number in steps.items()
    )


def kinds_of(variant: VariantResults) -> dict[QuotationKind, tuple[int, int]]:
    """Return how many quotations of each kind that applies failed as written, and as read; {} where nobody knows."""
    amounts = variant.sums.amounts
    counts = {kind: [amounts.get(amount) for amount in amounts_of(kind)] for kind in QuotationKind}
    known = {kind: [int(one.total) for one in both if one is not None] for kind, both in counts.items()}
    return {kind: (both[0], both[1]) for kind, both in known.items() if len(both) == 2}


def kind_marks(results: EvaluationResults, variant: str) -> tuple[ChartMark, ...]:
    """Return one mark for each kind of a variant's quotations that failed as written."""
    found = results.variant(variant)
    return tuple(
        ChartMark(variant=variant, what=what, label=f"{variant}: {AMOUNTS[what].title}, {before:,}")
        for kind, (before, _) in (kinds_of(found) if found else {}).items()
        for what in amounts_of(kind)[:1]
    )


def price_of(results: EvaluationResults) -> Amount | None:
    """Return the amount that stands for the price: cost if any variant costs anything, else tokens, else characters,
    else None."""
    for amount in (Amount.COST, Amount.OUTPUT_TOKENS, Amount.CHARACTERS):
        if any(one.sums.amounts[amount].total > 0 for one in results.variants if amount in one.sums.amounts):
            return amount
    return None


def cost_marks(results: EvaluationResults) -> tuple[ChartMark, ...]:
    """Return one mark for each variant that has a price and quotations."""
    amount, metric = price_of(results), Metric.VERBATIM_BEFORE
    if amount is None:
        return ()
    return tuple(
        ChartMark(
            variant=one.name,
            what=metric,
            label=f"{one.name}: {share_in_words(share)}, {amount_in_words(amount, one.sums.amounts[amount].mean)}",
        )
        for one in results.variants
        if amount in one.sums.amounts and (share := one.sums.shares.get(metric)) is not None and share.n
    )


def units_of(results: EvaluationResults) -> tuple[tuple[str, str], ...]:
    """Return every unit once, as subject and key, in the order of writing."""
    return tuple(dict.fromkeys((unit.subject, unit.key) for one in results.variants for unit in one.units))


def _shares(sums: Sums, metric: Metric) -> Iterator[float]:
    share = sums.shares.get(metric)
    if share is not None and share.value is not None:
        yield 1 - share.value if METRICS[metric].less_is_better else share.value


def heat_rows(results: EvaluationResults, metric: Metric) -> tuple[tuple[str, str], ...]:
    """Return the units that the heat map of a metric draws, as subject and key, in the order of writing.

    These are the units that the metric applies to in any variant; of more than MOST_UNITS those with the worst shares.
    """
    found: dict[tuple[str, str], list[float]] = {}
    for one in results.variants:
        for place, sums in by_unit(one.units).items():
            if metric in sums.shares:
                found.setdefault(place, []).extend(_shares(sums, metric))
    worst = set(sorted(found, key=lambda place: min(found[place], default=2.0))[:MOST_UNITS])
    return tuple(place for place in units_of(results) if place in worst)


def heat_marks(results: EvaluationResults, metric: Metric) -> tuple[ChartMark, ...]:
    """Return one mark for each cell of the heat map of a metric, unit by unit."""
    rows = heat_rows(results, metric)
    sums = {one.name: by_unit(one.units) for one in results.variants}
    return tuple(
        ChartMark(
            variant=name,
            subject=place[0],
            key=place[1],
            what=metric,
            label=f"{name}, {place[0]}, {place[1]}: {METRICS[metric].title}, {share_in_words(share, interval=False)}",
        )
        for place in rows
        for name, units in sums.items()
        if place in units and (share := units[place].shares.get(metric)) is not None
    )


def marks(results: EvaluationResults, metric: Metric, variant: str) -> tuple[ChartMark, ...]:
    """Return all marks of the charts of one metric and of one variant's waterfall."""
    every = (
        *metric_marks(results, metric),
        *cost_marks(results),
        *waterfall_marks(results, variant),
        *kind_marks(results, variant),
        *heat_marks(results, metric),
    )
    return tuple({tuple(mark.customdata): mark for mark in reversed(every)}.values())[::-1]
