"""The form of a new experiment: what stands in its fields, made into a plan or into what is wrong with it."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.coverage.levels import DEFAULT_THRESHOLDS, CoverageThresholds
from core.errors import BadInput, Problem
from core.llm.client import WritingMode
from core.record import Record
from workbench.experiments import runner
from workbench.experiments.runner import ExperimentEstimate
from workbench.providers import PROVIDERS, choice, keys, provider_of
from workbench.providers.fixed_replies import read_replies
from workbench.providers.provider import ProviderChoice
from workbench.providers.services import service_of
from workbench.store import (
    ClientChoice,
    ExperimentPlan,
    JudgeChoice,
    Session,
    UnknownRecord,
    experiment_id_of,
)
from workbench.ui.common import page_context
from workbench.ui.evaluate.state import form_values
from workbench.ui.evaluate.state.form_values import DEFAULTS, PRESENT, ExperimentChoices
from workbench.ui.evaluate.state.tab import key_of
from workbench.ui.model_picker import connection
from workbench.ui.model_picker.state import choice_key

BUILT_IN = "The built-in prompt"
NOBODY = "nobody"
JUDGES = (NOBODY, *(one.kind for one in PROVIDERS.values() if one.on_evaluate and one.can_judge))


class FormResult(Record):
    """What the form can make of what stands in it: a plan, or why there is none."""

    plan: ExperimentPlan | None = None
    why: str = ""


def field(name: str, session: Session) -> str:
    """Return the key of a field."""
    return key_of(f"new-{name}", session.session_id)


def value(name: str, session: Session, default: Any = None) -> Any:
    """Return what stands in a field."""
    return st.session_state.get(field(name, session), default)


def sessions() -> dict[str, Session]:
    """Return the sessions that can be written, by their ids, the last changed first."""
    every = page_context.store().sessions.list()
    return {one.session.session_id: one.session for one in every if one.complete}


def chosen_sessions(session: Session, every: dict[str, Session]) -> list[Session]:
    """Return the sessions that are chosen."""
    return [every[one] for one in value("sessions", session, ()) if one in every]


def writers_for(chosen: Sequence[Session]) -> tuple[str, ...]:
    """Return who can write in all of the chosen sessions; the recorded model, which stands second, can in the sample
    alone."""
    offered = [one for one in PROVIDERS.values() if one.on_evaluate]
    fitting = [one for one in offered if one.fits is None or (chosen and all(map(one.fits, chosen)))]
    return tuple(one.kind for one in sorted(fitting, key=lambda one: one.can_judge))


def thresholds(session: Session) -> dict[str, CoverageThresholds]:
    """Return the thresholds that can be chosen: this session's, the defaults where they differ, and its presets."""
    found = {PRESENT: session.settings.thresholds}
    if session.settings.thresholds != DEFAULT_THRESHOLDS:
        found[DEFAULTS] = DEFAULT_THRESHOLDS
    found.update(
        {
            one.name: one.thresholds
            for one in page_context.store().presets.list(session.session_id)
            if one.name not in found
        }
    )
    return found


def prompts(session: Session) -> dict[str, str | None]:
    """Return the prompt templates that can be chosen."""
    own = session.settings.prompt_template
    return {PRESENT: own, BUILT_IN: None} if own is not None else {BUILT_IN: None}


def address(session: Session, writer: str) -> str:
    """Return the address of the person's own server, that of the page Generate where none is typed here."""
    typed = value("url", session) or st.session_state.get(choice_key("url", session.session_id))
    return str(typed or provider_of(writer).default_address)


def known_models(writer: str, session: Session) -> tuple[str, ...]:
    """Return the models that a service is known to have: its default, and what the last test of it found."""
    named = choice.named_service(ProviderChoice(writer=writer, base_url=address(session, writer)))
    tested = connection.last_test(service_of(named))
    chosen = str(st.session_state.get(choice_key(f"model-{writer}", session.session_id)) or "")
    return tuple(dict.fromkeys(one for one in (chosen, named.model, *(tested.models if tested else ())) if one))


