"""Experiments on the screen: the list, and one experiment while it is written and once it is done.

Its progress is polled by a fragment, so that the page is drawn again only where something else changed than how far
it is.
"""

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.labels import count, when
from workbench.providers.choice import writers_for
from workbench.providers.recorded import RECORDED
from workbench.safe_html import SafeHtml, element
from workbench.store import ExperimentProgress, ExperimentState, Session, UnknownRecord
from workbench.store.database.clock import seconds
from workbench.ui.common import page_context
from workbench.ui.common.widgets.base import heading, show_html
from workbench.ui.evaluate import actions
from workbench.ui.evaluate.state import following, tab
from workbench.ui.evaluate.state.following import ExperimentSnapshot

_POLL_SECONDS = 0.5  # seconds between two looks at how far it is
_POLL_LIST_SECONDS = 2.0
_ROWS = 20
_MISBEHAVES = (
    "This experiment compares the offline composer with recorded replies that polish, invent and misattribute: once "
    "copying quotes from the whitelist, once writing freely. You see what was made up and what is left of it. No "
    "model is asked, and nothing is sent."
)
_NONE = (
    "There is no experiment yet. One writes the same chapters in several ways and measures each, so that you see which "
    "model, mode or threshold is best for your own material, and whether a difference may be chance."
)
_GONE = "This experiment is not there any more."
_ELSEWHERE = "Another program is writing it, or was until a moment ago."
_REST = "Resume writes the rest; nothing that was answered is asked again."


def offer_misbehaving(session: Session) -> None:
    """Offer the experiment that shows what a model that misbehaves would have done, where it was recorded."""
    if RECORDED.kind not in writers_for(session):
        return
    with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="medium", key="wb-evaluate-offer"):
        text = element("p", element("b", "What if a model had misbehaved?"), " ", _MISBEHAVES)
        show_html(text, width="stretch")
        st.button(
            "Let it misbehave",
            on_click=actions.begin_misbehaving,
            args=(session,),
            type="primary",
            key="evaluate-misbehave",
            width="content",
        )


def _progress_bar(one: ExperimentProgress) -> SafeHtml:
    """Return the progress of an experiment, as a bar and in words."""
    share = one.units / one.all_units if one.all_units else 0
    bar = element("span", class_="wb-evaluate-bar", style=f"--high:{100 * share:.1f}%", aria_hidden="true")
    text = f"{one.units:,} of {count(one.all_units, 'unit')}" if one.all_units else "counting the units"
    return element("div", bar, element("span", text, class_="note"), class_="wb-evaluate-far")


def _poll(one: ExperimentProgress, pulse: ExperimentSnapshot, drawn_at: float) -> None:
    """Draw the progress; where something else changed, or newer numbers are there, the whole page is drawn again."""
    now = following.poll_experiment(one, pulse, drawn_at)
    if now.changed:
        st.rerun()
    doing = " ".join(part for part in (now.live.activity, now.live.notice) if part) if now.live else _ELSEWHERE
    st.html(element("div", _progress_bar(now.progress), element("p", doing, class_="wb-quiet", role="status")))


def _delete(one: ExperimentProgress) -> None:
    with st.popover("Delete", key=tab.key_of("delete", one.experiment_id)):
        text = f"{count(one.units, 'unit')} and their numbers will be gone for good. No session is touched."
        st.html(element("p", text, class_="wb-words"))
        st.button(
            "Delete this experiment",
            on_click=actions.delete,
            args=(one,),
            key=tab.key_of("delete-sure", one.experiment_id),
        )


def _buttons(one: ExperimentProgress, pulse: ExperimentSnapshot) -> None:
    place = (one.experiment_id,)
    if pulse.held:
        if not pulse.stop_requested:
            st.button("Stop", on_click=actions.stop, args=place, key=tab.key_of("stop", one.experiment_id))
        return
    if pulse.state is not ExperimentState.DONE:
        key = tab.key_of("resume", one.experiment_id)
        st.button("Resume", on_click=actions.resume, args=place, key=key, type="primary")
    _delete(one)


def _row(one: ExperimentProgress) -> None:
    pulse = following.pulse_of(one)
    name = element("div", element("b", one.title), element("p", when(one.begun_at), class_="note"))
    size = element("div", element("p", following.size_of(one)))
    state = element(
        "div", element("p", following.status_in_words(one, pulse)), _progress_bar(one) if pulse.held else ""
    )
    shown = element("div", name, size, state, class_="wb-experiment")
    key = tab.key_of("open", one.experiment_id)
    with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small", key=f"{key}-row"):
        show_html(shown, width="stretch")
        st.button("Open", on_click=actions.open_experiment, args=(one.experiment_id,), key=key, width="content")


def listing(every: Sequence[ExperimentProgress]) -> None:
    """List the experiments, the newest first."""
    if not every:
        st.html(element("div", element("p", _NONE), class_="wb-empty"))
        return
    heading("Experiments")
    shown = st.session_state.get("evaluate-shown", _ROWS)
    with st.container(gap=None, key="wb-experiments"):
        for one in every[:shown]:
            _row(one)
    if len(every) > shown:
        st.button("Show more", key="evaluate-more", on_click=_show_more, args=(shown,))
    if any(following.pulse_of(one).held for one in every):
        st.fragment(_watch, run_every=_POLL_LIST_SECONDS)(following.progress_keys(every))


def _watch(seen: tuple[str, ...]) -> None:
    """Draw the list anew once one of the experiments in it is further on."""
    if following.all_progress_keys() not in (seen, None):
        st.rerun()


def _show_more(shown: int) -> None:
    st.session_state["evaluate-shown"] = shown + _ROWS


def show_opened(experiment_id: str, place: DeltaGenerator) -> ExperimentProgress | None:
    """Return the experiment of the address, None for none; where it is not there, say so. `place` is the row above."""
    if not experiment_id:
        return None
    with place:
        st.html(element("span", ""), width="stretch")
        st.button("All experiments", on_click=actions.open_experiment, args=("",), key="evaluate-all", type="tertiary")
    try:
        return page_context.store().experiments.progress(experiment_id)
    except UnknownRecord:
        st.html(element("div", element("p", _GONE), class_="wb-empty"))
        return None


def head(one: ExperimentProgress) -> None:
    """Show an experiment, its state, and what can be done with it; poll its progress while it is written."""
    pulse = following.pulse_of(one)
    failed = not pulse.held and pulse.state is ExperimentState.FAILED
    parts = [element("p", element("b", one.title), " ", element("span", following.size_of(one), class_="note"))]
    parts.append(element("p", following.status_in_words(one, pulse)))
    if pulse.message and not pulse.held:
        parts.append(element("p", pulse.message))
    if not one.units:  # else they are said with the numbers
        parts += [element("p", element("b", f"{name}: "), why) for name, why in pulse.troubles]
    if not pulse.held and not pulse.message and pulse.state is not ExperimentState.DONE:
        parts.append(element("p", _REST, class_="note"))
    with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small"):
        look = "wb-failure" if failed else "wb-open-run"
        st.html(element("div", *parts, class_=look, role="status"), width="stretch")
        _buttons(one, pulse)
    if pulse.held:
        st.fragment(_poll, run_every=_POLL_SECONDS)(one, pulse, seconds())
