"""What Gemini's service says on the wire, made by hand: no part of its library is used here."""

import json
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from tests.wire.server import Script, said, whole

Chunk = Mapping[str, Any]

STATUSES = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
    504: "DEADLINE_EXCEEDED",
}
GOOGLE = "type.googleapis.com/google.rpc"


def usage(tokens_in: int, out: int, *, thinking: int | None = None, cached: int | None = None) -> dict[str, Any]:
    """Return the usage of a call so far, in tokens."""
    counts = {
        "promptTokenCount": tokens_in,
        "candidatesTokenCount": out,
        "thoughtsTokenCount": thinking,
        "cachedContentTokenCount": cached,
        "totalTokenCount": tokens_in + out + (thinking or 0),
    }
    return {name: count for name, count in counts.items() if count is not None}


def chunk(
    text: str | None = None, *, thought: str = "", finish: str = "", used: Mapping[str, Any] | None = None, **more: Any
) -> dict[str, Any]:
    """Return one part of a reply, or all of it: its words, its finish reason, its usage; `more` is the candidate's."""
    parts: list[dict[str, Any]] = []
    if thought:
        parts.append({"text": thought, "thought": True})
    if text is not None:
        parts.append({"text": text})
    candidate: dict[str, Any] = {"index": 0, **more}
    if parts:
        candidate["content"] = {"parts": parts, "role": "model"}
    if finish:
        candidate["finishReason"] = finish
    made: dict[str, Any] = {"candidates": [candidate], "modelVersion": "gemini-3.8-flash", "responseId": "r1"}
    return made | ({"usageMetadata": used} if used is not None else {})


def blocked(reason: str, *, message: str = "", used: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return what comes for a prompt that the service does not let through."""
    feedback = {"blockReason": reason} | ({"blockReasonMessage": message} if message else {})
    return {"promptFeedback": feedback, "modelVersion": "gemini-3.8-flash"} | (
        {"usageMetadata": used} if used is not None else {}
    )


def event(data: Chunk) -> bytes:
    """Return one event of a stream."""
    return b"data: " + json.dumps(data, ensure_ascii=False).encode() + b"\r\n\r\n"


def streamed(*chunks: Chunk | bytes | float) -> Script:
    """Return the answer to streamGenerateContent?alt=sse: chunks as events, bytes as they are, numbers as pauses."""
    pieces = (event(one) if isinstance(one, Mapping) else one for one in chunks)
    return said(pieces, Content_Type="text/event-stream")


def answered(body: Mapping[str, Any] | bytes) -> Script:
    """Return the answer to generateContent, countTokens or a list of models."""
    data = body if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False).encode()
    return whole(data, Content_Type="application/json; charset=UTF-8")


def trouble(code: int, message: str, *details: Chunk, status: str = "") -> dict[str, Any]:
    """Return the body of an error."""
    error: dict[str, Any] = {"code": code, "message": message, "status": status or STATUSES[code]}
    return {"error": error | ({"details": list(details)} if details else {})}


def failed(code: int, message: str, *details: Chunk, status: str = "", **headers: str) -> Script:
    """Return an error as the service answers it."""
    body = json.dumps(trouble(code, message, *details, status=status)).encode()
    return whole(body, f"{code} {HTTPStatus(code).phrase}", Content_Type="application/json; charset=UTF-8", **headers)


def page(code: int, html: str) -> Script:
    """Return an error as something between the service and its client answers it: a web page."""
    return whole(html.encode(), f"{code} {HTTPStatus(code).phrase}", Content_Type="text/html; charset=UTF-8")


def retry_info(seconds: float) -> dict[str, Any]:
    """Return the detail of an error that says when to ask again."""
    return {"@type": f"{GOOGLE}.RetryInfo", "retryDelay": f"{seconds:g}s"}


def error_info(reason: str) -> dict[str, Any]:
    """Return the detail of an error that names its reason, such as API_KEY_INVALID."""
    return {"@type": f"{GOOGLE}.ErrorInfo", "reason": reason, "domain": "googleapis.com"}


def key_invalid() -> Script:
    """Return what a key that nobody gave out is answered with: 400, not 401."""
    message = "API key not valid. Please pass a valid API key."
    return failed(400, message, error_info("API_KEY_INVALID"))


def counted(tokens: int) -> Script:
    """Return the answer to countTokens."""
    return answered({"totalTokens": tokens})


def models(named: Mapping[str, Iterable[str]], *, next_page: str = "") -> Script:
    """Return a list of models, by name (without "models/") with what each can do."""
    listed = [
        {"name": f"models/{name}", "displayName": name, "supportedGenerationMethods": list(can)}
        for name, can in named.items()
    ]
    return answered({"models": listed} | ({"nextPageToken": next_page} if next_page else {}))
