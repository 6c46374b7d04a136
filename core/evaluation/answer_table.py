"""The two tables of seed 4: its questions one by one, and what an answer takes without and with quotes.

As values, as cells, and as Markdown, in which no question or name is read as markup. Source: decisions.md#seed-4.
"""

from collections.abc import Iterable, Sequence
from math import fsum

from core.evaluation.difference_labels import number_in_words
from core.evaluation.measures import JudgeScores, MeasureStage, Sums, by_unit, sum_units
from core.evaluation.proportion import NOTHING, Share
from core.evaluation.records import Amount, Metric, Unit
from core.prose.render import escape, one_line
from core.record import Record
from core.text.confusables import without_order_controls

CHARACTERS_A_TOKEN = 4
NOT_COUNTED = "n/a"

_QUERY_HEADS = ("Query", "Verbatim", "Citation", "Hallucination", "Coherence")
_COLUMNS = {
    MeasureStage.WRITTEN: (Metric.VERBATIM_BEFORE, Metric.CITATION_BEFORE, Metric.HALLUCINATION_BEFORE),
    MeasureStage.READ: (Metric.VERBATIM_AFTER, Metric.CITATION_AFTER, Metric.HALLUCINATION_AFTER),
}


class Mean(Record):
    """A mean of `counted` values out of `of` possible ones; `value` is None if none was counted.

    `estimated` says that some of them were estimated.
    """

    value: float | None
    counted: int
    of: int
    estimated: bool = False


class QueryRow(Record):
    """One question, all its repeats together; `coherence` is None if there was no judge."""

    query: str
    verbatim: Share
    citation: Share
    hallucination: Share
    coherence: JudgeScores | None


class QueryTable(Record):
    """The questions one by one, the mean over them that seed 4 calls their average, and all of them as one row.

    A mean leaves out the questions that have nothing to count. In `together` every quotation weighs the same.
    """

    rows: tuple[QueryRow, ...]
    verbatim: Mean
    citation: Mean
    hallucination: Mean
    coherence: Mean
    together: QueryRow


class CostRow(Record):
    """What one answer takes on average, of one kind; `unit` is tokens, USD or seconds."""

    metric: str
    unit: str
    baseline: Mean
    enhanced: Mean

    @property
    def ratio(self) -> float | None:
        """The enhanced value divided by the baseline's, None if that is not defined."""
        baseline, enhanced = self.baseline.value, self.enhanced.value
        return enhanced / baseline if baseline and enhanced is not None else None


class CostTable(Record):
    """Seed 4's comparison of two ways of answering, by their names."""

    baseline: str
    enhanced: str
    rows: tuple[CostRow, ...]


def _row(query: str, sums: Sums, stage: MeasureStage) -> QueryRow:
    verbatim, citation, hallucination = (sums.shares.get(metric, NOTHING) for metric in _COLUMNS[stage])
    return QueryRow(
        query=query, verbatim=verbatim, citation=citation, hallucination=hallucination, coherence=sums.coherence
    )


def _mean(values: Sequence[float | None], *, estimated: bool = False) -> Mean:
    known = [value for value in values if value is not None]
    value = fsum(known) / len(known) if known else None
    return Mean(value=value, counted=len(known), of=len(values), estimated=estimated)


def query_table(units: Iterable[Unit], *, stage: MeasureStage = MeasureStage.WRITTEN) -> QueryTable:
    """Return the table of some answers: as the model wrote them, as in seed 4, or as they are read. Raises KeyError for
    any other stage."""
    every = tuple(units)
    titles = {(unit.subject, unit.key): unit.title for unit in every}
    rows = tuple(_row(titles[key], sums, stage) for key, sums in by_unit(every).items())
    return QueryTable(
        rows=rows,
        verbatim=_mean([row.verbatim.value for row in rows]),
        citation=_mean([row.citation.value for row in rows]),
        hallucination=_mean([row.hallucination.value for row in rows]),
        coherence=_mean([row.coherence and row.coherence.mean for row in rows]),
        together=_row("All questions together", sum_units(every), stage),
    )


