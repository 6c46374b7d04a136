"""The waterfall: what enforcement did with the quotations that a model wrote."""

from typing import Any

import plotly.graph_objects as go

from core.evaluation.records import Amount
from workbench.experiments.results.chart_marks import STANDING, STEPS, ChartMark, steps_of
from workbench.experiments.results.results import EvaluationResults, VariantResults
from workbench.labels import count
from workbench.ui.charts.style import GREY, figure_of
from workbench.ui.evaluate.chart_style import PRESSED, plotly_text, rows_axis, wrapped

_ROW_HEIGHT = 40
_AROUND = 60
_FEW = 8  # quotations; of more, not each has a number below it
_ROOM = 1.16  # the axis goes on beyond the longest bar, for its number
# Colour, pattern and word say the same.
_LOOKS = {
    Amount.FOUND: ("#6d6a64", ""),
    Amount.UNQUOTED: ("#9c6c1c", "/"),
    Amount.DROPPED: ("#a3503f", "x"),
    STANDING: ("#2f7a6d", ""),
    Amount.KEPT: ("#2f7a6d", ""),
    Amount.REPLACED: ("#3f6fa3", "\\"),
    Amount.CORRECTED: ("#7d5ba6", "."),
}
_FALLS = (Amount.UNQUOTED, Amount.DROPPED)
_PARTS = (Amount.KEPT, Amount.REPLACED, Amount.CORRECTED)


def _begins(steps: dict[str, int]) -> dict[str, int]:
    """Return where the bar of each step begins: a loss hangs from the level before it, every other bar begins at
    zero."""
    left = steps[Amount.FOUND]
    begins = dict.fromkeys(steps, 0)
    for step in _FALLS:
        left -= steps[step]
        begins[step] = left
    begins[Amount.REPLACED] = steps[Amount.KEPT]
    return begins


def _label(step: str) -> str:
    words = plotly_text(STEPS[step])
    return f"<i>of these: {words[0].lower()}{words[1:]}</i>" if step in _PARTS else words


def _number(step: str, number: int) -> str:
    return f"−{number:,}" if step in _FALLS and number else f"{number:,}"


def _bars(variant: VariantResults, steps: dict[str, int]) -> dict[str, Any]:
    begins, names = _begins(steps), list(steps)
    return {
        "type": "bar",
        "orientation": "h",
        "y": list(range(len(names))),
        "base": [begins[name] for name in names],
        "x": [steps[name] for name in names],
        "width": [0.44 if name in _PARTS else 0.66 for name in names],
        "text": [f"\u00a0{_number(name, steps[name])}" for name in names],
        "textposition": "outside",
        "constraintext": "none",
        "outsidetextfont": {"size": 14},
        "cliponaxis": False,
        "marker": {
            "color": [_LOOKS[name][0] for name in names],
            "line": {"color": GREY, "width": 0.5},
            # In the other fill mode Plotly makes a contrast of the whole list of colours, and complains.
            "pattern": {
                "shape": [_LOOKS[name][1] for name in names],
                "fillmode": "replace",
                "size": 8,
                "solidity": 0.5,
            },
        },
        **PRESSED,
        "customdata": [ChartMark(variant=variant.name, what=name).customdata for name in names],
        "hovertext": [
            f"<b>{wrapped(variant.name, 60)}</b><br>{plotly_text(STEPS[name])}: {steps[name]:,} "
            f"of {steps[Amount.FOUND]:,}"
            for name in names
        ],
        "hoverinfo": "text",
    }


def waterfall_in_words(results: EvaluationResults, variant: str) -> str:
    """Say what `waterfall_figure` shows, or why it shows nothing."""
    found = results.variant(variant)
    steps = steps_of(found) if found else {}
    if not steps:
        return f"{variant}: no quotation of a model was found in what it wrote, so there was nothing to enforce."
    return (
        f"{variant}: {count(steps[Amount.FOUND], 'quotation')} written by the model. Marks taken off: "
        f"{steps[Amount.UNQUOTED]:,}. Left out: {steps[Amount.DROPPED]:,}. Standing: {steps[STANDING]:,}, of these "
        f"kept as they were {steps[Amount.KEPT]:,}, with the source’s own words {steps[Amount.REPLACED]:,}, with "
        f"another name or record id {steps[Amount.CORRECTED]:,}."
    )


def waterfall_figure(results: EvaluationResults, variant: str) -> go.Figure | None:
    """Draw how the quotations that the model of a variant wrote became those that stand, None where it wrote none."""
    found = results.variant(variant)
    steps = steps_of(found) if found else {}
    if found is None or not steps:
        return None
    most = steps[Amount.FOUND]
    layout = {
        "xaxis": {"range": [0, most * _ROOM], **({"dtick": 1} if most <= _FEW else {}), "tickformat": ",d",
                  "tickfont": {"size": 13}, "fixedrange": True, "zeroline": True},
        "yaxis": rows_axis([_label(step) for step in steps]),
        "height": _AROUND + _ROW_HEIGHT * len(steps),
        "margin": {"t": 8, "b": 40, "l": 10, "r": 14},
        "hovermode": "closest",
    }  # fmt: skip
    return figure_of([_bars(found, steps)], layout)
