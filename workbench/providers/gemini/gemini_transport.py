"""The HTTP transport under google-genai: it adds limits of time and size, and forbids redirects.

Its time-out is for each read and for everything alike, it follows redirects with the key, and the body of an error may
break it. This module loads httpx2 and google-genai; import it where a call is made.
"""

import json
import re
import ssl
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, cast

import httpx2
from google.genai import errors

from core.errors import ReplyTruncated, ServiceError, ServiceTrouble
from workbench.providers.token_fields import count_of
from workbench.providers.transport.addresses import is_loopback
from workbench.providers.transport.deadline import RequestDeadline
from workbench.providers.transport.retry import RetryPolicy
from workbench.providers.transport.server_sent_events import LONGEST_STREAM, bounded, lines_of

_LONGEST_BODY = 8 * 2**20  # bytes of a whole reply; read as JSON it may take fifty times the memory
_LONGEST_ERROR = 65_536
_LARGE = 65_536  # bytes of JSON
_MOST_PARTS, _MOST_MODELS = 10_000, 1_000
_OK = 200
_DATA = b"data:"
_NOT_DATA = (b":", b"event:", b"id:", b"retry:")  # comments, and fields that the library would take for JSON
_COUNTS = ("promptTokenCount", "candidatesTokenCount", "thoughtsTokenCount", "cachedContentTokenCount")
_USAGE = b'"usageMetadata"'
# Usage as the service sends it: nothing in it needs a second look, and most parts of a stream hold one.
_PLAIN_USAGE = re.compile(
    rb'"usageMetadata"\s*:\s*\{(?:\s*+(?:"(?:prompt|candidates|thoughts|cachedContent|toolUsePrompt|total)TokenCount"'
    rb'\s*:\s*\d{1,15}|"\w+TokensDetails"\s*:\s*\[(?:\s*\{\s*"modality"\s*:\s*"\w+"\s*,\s*"tokenCount"\s*:\s*\d{1,15}\s*\}'
    rb"\s*,?)*+\s*\])\s*,?)*+\s*\}"
)
_LATE = "Gemini's reply took longer than is waited for. Ask for a shorter chapter, or choose a faster model."


def _object_in(data: bytes) -> dict[str, Any]:
    """Return a JSON object, an empty one for anything else."""
    try:
        found: Any = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def _only(value: Any, *names: str) -> dict[str, Any]:
    """Return an object with these fields alone, an empty one for anything else."""
    fields = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
    return {name: fields[name] for name in names if name in fields}


def _list_in(value: Any, name: str, most: int) -> list[Any] | None:
    """Return the beginning of a list in an object, None where it is none."""
    found = _only(value, name).get(name)
    return cast("list[Any]", found)[:most] if isinstance(found, list) else None


def _candidate(given: Any) -> dict[str, Any]:
    """Return what is read of a candidate. Raises ReplyTruncated where its words come in too many parts."""
    kept = _only(given, "finishReason", "content")
    parts = _list_in(kept.get("content"), "parts", _MOST_PARTS + 1)
    if parts is None:
        return kept
    if len(parts) > _MOST_PARTS:
        message = f"The reply came in more than {_MOST_PARTS:,} parts. Use another model."
        raise ReplyTruncated(message)
    return kept | {"content": {"parts": [_only(part, "text", "thought") for part in parts]}}


def _essential(data: bytes) -> bytes:
    """Return large JSON with what is read of a reply or a list of models, anything else as it is.

    The library makes a record of every part of it: of eight megabytes, two gigabytes.
    """
    body = _object_in(data) if len(data) > _LARGE else {}
    if not body:
        return data
    kept = _only(body, "usageMetadata", "error", "nextPageToken", "totalTokens", "candidates", "models")
    if (candidates := _list_in(body, "candidates", 1)) is not None:
        kept["candidates"] = list(map(_candidate, candidates))
    if (models := _list_in(body, "models", _MOST_MODELS)) is not None:
        kept["models"] = [_only(model, "name", "supportedGenerationMethods") for model in models]
    if "promptFeedback" in body:
        kept["promptFeedback"] = _only(body["promptFeedback"], "blockReason", "blockReasonMessage")
    return json.dumps(kept).encode()


def _counted(data: bytes) -> bytes:
    """Return JSON whose usage holds nothing but numbers of tokens, anything else as it is.

    The library would take the whole reply for none where a single one of them is no number.
    """
    if _USAGE not in data or (data.count(_USAGE) == 1 and _PLAIN_USAGE.search(data)):
        return data
    body = _object_in(data)
    if "usageMetadata" not in body:
        return data
    ending = data[len(data.rstrip()) :]
    given = body["usageMetadata"]
    counts = cast("dict[str, Any]", given) if isinstance(given, dict) else {}
    counts = {name: count for name in _COUNTS if (count := count_of(counts.get(name))) is not None}
    return json.dumps(body | {"usageMetadata": counts}).encode() + ending


def _as_expected(line: bytes) -> bytes:
    """Return a line of a stream as the library takes it."""
    if line.startswith(_NOT_DATA):
        return b""
    if line.startswith(_DATA):
        line = b"data: " + _counted(_essential(line.removeprefix(_DATA).removeprefix(b" ")))
    return line + b"\n"


