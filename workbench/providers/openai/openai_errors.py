"""What a server that speaks OpenAI's protocol says when it does not write, as errors that say what to do."""

import json
import re
from typing import Any, cast

from core.errors import (
    KeyMissing,
    KeyRefused,
    ModelUnknown,
    QuotaExceeded,
    RequestRefused,
    ServiceError,
    ServiceTrouble,
    TimedOut,
)
from core.record import Record
from core.text.safe_html import ended
from workbench.providers.service_messages import in_one_line

_NO_MODEL = re.compile(r"model_not_found|\bmodel\b.{0,200}(?:not found|not exist|unknown|no such)", re.I | re.S)
_NO_MONEY = re.compile(r"insufficient_quota|insufficient credit|billing", re.I)
_TOO_LONG = re.compile(r"context.{0,20}(?:length|window|size)|(?:prompt|request|input).{0,20}too (?:long|large)", re.I)

CHAT_COMPLETIONS = "chat completions"
EMBEDDINGS = "embeddings"


class RequestTarget(Record):
    """The target of a request: server, model, whether a key was sent, and what is asked for."""

    base_url: str
    model: str
    has_key: bool
    offers: str = CHAT_COMPLETIONS


def as_object(value: object) -> dict[str, Any]:
    """Return a JSON object as it is, anything else as an empty one."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def as_list(value: object) -> list[object]:
    """Return a JSON list as it is, anything else as an empty one."""
    return cast("list[object]", value) if isinstance(value, list) else []


def parsed(text: str | bytes) -> object:
    """Return what JSON says, None where it is no JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _message_in(payload: object) -> str:
    """Return the words in a server's error, in the shapes that servers give it."""
    found = as_object(payload)
    for name in ("error", "message", "detail"):
        value = found.get(name)
        if isinstance(value, str) and value.strip():
            return value
        if isinstance(value, dict):
            return _message_in(cast("dict[str, Any]", value))
        if isinstance(value, list):
            return json.dumps(value, ensure_ascii=False)
    return ""


def _detail(text: str) -> str:
    """Return a sentence with what a body says in JSON or in plain words; "" for a web page, and where it says none."""
    payload = parsed(text)
    is_page = payload is None and text.lstrip().startswith("<")
    words = in_one_line("" if is_page else text if payload is None else _message_in(payload))
    return f" It says: “{words}”" if words else ""


def _refused_key(asked: RequestTarget, status: int, detail: str) -> ServiceError:
    if not asked.has_key:
        return KeyMissing(f"{asked.base_url} requires a key, and there is none for it. Give one.{detail}")
    if status == 403:
        return KeyRefused(f"{asked.base_url} does not let this key do that. Use another key, or another model.{detail}")
    return KeyRefused(f"{asked.base_url} does not accept the key. Copy it again from the service's own page.{detail}")


def _refused_request(asked: RequestTarget, status: int, text: str, detail: str) -> ServiceError:
    if _NO_MODEL.search(text):
        unknown = ended(f"{asked.base_url} has no model “{asked.model}”")
        return ModelUnknown(f"{unknown} Choose one that it has.{detail}")
    if status in (404, 405):
        remedy = "Correct the address; that of most servers ends in /v1."
        if asked.offers == EMBEDDINGS:
            return RequestRefused(f"{asked.base_url} offers no embeddings. {remedy}{detail}")
        return RequestRefused(f"{asked.base_url} offers no chat completions. {remedy}{detail}")
    if status == 413 or _TOO_LONG.search(text):
        shorter = ", or allow a shorter reply (the setting most_tokens)" if asked.offers == CHAT_COMPLETIONS else ""
        remedy = f"Use a model that takes more{shorter}."
        return RequestRefused(f"The request is too long for {asked.model}. {remedy}{detail}")
    remedy = "Check the model and the settings."
    return RequestRefused(f"{asked.base_url} does not accept the request ({status}). {remedy}{detail}")


def redirect_error(asked: RequestTarget, location: str) -> ServiceError:
    """Return the error for an answer that sends elsewhere, where a key must not follow."""
    where = f" to {in_one_line(location)}" if location else ""
    message = f"{asked.base_url} redirects{where}, and no request follows it. Correct the address."
    return RequestRefused(message)


def error_of(asked: RequestTarget, status: int, text: str, *, retry_after: float | None = None) -> ServiceError:
    """Return the error that a status and a body mean. Its message holds of the body what a server says in JSON or in
    plain words; nothing of a web page, and no key."""
    detail = _detail(text)
    if status in (401, 403):
        return _refused_key(asked, status, detail)
    if status == 402 or (status == 429 and _NO_MONEY.search(text)):
        return QuotaExceeded(
            f"The credit at {asked.base_url} is used up. Add credit there, or use another key.{detail}"
        )
    if status == 429:
        remedy = "Try again later, or use another key or model."
        message = f"{asked.base_url} has had too many requests ({status}). {remedy}{detail}"
        return QuotaExceeded(message, retry_after=retry_after)
    if status in (408, 504):
        return TimedOut(f"{asked.base_url} took too long ({status}). Try again later.{detail}", retry_after=retry_after)
    if 400 <= status < 500:
        return _refused_request(asked, status, text, detail)
    message = f"{asked.base_url} failed ({status}). Try again later, or use another model.{detail}"
    return ServiceTrouble(message, retry_after=retry_after)


def error_in(asked: RequestTarget, payload: dict[str, Any]) -> ServiceError | None:
    """Return the error that a server put into an answer that began well, None where there is none."""
    if not payload.get("error"):
        return None
    text = json.dumps(payload, ensure_ascii=False)
    codes = (as_object(payload["error"]).get("code"), payload.get("status"))
    status = next((code for code in codes if isinstance(code, int) and 400 <= code < 600), None)
    if status is not None:
        return error_of(asked, status, text)
    return ServiceTrouble(f"{asked.base_url} broke off. Try again later, or use another model.{_detail(text)}")
