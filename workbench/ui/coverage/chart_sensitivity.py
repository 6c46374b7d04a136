"""Heat maps over two thresholds: how many chapters change their level, and the level of each chapter."""

from collections.abc import Iterator, Sequence
from textwrap import shorten
from typing import Any

import plotly.graph_objects as go

from core.coverage.sensitivity import Axis
from workbench.labels import LEVELS
from workbench.ui.charts.style import COLOURS, LETTERS, figure_of, plotly_text, wrapped
from workbench.ui.common.chapters import listed
from workbench.ui.common.coverage_sliders import dial_of
from workbench.ui.coverage.sensitivity import SensitivityMap

TILES = 24  # small maps drawn at once
_ACROSS = 4  # small maps beside one another
_TITLE_ROOM = 2.2  # cells above a small map for its title
_APART = 1  # cells between two
_CELL = 22  # pixels
_TITLE_WIDTH = 22  # characters
_ORDER = tuple(LETTERS)
_STEPS = len(_ORDER)
_DARK, _LIGHT = "#25231f", "#ffffff"


def _at(reading: SensitivityMap, row: int, column: int) -> str:
    across, up = dial_of(reading.across.threshold).short, dial_of(reading.up.threshold).short
    return f"{across}: {reading.across.values[column]:g}<br>{up}: {reading.up.values[row]:g}"


def _places(reading: SensitivityMap) -> Iterator[tuple[int, int]]:
    for row in range(len(reading.up.values)):
        for column in range(len(reading.across.values)):
            yield row, column


def _frame(x: float, y: float) -> list[dict[str, Any]]:
    """Mark the cell of the present thresholds: with a light line and a dark one, visible on any background."""
    box = {"type": "rect", "x0": x - 0.5, "x1": x + 0.5, "y0": y - 0.5, "y1": y + 0.5}
    return [{**box, "line": {"color": _LIGHT, "width": 4}}, {**box, "line": {"color": _DARK, "width": 2}}]


def _axis(axis: Axis, positions: Sequence[float], texts: Sequence[str], cells: tuple[float, float]) -> dict[str, Any]:
    return {
        "title": {"text": dial_of(axis.threshold).short, "font": {"size": 14}},
        "tickmode": "array",
        "tickvals": list(positions),
        "ticktext": list(texts),
        "tickfont": {"size": 12},
        "tickangle": 0,
        "range": list(cells),
        "fixedrange": True,
        "showgrid": False,
        "zeroline": False,
        "automargin": True,
    }


def _change(reading: SensitivityMap, row: int, column: int) -> str:
    changed = reading.changed(row, column)
    tally = ", ".join(f"{number} {LEVELS[level]}" for level, number in reading.tally(row, column).items())
    text = "As it is now" if (row, column) == (reading.row, reading.column) else "No chapter changes its level"
    if changed:
        numbers = listed([str(chapter + 1) for chapter in changed])
        text = wrapped(f"Another level: {'chapter' if len(changed) == 1 else 'chapters'} {numbers}", 60)
    return f"{_at(reading, row, column)}<br><b>{text}</b><br>{tally}"


def sensitivity_figure(reading: SensitivityMap) -> go.Figure:
    """Draw how many chapters have another level at each pair of values than they have now."""
    columns, rows = len(reading.across.values), len(reading.up.values)
    changes: list[list[int | None]] = [[None] * columns for _ in range(rows)]
    hover = [[""] * columns for _ in range(rows)]
    for row, column in _places(reading):
        if reading.is_possible(row, column):
            changes[row][column] = len(reading.changed(row, column))
            hover[row][column] = _change(reading, row, column)
    known = [(row, column) for row, column in _places(reading) if changes[row][column] is not None]
    map_trace = {
        "type": "heatmap",
        "z": changes,
        "zmin": 0,
        "zmax": max([1, *(changes[row][column] or 0 for row, column in known)]),
        "colorscale": [[0, "rgba(156,108,28,0.06)"], [1, "rgba(156,108,28,0.62)"]],
        "showscale": False,
        "xgap": 2,
        "ygap": 2,
        "hovertext": hover,
        "hoverinfo": "text",
        "hoverongaps": False,
    }
    numbers = {
        "type": "scatter",
        "mode": "text",
        "x": [column for _, column in known],
        "y": [row for row, _ in known],
        "text": [str(changes[row][column]) for row, column in known],
        "textfont": {"size": 14},
        "hoverinfo": "skip",
    }
    layout = {
        "xaxis": _axis(
            reading.across, range(columns), [f"{value:g}" for value in reading.across.values], (-0.6, columns - 0.4)
        ),
        "yaxis": _axis(reading.up, range(rows), [f"{value:g}" for value in reading.up.values], (-0.6, rows - 0.4)),
        "shapes": _frame(reading.column, reading.row),
        "height": 90 + 32 * rows,
        "margin": {"t": 8, "b": 58, "l": 10, "r": 10},
        "hovermode": "closest",
    }
    return figure_of([map_trace, numbers], layout)


