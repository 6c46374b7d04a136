"""Two sets of thresholds side by side: the level of every chapter under each of them."""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from core.coverage.levels import CoverageLevel
from workbench.labels import LEVELS, coverage_in_words
from workbench.ui.charts.style import COLOURS, GREY, figure_of, wrapped
from workbench.ui.common.chapters import ChapterComparison, ChapterRow

_STEPS = {CoverageLevel.WEAK: 0, CoverageLevel.MEDIUM: 1, CoverageLevel.STRONG: 2}
_APART = 0.16  # the two points of a chapter stand one above the other
_ROW_HEIGHT = 44


def _hover(name: str, chapter: ChapterComparison, row: ChapterRow) -> str:
    joined = f"<br>Written as {row.numbers}" if len(row.parts) > 1 else ""
    text = f"{LEVELS[row.coverage.level]}, {coverage_in_words(row.coverage)}"
    return f"<b>{wrapped(f'{chapter.number}. {chapter.title}', 48)}</b><br>{wrapped(name, 48)}: {text}{joined}"


def _points(name: str, rows: Sequence[tuple[ChapterComparison, ChapterRow]], *, first: bool) -> dict[str, Any]:
    levels = [row.coverage.level for _, row in rows]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [_STEPS[level] for level in levels],
        "y": [place + (-_APART if first else _APART) for place in range(len(rows))],
        "marker": {
            "symbol": "circle-open" if first else "diamond",
            "size": 13,
            "color": [COLOURS[level] for level in levels],
            "line": {"width": 3 if first else 0},
        },
        "hovertext": [_hover(name, chapter, row) for chapter, row in rows],
        "hoverinfo": "text",
    }


def comparison_figure(chapters: Sequence[ChapterComparison], names: tuple[str, str]) -> go.Figure:
    """Draw the level of every chapter under two sets of thresholds: a ring for the first, a diamond for the second."""
    moved = [
        (_STEPS[one.left.coverage.level], _STEPS[one.right.coverage.level], place)
        for place, one in enumerate(chapters)
        if one.left.coverage.level is not one.right.coverage.level
    ]
    lines = {
        "type": "scatter",
        "mode": "lines",
        "x": [x for left, right, _ in moved for x in (left, right, None)],
        "y": [y for _, _, place in moved for y in (place - _APART, place + _APART, None)],
        "line": {"color": GREY, "width": 2},
        "hoverinfo": "skip",
    }
    layout = {
        "xaxis": {
            "tickvals": list(_STEPS.values()), "ticktext": [LEVELS[level] for level in _STEPS], "range": [-0.4, 2.4],
            "tickfont": {"size": 13}, "fixedrange": True, "zeroline": False, "side": "top",
        },
        "yaxis": {
            "tickvals": list(range(len(chapters))),
            "ticktext": [wrapped(f"{one.number}. {one.title}") for one in chapters],
            "range": [len(chapters) - 0.5, -0.5], "tickfont": {"size": 13}, "fixedrange": True, "zeroline": False,
            "showgrid": False, "automargin": True,
        },
        "height": 60 + _ROW_HEIGHT * max(len(chapters), 1),
        "margin": {"t": 34, "b": 12, "l": 10, "r": 10},
        "hovermode": "closest",
    }  # fmt: skip
    return figure_of(
        [
            lines,
            _points(names[0], [(one, one.left) for one in chapters], first=True),
            _points(names[1], [(one, one.right) for one in chapters], first=False),
        ],
        layout,
    )
