"""The heat map: a share of every unit in every variant, its repeats together."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import plotly.graph_objects as go

from core.evaluation.measures import METRICS, by_unit
from core.evaluation.proportion import Share
from core.evaluation.records import Metric
from workbench.experiments.results.chart_marks import ChartMark, heat_rows, units_of
from workbench.experiments.results.result_labels import NOT_COUNTED, percent, share_in_words
from workbench.experiments.results.results import EvaluationResults
from workbench.labels import count
from workbench.ui.charts.style import GREY, figure_of
from workbench.ui.evaluate.chart_style import FEW, NAME, plotly_text, rows_axis, short_names, shortened, wrapped

_ROW_HEIGHT = 27
_AROUND = 130
_LABEL, _SUBJECT = 44, 18  # characters beside a row, of its subject where there are several
_GAP = 0.008  # of a column for each column there is
# Dark enough for white figures everywhere between the two.
_BAD, _GOOD = (146, 84, 46), (29, 107, 94)


class _Cell(NamedTuple):
    """One cell: where it is and what it shows, None where its unit is not there or has no such share."""

    row: int
    column: int
    mark: ChartMark
    share: Share | None


def _cells(results: EvaluationResults, metric: Metric, rows: Sequence[tuple[str, str]]) -> list[_Cell]:
    sums = [by_unit(one.units) for one in results.variants]
    return [
        _Cell(
            row,
            column,
            ChartMark(variant=results.variants[column].name, subject=place[0], key=place[1], what=metric),
            units[place].shares.get(metric) if place in units else None,
        )
        for row, place in enumerate(rows)
        for column, units in enumerate(sums)
    ]


def _row_labels(results: EvaluationResults, rows: Sequence[tuple[str, str]]) -> list[str]:
    titles = {(unit.subject, unit.key): unit.title for one in results.variants for unit in one.units}
    several = len({subject for subject, _ in units_of(results)}) > 1
    labels: list[str] = []
    for subject, key in rows:
        title = titles.get((subject, key), "")
        about = f"{shortened(subject, _SUBJECT)}, " if several else ""
        text = key if title in ("", key) else f"{key}: {title}"
        labels.append(plotly_text(about + shortened(text, _LABEL - len(about))))
    return labels


def _colour(share: Share, metric: Metric) -> str:
    value = share.value or 0.0
    good = 1 - value if METRICS[metric].less_is_better else value
    red, green, blue = (round(low + (high - low) * good) for low, high in zip(_BAD, _GOOD, strict=True))
    return f"rgb({red},{green},{blue})"


def _hover(cell: _Cell, metric: Metric) -> str:
    return (
        f"<b>{wrapped(cell.mark.variant, 60)}</b><br>{wrapped(f'{cell.mark.subject}, {cell.mark.key}', 60)}"
        f"<br>{plotly_text(METRICS[metric].title)}: {share_in_words(cell.share)}"
    )


def _boxes(cells: Sequence[tuple[_Cell, Share]], metric: Metric, width: float) -> dict[str, Any]:
    """Draw what was counted; as bars, because cells of a heat map cannot be pressed."""
    return {
        "type": "bar",
        "orientation": "h",
        "base": [cell.column - width / 2 for cell, _ in cells],
        "x": [width for _ in cells],
        "y": [cell.row for cell, _ in cells],
        "width": 0.92,
        "marker": {"color": [_colour(share, metric) for _, share in cells]},
        "text": [percent(share.value or 0.0) for _, share in cells],
        "textposition": "inside",
        "insidetextanchor": "middle",
        "insidetextfont": {"color": "white", "size": 13},
        "textangle": 0,
        "constraintext": "none",
        "customdata": [cell.mark.customdata for cell, _ in cells],
        "hovertext": [_hover(cell, metric) for cell, _ in cells],
        "hoverinfo": "text",
        "selected": {"marker": {"opacity": 1}, "textfont": {"color": "white"}},
        "unselected": {"marker": {"opacity": 0.8}, "textfont": {"color": "white"}},
    }


def _words(cells: Sequence[_Cell], text: str) -> dict[str, Any]:
    """Say where there is nothing to draw."""
    return {
        "type": "scatter",
        "mode": "text",
        "x": [cell.column for cell in cells],
        "y": [cell.row for cell in cells],
        "text": [text for _ in cells],
        "textfont": {"size": 13},
    }


def _traces(cells: Sequence[_Cell], metric: Metric, columns: int) -> list[dict[str, Any]]:
    """Draw what was counted, what had nothing to count, and what is not there, which nobody can press."""
    counted = [(cell, cell.share) for cell in cells if cell.share is not None and cell.share.n]
    uncounted = [cell for cell in cells if cell.share is not None and not cell.share.n]
    pressed = {
        "customdata": [cell.mark.customdata for cell in uncounted],
        "hovertext": [_hover(cell, metric) for cell in uncounted],
        "hoverinfo": "text",
        "unselected": {"textfont": {"color": GREY}},
    }
    return [
        _boxes(counted, metric, 1 - _GAP * columns),
        {**_words(uncounted, NOT_COUNTED), **pressed},
        {**_words([cell for cell in cells if cell.share is None], "–"), "hoverinfo": "skip"},
    ]


def _columns_axis(results: EvaluationResults) -> dict[str, Any]:
    names = [one.name for one in results.variants]
    few = len(names) <= FEW
    short = short_names(results, NAME)
    return {
        "side": "top",
        "tickmode": "array",
        "tickvals": list(range(len(names))),
        "ticktext": [wrapped(name, NAME) for name in names] if few else [plotly_text(name) for name in short],
        "tickangle": 0 if few else 40,
        "tickfont": {"size": 13},
        "range": [-0.5, len(names) - 0.5],
        "fixedrange": True,
        "showgrid": False,
        "zeroline": False,
        "automargin": True,
    }


def heat_in_words(results: EvaluationResults, metric: Metric) -> str:
    """Say what `heat_figure` shows, or why it shows nothing."""
    rows = heat_rows(results, metric)
    if not rows:
        return f"{METRICS[metric].title}: it does not apply to any {results.one} here."
    every = len(units_of(results))
    which = (
        f"The {len(rows)} with the worst shares, of {every:,}" if every > len(rows) else f"{count(every, results.one)}"
    )
    parts = [f"{METRICS[metric].title}. {which}, by variant."]
    for cell in _cells(results, metric, rows):
        if cell.share is not None:
            where = f"{cell.mark.subject}, {cell.mark.key}"
            parts.append(f"{where}, {cell.mark.variant}: {share_in_words(cell.share, interval=False)}.")
    return " ".join(parts)


def heat_figure(results: EvaluationResults, metric: Metric) -> go.Figure | None:
    """Draw a share of every unit in every variant, None where it applies to none; of many units the worst."""
    rows = heat_rows(results, metric)
    if not rows:
        return None
    layout = {
        "xaxis": _columns_axis(results),
        "yaxis": rows_axis(_row_labels(results, rows)),
        "bargap": 0,
        "height": _AROUND + _ROW_HEIGHT * len(rows),
        "margin": {"t": 30, "b": 12, "l": 10, "r": 14},
        "hovermode": "closest",
    }
    return figure_of(_traces(_cells(results, metric, rows), metric, len(results.variants)), layout)
