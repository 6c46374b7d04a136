"""Every chapter as a point between the two measures, on the areas of the levels."""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from core.coverage.levels import CoverageLevel, CoverageThresholds
from workbench.labels import LEVELS, coverage_in_words
from workbench.ui.charts.point_labels import place_labels
from workbench.ui.charts.style import COLOURS, GREY, PATTERNS, SYMBOLS, figure_of, wrapped
from workbench.ui.common.chapters import ChapterRow, listed

_HEIGHT = 440
_MARGIN = {"t": 12, "b": 58, "l": 62, "r": 12}
_ROOM = (560.0, _HEIGHT - 70.0)  # pixels to place labels on: the narrowest the chart is drawn
_NAMED_AT_ONCE = 4  # more chapters at one point are counted; hover text and table name them all
_NEAR = 26  # pixels from which on a line leads from a label to its point
_LEAST = -0.5  # so that a chapter without any quote does not lie on the frame

Outline = list[tuple[float, float]]


class _Scale:
    """The two axes: how far they go, and where on the drawing a value lies."""

    def __init__(self, rows: Sequence[ChapterRow], thresholds: CoverageThresholds) -> None:
        quotes = max([thresholds.strong_quotes, *(row.coverage.usable_quotes for row in rows)])
        words = max([thresholds.strong_words_per_claim, 1, *(row.coverage.quote_words_per_claim for row in rows)])
        self.right = quotes * 1.15 + 1
        self.top = words * 1.2
        self.bottom = -0.04 * self.top

    def pixels(self, quotes: float, words: float) -> tuple[float, float]:
        across = (quotes - _LEAST) / (self.right - _LEAST) * _ROOM[0]
        return across, (words - self.bottom) / (self.top - self.bottom) * _ROOM[1]

    def values(self, across: float, up: float) -> tuple[float, float]:
        quotes = across / _ROOM[0] * (self.right - _LEAST) + _LEAST
        return quotes, up / _ROOM[1] * (self.top - self.bottom) + self.bottom


def _areas(thresholds: CoverageThresholds, scale: _Scale) -> dict[CoverageLevel, Outline]:
    """Return the outline of each level; a whole number of quotes lies half a quote inside its area."""
    medium, strong = thresholds.medium_quotes - 0.5, thresholds.strong_quotes - 0.5
    few, many = thresholds.medium_words_per_claim, thresholds.strong_words_per_claim
    left, right, bottom, top = _LEAST, scale.right, scale.bottom, scale.top
    return {
        CoverageLevel.WEAK: [
            (left, bottom), (right, bottom), (right, few), (medium, few), (medium, top), (left, top)
        ],
        CoverageLevel.MEDIUM: [
            (medium, few), (right, few), (right, many), (strong, many), (strong, top), (medium, top)
        ],
        CoverageLevel.STRONG: [(strong, many), (right, many), (right, top), (strong, top)],
    }  # fmt: skip


def _faint(colour: str, strength: float) -> str:
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return f"rgba({red},{green},{blue},{strength})"


def _area(level: CoverageLevel, outline: Outline) -> dict[str, Any]:
    closed = [*outline, outline[0]]
    pattern = {"shape": PATTERNS[level], "size": 12, "solidity": 0.1, "fillmode": "replace"}
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [x for x, _ in closed],
        "y": [y for _, y in closed],
        "fill": "toself",
        "fillcolor": _faint(COLOURS[level], 0.16),
        "fillpattern": {**pattern, "fgcolor": _faint(COLOURS[level], 0.3), "bgcolor": _faint(COLOURS[level], 0.12)},
        "line": {"width": 0},
        "hoverinfo": "skip",
    }


def _edges(thresholds: CoverageThresholds, scale: _Scale) -> list[dict[str, Any]]:
    """Draw where the levels begin, corner by corner."""
    shapes: list[dict[str, Any]] = []
    for quotes, words in (
        (thresholds.medium_quotes - 0.5, thresholds.medium_words_per_claim),
        (thresholds.strong_quotes - 0.5, thresholds.strong_words_per_claim),
    ):
        line = {"type": "line", "layer": "below", "line": {"color": GREY, "width": 1.5, "dash": "dot"}}
        shapes.append({**line, "x0": quotes, "x1": quotes, "y0": words, "y1": scale.top})
        shapes.append({**line, "x0": quotes, "x1": scale.right, "y0": words, "y1": words})
    return shapes


