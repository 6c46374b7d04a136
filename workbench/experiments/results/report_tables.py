"""The tables of the report: variants, shares with their drawings, steps of enforcement, amounts."""

from collections.abc import Callable, Iterable, Sequence

from core.evaluation.measures import AMOUNTS, METRICS, AmountTotal, MeasureStage
from core.evaluation.proportion import Share
from core.evaluation.records import Amount, Metric
from workbench.experiments.results.chart_marks import STEPS, steps_of
from workbench.experiments.results.report_drawing import dots, scale, standing_bar, step_bars
from workbench.experiments.results.result_labels import NOT_COUNTED, amount_in_words, percent, share_in_words
from workbench.experiments.results.results import EvaluationResults, VariantResults
from workbench.safe_html import SafeHtml, element, join_html

_FEW = 4  # variants whose waterfalls are drawn one by one
_PARTS = {Amount.KEPT, Amount.REPLACED, Amount.CORRECTED}
_TAKEN = (
    *(Amount.CALLS, Amount.INPUT_TOKENS, Amount.OUTPUT_TOKENS, Amount.COST),
    *(Amount.FIRST_TOKEN, Amount.FIRST_PROVEN, Amount.SECONDS, Amount.WORDS),
)


def cell(label: str, *children: str, class_: str = "") -> SafeHtml:
    """Return a cell; `label` names its column on narrow screens, where the table becomes a list."""
    return element("td", *children, class_=class_, data_label=label)


def small(words: str) -> SafeHtml:
    """Return a note below the value of a cell."""
    return element("small", words)


def table(caption: str, headings: Sequence[tuple[str, str]], *bodies: Iterable[str]) -> SafeHtml:
    """Return a table of finished rows; a heading is its text or drawing and its column's class."""
    head = element("tr", *(element("th", heading, scope="col", class_=class_) for heading, class_ in headings))
    parts = (element("tbody", *rows) for rows in map(tuple, bodies) if rows)
    return element("div", element("table", element("caption", caption), element("thead", head), *parts), class_="table")


def name_of(results: EvaluationResults, variant: VariantResults) -> SafeHtml:
    """Return the head of a variant's row."""
    is_reference = variant.name == results.reference and len(results.variants) > 1
    name = (variant.name, small("the others are compared with it")) if is_reference else (variant.name,)
    return element("th", *name, scope="row", class_="name")


def variants_table(results: EvaluationResults) -> SafeHtml:
    """Return the table of the variants: clients, modes, and how much was written."""
    rows: list[SafeHtml] = []
    for one in results.variants:
        written = one.sums.shares.get(Metric.WRITTEN)
        lacks = [f"{one.missing:,} missing"] if one.missing else []
        lacks += [f"could not go on: {one.trouble}"] if one.trouble else []
        who = (one.client or "–", *((small(one.model),) if one.model else ()))
        rows.append(
            element(
                "tr",
                name_of(results, one),
                cell("Written by", *who),
                cell("Way of writing", one.mode or "–"),
                cell("Written", share_in_words(written, interval=False), *map(small, lacks)),
            )
        )
    headings = (("Variant", "name"), ("Written by", ""), ("Way of writing", ""), ("Written, of all asked for", ""))
    return table("Who wrote, and how much of it is there", headings, rows)


def _counted(share: Share | None) -> tuple[str, ...]:
    if share is None or share.value is None or share.interval is None:
        return (NOT_COUNTED,)
    low, high = share.interval.low, share.interval.high
    return (f"{share.k:,} of {share.n:,}", small(f"{percent(share.value)}; {percent(low)} to {percent(high)}"))


def _share_rows(
    results: EvaluationResults, metrics: Sequence[Metric], cells: Callable[[VariantResults], Sequence[str]]
) -> list[SafeHtml]:
    """Return the rows of one share, one for each variant that it applies to, below its name and what it counts.

    A single variant is not named in every row.
    """
    label = METRICS[metrics[0]]
    title = label.title.partition(",")[0] if len(metrics) > 1 else label.title
    applies = [one for one in results.variants if any(metric in one.sums.shares for metric in metrics)]
    if len(results.variants) == 1:
        head = element("th", title, small(label.counts), scope="row", class_="name wider")
        return [element("tr", head, *cells(one)) for one in applies]
    columns = str(1 + len(cells(applies[0])))
    head = element("tr", element("th", title, element("span", label.counts), scope="rowgroup", colspan=columns))
    return [head, *(element("tr", name_of(results, one), *cells(one)) for one in applies)]


def _first_heading(results: EvaluationResults) -> tuple[str, str]:
    return ("Variant", "name") if len(results.variants) > 1 else ("Share", "name wider")


def _pairs() -> list[tuple[Metric, Metric]]:
    names = [metric.removesuffix("_before") for metric in Metric if metric.endswith("_before")]
    return [(Metric(f"{name}_before"), Metric(f"{name}_after")) for name in names]


def _applies(results: EvaluationResults, *metrics: Metric) -> bool:
    return any(metric in one.sums.shares for one in results.variants for metric in metrics)


def _of_pair(variant: VariantResults, before: Metric, after: Metric) -> tuple[SafeHtml, ...]:
    written, read = variant.sums.shares.get(before), variant.sums.shares.get(after)
    return (
        cell("As the model wrote it", *_counted(written), class_="number"),
        cell("As it is read", *_counted(read), class_="number"),
        cell("", dots(written, read, both=True), class_="drawn"),
    )


