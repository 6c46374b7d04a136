"""Bars: what each chapter has, against the lines where the levels begin."""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from core.coverage.levels import CoverageThresholds
from workbench.labels import LEVELS, coverage_in_words
from workbench.ui.charts.style import COLOURS, GREY, PATTERNS, figure_of, wrapped
from workbench.ui.common.chapters import ChapterRow

_LINE_HEIGHT = 17
_BETWEEN_ROWS = 14
_ABOVE_AND_BELOW = 110
_ROOM = 1.12  # the axis goes on a little beyond the longest bar
_COLUMNS = ((0, 0.47), (0.53, 1))


def _in_words(row: ChapterRow) -> str:
    return f"{LEVELS[row.coverage.level]}, {coverage_in_words(row.coverage)}"


def _hover(row: ChapterRow) -> str:
    joined = f"<br>Joined from the weak chapters {row.numbers}" if len(row.parts) > 1 else ""
    return f"<b>{wrapped(row.label)}</b><br>{_in_words(row)}{joined}"


def _bars(rows: Sequence[ChapterRow], values: Sequence[float], form: str, axis: str) -> dict[str, Any]:
    levels = [row.coverage.level for row in rows]
    return {
        "type": "bar",
        "orientation": "h",
        "xaxis": axis,
        "y": list(range(len(rows))),
        "x": list(values),
        "width": 0.6,
        "text": [form.format(value) for value in values],
        "textposition": "auto",
        "insidetextanchor": "start",
        "insidetextfont": {"color": "white", "size": 14},
        "outsidetextfont": {"size": 14},
        "hovertext": [_hover(row) for row in rows],
        "hoverinfo": "text",
        "marker": {
            "color": [COLOURS[level] for level in levels],
            "pattern": {
                "shape": [PATTERNS[level] for level in levels],
                "fillmode": "overlay",
                "fgopacity": 0.18,
                "size": 9,
                "solidity": 0.18,
            },
        },
    }


def _across(column: int, title: str, values: Sequence[float], strong: float) -> dict[str, Any]:
    return {
        "title": {"text": title, "font": {"size": 14}},
        "domain": list(_COLUMNS[column]),
        "range": [0, _ROOM * max([strong, *values])],
        "tickfont": {"size": 13},
        "fixedrange": True,
    }


def _line(axis: str, begin: float) -> dict[str, Any]:
    """Draw where a level begins."""
    line = {"color": GREY, "dash": "dot", "width": 1.5}
    return {"type": "line", "x0": begin, "x1": begin, "y0": 0, "y1": 1, "xref": axis, "yref": "y domain", "line": line}


def _name(axis: str, begin: float, word: str, side: str) -> dict[str, Any]:
    place = {"x": begin, "y": 1, "xref": axis, "yref": "y domain", "xanchor": side, "yanchor": "bottom"}
    return {**place, "showarrow": False, "text": f"{word} {begin:g}", "font": {"size": 13}}


def figure_in_words(rows: Sequence[ChapterRow], thresholds: CoverageThresholds) -> str:
    """Say what `coverage_figure` shows, for those who do not see it."""
    levels = (
        f"Medium begins at {thresholds.medium_quotes} quotes and {thresholds.medium_words_per_claim:g} words per "
        f"claim, strong at {thresholds.strong_quotes} and {thresholds.strong_words_per_claim:g}."
    )
    return " ".join([levels, *(f"Chapter {row.label}: {_in_words(row)}." for row in rows)])


def coverage_figure(rows: Sequence[ChapterRow], thresholds: CoverageThresholds) -> go.Figure:
    """Draw each chapter's usable quotes and quote words per claim against where the levels begin."""
    quotes = [row.coverage.usable_quotes for row in rows]
    words = [row.coverage.quote_words_per_claim for row in rows]
    begins = (
        ("x", thresholds.medium_quotes, "medium", "right"),
        ("x", thresholds.strong_quotes, "strong", "left"),
        ("x2", thresholds.medium_words_per_claim, "medium", "right"),
        ("x2", thresholds.strong_words_per_claim, "strong", "left"),
    )
    names = [f"{wrapped(row.label)}<br><b>{LEVELS[row.coverage.level]}</b>" for row in rows]
    lines = max([3, *(name.count("<br>") + 1 for name in names)])
    layout = {
        "xaxis": _across(0, "Usable quotes", quotes, thresholds.strong_quotes),
        "xaxis2": _across(1, "Quote words per claim", words, thresholds.strong_words_per_claim),
        "yaxis": {
            "tickmode": "array",
            "tickvals": list(range(len(rows))),
            "ticktext": names,
            "tickfont": {"size": 13},
            "range": [len(rows) - 0.5, -0.5],
            "showgrid": False,
            "fixedrange": True,
            "automargin": True,
        },
        "shapes": [_line(axis, begin) for axis, begin, _, _ in begins],
        "annotations": [_name(axis, begin, word, side) for axis, begin, word, side in begins],
        "height": _ABOVE_AND_BELOW + (_BETWEEN_ROWS + _LINE_HEIGHT * lines) * max(len(rows), 1),
        "margin": {"t": 30, "b": 60, "l": 10, "r": 10},
    }
    return figure_of([_bars(rows, quotes, "\u00a0{:g}", "x"), _bars(rows, words, "\u00a0{:.1f}", "x2")], layout)