def _is_the_end(line: bytes) -> bool:
    """Tell whether a line of a stream says how the reply ended."""
    if b"finishReason" not in line or not line.startswith(_DATA):
        return False
    candidates: Any = _object_in(line.removeprefix(_DATA)).get("candidates")
    return isinstance(candidates, list) and any(
        isinstance(one, dict) and one.get("finishReason")  # type: ignore[union-attr] - any JSON
        for one in cast("list[object]", candidates)
    )


class _TimedBody(httpx2.SyncByteStream):
    """The body of an answer, as long as there is time for it.

    Of a stream of events the usage is waited for `usage_seconds` once the reply is over; None where it comes whole.
    """

    def __init__(
        self,
        response: httpx2.Response,
        deadline: RequestDeadline,
        done: Callable[[], None],
        usage_seconds: float | None,
    ) -> None:
        self._stream = cast("httpx2.SyncByteStream", response.stream)
        self._is_packed = response.headers.get("content-encoding", "identity").lower() != "identity"
        self._deadline = deadline
        self._done = done
        self._usage_seconds = usage_seconds
        whole = LONGEST_STREAM if usage_seconds is not None else _LONGEST_BODY
        self._most = whole if response.status_code == _OK else _LONGEST_ERROR

    def __iter__(self) -> Iterator[bytes]:
        if self._usage_seconds is None:
            yield _counted(_essential(b"".join(self._parts())))
            return
        for lines in lines_of(self._parts()):
            if any(map(_is_the_end, lines)):
                self._deadline.hurry(self._usage_seconds)
            # Together, as they came: the library takes its time over each part.
            yield b"".join(map(_as_expected, lines))

    def _parts(self) -> Iterator[bytes]:
        if self._is_packed:
            # A few bytes may unpack to more than the memory holds.
            message = "Gemini sent a compressed reply though it was asked for a plain one. Check the address."
            raise ServiceTrouble(message)
        try:
            yield from bounded(self._stream, self._most)
            self._deadline.check(_LATE)
        except httpx2.TransportError:
            self._deadline.check(_LATE)
            raise

    def close(self) -> None:
        self._done()
        self._stream.close()


def _failure(response: httpx2.Response) -> errors.APIError:
    """Return what an answer other than 200 says; its body may be broken, or a web page, and is no more than a hint."""
    try:
        body: Any = json.loads(response.read())
    except (httpx2.TransportError, ServiceError, ValueError, RecursionError):
        body = None
    finally:
        response.close()
    return errors.APIError(response.status_code, body if isinstance(body, dict) else {}, response)


class GeminiHttpClient(httpx2.Client):
    """Sends what google-genai builds, whose time-out is taken for the whole answer.

    `patience` says how long one silence may be. An answer that comes in one piece may be silent all the time. `trust`
    holds the certificates that are trusted. Raises APIError for every status but 200, TimedOut and ServiceTrouble where
    an answer takes too long or is too long, and ServiceError where the wire is closed meanwhile.
    """

    def __init__(self, base_url: str, patience: RetryPolicy) -> None:
        is_near = is_loopback(base_url)
        # Without TLS there is no certificate to trust, and reading all that are takes longer than a short call.
        is_plain = is_near and base_url.startswith("http:")
        self.trust = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if is_plain else httpx2.create_ssl_context()
        self._patience = patience
        self._under_way: set[RequestDeadline] = set()
        # No connection is kept: a deadline belongs to one request alone.
        limits = httpx2.Limits(max_keepalive_connections=0)
        super().__init__(verify=self.trust, trust_env=not is_near, limits=limits, timeout=None)

    def send(self, request: httpx2.Request, *, stream: bool = False, **more: Any) -> httpx2.Response:
        """Send a request and return its answer, with its body where it is not streamed."""
        request.headers["Accept-Encoding"] = "identity"
        left: float = request.extensions["timeout"]["read"]
        connect = min(left, self._patience.connect_seconds)
        silence = self._patience.read_seconds if stream else None
        request.extensions["timeout"] = {"connect": connect, "read": silence, "write": silence, "pool": connect}
        deadline = RequestDeadline(left)
        request.extensions["trace"] = deadline.watch
        self._under_way.add(deadline)
        done = partial(self._finish, deadline)
        try:
            response = super().send(request, stream=True, **more)
        except BaseException as error:
            done()
            if isinstance(error, httpx2.TransportError):
                deadline.check(_LATE)
            raise
        response.stream = _TimedBody(response, deadline, done, self._patience.usage_seconds if stream else None)
        if response.status_code != _OK:
            raise _failure(response)
        if not stream:
            try:
                response.read()
            finally:
                response.close()
        return response

    def _finish(self, deadline: RequestDeadline) -> None:
        deadline.stop()
        self._under_way.discard(deadline)

    def close(self) -> None:
        """End the requests that are under way, and the wire."""
        for deadline in tuple(self._under_way):
            deadline.leave()
        super().close()
