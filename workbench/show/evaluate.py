"""The page Evaluate: what a session has written, measured, and what came of an experiment."""

from collections.abc import Sequence
from functools import partial
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench import links, show
from workbench.comparing import run_label
from workbench.evaluate_page import acts, found, held, places
from workbench.evaluate_page.answers import measure_answers
from workbench.evaluate_page.runs import measure_runs
from workbench.markup import element
from workbench.show.evaluate_experiments import offer_misbehaving
from workbench.show.evaluate_results import Looked, downloads, results
from workbench.show.evaluate_words import notes
from workbench.store import AnswerSummary, ExperimentProgress, Material, RunSummary, Session
from workbench.wording import count

View = Literal["This session", "Experiments"]
VIEWS: tuple[View, ...] = ("This session", "Experiments")
Part = Literal["Runs", "Answers"]
_PARTS: tuple[Part, ...] = ("Runs", "Answers")
_NOTHING = "Nothing was written in this session yet, so there is nothing to measure."


def row() -> DeltaGenerator:
    """Return the row above everything: what is looked at, and all of it as files."""
    return st.container(horizontal=True, vertical_alignment="center", gap="small", key="wb-evaluate-row")


def choose_view() -> View:
    """Ask what to look at; the address of the page remembers it."""
    first: View | None = None if acts.has_turned() else VIEWS[0]
    chosen: View | None = st.segmented_control(
        "Look at",
        VIEWS,
        default=first,
        required=True,
        key=acts.VIEW,
        bind="query-params",
        label_visibility="collapsed",
        width="content",
    )
    return chosen or VIEWS[0]


def nothing_measured(session: Session, material: Material) -> None:
    """Say that nothing was written yet, and where that is done."""
    if not material.complete:
        show.incomplete(session)
        return
    st.html(element("div", element("p", _NOTHING), class_="wb-empty"))
    to = links.address(session.session_id)
    st.page_link(links.page_path("generate"), label="Write an edition on the page Generate", query_params=to)


def choose_part(runs: Sequence[RunSummary], answers: Sequence[AnswerSummary]) -> Part:
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


def _named(said: str) -> None:
    st.html(element("p", said, class_="wb-evaluate-named"), width="stretch")


def _choose_runs(session: Session, runs: Sequence[RunSummary], place: DeltaGenerator) -> list[RunSummary]:
    """Ask which runs are measured where there are several; a multiselect shows its options as plain text."""
    if len(runs) == 1:
        with place:
            _named(run_label(runs[0]))
        return list(runs)
    with place:
        _named("")
    key = held.choose_runs(session.session_id, runs)
    by_number = {run.number: run for run in runs}
    chosen = st.multiselect(
        "Runs that are measured, the first beside the others",
        sorted(by_number),
        format_func=lambda number: run_label(by_number[number]),
        key=key,
        persist_state="session",
    )
    return [by_number[number] for number in sorted(chosen)]


def runs(session: Session, every: Sequence[RunSummary], material: Material, place: DeltaGenerator) -> None:
    """Measure runs and show what came of it; `place` is the row above."""
    chosen = _choose_runs(session, every, place)
    measured = measure_runs(session, material, chosen)
    notes(measured.notes)
    summed = found.of_session(session.title, measured)
    if summed is None:
        st.html(element("p", "No run is measured.", class_="wb-words"))
        return
    downloads(summed, place)
    looked = Looked(summed, held.scope_of("runs", session.session_id), places.in_runs(chosen), session.session_id)
    results(looked, partial(offer_misbehaving, session))


def answers(session: Session, every: Sequence[AnswerSummary], place: DeltaGenerator) -> None:
    """Measure answers and show what came of it; `place` is the row above."""
    measured = measure_answers(session, every)
    with place:
        _named(count(len(every), "answer"))
    notes(measured.notes)
    summed = found.of_session(session.title, measured)
    if summed is None:
        return
    downloads(summed, place)
    scope = held.scope_of("answers", session.session_id)
    results(Looked(summed, scope, places.in_answers(every), session.session_id))


def experiment(one: ExperimentProgress, session: Session, place: DeltaGenerator) -> None:
    """Show what an experiment came to so far; `place` is the row above."""
    summed = found.of_experiment(one)
    if summed is None:
        st.html(element("p", "Nothing of it is measured yet.", class_="wb-words wb-quiet"))
        return
    downloads(summed, place)
    where = places.in_experiment(found.experiment_of(one))
    results(Looked(summed, one.experiment_id, where, session.session_id))
