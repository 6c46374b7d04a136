"""What was measured on the screen: variants side by side, one of them closely, charts, and the quotations behind."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.evaluation.records import Amount
from workbench.experiments.results import (
    EvaluationResults,
    VariantResults,
    results_csv,
    results_html,
    results_json,
    units_csv,
)
from workbench.files.names import file_stem
from workbench.store import ExperimentState
from workbench.ui.evaluate import view_charts, view_figures, view_kinds, view_quotations, view_replies, view_summary
from workbench.ui.evaluate.state import tab
from workbench.ui.evaluate.state.quotation_places import FindLocation

_LABELS = {
    "report": "Report (one web page)",
    "table": "Table (CSV)",
    "units": "Table, unit by unit (CSV)",
    "data": "Data (JSON)",
}
_FILES: dict[str, tuple[str, str, Callable[[EvaluationResults], str]]] = {
    "report": ("-evaluation.html", "text/html", results_html),
    "table": ("-evaluation.csv", "text/csv", results_csv),
    "units": ("-evaluation-units.csv", "text/csv", units_csv),
    "data": ("-evaluation.json", "application/json", results_json),
}


class ResultsView(NamedTuple):
    """Results that are looked at: under which name the tab keeps what it chose of them, and where their units stand."""

    results: EvaluationResults
    scope: str
    places: FindLocation
    session_id: str


def _content(results: EvaluationResults, name: str) -> bytes:
    return _FILES[name][2](results).encode("utf-8", "replace")


def downloads(results: EvaluationResults, row: DeltaGenerator) -> None:
    """Offer all that was measured as files, in the row above it; each is made when it is asked for."""
    stem = file_stem(results.title)
    with row, st.popover("Download", key="evaluate-download", width="content"):
        for name, (ending, mime, _) in _FILES.items():
            st.download_button(
                _LABELS[name],
                data=partial(_content, results, name),
                file_name=f"{stem}{ending}",
                mime=mime,
                on_click="ignore",
                key=f"evaluate-{name}",
                width="stretch",
            )


def _made_up(variant: VariantResults) -> float:
    found = variant.sums.amounts.get(Amount.FABRICATED_BEFORE)
    return found.total if found else 0


def _closely(looked: ResultsView) -> VariantResults:
    """Ask which variant to look at closely, where there are several, first at the one that made most up; a select box
    shows its options as plain text."""
    variants = looked.results.variants
    if len(variants) == 1:
        return variants[0]
    names = [one.name for one in variants]
    key, change = tab.offer("variant", looked.scope, names, max(variants, key=_made_up).name)
    name = st.selectbox("Look closely at", names, key=key, on_change=change, width=420)
    return variants[names.index(name)]


def results(looked: ResultsView, offer: Callable[[], None] | None = None) -> None:
    """Show all that was measured; `offer` draws what stands below the five figures."""
    found = looked.results
    if found.state is not ExperimentState.RUNNING:  # then it is shown what is missing, and why is plain
        view_summary.notes(found.notes)
    view_figures.overview(found)
    view_summary.differences(found)
    variant = _closely(looked)
    if not variant.is_answers:
        view_figures.cards(variant)
    if offer is not None:
        offer()
    view_summary.answer_tables(found, variant)
    view_figures.before_and_after(variant)
    view_kinds.kinds(variant)
    view_figures.every_measure(variant)
    view_replies.replies(found.replies)
    view_charts.draw(found, looked.scope, variant.name)
    view_quotations.quotations(found, looked.scope, looked.places, looked.session_id, first=variant.name)
