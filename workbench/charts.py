"""Plotly figures. Plotly reads a small HTML of its own in every text, so all words are escaped here."""

import textwrap
from collections.abc import Sequence
from html import escape

import plotly.graph_objects as go

from core.coverage import CoverageLevel, CoverageThresholds
from workbench.chapters import ChapterRow
from workbench.wording import LEVELS, coverage_in_words

# Readable on the light and on the dark ground, with white figures on them; the pattern and the word beside the bar say
# the same to those who do not see the colour.
_COLOURS = {CoverageLevel.STRONG: "#2f7a6d", CoverageLevel.MEDIUM: "#9c6c1c", CoverageLevel.WEAK: "#a3503f"}
_PATTERNS = {CoverageLevel.STRONG: "", CoverageLevel.MEDIUM: "/", CoverageLevel.WEAK: "."}
_GREY = "#8c877d"
_LABEL_WIDTH = 34
_ROW_HEIGHT = 62
_ABOVE_AND_BELOW = 110
_ROOM = 1.12  # the axis goes on a little beyond the longest bar


def plotly_text(words: str) -> str:
    """Return `words` so that Plotly shows exactly these characters, whatever markup they look like."""
    return escape(" ".join(words.split()), quote=False)


def _wrapped(words: str) -> str:
    lines = textwrap.wrap(words, _LABEL_WIDTH, max_lines=3, placeholder=" …") or [""]
    return "<br>".join(plotly_text(line) for line in lines)


def _in_words(row: ChapterRow) -> str:
    return f"{LEVELS[row.coverage.level]}, {coverage_in_words(row.coverage)}"


def _hover(row: ChapterRow) -> str:
    joined = f"<br>Joined from the weak chapters {row.numbers}" if len(row.parts) > 1 else ""
    return f"<b>{_wrapped(row.label)}</b><br>{_in_words(row)}{joined}"


def _bars(rows: Sequence[ChapterRow], values: Sequence[float], form: str) -> go.Bar:
    levels = [row.coverage.level for row in rows]
    return go.Bar(
        orientation="h",
        y=list(range(len(rows))),
        x=list(values),
        width=0.6,
        text=[form.format(value) for value in values],
        textposition="auto",
        insidetextanchor="start",
        insidetextfont={"color": "white", "size": 14},
        outsidetextfont={"size": 14},
        hovertext=[_hover(row) for row in rows],
        hoverinfo="text",
        marker={
            "color": [_COLOURS[level] for level in levels],
            "pattern": {
                "shape": [_PATTERNS[level] for level in levels],
                "fillmode": "overlay",
                "fgcolor": "rgba(255,255,255,0.22)",
                "size": 9,
                "solidity": 0.18,
            },
        },
    )


def _axis(figure: go.Figure, column: int, title: str, values: Sequence[float], medium: float, strong: float) -> None:
    """Draw one axis with the two lines where the levels begin."""
    figure.update_xaxes(title={"text": title, "font": {"size": 14}}, row=1, col=column)
    figure.update_xaxes(
        range=[0, _ROOM * max([strong, *values])], tickfont={"size": 13}, fixedrange=True, row=1, col=column
    )
    for begin, word, side in ((medium, "medium", "right"), (strong, "strong", "left")):
        line = {"color": _GREY, "dash": "dot", "width": 1.5}
        figure.add_shape(type="line", x0=begin, x1=begin, y0=0, y1=1, yref="y domain", line=line, row=1, col=column)
        figure.add_annotation(
            x=begin, y=1, yref="y domain", xanchor=side, yanchor="bottom", showarrow=False, text=f"{word} {begin:g}",
            font={"size": 13}, row=1, col=column,
        )  # fmt: skip


def figure_in_words(rows: Sequence[ChapterRow], thresholds: CoverageThresholds) -> str:
    """Say what `coverage_figure` shows, for those who do not see it."""
    levels = (
        f"Medium begins at {thresholds.medium_quotes} quotes and {thresholds.medium_words_per_claim:g} words per "
        f"claim, strong at {thresholds.strong_quotes} and {thresholds.strong_words_per_claim:g}."
    )
    return " ".join([levels, *(f"Chapter {row.label}: {_in_words(row)}." for row in rows)])


def coverage_figure(rows: Sequence[ChapterRow], thresholds: CoverageThresholds) -> go.Figure:
    """Draw each chapter's usable quotes and quote words per claim against where the levels begin."""
    figure = go.Figure()
    figure.set_subplots(rows=1, cols=2, shared_yaxes=True, horizontal_spacing=0.06)
    quotes = [row.coverage.usable_quotes for row in rows]
    words = [row.coverage.quote_words_per_claim for row in rows]
    figure.add_trace(_bars(rows, quotes, "\u00a0{:g}"), row=1, col=1)
    figure.add_trace(_bars(rows, words, "\u00a0{:.1f}"), row=1, col=2)
    _axis(figure, 1, "Usable quotes", quotes, thresholds.medium_quotes, thresholds.strong_quotes)
    _axis(
        figure, 2, "Quote words per claim", words, thresholds.medium_words_per_claim, thresholds.strong_words_per_claim
    )
    figure.update_yaxes(
        tickmode="array",
        tickvals=list(range(len(rows))),
        ticktext=[f"{_wrapped(row.label)}<br><b>{LEVELS[row.coverage.level]}</b>" for row in rows],
        tickfont={"size": 13},
        range=[len(rows) - 0.5, -0.5],
        showgrid=False,
        fixedrange=True,
        automargin=True,
    )
    figure.update_layout(
        height=_ABOVE_AND_BELOW + _ROW_HEIGHT * max(len(rows), 1),
        margin={"t": 30, "b": 60, "l": 10, "r": 10},
        showlegend=False,
        dragmode=False,
    )
    return figure