def take_replies(what: str, session: Session) -> None:
    """Take the replies of the file that was chosen, for the writers or for the judge."""
    given = value(f"{what}-file", session)
    if given is not None:
        page_context.change(lambda: _hold(what, session, read_replies(given.getvalue(), given.name)))


def _hold(what: str, session: Session, replies: ClientChoice | None) -> None:
    st.session_state[field(f"{what}-replies", session)] = replies


def forget_replies(what: str, session: Session) -> None:
    """Let go of the replies, so that others can be chosen."""
    _hold(what, session, None)


def replies(what: str, session: Session) -> ClientChoice | None:
    """Return the replies that were given, None where there are none."""
    return value(f"{what}-replies", session)


def _replies(what: str, session: Session) -> ClientChoice:
    given = replies(what, session)
    if given is None:
        raise BadInput(Problem(place="replies", message="there are none yet.", remedy="Choose a file with them."))
    return given


def _service(asked: ProviderChoice) -> ClientChoice:
    provider = provider_of(asked.writer)
    if provider.needs_key and keys.key_of(provider.kind) is None:
        remedy = f"Type one on the page Generate, or set {provider.key_variables[0]} before you start the app."
        raise BadInput(Problem(place=provider.title, message="there is no key for it.", remedy=remedy))
    return choice.checked_service(asked)


def _clients(session: Session, writer: str) -> list[ClientChoice]:
    provider = provider_of(writer)
    if provider.is_service:
        models = value(f"models-{writer}", session, ()) or ("",)
        asked = [ProviderChoice(writer=writer, model=model, base_url=address(session, writer)) for model in models]
        return [_service(one) for one in asked]
    return [_replies("writer", session) if provider.from_file else ClientChoice(kind=writer)]


def _judge(session: Session) -> JudgeChoice | None:
    writer = value("judge", session, NOBODY)
    if writer == NOBODY:
        return None
    model = str(value("judge-model", session) or "")
    asked = ProviderChoice(writer=writer, model=model, base_url=address(session, writer))
    client = _replies("judge", session) if provider_of(writer).from_file else _service(asked)
    return JudgeChoice(client=client, samples=value("samples", session, 3), support=bool(value("support", session)))


def _choices(session: Session, chosen: Sequence[Session]) -> ExperimentChoices:
    bounds, templates, offered = thresholds(session), prompts(session), writers_for(chosen)
    who = [writer for writer in value("who", session, ()) if writer in offered]
    if not who:
        raise BadInput(Problem(place="who writes", message="none is chosen.", remedy="Choose one."))
    modes = tuple(value("modes", session, ())) or (WritingMode.REFERENCE,)
    named = [one for one in value("thresholds", session, ()) if one in bounds] or [PRESENT]
    written = [one for one in value("prompts", session, ()) if one in templates] or [next(iter(templates))]
    return ExperimentChoices(
        title=str(value("title", session) or ""),
        clients=tuple((writer, client) for writer in who for client in _clients(session, writer)),
        modes=modes,
        thresholds={name: bounds[name] for name in named},
        prompts={name: templates[name] for name in written},
        base=session.settings,
        repeats=value("repeats", session, 1),
        judge=_judge(session),
    )


def plan_from_form(session: Session, every: dict[str, Session]) -> FormResult:
    """Return the plan that stands in the form, or why it cannot be begun."""
    chosen = chosen_sessions(session, every)
    if not chosen:
        return FormResult(why="No session is chosen.")
    try:
        return FormResult(plan=form_values.plan_of(_choices(session, chosen), chosen))
    except (BadInput, UnknownRecord) as error:
        return FormResult(why=str(error))


@st.cache_resource(max_entries=16, show_spinner=False)
def _estimate(path: str, experiment_id: str, calls: int, *, _plan: ExperimentPlan) -> ExperimentEstimate:
    del path, experiment_id, calls
    return runner.estimate(page_context.store(), _plan)


def estimate(plan: ExperimentPlan) -> ExperimentEstimate:
    """Return what an experiment takes; what was measured since may have answered a part of it. Raises BadInput."""
    store = page_context.store()
    done = sum(one.units for one in store.experiments.list())
    return _estimate(str(store.path), experiment_id_of(plan), done, _plan=plan)