def before_and_after_table(results: EvaluationResults) -> SafeHtml:
    """Return the shares of the model's text beside those of the finished text; nothing if none applies."""
    bodies = [
        _share_rows(results, pair, lambda one, pair=pair: _of_pair(one, *pair))
        for pair in _pairs()
        if _applies(results, *pair)
    ]
    headings = (
        _first_heading(results),
        ("As the model wrote it", ""),
        ("As it is read", ""),
        (scale(), "drawn"),
    )
    return table("Quotations before and after enforcement", headings, *bodies) if bodies else SafeHtml()


def _of_one(variant: VariantResults, metric: Metric) -> tuple[SafeHtml, ...]:
    share = variant.sums.shares.get(metric)
    sides = (share, None) if METRICS[metric].stage is MeasureStage.WRITTEN else (None, share)
    return (
        cell("Counted", *_counted(share), class_="number"),
        cell("", dots(*sides, both=False), class_="drawn"),
    )


def other_shares_table(results: EvaluationResults) -> SafeHtml:
    """Return all other shares; nothing if none applies."""
    paired = {metric for pair in _pairs() for metric in pair}
    bodies = [
        _share_rows(results, (metric,), lambda one, metric=metric: _of_one(one, metric))
        for metric in Metric
        if metric not in paired and _applies(results, metric)
    ]
    headings = (_first_heading(results), ("Counted", ""), (scale(), "drawn"))
    return table("What is read", headings, *bodies) if bodies else SafeHtml()


def _waterfall(variant: VariantResults, steps: dict[str, int]) -> SafeHtml:
    bars = step_bars(steps)
    rows = (
        element(
            "tr",
            element(
                "th", f"of these: {STEPS[step].lower()}" if step in _PARTS else STEPS[step], scope="row", class_="name"
            ),
            cell("Quotations", f"{number:,}", class_="number"),
            cell("", bars[step], class_="bars"),
        )
        for step, number in steps.items()
    )
    return table(variant.name, (("Step", "name"), ("Quotations", ""), ("", "bars")), rows)


def _all_waterfalls(results: EvaluationResults, steps: dict[str, dict[str, int]]) -> SafeHtml:
    """Return the waterfalls of many variants as one table with a row for each."""
    rows = (
        element(
            "tr",
            name_of(results, one),
            *(cell(STEPS[step], f"{number:,}", class_="number") for step, number in steps[one.name].items()),
            cell("", standing_bar(steps[one.name]), class_="mini"),
        )
        for one in results.variants
        if steps[one.name]
    )
    headings = (
        ("Variant", "name"),
        *((step, "") for step in STEPS.values()),
        ("Standing, marks off, left out", "mini"),
    )
    return table("Quotations, step by step", headings, rows)


def waterfall_tables(results: EvaluationResults) -> SafeHtml:
    """Return what enforcement did with the quotations of each variant; nothing if no model wrote any."""
    steps = {one.name: steps_of(one) for one in results.variants}
    if len(results.variants) > _FEW:
        return _all_waterfalls(results, steps) if any(steps.values()) else SafeHtml()
    return join_html(_waterfall(one, steps[one.name]) for one in results.variants if steps[one.name])


def _total(amount: Amount, total: AmountTotal | None) -> tuple[str, ...]:
    if total is None or total.mean is None:
        return (NOT_COUNTED,)
    mean = amount_in_words(amount, total.mean)
    if total.known < total.of:
        return (mean, small(f"known of {total.known:,} of {total.of:,}"))
    return (mean,)


def amounts_table(results: EvaluationResults) -> SafeHtml:
    """Return the averages per unit of each variant; unknown amounts are left out, or n/a."""
    taken = [amount for amount in _TAKEN if any(amount in one.sums.amounts for one in results.variants)]
    rows = [
        element(
            "tr",
            name_of(results, one),
            *(
                cell(AMOUNTS[amount].title, *_total(amount, one.sums.amounts.get(amount)), class_="number")
                for amount in taken
            ),
        )
        for one in results.variants
    ]
    headings = (("Variant", "name"), *((AMOUNTS[amount].title, "") for amount in taken))
    return table(f"Averages per {results.one}", headings, rows) if taken else SafeHtml()


def coherence_table(results: EvaluationResults) -> SafeHtml:
    """Return the judge's scores; nothing if there was no judge."""
    rows: list[SafeHtml] = []
    for one in results.variants:
        scores = one.sums.coherence
        if scores is None:
            continue
        mean = NOT_COUNTED if scores.mean is None else f"{scores.mean:.2f} of 5"
        spread = NOT_COUNTED if scores.lowest is None else f"{scores.lowest} to {scores.highest}"
        rows.append(
            element(
                "tr",
                name_of(results, one),
                cell("Mean", mean, class_="number"),
                cell("From lowest to highest", spread, class_="number"),
                cell("Scores given", f"{scores.samples:,} of {scores.samples_of:,}", class_="number"),
                cell("Judged by", ", ".join(scores.judges)),
            )
        )
    headings = (
        ("Variant", "name"),
        *((said, "") for said in ("Mean", "From lowest to highest", "Scores given", "Judged by")),
    )
    return table("Coherence, 1 to 5: a model’s judgement", headings, rows) if rows else SafeHtml()
