"""Points with intervals: a share of every variant, of what the model wrote and of what is read."""

from typing import Any

import plotly.graph_objects as go

from core.evaluation.measures import METRICS
from core.evaluation.proportion import Share
from core.evaluation.records import Metric
from workbench.experiments.results.chart_marks import ChartMark, paired
from workbench.experiments.results.result_labels import share_in_words
from workbench.experiments.results.results import EvaluationResults, VariantResults
from workbench.ui.charts.style import GREY, figure_of
from workbench.ui.evaluate.chart_style import (
    PRESSED,
    look_of,
    plotly_text,
    rows_axis,
    share_axis,
    variant_labels,
    wrapped,
)

_APART = 0.17  # the two points of a variant stand one above the other
_ROW_HEIGHT, _LOW_ROW = 74, 52  # of two points, of one
_AROUND = 96


def _share(variant: VariantResults, metric: Metric) -> Share | None:
    """Return what is drawn of a variant, None where nothing was counted."""
    share = variant.sums.shares.get(metric)
    return share if share is not None and share.n else None


def _hover(variant: VariantResults, metric: Metric, share: Share) -> str:
    label = METRICS[metric]
    return (
        f"<b>{wrapped(variant.name, 60)}</b><br>{plotly_text(label.title)}: {share_in_words(share)}"
        f"<br>{wrapped(label.counts, 70)}"
    )


def _along(value: float) -> str:
    """Return to which side of its point a number stands, so that it stays on the drawing."""
    return "left" if value > 85 else "right" if value < 15 else "center"


def _points(results: EvaluationResults, metric: Metric, offset: float) -> dict[str, Any]:
    side = "bottom" if offset > 0 else "top"
    drawn = [
        (place, variant, share)
        for place, variant in enumerate(results.variants)
        if (share := _share(variant, metric)) is not None
    ]
    values = [100 * (share.value or 0.0) for _, _, share in drawn]
    ends = [share.interval for _, _, share in drawn]
    look = look_of(metric)
    return {
        "type": "scatter",
        "mode": "markers+text",
        "name": plotly_text(METRICS[metric].title),
        "x": values,
        "y": [place + offset for place, _, _ in drawn],
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": [100 * end.high - value if end else 0 for end, value in zip(ends, values, strict=True)],
            "arrayminus": [value - 100 * end.low if end else 0 for end, value in zip(ends, values, strict=True)],
            "color": look["color"],
            "thickness": 2,
            "width": 5,
        },
        "text": [f"{share.k:,} of {share.n:,}" for _, _, share in drawn],
        "textposition": [f"{side} {_along(value)}" for value in values],
        "textfont": {"size": 12},
        "cliponaxis": False,
        "marker": look,
        **PRESSED,
        "customdata": [ChartMark(variant=variant.name, what=metric).customdata for _, variant, _ in drawn],
        "hovertext": [_hover(variant, metric, share) for _, variant, share in drawn],
        "hoverinfo": "text",
    }


def _nothing(results: EvaluationResults, metrics: tuple[Metric, ...]) -> list[dict[str, Any]]:
    """Say in its row where nothing was counted of a variant."""
    place = {"x": 0, "xanchor": "left", "showarrow": False, "font": {"size": 13, "color": GREY}}
    return [
        {**place, "y": row, "text": "n/a: there was nothing to count"}
        for row, variant in enumerate(results.variants)
        if not any(_share(variant, metric) for metric in metrics)
    ]


def metric_in_words(results: EvaluationResults, metric: Metric) -> str:
    """Say what `metric_figure` shows, or why it shows nothing."""
    parts: list[str] = []
    for one in paired(metric):
        known = [variant for variant in results.variants if one in variant.sums.shares]
        if known:
            each = "; ".join(f"{variant.name}: {share_in_words(variant.sums.shares[one])}" for variant in known)
            parts.append(f"{METRICS[one].title}. {each}.")
    if not parts:
        return f"{METRICS[metric].title}: it does not apply to anything that was written here."
    if metric_figure(results, metric) is None:
        return f"{METRICS[metric].title}: n/a. There was nothing to count in any variant."
    return " ".join(parts)


def metric_figure(results: EvaluationResults, metric: Metric) -> go.Figure | None:
    """Draw a share of every variant with its interval at 95 %, None where nothing was counted in any.

    A share of what the model wrote is drawn with the same of what is read, a ring and a diamond.
    """
    metrics = tuple(
        one for one in paired(metric) if any(_share(variant, one) is not None for variant in results.variants)
    )
    if not metrics:
        return None
    offsets = (-_APART, _APART) if len(metrics) > 1 else (0.0,)
    layout = {
        "showlegend": True,
        "legend": {"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "itemclick": False,
                   "itemdoubleclick": False, "font": {"size": 14}},
        "xaxis": share_axis(),
        "yaxis": rows_axis(variant_labels(results)),
        **({"annotations": nothing} if (nothing := _nothing(results, metrics)) else {}),
        "height": _AROUND + (_ROW_HEIGHT if len(metrics) > 1 else _LOW_ROW) * len(results.variants),
        "margin": {"t": 46, "b": 40, "l": 10, "r": 14},
        "hovermode": "closest",
    }  # fmt: skip
    return figure_of([_points(results, one, by) for one, by in zip(metrics, offsets, strict=True)], layout)