def _names(areas: dict[CoverageLevel, Outline], scale: _Scale) -> list[dict[str, Any]]:
    """Name each area in its upper right corner; one too thin for its name is named in its upper left part."""
    names: list[dict[str, Any]] = []
    for level, outline in areas.items():
        right_edge = [y for x, y in outline if x == scale.right]
        x, y, side = scale.right, max(right_edge), "right"
        if (max(right_edge) - min(right_edge)) / (scale.top - scale.bottom) * _ROOM[1] < 20:
            strip = [x for x, y in outline if y == scale.top]
            if (max(strip) - min(strip)) / (scale.right - _LEAST) * _ROOM[0] < 60:
                continue
            x, y, side = min(strip), scale.top, "left"
        names.append(
            {
                "x": x, "y": y, "xanchor": side, "yanchor": "top", "showarrow": False,
                "text": f"<b>{LEVELS[level]}</b>", "font": {"size": 14}, "borderpad": 4,
            }
        )  # fmt: skip
    return names


def _grouped(rows: Sequence[ChapterRow]) -> list[list[ChapterRow]]:
    """Bring chapters with the same two measures together: they are one point with several numbers."""
    groups: dict[tuple[int, float], list[ChapterRow]] = {}
    for row in rows:
        groups.setdefault((row.coverage.usable_quotes, row.coverage.quote_words_per_claim), []).append(row)
    return list(groups.values())


def _label(group: Sequence[ChapterRow]) -> str:
    named = ", ".join(row.numbers.replace(" ", "") for row in group[:_NAMED_AT_ONCE])
    return named if len(group) <= _NAMED_AT_ONCE else f"{named} and {len(group) - _NAMED_AT_ONCE} more"


def _hover(group: Sequence[ChapterRow]) -> str:
    coverage = group[0].coverage
    titles = "<br>".join(f"<b>{wrapped(row.label, 48)}</b>" for row in group[:12])
    more = f"<br>and {len(group) - 12} more" if len(group) > 12 else ""
    return f"{titles}{more}<br>{LEVELS[coverage.level]}, {coverage_in_words(coverage)}"


def _points(groups: Sequence[Sequence[ChapterRow]], scale: _Scale) -> list[dict[str, Any]]:
    """Draw the points, their numbers beside them, and a line where a number had to stand off."""
    found = [group[0].coverage for group in groups]
    places = [(one.usable_quotes, one.quote_words_per_claim) for one in found]
    pixels = [scale.pixels(*place) for place in places]
    texts = [_label(group) for group in groups]
    offsets = place_labels(pixels, texts, _ROOM)
    labels = [scale.values(x + off.right, y + off.up) for (x, y), off in zip(pixels, offsets, strict=True)]
    hover = [_hover(group) for group in groups]
    led_x: list[float | None] = []
    led_y: list[float | None] = []
    for (x, y), (to_x, to_y), text, off in zip(places, labels, texts, offsets, strict=True):
        if abs(off.up) > _NEAR or abs(off.right) - len(text) * 4 > _NEAR:
            led_x += [x, to_x, None]
            led_y += [y, to_y, None]
    common = {"type": "scatter", "hoverinfo": "text", "hovertext": hover}
    return [
        {"type": "scatter", "mode": "lines", "x": led_x, "y": led_y, "line": {"color": GREY, "width": 1},
         "hoverinfo": "skip"},
        {**common, "mode": "markers", "x": [x for x, _ in places], "y": [y for _, y in places],
         "marker": {"size": 12, "symbol": [SYMBOLS[one.level] for one in found], "opacity": 1,
                    "color": [COLOURS[one.level] for one in found], "line": {"color": "white", "width": 1}}},
        {**common, "mode": "text", "x": [x for x, _ in labels], "y": [y for _, y in labels],
         "text": texts, "textfont": {"size": 13}},
    ]  # fmt: skip


def scatter_in_words(rows: Sequence[ChapterRow]) -> str:
    """Say what `scatter_figure` shows, for those who do not see it."""
    parts = ["Each chapter is a point: usable quotes to the right, quote words per claim upward."]
    for level, word in LEVELS.items():
        inside = [f"{row.numbers} ({coverage_in_words(row.coverage)})" for row in rows if row.coverage.level is level]
        parts.append(f"In the area {word}: {listed(inside) if inside else 'none'}.")
    return " ".join(parts)


def scatter_figure(rows: Sequence[ChapterRow], thresholds: CoverageThresholds) -> go.Figure:
    """Draw each chapter as a numbered point on the areas of the three levels."""
    scale = _Scale(rows, thresholds)
    areas = _areas(thresholds, scale)
    axis = {"tickfont": {"size": 13}, "fixedrange": True, "zeroline": False, "showgrid": False}
    layout = {
        "xaxis": {**axis, "title": {"text": "Usable quotes", "font": {"size": 14}}, "range": [_LEAST, scale.right]},
        "yaxis": {
            **axis,
            "title": {"text": "Quote words per claim", "font": {"size": 14}},
            "range": [scale.bottom, scale.top],
        },
        "shapes": _edges(thresholds, scale),
        "annotations": _names(areas, scale),
        "height": _HEIGHT,
        "margin": _MARGIN,
        "hovermode": "closest",
    }
    traces = [_area(level, outline) for level, outline in areas.items()]
    return figure_of([*traces, *_points(_grouped(rows), scale)], layout)
