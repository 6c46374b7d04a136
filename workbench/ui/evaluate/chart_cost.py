"""What a unit costs against how verbatim the model quotes: whether a dearer way of writing is a better one."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import plotly.graph_objects as go

from core.evaluation.measures import METRICS
from core.evaluation.proportion import Share
from core.evaluation.records import Amount, Metric
from workbench.experiments.results.chart_marks import cost_marks, price_of
from workbench.experiments.results.result_labels import amount_in_words, share_in_words
from workbench.experiments.results.results import EvaluationResults
from workbench.ui.charts.point_labels import place_labels
from workbench.ui.charts.style import GREY, figure_of
from workbench.ui.evaluate.chart_style import NAME, PRESSED, READ, plotly_text, share_axis, short_names, wrapped

_HEIGHT = 420
_MARGIN = {"t": 14, "b": 62, "l": 64, "r": 16}
_ROOM = (620.0, _HEIGHT - 76.0)  # pixels to place labels on: the narrowest the chart is drawn
_NEAR = 26  # pixels from which on a line leads from a label to its point
_NOUNS = {
    Amount.COST: "Mean cost in USD",
    Amount.OUTPUT_TOKENS: "Mean output tokens",
    Amount.CHARACTERS: "Mean characters sent and received (no tokens were counted)",
}


class _Point(NamedTuple):
    """One variant: its mean price, its share in percent, and what it carries for a press."""

    name: str
    price: float
    percent: float
    share: Share
    customdata: list[str]


class _Scale:
    """Where on the drawing a value lies."""

    def __init__(self, points: Sequence[_Point]) -> None:
        self.right = max([point.price for point in points]) * 1.18
        self.bottom = max(
            -4.0, min(100 * (point.share.interval.low if point.share.interval else 0) for point in points) - 6
        )
        self.top = 106.0

    def pixels(self, point: _Point) -> tuple[float, float]:
        up = (point.percent - self.bottom) / (self.top - self.bottom)
        return point.price / self.right * _ROOM[0], up * _ROOM[1]

    def values(self, across: float, up: float) -> tuple[float, float]:
        return across / _ROOM[0] * self.right, up / _ROOM[1] * (self.top - self.bottom) + self.bottom


def _points(results: EvaluationResults, price: Amount) -> list[_Point]:
    points: list[_Point] = []
    for mark in cost_marks(results):
        variant = results.variant(mark.variant)
        share = variant.sums.shares[Metric(mark.what)] if variant else Share(k=0, n=0)
        mean = variant.sums.amounts[price].mean if variant else None
        if mean is not None and share.value is not None:
            points.append(_Point(mark.variant, mean, 100 * share.value, share, mark.customdata))
    return points


def _marker_trace(points: Sequence[_Point], price: Amount) -> dict[str, Any]:
    ends = [(100 * one.share.interval.low, 100 * one.share.interval.high) if one.share.interval else (0.0, 0.0)
            for one in points]  # fmt: skip
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [one.price for one in points],
        "y": [one.percent for one in points],
        "error_y": {
            "type": "data",
            "symmetric": False,
            "array": [high - one.percent for one, (_, high) in zip(points, ends, strict=True)],
            "arrayminus": [one.percent - low for one, (low, _) in zip(points, ends, strict=True)],
            "color": READ,
            "thickness": 1.5,
            "width": 4,
        },
        "marker": {"symbol": "circle", "size": 13, "color": READ, "line": {"width": 1, "color": "white"}},
        **PRESSED,
        "customdata": [one.customdata for one in points],
        "hovertext": [
            f"<b>{wrapped(one.name, 60)}</b><br>{plotly_text(METRICS[Metric.VERBATIM_BEFORE].title)}: "
            f"{share_in_words(one.share)}<br>{_NOUNS[price]}: {amount_in_words(price, one.price)}"
            for one in points
        ],
        "hoverinfo": "text",
    }


def _labels(points: Sequence[_Point], names: Sequence[str], scale: _Scale) -> list[dict[str, Any]]:
    """Draw the names beside their points, and a line where a name had to stand off."""
    offsets = place_labels([scale.pixels(one) for one in points], names, _ROOM)
    led_x: list[float | None] = []
    led_y: list[float | None] = []
    at: list[tuple[float, float]] = []
    for one, name, off in zip(points, names, offsets, strict=True):
        x, y = scale.pixels(one)
        at.append(scale.values(x + off.right, y + off.up))
        if abs(off.up) > _NEAR or abs(off.right) - len(name) * 4 > _NEAR:
            led_x += [one.price, at[-1][0], None]
            led_y += [one.percent, at[-1][1], None]
    return [
        {"type": "scatter", "mode": "lines", "x": led_x, "y": led_y, "line": {"color": GREY, "width": 1},
         "hoverinfo": "skip"},
        {"type": "scatter", "mode": "text", "x": [x for x, _ in at], "y": [y for _, y in at],
         "text": [plotly_text(name) for name in names], "textfont": {"size": 13}, "hoverinfo": "skip",
         "customdata": [one.customdata for one in points], **PRESSED},
    ]  # fmt: skip


def _not_drawn(results: EvaluationResults, points: Sequence[_Point]) -> list[str]:
    drawn = {one.name for one in points}
    return [one.name for one in results.variants if one.name not in drawn]


def cost_in_words(results: EvaluationResults) -> str:
    """Say what `cost_figure` shows, or why it shows nothing."""
    price = price_of(results)
    if price is None:
        return "Cost: nothing was paid and nothing was sent, so there is no cost to compare accuracy with."
    points = _points(results, price)
    if not points:
        return "Cost: no variant has both a known price and quotations of its own."
    parts = [f"{_NOUNS[price]} per {results.one}, against {METRICS[Metric.VERBATIM_BEFORE].title.lower()}."]
    parts += [f"{one.name}: {amount_in_words(price, one.price)}, {share_in_words(one.share)}." for one in points]
    left = _not_drawn(results, points)
    return " ".join([*parts, f"Not drawn, because one of the two is not known: {', '.join(left)}."] if left else parts)


def cost_figure(results: EvaluationResults) -> go.Figure | None:
    """Draw each variant's mean price per unit against how many of its quotations are verbatim as it wrote them.

    The price is what it cost; output tokens where no cost is known or none was; where those were not counted either,
    the characters sent and received. None where there is nothing of these.
    """
    price = price_of(results)
    points = _points(results, price) if price else []
    if price is None or not points:
        return None
    scale = _Scale(points)
    called = dict(zip((one.name for one in results.variants), short_names(results, NAME), strict=True))
    left = len(_not_drawn(results, points))
    but = f" ({left} without it or without quotations not drawn)" if left else ""
    layout = {
        "xaxis": {"title": {"text": f"{_NOUNS[price]} per {results.one}{but}", "font": {"size": 14}},
                  "range": [-0.03 * scale.right, scale.right], "tickfont": {"size": 13}, "fixedrange": True,
                  "zeroline": False, "tickprefix": "$" if price is Amount.COST else "",
                  "exponentformat": "none"},
        "yaxis": share_axis(METRICS[Metric.VERBATIM_BEFORE].title, (scale.bottom, scale.top)),
        "height": _HEIGHT,
        "margin": _MARGIN,
        "hovermode": "closest",
    }  # fmt: skip
    return figure_of(
        [*_labels(points, [called[one.name] for one in points], scale), _marker_trace(points, price)], layout
    )
