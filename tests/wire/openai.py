"""What a server with OpenAI's protocol says on the wire, made by hand: no part of any library is used here."""

import json
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from tests.wire.server import Script, said, whole

Chunk = Mapping[str, Any]
DONE = b"data: [DONE]\n\n"


def usage(sent: int, written: int, *, thinking: int | None = None, cached: int | None = None) -> dict[str, Any]:
    """Return the usage of a call in tokens; those of thinking are among the written ones."""
    counts: dict[str, Any] = {"prompt_tokens": sent, "completion_tokens": written, "total_tokens": sent + written}
    if thinking is not None:
        counts["completion_tokens_details"] = {"reasoning_tokens": thinking}
    if cached is not None:
        counts["prompt_tokens_details"] = {"cached_tokens": cached}
    return counts


def chunk(text: str | None = None, *, finish: str | None = None, **delta: Any) -> dict[str, Any]:
    """Return one part of a reply: its words and its finish reason; `delta` is what else is in it."""
    words = {} if text is None else {"content": text}
    choice = {"index": 0, "delta": {**words, **delta}, "finish_reason": finish}
    return {"id": "c1", "object": "chat.completion.chunk", "model": "m", "choices": [choice]}


def used(counts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the last part, which holds the usage and no choice."""
    return {"id": "c1", "object": "chat.completion.chunk", "model": "m", "choices": [], "usage": counts}


def event(data: Chunk) -> bytes:
    """Return one event of a stream."""
    return b"data: " + json.dumps(data, ensure_ascii=False).encode() + b"\n\n"


def streamed(*chunks: Chunk | bytes | float) -> Script:
    """Return a streamed answer: parts as events, bytes as they are, numbers as pauses."""
    pieces = (event(one) if isinstance(one, Mapping) else one for one in chunks)
    return said(pieces, Content_Type="text/event-stream")


def answered(body: Any) -> Script:
    """Return an answer in one piece: bytes as they are, anything else as JSON."""
    data = body if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False).encode()
    return whole(data, Content_Type="application/json")


def completed(text: str | None, finish: str | None = "stop", *, counts: Any = None, **message: Any) -> Script:
    """Return a reply in one piece; `message` is what else is in it."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text, **message}, "finish_reason": finish}
    return answered({"id": "c1", "object": "chat.completion", "choices": [choice], "usage": counts})


def trouble(message: str, *, kind: str = "invalid_request_error", code: Any = None, param: Any = None) -> Chunk:
    """Return the body of an error."""
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


def failed(status: int, body: Chunk | str, **headers: str) -> Script:
    """Return an error: a body as JSON, or a text as a web page."""
    is_page = isinstance(body, str)
    data = body.encode() if isinstance(body, str) else json.dumps(body, ensure_ascii=False).encode()
    kind = "text/html; charset=utf-8" if is_page else "application/json"
    return whole(data, f"{status} {HTTPStatus(status).phrase}", Content_Type=kind, **headers)


def embedded(*vectors: Any) -> Script:
    """Return vectors of texts in their order."""
    data = [{"object": "embedding", "index": number, "embedding": one} for number, one in enumerate(vectors)]
    return answered({"object": "list", "data": data, "model": "m", "usage": {"prompt_tokens": 1, "total_tokens": 1}})


def models(names: Iterable[str]) -> Script:
    """Return a list of models."""
    return answered({"object": "list", "data": [{"id": name, "object": "model", "owned_by": "x"} for name in names]})
