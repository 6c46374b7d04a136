"""The kinds of quotations that fail, of one variant: how near to its source each was."""

from typing import Any

import plotly.graph_objects as go

from core.evaluation.kinds.kind_labels import KINDS
from core.evaluation.records import QuotationKind
from workbench.experiments.results.chart_marks import ChartMark, kinds_of
from workbench.experiments.results.results import EvaluationResults, VariantResults
from workbench.labels import count
from workbench.ui.charts.style import GREY, figure_of
from workbench.ui.evaluate.chart_style import PRESSED, WRITTEN, plotly_text, rows_axis, wrapped

_ROW_HEIGHT = 40
_AROUND = 60
_FEW = 8  # quotations; of more, not each has a number below it
_ROOM = 1.16  # the axis goes on beyond the longest bar, for its number
# Colour, pattern and word say the same: near the source, under another name, or far from it.
_NAMED = ("#3f6fa3", "\\")
_LOOKS = {
    QuotationKind.WRONG_SPEAKER: _NAMED,
    QuotationKind.OTHER_RECORD: _NAMED,
    QuotationKind.INVENTED: ("#a3503f", "x"),
}
_NEAR = (WRITTEN, "")


def _bars(variant: VariantResults, counts: dict[QuotationKind, tuple[int, int]]) -> dict[str, Any]:
    looks = [_LOOKS.get(kind, _NEAR) for kind in counts]
    return {
        "type": "bar",
        "orientation": "h",
        "y": list(range(len(counts))),
        "x": [before for before, _ in counts.values()],
        "width": 0.6,
        "text": [f"\u00a0{before:,}{f', {after:,} as read' if after else ''}" for before, after in counts.values()],
        "textposition": "outside",
        "constraintext": "none",
        "outsidetextfont": {"size": 14},
        "cliponaxis": False,
        "marker": {
            "color": [colour for colour, _ in looks],
            "line": {"color": GREY, "width": 0.5},
            # In the other fill mode Plotly makes a contrast of the whole list of colours, and complains.
            "pattern": {
                "shape": [pattern for _, pattern in looks], "fillmode": "replace", "size": 8, "solidity": 0.5
            },
        },
        **PRESSED,
        "customdata": [ChartMark(variant=variant.name, what=f"{kind}_before").customdata for kind in counts],
        "hovertext": [
            f"<b>{wrapped(variant.name, 60)}</b><br>{plotly_text(KINDS[kind].title)}: {before:,} as written, "
            f"{after:,} as read"
            for kind, (before, after) in counts.items()
        ],
        "hoverinfo": "text",
    }  # fmt: skip


def kinds_in_words(results: EvaluationResults, variant: str) -> str:
    """Say what `kinds_figure` shows, or why it shows nothing."""
    found = results.variant(variant)
    counts = kinds_of(found) if found else {}
    if not counts:
        return f"{variant}: its quotations were measured before there were kinds, or nothing is written yet."
    if not any(map(any, counts.values())):
        return f"{variant}: no quotation failed."
    listed = ", ".join(f"{KINDS[kind].title.lower()} {before:,}" for kind, (before, _) in counts.items())
    before, after = (sum(each) for each in zip(*counts.values(), strict=True))
    return f"{variant}: {count(before, 'quotation')} failed as written: {listed}. As read: {after:,}."


def kinds_figure(results: EvaluationResults, variant: str) -> go.Figure | None:
    """Draw how many quotations of each kind failed as a variant's model wrote them, and how many are left; None where
    none failed."""
    found = results.variant(variant)
    counts = kinds_of(found) if found else {}
    most = max((before for before, _ in counts.values()), default=0)
    if found is None or not most:
        return None
    layout = {
        "xaxis": {"range": [0, most * _ROOM], **({"dtick": 1} if most <= _FEW else {}), "tickformat": ",d",
                  "tickfont": {"size": 13}, "fixedrange": True, "zeroline": True},
        "yaxis": rows_axis([plotly_text(KINDS[kind].title) for kind in counts]),
        "height": _AROUND + _ROW_HEIGHT * len(counts),
        "margin": {"t": 8, "b": 40, "l": 10, "r": 14},
        "hovermode": "closest",
    }  # fmt: skip
    return figure_of([_bars(found, counts)], layout)
