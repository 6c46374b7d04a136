"""What a person may decide about a run: thresholds, the way of writing, the prompt. Everything has a default."""

import json
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field, ValidationError, field_validator

from core.coverage.levels import DEFAULT_THRESHOLDS, CoverageThresholds
from core.errors import Problem, SettingsError
from core.generation.prompt import check_template
from core.llm.client import Sampling, WritingMode
from core.record import Record
from core.text.documents import is_object, read_object
from core.whitelist.quote import LISTEN_BELOW

_REMEDY = "Correct it, or leave it out for the default."


class Settings(Record):
    """The settings of a run.

    `mode` is how a client is asked to quote; `strict_narrative` lets a model set no block quotes in the narrative;
    `allow_fragments` lets parts of whitelisted quotes stand, of at least four words; `prompt_template` replaces the
    built-in one and must hold {{KEY_EXCERPTS_PLACEHOLDER}}, {{TARGET_WORDS}} and {{GENERATION_MODE}}. `sampling` is how
    a model chooses its words; with `second_attempt` a model whose quotations fell is asked once more. A quote whose
    least certain word has less than `listen_below` is to be listened to first. With `leave_out_denied` a new run is
    offered no quote that somebody heard to be not so in the recording; it is written only where it is off.
    """

    thresholds: CoverageThresholds = DEFAULT_THRESHOLDS
    mode: WritingMode = WritingMode.REFERENCE
    strict_narrative: bool = True
    allow_fragments: bool = False
    prompt_template: str | None = None
    sampling: Sampling = Sampling()
    second_attempt: bool = True
    listen_below: Annotated[float, Field(ge=0, le=1)] = LISTEN_BELOW
    leave_out_denied: Annotated[bool, Field(exclude_if=bool)] = True

    @field_validator("prompt_template")
    @classmethod
    def _has_its_placeholders(cls, template: str | None) -> str | None:
        if template is not None:
            try:
                check_template(template)
            except SettingsError as error:
                raise ValueError("; ".join(problem.message.rstrip(".") for problem in error.problems)) from error
        return template


def _over(defaults: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the defaults with the given fields in their place, so that a file holds only what it changes."""
    merged = dict(defaults)
    for field, value in given.items():
        below = defaults.get(field)
        merged[field] = _over(below, value) if is_object(below) and is_object(value) else value
    return merged


def _known_beside(place: tuple[int | str, ...], defaults: Mapping[str, Any]) -> str:
    """List the settings that stand where an unknown one was written."""
    for field in place[:-1]:
        defaults = defaults[str(field)]
    return ", ".join(defaults)


def _problem(error: Mapping[str, Any], name: str, defaults: Mapping[str, Any]) -> Problem:
    place = ".".join(str(part) for part in error["loc"])
    where = ": ".join(part for part in (name, place) if part)
    if error["type"] == "extra_forbidden":
        known = _known_beside(error["loc"], defaults)
        return Problem(place=where, message="there is no such setting.", remedy=f"The settings here are: {known}.")
    if error["type"] == "value_error":
        return Problem(place=where, message=f"{error['ctx']['error']!s}.", remedy=_REMEDY)
    message = str(error["msg"]).replace("Input should be", "must be")
    written = json.dumps(error["input"], ensure_ascii=False, default=str)
    shown = written if len(written) <= 60 else written[:57] + "..."
    return Problem(
        place=where, message=f"{message}, not {shown}.", remedy="Change the value, or leave it out for the default."
    )


def settings_schema() -> dict[str, Any]:
    """Return the JSON Schema of a settings file; every field may be missing."""
    schema = Settings.model_json_schema()
    for part in schema["$defs"].values():
        part.pop("required", None)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def read_settings(data: bytes | str, name: str = "") -> Settings:
    """Read settings from JSON or YAML; what the file does not name keeps its default, at every depth.

    Raises SettingsError with all unknown names and impossible values, each with its place
    (`thresholds.strong.excerpts`).
    """
    given = read_object(data, name, what="settings", error=SettingsError)
    chosen = Settings()
    defaults = {**chosen.model_dump(mode="json"), "leave_out_denied": chosen.leave_out_denied}
    try:
        # As JSON, because only there does pydantic's strict mode read an enum's value and still refuse "8" for 8.
        return Settings.model_validate_json(json.dumps(_over(defaults, given), default=str), strict=True)
    except ValidationError as error:
        raise SettingsError(*(_problem(one, name, defaults) for one in error.errors())) from error
