"""Bars: how much of what each speaker says a proven quote of the map covers."""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from core.coverage.levels import CoverageLevel
from core.map_making.transcript_use import SpeakerUse
from workbench.labels import ROLES, count
from workbench.ui.charts.style import COLOURS, figure_of, plotly_text, wrapped

_NOBODY = "Nobody is named"
_SHARES = (0, 25, 50, 75, 100)
_ROOM = 128  # the axis goes on beyond 100 %, so that the words behind a whole bar have their place
_ROW_HEIGHT = 52
_ABOVE_AND_BELOW = 70


def _percent(one: SpeakerUse) -> float:
    return 100 * one.used / one.words


def _amount(one: SpeakerUse) -> str:
    return f"{one.used:,} of {count(one.words, 'word')}, {_percent(one):.0f}%"


def speaker_name(one: SpeakerUse) -> str:
    """Return whose words these are."""
    return one.speaker.speaker_name if one.speaker else _NOBODY


def _named(one: SpeakerUse) -> str:
    return f"{speaker_name(one)} ({ROLES[one.speaker.speaker_role].lower()})" if one.speaker else _NOBODY


def _axis_name(one: SpeakerUse) -> str:
    role = f"<br>{ROLES[one.speaker.speaker_role]}" if one.speaker else ""
    return f"{wrapped(speaker_name(one))}{role}"


def use_in_words(speakers: Sequence[SpeakerUse]) -> str:
    """Say what `use_figure` shows, for those who do not see it."""
    return " ".join(
        f"{_named(one)}: {_amount(one)}, in {one.cited:,} of {count(one.turns, 'turn')}." for one in speakers
    )


def use_figure(speakers: Sequence[SpeakerUse]) -> go.Figure:
    """Draw the share of each speaker's words that is used, in percent; every speaker has words."""
    bars: dict[str, Any] = {
        "type": "bar",
        "orientation": "h",
        "y": list(range(len(speakers))),
        "x": [_percent(one) for one in speakers],
        "width": 0.55,
        "text": [f"\u00a0{_amount(one)}" for one in speakers],
        "textposition": "outside",
        "constraintext": "none",
        "outsidetextfont": {"size": 14},
        "cliponaxis": False,
        "hovertext": [
            f"<b>{plotly_text(_named(one))}</b><br>{_amount(one)}<br>in {one.cited:,} of {count(one.turns, 'turn')}"
            for one in speakers
        ],
        "hoverinfo": "text",
        "marker": {"color": COLOURS[CoverageLevel.STRONG]},
    }
    layout = {
        "xaxis": {
            "range": [0, _ROOM],
            "tickvals": list(_SHARES),
            "ticktext": [f"{share}%" for share in _SHARES],
            "tickfont": {"size": 13},
            "fixedrange": True,
        },
        "yaxis": {
            "tickmode": "array",
            "tickvals": list(range(len(speakers))),
            "ticktext": [_axis_name(one) for one in speakers],
            "tickfont": {"size": 13},
            "range": [len(speakers) - 0.5, -0.5],
            "showgrid": False,
            "fixedrange": True,
            "automargin": True,
        },
        "height": _ABOVE_AND_BELOW + _ROW_HEIGHT * len(speakers),
        "margin": {"t": 10, "b": 30, "l": 10, "r": 10},
    }
    return figure_of([bars], layout)
