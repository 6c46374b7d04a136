"""The form of a new experiment on the screen: what is written, by whom and how, who judges, and what it will take."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import streamlit as st

from core.errors import BadInput
from core.llm.client import WritingMode
from workbench.experiments.plan_file import experiment_file_of
from workbench.files.names import file_stem
from workbench.jobs.usage import estimate_in_words
from workbench.labels import count
from workbench.providers import Provider, keys, provider_of
from workbench.providers.offline import OFFLINE
from workbench.providers.recorded import RECORDED
from workbench.safe_html import element
from workbench.store import ExperimentPlan, Session, UnknownRecord
from workbench.ui.common import urls
from workbench.ui.evaluate import actions
from workbench.ui.evaluate.state import form, tab
from workbench.ui.evaluate.state.form import field
from workbench.ui.evaluate.state.form_values import PRESENT, subject_names

_MODES = {
    WritingMode.REFERENCE: "By reference",
    WritingMode.QUOTE: "By copying",
    WritingMode.FREE: "Free, without proven quotes",
}
_PRESENT_NOTE = (
    "All other settings are those of this session: parts of quotes, block quotes, second attempts, how a model "
    "chooses its words. The offline composer always quotes by reference."
)
_JUDGE_NOTE = "Its scores from 1 to 5 are a judgement, not a proof; they are shown apart, with their spread."
_MOST_REPEATS = 20


def _note(text: str) -> None:
    st.html(element("p", text, class_="wb-quiet"))


def _name(writer: str) -> str:
    return provider_of(writer).on_evaluate


def _standing(name: str, session: Session, options: Sequence[Any], first: Sequence[Any]) -> str:
    """Set a choice of several to those that are still options, to `first` before anybody chose; returns its key.

    A multiselect shows its options as plain text.
    """
    key = field(name, session)
    st.session_state[key] = [one for one in st.session_state.get(key, first) if one in options]
    return key


def _sessions(session: Session, every: dict[str, Session]) -> None:
    names = dict(zip(every, subject_names(list(every.values())), strict=True))
    first = [session.session_id] if session.session_id in every else []
    key = _standing("sessions", session, list(every), first)
    st.multiselect("Sessions to write", list(every), format_func=names.__getitem__, key=key, persist_state="session")


def _replies(what: str, session: Session) -> None:
    given = form.replies(what, session)
    if given is None:
        st.file_uploader(
            "A list of replies in JSON, or one text for all",
            key=field(f"{what}-file", session),
            max_upload_size=20,
            on_change=form.take_replies,
            args=(what, session),
        )
        return
    many = "one text for every call" if given.every_call else count(len(given.replies), "reply", "replies")
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.html(element("span", f"{given.name}: {many}.", class_="wb-quiet"), width="content")
        st.button(
            "Choose others",
            on_click=form.forget_replies,
            args=(what, session),
            type="tertiary",
            key=field(f"{what}-forget", session),
        )


def _about_key(session: Session, provider: Provider) -> None:
    """Say that a key is missing, and where it is given."""
    if not provider.needs_key or keys.source_of(provider.kind):
        return
    _note(f"There is no key for {provider.title} yet. The page Generate takes one.")
    to = urls.address(session.session_id)
    st.page_link(urls.page_path("generate"), label="To the page Generate", query_params=to, width="content")


def _service(session: Session, writer: str) -> None:
    """Ask for the models of a service; its key is that of the page Generate."""
    provider, of = provider_of(writer), "the server"
    if provider.check_address:
        st.session_state.setdefault(field("url", session), form.address(session, writer))
        st.text_input("Address of the server", key=field("url", session), persist_state="session")
    else:
        of = provider.title
        _about_key(session, provider)
    known, key = list(form.known_models(writer, session)), field(f"models-{writer}", session)
    st.session_state.setdefault(key, known[:1])
    options = list(dict.fromkeys((*known, *st.session_state[key])))
    more: dict[str, Any] = {"accept_new_options": True, "placeholder": "Type its name", "persist_state": "session"}
    st.multiselect(f"Models of {of}", options, key=key, **more)


def _who(session: Session, chosen: list[Session]) -> None:
    options = list(form.writers_for(chosen))
    first = [kind for kind in (OFFLINE.kind, RECORDED.kind) if kind in options]
    key = _standing("who", session, options, first)
    st.multiselect("Who writes", options, format_func=_name, key=key, persist_state="session")
    who = form.value("who", session, ())
    for writer in options:
        if writer in who and provider_of(writer).is_service:
            _service(session, writer)
    if any(provider_of(writer).from_file for writer in who):
        _replies("writer", session)


def _how(session: Session) -> None:
    modes = list(_MODES)
    key = _standing("modes", session, modes, [WritingMode.QUOTE])
    st.multiselect(
        "How they are asked to quote", modes, format_func=_MODES.__getitem__, key=key, persist_state="session"
    )
    bounds, templates = list(form.thresholds(session)), list(form.prompts(session))
    key = _standing("thresholds", session, bounds, [PRESENT])
    st.multiselect("Thresholds", bounds, key=key, persist_state="session")
    if len(templates) > 1:
        key = _standing("prompts", session, templates, templates[:1])
        st.multiselect("Prompts", templates, key=key, persist_state="session")
    key = field("repeats", session)
    st.session_state.setdefault(key, 1)
    st.number_input("How often each is written", 1, _MOST_REPEATS, step=1, key=key, width=220, persist_state="session")
    _note(_PRESENT_NOTE)


def _judge(session: Session) -> None:
    key = field("judge", session)
    judge = st.selectbox(
        "Who judges how coherent it reads",
        form.JUDGES,
        format_func=lambda writer: "Nobody" if writer == form.NOBODY else _name(writer),
        key=key,
        persist_state="session",
    )
    if judge == form.NOBODY:
        return
    _note(_JUDGE_NOTE)
    if provider_of(judge).from_file:
        _replies("judge", session)
    else:
        _about_key(session, provider_of(judge))
        model = field("judge-model", session)
        st.session_state.setdefault(model, next(iter(form.known_models(judge, session)), ""))
        st.text_input("The judge’s model", key=model, persist_state="session")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        samples = field("samples", session)
        st.session_state.setdefault(samples, 3)
        st.number_input("Scores of each text", 1, 20, step=1, key=samples, width=170, persist_state="session")
        support = field("support", session)
        st.toggle("It also judges whether citations support the text", key=support, persist_state="session")


def _plan_in_words(plan: ExperimentPlan) -> str:
    again = f", each written {plan.repeats:,} times" if plan.repeats > 1 else ""
    return f"{count(len(plan.variants), 'variant')} of {count(len(plan.subjects), 'session')}{again}."


def _takes(plan: ExperimentPlan) -> tuple[str, str]:
    """Return the estimate for an experiment in words, and why there is none, "" where there is one."""
    try:
        estimate = form.estimate(plan)
    except (BadInput, UnknownRecord) as error:
        return "", str(error)
    text = estimate_in_words(estimate)
    parts = [f"{count(estimate.units, 'chapter')} to write and measure.", f"{text[0].upper()}{text[1:]}."]
    if estimate.done:
        parts.append(f"{estimate.done:,} of the chapters {'is' if estimate.done == 1 else 'are'} measured already.")
    if estimate.answered:
        parts.append(f"{count(estimate.answered, 'call')} made before cost nothing again.")
    if estimate.judging.calls:
        parts.append(f"The judge is asked {count(estimate.judging.calls, 'time')}.")
    return " ".join(parts), ""


def _as_file(plan: ExperimentPlan, session_ids: dict[str, str]) -> bytes:
    return experiment_file_of(plan, session_ids).encode("utf-8", "replace")


def _begin(session: Session, every: dict[str, Session]) -> None:
    found = form.plan_from_form(session, every)
    takes, trouble = _takes(found.plan) if found.plan else ("", found.why)
    if found.plan:
        names = (element("li", variant.name) for variant in found.plan.variants)
        st.html(element("ul", *names, class_="wb-evaluate-variants"))
    with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="medium", key="wb-evaluate-begin"):
        st.button(
            "Begin the experiment",
            on_click=actions.begin,
            args=(found.plan,),
            type="primary",
            key="evaluate-begin",
            disabled=found.plan is None or bool(trouble),
            width="content",
        )
        text = trouble or f"{_plan_in_words(found.plan) if found.plan else ''} {takes}"
        st.html(element("p", text, class_="wb-plan"), width="stretch")
        if found.plan:
            ids = {one.name: own for one, own in zip(found.plan.subjects, form.value("sessions", session), strict=True)}
            st.download_button(
                "As a file",
                data=partial(_as_file, found.plan, ids),
                file_name=f"{file_stem(found.plan.title)}.experiment.yml",
                mime="application/yaml",
                on_click="ignore",
                key="evaluate-file",
                type="tertiary",
                width="content",
            )


def new_experiment(session: Session, *, unfolded: bool) -> None:
    """Ask for all there is to choose about an experiment, say what it will take, and offer to begin it."""
    fold = st.expander("A new experiment", expanded=unfolded, key=tab.key_of(f"new-{unfolded}", ""), on_change="rerun")
    if not fold.open:
        return
    every = form.sessions()
    with fold:
        title = field("title", session)
        st.session_state.setdefault(title, f"{session.title}: who writes it best?")
        left, right = st.columns(2, gap="large")
        with left:
            st.text_input("Title", key=title, max_chars=200, persist_state="session")
            _sessions(session, every)
            _who(session, form.chosen_sessions(session, every))
            _judge(session)
        with right:
            _how(session)
        _begin(session, every)
