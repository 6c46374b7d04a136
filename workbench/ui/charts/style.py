"""What all charts share: escaped words, the look of a level, and figures made without a second check.

Plotly reads a small HTML of its own in every text, so all words are escaped here.
"""

import textwrap
from html import escape
from typing import Any

import plotly.graph_objects as go

from core.coverage.levels import CoverageLevel

# Readable on the light and on the dark background, with white figures on them; the pattern, the symbol and the word or
# letter beside them say the same to those who do not see the colour.
COLOURS = {CoverageLevel.STRONG: "#2f7a6d", CoverageLevel.MEDIUM: "#9c6c1c", CoverageLevel.WEAK: "#a3503f"}
PATTERNS = {CoverageLevel.STRONG: "", CoverageLevel.MEDIUM: "/", CoverageLevel.WEAK: "."}
SYMBOLS = {CoverageLevel.STRONG: "circle", CoverageLevel.MEDIUM: "diamond", CoverageLevel.WEAK: "square"}
LETTERS = {CoverageLevel.STRONG: "S", CoverageLevel.MEDIUM: "M", CoverageLevel.WEAK: "W"}
GREY = "#8c877d"
_LABEL_WIDTH = 34


def plotly_text(words: str) -> str:
    """Return `words` so that Plotly shows exactly these characters, whatever markup they look like."""
    return escape(" ".join(words.split()), quote=False)


def wrapped(words: str, width: int = _LABEL_WIDTH) -> str:
    """Return `words` in at most three lines."""
    lines = textwrap.wrap(words, width, max_lines=3, placeholder=" …") or [""]
    return "<br>".join(plotly_text(line) for line in lines)


def figure_of(traces: list[dict[str, Any]], layout: dict[str, Any]) -> go.Figure:
    """Return a figure of plain traces; tests validate them against Plotly's rules, which takes ten times as long as
    drawing them does."""
    return go.Figure({"data": traces, "layout": {"showlegend": False, "dragmode": False, **layout}}, _validate=False)
