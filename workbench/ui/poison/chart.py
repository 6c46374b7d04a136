"""Bars: how much of what is false gets through here, and how much a check by likeness would have let through."""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from core.coverage.levels import CoverageLevel
from core.evaluation.corruptions import CorruptionClass
from core.evaluation.injection import InjectionTally, Poisoning
from workbench.ui.charts.style import COLOURS, figure_of, plotly_text
from workbench.ui.poison.state.poison_labels import CLASSES

_HERE = "Got through here"
_LIKENESS = "Would have passed the check by likeness"
_SHARES = (0, 25, 50, 75, 100)
_ROW_HEIGHT = 40
_ABOVE_AND_BELOW = 80


def _bars(name: str, tallies: Sequence[InjectionTally], counts: Sequence[int], look: dict[str, Any]) -> dict[str, Any]:
    texts = [f"{through} of {tally.injected}" for through, tally in zip(counts, tallies, strict=True)]
    names = [CLASSES[tally.corruption_class] for tally in tallies]
    return {
        "type": "bar",
        "orientation": "h",
        "name": name,
        "y": list(range(len(tallies))),
        "x": [100 * through / tally.injected for through, tally in zip(counts, tallies, strict=True)],
        "text": [f"\u00a0{text}" for text in texts],
        "textposition": "outside",
        "constraintext": "none",
        "outsidetextfont": {"size": 13},
        "cliponaxis": False,
        "hovertext": [
            f"<b>{plotly_text(one)}</b><br>{plotly_text(name)}: {text}" for one, text in zip(names, texts, strict=True)
        ],
        "hoverinfo": "text",
        "marker": look,
    }


def let_through_figure(found: Poisoning) -> go.Figure:
    """Draw both shares of every class that must not get through, in percent; typography may, and is left out."""
    tallies = [tally for tally in found.tallies if tally.corruption_class is not CorruptionClass.TYPOGRAPHY]
    here = {"color": COLOURS[CoverageLevel.STRONG]}
    pattern = {"shape": "/", "fillmode": "overlay", "fgopacity": 0.18, "size": 9, "solidity": 0.18}
    likeness = {"color": COLOURS[CoverageLevel.WEAK], "pattern": pattern}
    layout = {
        "barmode": "group",
        "bargap": 0.3,
        "showlegend": True,
        "legend": {"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "itemclick": False,
                   "itemdoubleclick": False, "font": {"size": 14}},
        "xaxis": {"range": [0, 112], "tickvals": list(_SHARES), "ticktext": [f"{share}%" for share in _SHARES],
                  "tickfont": {"size": 13},
                  "fixedrange": True, "zeroline": True},
        "yaxis": {
            "tickmode": "array",
            "tickvals": list(range(len(tallies))),
            "ticktext": [plotly_text(CLASSES[tally.corruption_class]) for tally in tallies],
            "tickfont": {"size": 13}, "range": [len(tallies) - 0.5, -0.5], "showgrid": False, "fixedrange": True,
            "automargin": True,
        },
        "height": _ABOVE_AND_BELOW + _ROW_HEIGHT * max(len(tallies), 1),
        "margin": {"t": 40, "b": 30, "l": 10, "r": 10},
    }  # fmt: skip
    return figure_of(
        [
            _bars(_HERE, tallies, [tally.let_through for tally in tallies], here),
            _bars(_LIKENESS, tallies, [tally.naive for tally in tallies], likeness),
        ],
        layout,
    )
