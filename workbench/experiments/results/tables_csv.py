"""Results as CSV for spreadsheets. No cell is a formula, and cells that were changed for that are named.

UTF-8 with a byte order mark, without which Excel assumes another encoding; commas, CRLF, texts in quotes (RFC 4180).
The last column names the cells of a row whose text was changed; its heading says that this can happen. What reads
tables here (`core.text.tables`) takes the change back.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from core.evaluation.criteria import FigureName
from core.evaluation.measures import AMOUNTS, METRICS
from core.evaluation.proportion import Share
from core.evaluation.records import Amount, Metric, Unit
from core.text.tables import mark_formula
from core.text.well_formed import well_formed
from workbench.experiments.results.results import EvaluationResults, VariantResults
from workbench.experiments.results.results_data import number

BYTE_ORDER_MARK = "\ufeff"
CHANGED = "changed cells (words in this file may not be verbatim)"
_COLUMNS = (
    *("variant", "written by", "model", "mode", "measure", "title", "stage", "level"),
    *("k", "n", "share", "low", "high", "total", "mean", "known", "of"),
)
_UNIT_COLUMNS = (
    *("variant", "repeat", "subject", "unit", "title", "level", "not written because", "measure", "stage"),
    *("k", "n", "share", "amount"),
)
_DIGITS = 6

Value = str | int | float | None


def _cell(value: Value) -> str | int | float:
    if value is None:
        return ""
    if isinstance(value, str):
        return mark_formula(well_formed(value))
    found = number(value)
    return "" if found is None else round(found, _DIGITS)


def _written(columns: Sequence[str], rows: Iterable[Sequence[Value]]) -> str:
    text = io.StringIO(newline="")
    write = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n").writerow
    write((*columns, CHANGED))
    for row in rows:
        cells = [_cell(value) for value in row]
        changed = [
            column
            for column, value, cell in zip(columns, row, cells, strict=True)
            if isinstance(value, str) and cell != value
        ]
        write((*cells, "; ".join(changed)))
    return BYTE_ORDER_MARK + text.getvalue()


def _counted(share: Share) -> tuple[Value, ...]:
    interval = share.interval
    return share.k, share.n, share.value, *((interval.low, interval.high) if interval else (None, None))


def _share_row(measure: Metric, share: Share, level: str = "") -> tuple[Value, ...]:
    label = METRICS[measure]
    return str(measure), label.title, str(label.stage), level, *_counted(share), None, None, None, None


def _rows_of(variant: VariantResults) -> Iterator[tuple[Value, ...]]:
    sums = variant.sums
    levels = next(one.by_level for one in variant.figures if one.name is FigureName.WITHIN_TARGET)
    for metric in Metric:
        if metric in sums.shares:
            yield _share_row(metric, sums.shares[metric])
        if metric is Metric.WITHIN_TARGET:
            yield from (_share_row(metric, one, level) for level, one in levels.items() if isinstance(one, Share))
    nothing = (None,) * 5
    for amount in Amount:
        if amount in sums.amounts:
            total, label = sums.amounts[amount], AMOUNTS[amount]
            added = total.total if total.known else None
            yield str(amount), label.title, str(label.stage), "", *nothing, added, total.mean, total.known, total.of
    if sums.coherence is not None:
        scores = sums.coherence
        label = "Coherence, 1 to 5 (a model’s judgement)"
        yield "coherence", label, "", "", *nothing, None, scores.mean, scores.units, scores.of


def results_csv(results: EvaluationResults) -> str:
    """Return CSV with one row for each measure of each variant; shares, times and costs as numbers."""
    return _written(
        _COLUMNS,
        ((one.name, one.client, one.model, one.mode, *row) for one in results.variants for row in _rows_of(one)),
    )


def _measures(unit: Unit) -> Iterator[tuple[Value, ...]]:
    for metric, share in unit.shares.items():
        yield str(metric), str(METRICS[metric].stage), share.k, share.n, share.value, None
    for amount, value in unit.amounts.items():
        yield str(amount), str(AMOUNTS[amount].stage), None, None, None, value
    if unit.coherence is not None:
        yield "coherence", "", None, None, None, unit.coherence.mean


def units_csv(results: EvaluationResults) -> str:
    """Return CSV with one row for each measure of each unit; repeats count from 1."""
    return _written(
        _UNIT_COLUMNS,
        (
            (one.name, one.repeat_of(place) + 1, unit.subject, unit.key, unit.title, unit.level, unit.trouble, *row)
            for one in results.variants
            for place, unit in enumerate(one.units)
            for row in _measures(unit)
        ),
    )
