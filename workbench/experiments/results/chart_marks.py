"""What the charts draw, mark by mark, so that a press and a list for the keyboard mean the same."""

from collections.abc import Iterator

from core.evaluation.measures import METRICS, Sums, by_unit
from core.evaluation.records import Amount, Metric
from core.record import Record
from core.text.documents import is_list
from workbench.experiments.results.result_labels import amount_in_words, share_in_words
from workbench.experiments.results.results import EvaluationResults, VariantResults

STANDING = "standing"
"""The step of the quotations that stand after enforcement, of those that the model wrote."""
MOST_UNITS = 40
"""Units that the heat map draws; of more, those of which least is as it should be."""
STEPS: dict[str, str] = {
    Amount.FOUND: "Written by the model",
    Amount.UNQUOTED: "Marks taken off",
    Amount.DROPPED: "Left out",
    STANDING: "Standing",
    Amount.KEPT: "Kept as it was",
    Amount.REPLACED: "Words put right",
    Amount.CORRECTED: "Name or record id put right",
}
"""What enforcement does with quotations, in the order in which it is drawn."""


class ChartMark(Record):
    """One bar, point or cell: of a variant, and of one unit of it or of all together ("" and "").

    `what` is the value of a Metric or an Amount, or STANDING. `label` says the mark in plain words.
    """

    variant: str
    subject: str = ""
    key: str = ""
    what: str
    label: str = ""

    @property
    def customdata(self) -> list[str]:
        """What the mark carries in a chart."""
        return [self.variant, self.subject, self.key, self.what]


def mark_of(customdata: object) -> ChartMark | None:
    """Return the mark that a chart says was pressed, None for what is none of ours."""
    parts = [part for part in customdata if isinstance(part, str)] if is_list(customdata) else []
    if len(parts) != len(ChartMark.model_fields) - 1 or not is_list(customdata) or len(customdata) != len(parts):
        return None
    return ChartMark(variant=parts[0], subject=parts[1], key=parts[2], what=parts[3])


def paired(metric: Metric) -> tuple[Metric, ...]:
    """Return what is drawn together: a metric of what the model wrote with the same of what is read."""
    what, _, stage = metric.value.rpartition("_")
    if stage not in ("before", "after"):
        return (metric,)
    return Metric(f"{what}_before"), Metric(f"{what}_after")


def metric_marks(results: EvaluationResults, metric: Metric) -> tuple[ChartMark, ...]:
    """Return one mark for each variant that a metric applies to, and for each that the one paired with it does."""
    return tuple(
        ChartMark(variant=one.name, what=what, label=f"{one.name}: {METRICS[what].title}, {share_in_words(share)}")
        for one in results.variants
        for what in paired(metric)
        if (share := one.sums.shares.get(what)) is not None
    )


def steps_of(variant: VariantResults) -> dict[str, int]:
    """Return how many quotations each of STEPS concerns, nothing where the model wrote none.

    FOUND is UNQUOTED, DROPPED and STANDING together; STANDING is KEPT and REPLACED; CORRECTED is a part of STANDING.
    """
    amounts = variant.sums.amounts
    numbers = {step: int(amounts[Amount(step)].total) for step in STEPS if step in amounts}
    if not numbers.get(Amount.FOUND):
        return {}
    numbers[STANDING] = numbers.get(Amount.KEPT, 0) + numbers.get(Amount.REPLACED, 0)
    return {step: numbers.get(step, 0) for step in STEPS}


def waterfall_marks(results: EvaluationResults, variant: str) -> tuple[ChartMark, ...]:
    """Return one mark for each step of what enforcement did with the quotations of a variant."""
    found = results.variant(variant)
    steps = steps_of(found) if found else {}
    return tuple(
        ChartMark(variant=variant, what=step, label=f"{variant}: {STEPS[step].lower()}, {number:,}")
        for step, number in steps.items()
    )


def price_of(results: EvaluationResults) -> Amount | None:
    """Return what the variants' price is told by: cost where one of them costs anything, else tokens, else characters,
    else nothing."""
    for amount in (Amount.COST, Amount.OUTPUT_TOKENS, Amount.CHARACTERS):
        if any(one.sums.amounts[amount].total > 0 for one in results.variants if amount in one.sums.amounts):
            return amount
    return None


def cost_marks(results: EvaluationResults) -> tuple[ChartMark, ...]:
    """Return one mark for each variant with a price and quotations to be counted."""
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
    """Return every unit once, as a subject and a key, in the order in which they are written."""
    return tuple(dict.fromkeys((unit.subject, unit.key) for one in results.variants for unit in one.units))


def _shares(sums: Sums, metric: Metric) -> Iterator[float]:
    share = sums.shares.get(metric)
    if share is not None and share.value is not None:
        yield 1 - share.value if METRICS[metric].less_is_better else share.value


def heat_rows(results: EvaluationResults, metric: Metric) -> tuple[tuple[str, str], ...]:
    """Return the units, each a subject and a key, that the heat map of a metric draws, in the order they are written.

    A unit is there where the metric applies to it in any variant; of more than MOST_UNITS those with the worst shares.
    """
    found: dict[tuple[str, str], list[float]] = {}
    for one in results.variants:
        for place, sums in by_unit(one.units).items():
            if metric in sums.shares:
                found.setdefault(place, []).extend(_shares(sums, metric))
    worst = set(sorted(found, key=lambda place: min(found[place], default=2.0))[:MOST_UNITS])
    return tuple(place for place in units_of(results) if place in worst)


def heat_marks(results: EvaluationResults, metric: Metric) -> tuple[ChartMark, ...]:
    """Return one mark for each unit and variant that the heat map of a metric draws, unit by unit."""
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
    """Return everything that can be pressed where a metric is looked at and one variant's waterfall is drawn."""
    every = (
        *metric_marks(results, metric),
        *cost_marks(results),
        *waterfall_marks(results, variant),
        *heat_marks(results, metric),
    )
    return tuple({tuple(mark.customdata): mark for mark in reversed(every)}.values())[::-1]
