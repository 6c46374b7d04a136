"""What the charts of an evaluation share: names of variants, the axis of shares, and the look of unselected marks."""

from collections.abc import Sequence
from typing import Any

from core.evaluation.measures import METRICS, MeasureStage
from core.evaluation.records import Metric
from core.text.confusables import without_order_controls
from workbench.experiments.results.results import EvaluationResults
from workbench.ui.charts import style
from workbench.ui.charts.style import GREY

WRITTEN, READ = "#9c6c1c", "#2f7a6d"
"""The colours of what the model wrote and of what is read; a ring and a diamond say the same."""

FEW = 4
"""Variants whose names stand level above their columns, and without a number."""
NAME = 26
"""Characters of a name beside a point or above a column."""
ROW = 34
"""Characters of a line beside a row."""

# Unselected marks stay readable; without a colour of its own their text would fade, too. Plotly's bars read both.
PRESSED: dict[str, Any] = {
    "selected": {"marker": {"opacity": 1}},
    "unselected": {"marker": {"opacity": 0.55}, "textfont": {"color": GREY}},
}
"""What a press leaves to be seen."""
_QUARTERS = (0, 25, 50, 75, 100)


def plotly_text(words: str) -> str:
    """Return words so that Plotly shows these characters, in the order in which they stand."""
    return style.plotly_text(without_order_controls(words))


def wrapped(words: str, width: int) -> str:
    """Return words in at most three lines, as `plotly_text` does."""
    return style.wrapped(without_order_controls(words), width)


def shortened(name: str, width: int) -> str:
    """Return a name of at most `width` characters, cut in its middle: names of a grid differ at either end."""
    line = " ".join(name.split())
    if len(line) <= width:
        return line
    end = (width - 1) // 2
    return f"{line[: width - 1 - end]}…{line[-end:]}"


def short_names(results: EvaluationResults, width: int) -> list[str]:
    """Return the names of the variants as they fit beside a point, numbered where they are many or look alike."""
    names = [one.name for one in results.variants]
    short = [shortened(name, width) for name in names]
    if len(names) <= FEW and len(set(short)) == len(names):
        return short
    return [f"{number}. {shortened(name, width - 4)}" for number, name in enumerate(names, start=1)]


def variant_labels(results: EvaluationResults) -> list[str]:
    """Return how the variants are called beside their rows, with a word where the others are compared with one."""
    names = [one.name for one in results.variants]
    numbered = short_names(results, NAME) != [shortened(name, NAME) for name in names]
    labels: list[str] = []
    for number, name in enumerate(names, start=1):
        line = wrapped((f"{number}.\u00a0" if numbered else "") + shortened(name, 92), ROW)
        is_reference = name == results.reference and len(names) > 1
        labels.append(f"{line}<br><i>the reference</i>" if is_reference else line)
    return labels


def look_of(metric: Metric) -> dict[str, Any]:
    """Return the marker of a metric: a ring for what the model wrote, a diamond for the rest."""
    if METRICS[metric].stage is MeasureStage.WRITTEN:
        return {"symbol": "circle-open", "size": 13, "color": WRITTEN, "line": {"width": 3}}
    return {"symbol": "diamond", "size": 13, "color": READ, "line": {"width": 0}}


def share_axis(title: str = "", reach: Sequence[float] = (-2, 104)) -> dict[str, Any]:
    """Return an axis of shares in percent."""
    return {
        "title": {"text": title, "font": {"size": 14}},
        "range": list(reach),
        "tickvals": list(_QUARTERS),
        "ticktext": [f"{share}%" for share in _QUARTERS],
        "tickfont": {"size": 13},
        "fixedrange": True,
        "zeroline": False,
    }


def rows_axis(labels: Sequence[str]) -> dict[str, Any]:
    """Return an axis of rows, the first on top."""
    return {
        "tickmode": "array",
        "tickvals": list(range(len(labels))),
        "ticktext": list(labels),
        "tickfont": {"size": 13},
        "range": [len(labels) - 0.5, -0.5],
        "fixedrange": True,
        "showgrid": False,
        "zeroline": False,
        "automargin": True,
    }