def _tokens(unit: Unit) -> tuple[float | None, bool]:
    """Return the tokens of an answer, sent and received, and whether they are estimated."""
    sent, received = (unit.amounts.get(amount) for amount in (Amount.INPUT_TOKENS, Amount.OUTPUT_TOKENS))
    if sent is not None and received is not None:
        return sent + received, False
    characters = unit.amounts.get(Amount.CHARACTERS)
    return (None, False) if characters is None else (-(-characters // CHARACTERS_A_TOKEN), True)


def _mean_tokens(units: Sequence[Unit]) -> Mean:
    each = [_tokens(unit) for unit in units]
    return _mean([tokens for tokens, _ in each], estimated=any(estimated for _, estimated in each))


def _mean_amount(units: Sequence[Unit], amount: Amount) -> Mean:
    return _mean([unit.amounts.get(amount) for unit in units])


def cost_table(
    baseline: Iterable[Unit], enhanced: Iterable[Unit], *, names: tuple[str, str] = ("Baseline", "Enhanced")
) -> CostTable:
    """Return the average cost of an answer for two ways of answering; each repeat counts as an answer.

    Tokens that no service counted are estimated, four characters to a token. Source: decisions.md#seed-4.
    """
    first, second = tuple(baseline), tuple(enhanced)
    kinds = (
        ("Avg cost/query", "USD", Amount.COST),
        ("Avg TTFT", "seconds", Amount.FIRST_TOKEN),
        ("Avg total time", "seconds", Amount.SECONDS),
    )
    tokens = CostRow(
        metric="Avg total tokens", unit="tokens", baseline=_mean_tokens(first), enhanced=_mean_tokens(second)
    )
    others = (
        CostRow(metric=metric, unit=unit, baseline=_mean_amount(first, amount), enhanced=_mean_amount(second, amount))
        for metric, unit, amount in kinds
    )
    return CostTable(baseline=names[0], enhanced=names[1], rows=(tokens, *others))


def _percent(value: float) -> str:
    """Return a share in per cent; only all is 100, only nothing is 0."""
    shown = f"{100 * value:.0f}"
    if value in (0, 1) or shown not in ("0", "100"):
        return f"{shown}%"
    return f"{min(max(100 * value, 0.1), 99.9):.1f}%"


def _share_cell(share: Share) -> str:
    return NOT_COUNTED if share.value is None else f"{_percent(share.value)} ({share.k:,} of {share.n:,})"


def _of_five(value: float) -> str:
    return f"{number_in_words(value)}/5"


def _coherence_cell(scores: JudgeScores | None) -> str:
    """Return the mean score, the range, and how many scores there are if some are missing."""
    if scores is None:
        return NOT_COUNTED
    came = f"{scores.samples:,} of {scores.samples_of:,} judged"
    if scores.mean is None:
        return f"{NOT_COUNTED} ({came})"
    spread = f"{scores.lowest} to {scores.highest}" if scores.lowest != scores.highest else ""
    said = "; ".join(part for part in (spread, came if scores.samples < scores.samples_of else "") if part)
    return f"{_of_five(scores.mean)} ({said})" if said else _of_five(scores.mean)


def _row_cells(row: QueryRow) -> tuple[str, ...]:
    shares = (row.verbatim, row.citation, row.hallucination)
    return (one_line(without_order_controls(row.query)), *map(_share_cell, shares), _coherence_cell(row.coherence))


def query_cells(table: QueryTable) -> tuple[tuple[str, ...], ...]:
    """Return the table as text, its head first, then the questions, their average, and all together."""
    means = [(mean, _percent) for mean in (table.verbatim, table.citation, table.hallucination)]
    average = (
        NOT_COUNTED if mean.value is None else f"{write(mean.value)} ({mean.counted:,} of {mean.of:,} questions)"
        for mean, write in (*means, (table.coherence, _of_five))
    )
    rows = map(_row_cells, table.rows)
    return (_QUERY_HEADS, *rows, ("Average", *average), _row_cells(table.together))


def _in_unit(value: float, unit: str) -> str:
    if unit == "tokens":
        return f"{value:,.0f}"
    if unit == "USD":
        return f"${number_in_words(value)}"
    return f"{number_in_words(1_000 * value)} ms" if value < 1 else f"{number_in_words(value)} s"


def _mean_cell(mean: Mean, unit: str) -> str:
    """Return a mean, marked if it is estimated, with the number of its answers if some are missing."""
    if mean.value is None:
        return NOT_COUNTED
    shown = f"{'~' if mean.estimated else ''}{_in_unit(mean.value, unit)}"
    return shown if mean.counted == mean.of else f"{shown} ({mean.counted:,} of {mean.of:,} answers)"


def _delta_cell(row: CostRow) -> str:
    if row.ratio is None:
        return NOT_COUNTED
    about = "~" if row.baseline.estimated or row.enhanced.estimated else ""
    change = f"{100 * (row.ratio - 1):+,.0f}%".replace("-", "−")
    return f"{about}{change}" if row.unit == "tokens" else f"{number_in_words(row.ratio)}×"


def cost_cells(table: CostTable) -> tuple[tuple[str, ...], ...]:
    """Return the table as text, its head first."""
    names = (one_line(without_order_controls(name)) for name in (table.baseline, table.enhanced))
    rows = (
        (row.metric, _mean_cell(row.baseline, row.unit), _mean_cell(row.enhanced, row.unit), _delta_cell(row))
        for row in table.rows
    )
    return (("Metric", *names, "Delta"), *rows)


def _markdown(cells: Sequence[Sequence[str]]) -> str:
    head, *rows = ([escape(cell) for cell in row] for row in cells)
    lines = (head, ["---"] * len(head), *rows)
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def query_markdown(table: QueryTable) -> str:
    """Return the table of questions as Markdown."""
    return _markdown(query_cells(table))


def cost_markdown(table: CostTable) -> str:
    """Return the comparison as Markdown."""
    return _markdown(cost_cells(table))
