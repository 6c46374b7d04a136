"""The charts of an evaluation: one at a time; a press on a mark lists the quotations behind it."""

from functools import partial
from typing import TYPE_CHECKING, Literal

import streamlit as st

from core.evaluation.measures import METRICS
from core.evaluation.records import Metric
from workbench.experiments.results import EvaluationResults
from workbench.safe_html import element
from workbench.ui.common.widgets.base import heading
from workbench.ui.evaluate import charts
from workbench.ui.evaluate.state import tab

if TYPE_CHECKING:
    import plotly.graph_objects as go

View = Literal["What enforcement did", "Near or invented", "Measure by measure", "Unit by unit", "Cost and accuracy"]
VIEWS: tuple[View, ...] = (
    "What enforcement did",
    "Near or invented",
    "Measure by measure",
    "Unit by unit",
    "Cost and accuracy",
)
_PRESS = "Press a mark, and the quotations behind it are listed below."


def _metrics(results: EvaluationResults) -> list[Metric]:
    return [metric for metric in Metric if any(metric in one.sums.shares for one in results.variants)]


def _choose_metric(results: EvaluationResults, scope: str) -> Metric:
    """Ask for one of the measures that there are; a select box shows its options as plain text."""
    metrics = _metrics(results)
    key, change = tab.offer("metric", scope, metrics, Metric.VERBATIM_BEFORE)
    return st.selectbox(
        "Measure",
        metrics,
        format_func=lambda metric: METRICS[metric].title,
        key=key,
        on_change=change,
        width=420,
        label_visibility="collapsed",
    )


def _draw(figure: "go.Figure | None", in_words: str, key: str, scope: str) -> None:
    if figure is None:
        st.html(element("p", in_words, class_="wb-words wb-quiet"))
        return
    st.plotly_chart(
        figure,
        key=key,
        on_select=partial(tab.select_mark, scope, key),
        selection_mode="points",
        config={"displayModeBar": False},
        alt=in_words,
    )
    st.html(element("p", _PRESS, class_="wb-quiet"))


def draw(results: EvaluationResults, scope: str, variant: str) -> None:
    """Show one of the charts; those of enforcement and of kinds are of one variant."""
    heading("Charts")
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        view = st.segmented_control(
            "Chart",
            VIEWS,
            default=VIEWS[0],
            required=True,
            key=tab.key_of("chart", scope),
            label_visibility="collapsed",
        )
        metric = _choose_metric(results, scope) if view in ("Measure by measure", "Unit by unit") else None
    key = tab.key_of(f"drawn-{VIEWS.index(view)}-{metric or ''}", scope)
    match view:
        case "Measure by measure" if metric:
            _draw(charts.metric_figure(results, metric), charts.metric_in_words(results, metric), key, scope)
        case "Unit by unit" if metric:
            _draw(charts.heat_figure(results, metric), charts.heat_in_words(results, metric), key, scope)
        case "Near or invented":
            _draw(charts.kinds_figure(results, variant), charts.kinds_in_words(results, variant), key, scope)
        case "Cost and accuracy":
            _draw(charts.cost_figure(results), charts.cost_in_words(results), key, scope)
        case _:
            _draw(charts.waterfall_figure(results, variant), charts.waterfall_in_words(results, variant), key, scope)
