"""Lines: how often words are said from step to step, by everybody and by those who say them most."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import plotly.graph_objects as go

from workbench.ui.charts.style import figure_of, plotly_text

EVERYBODY = ""
_MOST_LINES = 6
_COLOURS = ("#8c877d", "#2f7a6d", "#9c6c1c", "#a3503f", "#5a6fae", "#87589a", "#6f7d2c")
_SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "star", "x")
_HEIGHT = 340
_FEW = 8  # times, between which no part of one is drawn


class TimePoint(NamedTuple):
    """How often somebody says the words in a step, which is called `at`; `speaker` is "" for everybody together."""

    at: str
    speaker: str
    times: int
    words: int
    per_thousand: float


def _name(speaker: str) -> str:
    return speaker or "Everybody"


def lines_of(points: Sequence[TimePoint]) -> list[str]:
    """Return whose lines are drawn: everybody's, then those of the persons who say the words most; the points come in
    that order."""
    return list(dict.fromkeys(one.speaker for one in points))[: _MOST_LINES + 1]


def _line(number: int, points: Sequence[TimePoint], *, by_share: bool) -> dict[str, Any]:
    name = _name(points[0].speaker)
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": plotly_text(name),
        "x": [one.at for one in points],
        "y": [one.per_thousand if by_share else one.times for one in points],
        "line": {"color": _COLOURS[number], "width": 3 if points[0].speaker == EVERYBODY else 2},
        "marker": {"symbol": _SYMBOLS[number], "size": 8},
        "hovertext": [
            f"<b>{plotly_text(name)}</b>, {plotly_text(one.at)}<br>{one.times:,} in {one.words:,} words, "
            f"{one.per_thousand:.2f} in 1,000"
            for one in points
        ],
        "hoverinfo": "text",
    }


def time_in_words(points: Sequence[TimePoint], step: str) -> str:
    """Say what `time_figure` shows, for those who do not see it."""
    most = [max((one for one in points if one.speaker == who), key=lambda one: one.times) for who in lines_of(points)]
    return " ".join(
        f"{_name(one.speaker)}: most often in {step.lower()} {one.at}, {one.times:,} times." for one in most
    )


def time_figure(points: Sequence[TimePoint], step: str, *, by_share: bool) -> go.Figure:
    """Draw how often the words are said, in numbers or `by_share`: in a thousand words; `step` is what a step is."""
    traces = [
        _line(number, [one for one in points if one.speaker == who], by_share=by_share)
        for number, who in enumerate(lines_of(points))
    ]
    layout = {
        "xaxis": {
            "title": {"text": step, "standoff": 8},
            "type": "category",
            "categoryorder": "array",
            "categoryarray": list(dict.fromkeys(one.at for one in points)),
            "nticks": 20,
            "tickfont": {"size": 13},
            "fixedrange": True,
        },
        "yaxis": {
            "rangemode": "tozero",
            "dtick": 1 if not by_share and max(one.times for one in points) <= _FEW else None,
            "tickfont": {"size": 13},
            "fixedrange": True,
        },
        "showlegend": True,
        "legend": {"orientation": "h", "y": 1.15, "x": 0},
        "height": _HEIGHT,
        "margin": {"t": 40, "b": 55, "l": 40, "r": 10},
    }
    return figure_of(traces, layout)
