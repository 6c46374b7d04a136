"""What a person chooses for the next answer: who answers, how, and of which passages. It stays in the tab; a tab that
is new begins with what the last answer of the session was made with."""

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import streamlit as st

from core.answers.records import AnswerMode
from core.errors import BadInput, Problem, WorkbenchError
from workbench.paths import SAMPLE_DATA
from workbench.providers import PROVIDERS, provider_of, recorded
from workbench.providers.choice import checked_service
from workbench.providers.fixed_replies import read_replies
from workbench.providers.offline import OFFLINE
from workbench.providers.recorded import RECORDED
from workbench.search.synonyms import read_synonyms
from workbench.store import AnswerSettings, AnswerSummary, ClientChoice, PassageDiversity, Session
from workbench.ui.ask.state import sources
from workbench.ui.common import page_context
from workbench.ui.model_picker import state

# What these can answer in, whatever is chosen for a model.
_FIXED_MODES = {OFFLINE.kind: AnswerMode.EXCERPTS, RECORDED.kind: AnswerMode.INLINE}
MODELS_MODES = (AnswerMode.INLINE, AnswerMode.SYNTHESIS, AnswerMode.BASELINE)
_MOST_IN_FULL = 3
_FIELDS = (
    *("mode", "most", "max_per_file", "diversity", "lambda_", "search_in"),
    *("domain", "least_words", "by_reference", "keep_valid"),
)


def key_of(what: str, session_id: str) -> str:
    """Return under which key the tab's state holds a choice."""
    return f"ask-{what}-{session_id}"


def _drawn_from(settings: AnswerSettings) -> dict[str, Any]:
    """Return how the choices stand for settings; "excerpts" is no mode of a model, but nobody who answers."""
    drawn: dict[str, Any] = {name: getattr(settings, name) for name in _FIELDS}
    if settings.mode not in MODELS_MODES:
        drawn["mode"] = AnswerMode.INLINE
    in_full = settings.raw_records
    return {**drawn, "hybrid": in_full is not None, "in_full": _MOST_IN_FULL if in_full is None else in_full}


def sync_choices(session: Session, answers: Sequence[AnswerSummary]) -> Session:
    """Let every choice that was not made in this tab stand as it did for the session's last answer; returns the session
    as `sync_switches` does: the address, the key and the model of a service are those of the page Generate."""
    session_id = session.session_id
    if key_of("mode", session_id) not in st.session_state:
        last = AnswerSettings()
        with suppress(WorkbenchError):  # an answer that cannot be read is said where it is listed
            last = page_context.store().answers.get(answers[-1].answer_id).settings if answers else last
        for name, value in {**_drawn_from(last), "who": OFFLINE.kind}.items():
            st.session_state.setdefault(key_of(name, session_id), value)
    settled = state.sync_switches(session)
    state.put_away()
    return settled


def can_answer(session_id: str) -> tuple[str, ...]:
    """Return who may be asked; the recorded model answered questions for the sample only."""
    offered = (one.kind for one in PROVIDERS.values() if one.on_ask.name)
    return tuple(kind for kind in offered if kind != RECORDED.kind or sources.asks_the_sample(session_id))


def chosen_provider(session_id: str) -> str:
    """Return the kind of the provider that is to answer."""
    chosen = st.session_state.get(key_of("who", session_id), OFFLINE.kind)
    return chosen if chosen in can_answer(session_id) else OFFLINE.kind


def settings(session_id: str) -> AnswerSettings:
    """Return what was chosen about the next answer."""

    def chosen(name: str) -> Any:
        return st.session_state[key_of(name, session_id)]

    wanted: dict[str, Any] = {name: chosen(name) for name in _FIELDS}
    wanted["domain"] = str(wanted["domain"] or "").strip()
    wanted["diversity"] = PassageDiversity(wanted["diversity"])
    wanted["raw_records"] = int(chosen("in_full")) if chosen("hybrid") else None
    wanted["mode"] = _FIXED_MODES.get(chosen_provider(session_id), wanted["mode"])
    return AnswerSettings(**wanted)


def _recorded(question: str) -> ClientChoice:
    """Return the model that answered the sample's questions once, with its reply to this one."""
    questions = sources.sample_questions()
    if question.strip() not in questions:
        remedy = "Choose one of them, or choose another model."
        raise BadInput(Problem(place="question", message="the recorded model knows the sample’s alone.", remedy=remedy))
    replies = json.loads((SAMPLE_DATA / "answers.json").read_text(encoding="utf-8"))
    return recorded.recorded_choice([str(replies[questions.index(question.strip())])])


def client(session_id: str, question: str) -> ClientChoice:
    """Return the client that is to answer. Raises BadInput where something of it is missing."""
    writer = chosen_provider(session_id)
    provider = provider_of(writer)
    if writer == RECORDED.kind:
        return _recorded(question)
    if provider.from_file:
        given = replies(session_id)
        if given is None:
            raise BadInput(Problem(place="replies", message="there are none yet.", remedy="Choose a file with them."))
        return given.model_copy(update={"words_per_second": recorded.RECORDED_PACE})
    return checked_service(state.current_choice((), writer)) if provider.is_service else ClientChoice(kind=writer)


def synonyms(session_id: str) -> dict[str, tuple[str, ...]]:
    """Return the synonyms that the next questions are searched with."""
    return st.session_state.get(f"ask.synonyms.{session_id}") or {}


def take_synonyms(session_id: str, given: dict[str, tuple[str, ...]] | None) -> None:
    """Hold synonyms for the next questions; None lets go of them."""
    st.session_state[f"ask.synonyms.{session_id}"] = given


def take_synonyms_file(session_id: str, key: str) -> None:
    """Take the synonyms of the file that was chosen; where they cannot be used, the page says why."""
    given = st.session_state.get(key)
    if given is not None:
        page_context.change(lambda: take_synonyms(session_id, read_synonyms(given.getvalue(), given.name)))


def replies(session_id: str) -> ClientChoice | None:
    """Return the replies that were given beforehand, None where there are none."""
    return st.session_state.get(f"ask.replies.{session_id}")


def take_replies(session_id: str, given: ClientChoice | None) -> None:
    """Hold replies for the next questions; None lets go of them."""
    st.session_state[f"ask.replies.{session_id}"] = given


def take_replies_file(session_id: str, key: str) -> None:
    """Take the replies of the file that was chosen; where they cannot be used, the page says why."""
    given = st.session_state.get(key)
    if given is not None:
        page_context.change(lambda: take_replies(session_id, read_replies(given.getvalue(), given.name)))
