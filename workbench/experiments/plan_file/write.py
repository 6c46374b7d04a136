"""Write a plan as an experiment file, so that an experiment made on the page can be run elsewhere, or again."""

from collections.abc import Mapping
from typing import Any

from core.errors import BadInput, Problem
from core.generation.settings import Settings
from core.record import Record
from workbench.experiments.plan_file.form import AskingWish
from workbench.providers import provider_of
from workbench.store import ClientChoice
from workbench.store.experiments.experiment_records import ExperimentPlan, JudgeChoice, PlanSubject, PlanVariant

_HEAD = "# An experiment of Quote Workbench: workbench evaluate FILE\n"


def _changed(value: Record, default: Record) -> dict[str, Any]:
    """Return the fields of a record that differ from the defaults, as plain values."""
    changed: dict[str, Any] = {}
    for name in type(value).model_fields:
        own, usual = getattr(value, name), getattr(default, name)
        if own == usual:
            continue
        if isinstance(own, Record) and isinstance(usual, Record):
            changed[name] = _changed(own, usual)
        else:
            changed[name] = value.model_dump(mode="json", include={name})[name]
    return changed


def _client(choice: ClientChoice) -> dict[str, Any]:
    """Return the fields that name a client; a script's replies are written into the file."""
    provider = provider_of(choice.kind)
    if not provider.is_fixed:
        model = {} if choice.model is None else {"model": choice.model}
        return {"client": provider.spec_of(choice), **model}
    whole = {"kind": choice.kind, **_changed(choice, ClientChoice(kind=choice.kind))}
    return {"client": whole}


def _variant(variant: PlanVariant, *, asks: bool) -> dict[str, Any]:
    if asks:
        settings = _changed(variant.asking, type(variant.asking)())
        settings = {name: value for name, value in settings.items() if name in AskingWish.model_fields}
        settings.pop("mode", None)
        mode = variant.asking.mode.value
    else:
        settings = _changed(variant.settings, Settings())
        settings.pop("mode", None)
        mode = variant.settings.mode.value
    own = {"name": variant.name, **_client(variant.client), "mode": mode}
    return {**own, "settings": settings} if settings else own


def _subject(subject: PlanSubject, sessions: Mapping[str, str]) -> dict[str, Any]:
    if subject.material is None or subject.name not in sessions:
        message = "is not a session, so a file cannot name it."
        raise BadInput(Problem(place=subject.name, message=message, remedy="Write about sessions."))
    chapters = None if subject.chapters is None else [index + 1 for index in subject.chapters]
    found = {"session": sessions[subject.name], "name": subject.name}
    return found if chapters is None else {**found, "chapters": chapters}


def _judge(judge: JudgeChoice) -> dict[str, Any]:
    usual = JudgeChoice(client=judge.client)
    rest = _changed(judge, usual)
    return {**_client(judge.client), **rest}


def experiment_file_of(plan: ExperimentPlan, sessions: Mapping[str, str]) -> str:
    """Return a plan as YAML; `sessions` has the session ids by the names of the subjects.

    While these sessions are unchanged, reading the file returns the same plan. Raises BadInput for a subject that is
    not a session.
    """
    import yaml

    asks = any(subject.questions for subject in plan.subjects)
    document: dict[str, Any] = {
        "title": plan.title,
        "subjects": [_subject(subject, sessions) for subject in plan.subjects],
        "variants": [_variant(variant, asks=asks) for variant in plan.variants],
        "repeats": plan.repeats,
        "reference": plan.reference or plan.variants[0].name,
        "seed": plan.seed,
    }
    if plan.judge is not None:
        document["judge"] = _judge(plan.judge)
    return _HEAD + yaml.safe_dump(document, allow_unicode=True, sort_keys=False, width=120)
