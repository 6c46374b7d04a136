"""The public functions of seed 5, and the one that returns everything."""

from collections.abc import Callable
from typing import Any

from pydantic import BaseModel

from core.llm.json_output.examine import examine
from core.llm.json_output.result import Extraction
from core.llm.json_output.schema import Schema, validate_with
from core.llm.json_output.strict import load_json
from core.llm.reply_faults import (
    FALLBACK_GENERATION_USED,
    JSON_EXTRACTION_WARNING,
    JSON_VALIDATION_ERROR,
    Artifact,
    in_order,
    log_event,
    log_reading,
)
from core.record import Record


class ModelReply(Record):
    """A model's answer to a simplified prompt, with its finish reason where it gave one."""

    text: str
    finish_reason: str | None = None


def _after_filter(first: Extraction, simplified: Callable[[], str | ModelReply], schema: Schema | None) -> Extraction:
    log_event(FALLBACK_GENERATION_USED, "the simplified prompt is used")
    answer = simplified()
    reply = ModelReply(text=answer) if isinstance(answer, str) else answer
    second = examine(reply.text, schema, reply.finish_reason).extraction
    log_reading(second.reading)
    return second.model_copy(
        update={
            "fallback": True,
            "artifacts": in_order({*second.artifacts, Artifact.CONTENT_FILTER}, Artifact),
            "issues": (*first.issues, "The simplified prompt was used.", *second.issues),
        }
    )


def validate_json_with_pydantic(data: dict[str, Any], model_class: type[BaseModel]) -> tuple[bool, list[str]]:
    """Return whether data fits a pydantic model, and every message with its field's path (`scores[2].value: ...`).

    Source: decisions.md#seed-5.
    """
    messages = validate_with(model_class, data)
    if messages:
        log_event(JSON_VALIDATION_ERROR, f"{model_class.__name__}: {'; '.join(messages)}", is_error=True)
    return not messages, messages


def safe_json_loads(json_str: str) -> Any | None:
    """Return the value of one JSON text, None if it is invalid; the reason is logged with a preview of the place.

    `load_json` returns the reason, too, and tells a JSON `null` from a failure. Source: decisions.md#seed-5.
    """
    loaded = load_json(json_str)
    if loaded.problem is not None:
        log_event(JSON_EXTRACTION_WARNING, str(loaded.problem))
    return loaded.data


def detect_markdown_artifacts(response: str) -> list[str]:
    """Return the names of everything in a reply that is not clean JSON, as `Artifact` lists them.

    Source: decisions.md#seed-5.
    """
    return [artifact.value for artifact in examine(response).extraction.artifacts]


def clean_llm_response(response: str) -> str:
    """Return the JSON's own text without what stands around it; without JSON, the prose without fences and thoughts.

    Nothing is repaired: the inside of the JSON is as the model wrote it. Source: decisions.md#seed-5.
    """
    return examine(response).source


def extract_json(
    response: str | None,
    *,
    schema: Schema | None = None,
    finish_reason: str | None = None,
    simplified: Callable[[], str | ModelReply] | None = None,
) -> Extraction:
    """Read the JSON out of a model's reply, and report everything about it.

    `schema` is a JSON Schema or a pydantic model: `ok` then means that the value fits it. `simplified` asks the model
    again with a simpler prompt; it is called once, where a filter stopped the first reply or the model refused. A reply
    that was cut off is never `ok`. Raises BadInput if the schema is invalid, and what `simplified` raises.
    Source: decisions.md#seed-5.
    """
    extraction = examine(response, schema, finish_reason).extraction
    if not extraction.ok or extraction.artifacts or extraction.repairs:
        log_reading(extraction.reading)
    if Artifact.CONTENT_FILTER not in extraction.artifacts:
        return extraction
    return extraction if simplified is None else _after_filter(extraction, simplified, schema)


def extract_json_from_llm_response(response: str) -> dict[str, Any] | None:
    """Return the object in a reply, None where there is none that may be used. Source: decisions.md#seed-5."""
    extraction = extract_json(response)
    return extraction.data if extraction.ok else None


def extract_json_from_response(response: str) -> dict[str, Any] | None:
    """Return the object in a reply: seed 5's older name for the same. Source: decisions.md#seed-5."""
    return extract_json_from_llm_response(response)
