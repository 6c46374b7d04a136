"""The talk from its beginning to its end: how much of each stretch a proven quote of the map covers."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import plotly.graph_objects as go

from core.coverage.levels import CoverageLevel
from core.map_making.transcript_use import TurnUse
from workbench.labels import count
from workbench.ui.charts.style import COLOURS, figure_of

MOST_STRETCHES = 80
_SHARES = (0, 50, 100)
_HEIGHT = 190


class TalkStretch(NamedTuple):
    """Turns in a row, `turns[first:end]`, with their words and how many of these are used."""

    first: int
    end: int
    words: int
    used: int


def join_turns(turns: Sequence[TurnUse], most: int = MOST_STRETCHES) -> list[TalkStretch]:
    """Return the turns in order; where there are more than `most`, joined to stretches of about as many words each."""
    least = sum(turn.words for turn in turns) / most if len(turns) > most else 0
    joined: list[TalkStretch] = []
    first, words, used = 0, 0, 0
    for number, turn in enumerate(turns, start=1):
        words, used = words + turn.words, used + turn.used
        if words >= least or number == len(turns):
            joined.append(TalkStretch(first, number, words, used))
            first, words, used = number, 0, 0
    return joined


def _unused(turns: Sequence[TurnUse]) -> Iterator[TalkStretch]:
    first, words = 0, 0
    for number, turn in enumerate(turns):
        if turn.used:
            yield TalkStretch(first, number, words, 0)
            first, words = number + 1, 0
        else:
            words += turn.words
    yield TalkStretch(first, len(turns), words, 0)


def longest_unused(turns: Sequence[TurnUse]) -> TalkStretch | None:
    """Return the stretch with the most words in which no quote stands, the first of equals; None where there is
    none."""
    longest = max(_unused(turns), key=lambda one: one.words)
    return longest if longest.words else None


def turns_in_words(turns: Sequence[TurnUse], stretch: TalkStretch) -> str:
    """Return which of the turns a stretch has, by their numbers in the transcript."""
    first, last = turns[stretch.first].number, turns[stretch.end - 1].number
    return f"Turn {first}" if first == last else f"Turns {first} to {last}"


def _percent(one: TalkStretch) -> float:
    return 100 * one.used / one.words


def turns_figure(turns: Sequence[TurnUse]) -> go.Figure:
    """Draw each stretch as wide as its words are many and as high as the share of them that is used, in percent."""
    stretches = join_turns(turns)
    starts = [0, *accumulate(one.words for one in stretches)][:-1]
    bars: dict[str, Any] = {
        "type": "bar",
        "x": starts,
        "offset": 0,
        "width": [one.words for one in stretches],
        "y": [_percent(one) for one in stretches],
        "hovertext": [
            f"{turns_in_words(turns, one)}<br>{one.used:,} of {count(one.words, 'word')}, {_percent(one):.0f}%"
            for one in stretches
        ],
        "hoverinfo": "text",
        "marker": {"color": COLOURS[CoverageLevel.STRONG], "line": {"width": 0}},
    }
    layout = {
        "xaxis": {
            "title": {"text": "Words of the talk, from its beginning to its end", "font": {"size": 13}},
            "range": [0, sum(one.words for one in stretches)],
            "tickformat": ",d",
            "tickfont": {"size": 13},
            "showgrid": False,
            "fixedrange": True,
        },
        "yaxis": {
            "range": [0, 100],
            "tickvals": list(_SHARES),
            "ticktext": [f"{share}%" for share in _SHARES],
            "tickfont": {"size": 13},
            "fixedrange": True,
            "automargin": True,
        },
        "height": _HEIGHT,
        "margin": {"t": 15, "b": 50, "l": 10, "r": 10},
    }
    return figure_of([bars], layout)
