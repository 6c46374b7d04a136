"""The page Evaluate: measures of what a session has written, and the results of experiments."""

from collections.abc import Sequence
from functools import partial
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.labels import count
from workbench.safe_html import SafeHtml, element, table
from workbench.store import AnswerSummary, ExperimentProgress, RunSummary, Session, SessionMaterial
from workbench.ui.common import urls, widgets
from workbench.ui.common.run_label import run_label
from workbench.ui.evaluate import actions
from workbench.ui.evaluate.state import background, quotation_places, shown_results, tab
from workbench.ui.evaluate.state.background import PendingUnits
from workbench.ui.evaluate.state.session_answers import measure_answers
from workbench.ui.evaluate.state.session_runs import measure_runs
from workbench.ui.evaluate.view_experiments import offer_misbehaving
from workbench.ui.evaluate.view_results import ResultsView, downloads, results
from workbench.ui.evaluate.view_summary import notes

View = Literal["This session", "Experiments"]
VIEWS: tuple[View, ...] = ("This session", "Experiments")
MeasuredPart = Literal["Runs", "Answers"]
_PARTS: tuple[MeasuredPart, ...] = ("Runs", "Answers")
_POLL_SECONDS = 0.5  # seconds between two looks at how far it is
_KNOWN = (("Run", "half"), ("Chapters", "number"), ("Quotations", "number"), ("Key excerpts only", "number"))
_NOTHING = "Nothing was written in this session yet, so there is nothing to measure."


def row() -> DeltaGenerator:
    """Return the row above everything: what is looked at, and all of it as files."""
    return st.container(horizontal=True, vertical_alignment="center", gap="small", key="wb-evaluate-row")


def choose_view() -> View:
    """Ask what to look at; the address of the page remembers it."""
    first: View | None = None if actions.has_turned() else VIEWS[0]
    chosen: View | None = st.segmented_control(
        "Look at",
        VIEWS,
        default=first,
        required=True,
        key=actions.VIEW,
        bind="query-params",
        label_visibility="collapsed",
        width="content",
    )
    return chosen or VIEWS[0]


def nothing_measured(session: Session, material: SessionMaterial) -> None:
    """Say that nothing was written yet, and where that is done."""
    if not material.complete:
        widgets.incomplete(session)
        return
    st.html(element("div", element("p", _NOTHING), class_="wb-empty"))
    to = urls.address(session.session_id)
    st.page_link(urls.page_path("generate"), label="Write an edition on the page Generate", query_params=to)


def choose_part(runs: Sequence[RunSummary], answers: Sequence[AnswerSummary]) -> MeasuredPart:
    """Ask for the runs or the answers where a session has both."""
    if not (runs and answers):
        return "Runs" if runs else "Answers"
    return st.segmented_control(
        "Measured",
        _PARTS,
        default=_PARTS[0],
        required=True,
        key="evaluate-part",
        label_visibility="collapsed",
        width="content",
    )


def _named(text: str) -> None:
    st.html(element("p", text, class_="wb-evaluate-named"), width="stretch")


def _choose_runs(session: Session, runs: Sequence[RunSummary], place: DeltaGenerator) -> list[RunSummary]:
    """Ask which runs are measured where there are several; a multiselect shows its options as plain text."""
    if len(runs) == 1:
        with place:
            _named(run_label(runs[0]))
        return list(runs)
    with place:
        _named("")
    key = tab.choose_runs(session.session_id, runs)
    by_number = {run.number: run for run in runs}
    chosen = st.multiselect(
        "Runs to measure; the others are compared with the first",
        sorted(by_number),
        format_func=lambda number: run_label(by_number[number]),
        key=key,
        persist_state="session",
    )
    return [by_number[number] for number in sorted(chosen)]


def _progress(pending: PendingUnits) -> SafeHtml:
    """Return how far some units are measured, as a bar and in words."""
    bar = element("span", class_="wb-evaluate-bar", style=f"--high:{100 * pending.share:.1f}%", aria_hidden="true")
    far = element("div", bar, element("span", pending.in_words, class_="note"), class_="wb-evaluate-far")
    doing = f"{pending.of[:1].upper()}{pending.of[1:]}: being measured."
    return element("div", element("p", doing, role="status"), far, class_="wb-evaluate-measuring")


def _poll(pending: PendingUnits) -> None:
    """Draw how far some units are measured; once they are, the whole page is drawn with their numbers."""
    if background.keep_asking(pending):
        st.rerun()
    widgets.show_html(_progress(pending))


def _watch(pending: PendingUnits, known: Sequence[RunSummary] = ()) -> None:
    """Show what is known before anything is measured, and how far the measuring is."""
    st.fragment(_poll, run_every=_POLL_SECONDS)(pending)
    rows = [
        (
            run_label(run),
            f"{run.chapters:,}",
            f"{run.quotations:,}",
            f"{run.fallbacks:,}",
        )
        for run in known
    ]
    if rows:
        st.html(table(_KNOWN, rows, caption="What is known before it is measured"))


def runs(session: Session, every: Sequence[RunSummary], material: SessionMaterial, place: DeltaGenerator) -> None:
    """Measure runs and show what came of it; `place` is the row above."""
    chosen = _choose_runs(session, every, place)
    measured = background.wait_for(partial(measure_runs, session, material, chosen))
    if isinstance(measured, PendingUnits):
        _watch(measured, chosen)
        offer_misbehaving(session)
        return
    notes(measured.notes)
    summed = shown_results.of_session(session.title, measured)
    if summed is None:
        st.html(element("p", "No run is measured.", class_="wb-words"))
        return
    downloads(summed, place)
    looked = ResultsView(
        summed, tab.scope_of("runs", session.session_id), quotation_places.in_runs(chosen), session.session_id
    )
    results(looked, partial(offer_misbehaving, session))


def answers(session: Session, every: Sequence[AnswerSummary], place: DeltaGenerator) -> None:
    """Measure answers and show what came of it; `place` is the row above."""
    with place:
        _named(count(len(every), "answer"))
    measured = background.wait_for(partial(measure_answers, session, every))
    if isinstance(measured, PendingUnits):
        _watch(measured)
        return
    notes(measured.notes)
    summed = shown_results.of_session(session.title, measured)
    if summed is None:
        return
    downloads(summed, place)
    scope = tab.scope_of("answers", session.session_id)
    results(ResultsView(summed, scope, quotation_places.in_answers(every), session.session_id))


def experiment(one: ExperimentProgress, session: Session, place: DeltaGenerator) -> None:
    """Show what an experiment came to so far; `place` is the row above."""
    summed = shown_results.of_experiment(one)
    if summed is None:
        st.html(element("p", "Nothing of it is measured yet.", class_="wb-words wb-quiet"))
        return
    downloads(summed, place)
    where = quotation_places.in_experiment(shown_results.experiment_of(one))
    results(ResultsView(summed, one.experiment_id, where, session.session_id))
