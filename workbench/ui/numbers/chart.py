"""Bars: which data source the numbers of each paragraph rest on, and how many rest on none."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import plotly.graph_objects as go

from core.numbers.paragraphs import ParagraphCoverage
from workbench.labels import count
from workbench.ui.charts.style import GREY, figure_of, plotly_text, wrapped

MOST_PARAGRAPHS = 40
"""Paragraphs that are drawn; of more, the first ones."""

_MOST_SOURCES = 5  # that have a look of their own
_LABEL = 30  # characters of a source's name
_ROW_HEIGHT = 34
_ABOVE_AND_BELOW = 96
# Readable on the light and on the dark background; the pattern says the same to those who do not see the colour.
_LOOKS = (("#2f7a6d", ""), ("#3f6fa3", "/"), ("#7d5ba6", "\\"), ("#8a7a1f", "x"), ("#4f7f2f", "+"))
_OTHERS = ("#6d6a64", "-")
_WRONG = ("#b4652a", "|")
_NONE = ("#a3503f", ".")


class _Series(NamedTuple):
    """One kind of bar: its name, its look, and its numbers by paragraph."""

    name: str
    look: tuple[str, str]
    numbers: Mapping[int, int]


def _by_paragraph(found: Sequence[ParagraphCoverage]) -> list[tuple[int, int, list[ParagraphCoverage]]]:
    """Return the paragraphs that are drawn, each with its number, its line and its entries."""
    ordered = sorted(found, key=lambda one: one.paragraph)
    groups = [(key, list(entries)) for key, entries in groupby(ordered, key=lambda one: (one.paragraph, one.line))]
    return [(paragraph, line, entries) for (paragraph, line), entries in groups][:MOST_PARAGRAPHS]


def _sum(entries: Sequence[ParagraphCoverage], wanted: Sequence[str], *, well: bool) -> dict[int, int]:
    numbers: dict[int, int] = {}
    for one in entries:
        if one.data_source in wanted:
            numbers[one.paragraph] = numbers.get(one.paragraph, 0) + (one.cited if well else one.with_issue)
    return {paragraph: number for paragraph, number in numbers.items() if number}


def _series(found: Sequence[ParagraphCoverage]) -> list[_Series]:
    """Return the bars in the order in which they are stacked: sources, what is wrong, what has none."""
    totals: dict[str, int] = {}
    for one in found:
        if one.cited:
            totals[one.data_source] = totals.get(one.data_source, 0) + one.cited
    ranked = sorted(totals, key=lambda source: (-totals[source], source))
    named, others = ranked[:_MOST_SOURCES], ranked[_MOST_SOURCES:]
    every = list(dict.fromkeys(one.data_source for one in found))
    series = [
        _Series(source or "Cited", look, _sum(found, [source], well=True))
        for source, look in zip(named, _LOOKS, strict=False)
    ]
    series += [
        _Series("Other sources", _OTHERS, _sum(found, others, well=True)),
        _Series("Cited, with an issue", _WRONG, _sum(found, [one for one in every if one], well=False)),
        _Series("Uncited or cited wrongly", _NONE, _sum(found, [""], well=False)),
    ]
    return [one for one in series if one.numbers]


def _bars(series: _Series, paragraphs: Sequence[int], names: Sequence[str]) -> dict[str, Any]:
    colour, pattern = series.look
    places = [place for place, paragraph in enumerate(paragraphs) if series.numbers.get(paragraph)]
    numbers = [series.numbers[paragraphs[place]] for place in places]
    parts = [f"<b>{names[place]}</b><br>{wrapped(series.name, 48)}: {count(number, 'number')}"
            for place, number in zip(places, numbers, strict=True)]  # fmt: skip
    return {
        "type": "bar",
        "orientation": "h",
        "name": plotly_text(series.name if len(series.name) <= _LABEL else f"{series.name[:_LABEL]}…"),
        "y": places,
        "x": numbers,
        "width": 0.62,
        "text": [str(number) for number in numbers],
        "textposition": "inside",
        "insidetextanchor": "middle",
        "insidetextfont": {"color": "white", "size": 13},
        "textangle": 0,
        "hovertext": parts,
        "hoverinfo": "text",
        "marker": {
            "color": colour,
            "line": {"color": GREY, "width": 0.5},
            "pattern": {"shape": pattern, "fillmode": "overlay", "fgopacity": 0.2, "size": 8, "solidity": 0.2},
        },
    }


def numbers_in_words(found: Sequence[ParagraphCoverage]) -> str:
    """Say what `numbers_figure` shows, for those who do not see it."""
    sentences: list[str] = []
    for paragraph, line, entries in _by_paragraph(found):
        parts = [
            f"{one.data_source or 'no source'}: {one.cited} cited, {one.with_issue} with an issue" for one in entries
        ]
        sentences.append(f"Paragraph {paragraph} (line {line}): {'; '.join(parts)}.")
    return " ".join(sentences)


def numbers_figure(found: Sequence[ParagraphCoverage], first_words: Mapping[int, str]) -> go.Figure:
    """Draw the numbers of each paragraph, stacked by what they rest on; `first_words` are theirs, by their line."""
    drawn = _by_paragraph(found)
    paragraphs = [paragraph for paragraph, _, _ in drawn]
    names = [f"{paragraph}. {plotly_text(first_words[line])}" for paragraph, line, _ in drawn]
    most = max((sum(one.cited + one.with_issue for one in entries) for _, _, entries in drawn), default=1)
    layout = {
        "barmode": "stack",
        "showlegend": True,
        "legend": {"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "itemclick": False,
                   "itemdoubleclick": False, "traceorder": "normal", "font": {"size": 14}},
        "xaxis": {"title": {"text": "Numbers", "font": {"size": 14}}, "range": [0, most * 1.04 + 0.1],
                  "dtick": max(1, most // 8), "tickfont": {"size": 13}, "fixedrange": True, "zeroline": True},
        "yaxis": {"tickmode": "array", "tickvals": list(range(len(drawn))), "ticktext": names,
                  "tickfont": {"size": 13}, "range": [len(drawn) - 0.5, -0.5], "showgrid": False, "fixedrange": True,
                  "automargin": True},
        "height": _ABOVE_AND_BELOW + _ROW_HEIGHT * max(len(drawn), 1),
        "margin": {"t": 40, "b": 50, "l": 10, "r": 10},
        "hovermode": "closest",
    }  # fmt: skip
    return figure_of([_bars(one, paragraphs, names) for one in _series(found)], layout)