class _MapGrid:
    """Where the cells of each small map lie on the one pair of axes that all share."""

    def __init__(self, reading: SensitivityMap, number: int) -> None:
        self.columns, self.rows = len(reading.across.values), len(reading.up.values)
        self.beside = max(min(_ACROSS, number), 1)
        self.deep = -(-number // self.beside)
        self.width = self.beside * (self.columns + _APART) - _APART
        self.pitch = self.rows + _TITLE_ROOM
        self.height = self.deep * self.pitch

    def left(self, tile: int) -> float:
        return (tile % self.beside) * (self.columns + _APART)

    def bottom(self, tile: int) -> float:
        return (self.deep - 1 - tile // self.beside) * self.pitch


def _level_scale() -> list[list[float | str]]:
    """Return three flat steps, one colour for each level."""
    scale: list[list[float | str]] = []
    for step, level in enumerate(_ORDER):
        scale += [[step / _STEPS, COLOURS[level]], [(step + 1) / _STEPS, COLOURS[level]]]
    return scale


def _tile(reading: SensitivityMap, chapter: int, place: tuple[float, float]) -> dict[str, Any]:
    grid = reading.grids[chapter]
    steps = [[None if level is None else _ORDER.index(level) + 0.5 for level in row] for row in grid]
    letters = [["" if level is None else LETTERS[level] for level in row] for row in grid]
    hover = [
        [
            "" if level is None else f"Chapter {chapter + 1}: <b>{LEVELS[level]}</b><br>{_at(reading, row, column)}"
            for column, level in enumerate(levels)
        ]
        for row, levels in enumerate(grid)
    ]
    return {
        "type": "heatmap",
        "z": steps,
        "x0": place[0],
        "dx": 1,
        "y0": place[1],
        "dy": 1,
        "zmin": 0,
        "zmax": _STEPS,
        "colorscale": _level_scale(),
        "showscale": False,
        "xgap": 1,
        "ygap": 1,
        "text": letters,
        "texttemplate": "%{text}",
        "textfont": {"size": 11, "color": "white"},
        "hovertext": hover,
        "hoverinfo": "text",
        "hoverongaps": False,
    }


def _title(reading: SensitivityMap, chapter: int, titles: Sequence[str], place: tuple[float, float]) -> dict[str, Any]:
    level = reading.now(chapter)
    text = plotly_text(LEVELS[level]) if level else ""
    short = plotly_text(shorten(f"{chapter + 1}. {titles[chapter]}", _TITLE_WIDTH, placeholder=" …"))
    return {
        "x": place[0] - 0.5, "y": place[1] + len(reading.up.values) - 0.4, "xanchor": "left", "yanchor": "bottom",
        "align": "left", "showarrow": False, "text": f"{short}<br><b>{text}</b>", "font": {"size": 12},
    }  # fmt: skip


def tiles_figure(reading: SensitivityMap, titles: Sequence[str], first: int = 0) -> go.Figure:
    """Draw the level of each chapter at each pair of values, one small map a chapter, from chapter `first` (0) on."""
    shown = range(first, min(first + TILES, len(reading.grids)))
    mosaic = _MapGrid(reading, len(shown))
    places = [(mosaic.left(tile), mosaic.bottom(tile)) for tile in range(len(shown))]
    frames = [frame for x, y in places for frame in _frame(x + reading.column, y + reading.row)]
    columns = [
        (tile * (mosaic.columns + _APART) + column, f"{value:g}")
        for tile in range(mosaic.beside)
        for column, value in enumerate(reading.across.values)
        if column % 2 == 0
    ]
    rows = [
        (tile * mosaic.pitch + row, f"{value:g}")
        for tile in range(mosaic.deep)
        for row, value in enumerate(reading.up.values)
        if row % 2 == 0
    ]
    layout = {
        "xaxis": _axis(reading.across, [x for x, _ in columns], [text for _, text in columns], (-0.6, mosaic.width)),
        "yaxis": _axis(reading.up, [y for y, _ in rows], [text for _, text in rows], (-0.6, mosaic.height)),
        "shapes": frames,
        "annotations": [_title(reading, chapter, titles, place) for chapter, place in zip(shown, places, strict=True)],
        "height": round(80 + _CELL * mosaic.height),
        "margin": {"t": 6, "b": 58, "l": 10, "r": 6},
        "hovermode": "closest",
    }
    return figure_of([_tile(reading, chapter, place) for chapter, place in zip(shown, places, strict=True)], layout)
