"""Servers that speak OpenAI's protocol: Ollama, llama.cpp and LM Studio on this machine, OpenAI and others elsewhere.

A small client of our own over httpx2, which Gemini's library brings along anyway. The `openai` package would be a
second large library for four fields of a request, and trusts what comes: here every length is bounded and every byte
checked, because whatever listens at a local port may answer. It follows no redirection, so that a key goes to no other
host.
"""

import itertools
import json
import math
import re
from collections.abc import Generator, Iterator
from time import monotonic
from typing import Any, cast

from core.errors import ModelUnknown, ServiceError, ServiceTrouble
from core.llm.client import GenerationRequest, Reply
from workbench.providers.keys import SecretKey, key_of, scrub
from workbench.providers.openai.openai_errors import (
    RequestTarget,
    as_list,
    as_object,
    error_in,
    error_of,
    parsed,
    redirect_error,
)
from workbench.providers.openai.openai_provider import CHAT, check_base_url
from workbench.providers.openai.openai_reply import OpenAIReplyReader
from workbench.providers.openai.openai_request import RequestFormat
from workbench.providers.transport import addresses
from workbench.providers.transport.http_client import HttpClient, HttpResponse
from workbench.providers.transport.mask_keys import mask_key
from workbench.providers.transport.retry import ReplyEvent, RetryPolicy, retry_after_of, with_retries
from workbench.providers.transport.server_sent_events import events, too_long

LOCAL_PATIENCE = RetryPolicy(read_seconds=300, deadline=900)
"""For a server on this machine: it may load a model and read a long prompt before its first word."""

_MODELS = "models"
_DONE = "[DONE]"
_LONGEST_BODY = 8_388_608  # bytes of a whole reply; read as JSON it may take fifty times the memory
_LONGEST_ERROR = 65_536
_LONGEST_NAME, _MOST_NAMES = 200, 2_000
_MOST_NAMED, _NEAR_ENOUGH = 3, 60  # names in a message, and how alike they are to be, of 100
_SECONDS_FOR_NAMES = 20.0
_WHOLE_KINDS = ("application/json", "application/problem+json")
_PAGE_KINDS = ("text/html", "application/xhtml+xml")
_NO_WRITERS = re.compile(r"embed|whisper|\btts\b|dall-e|moderation|rerank|transcribe|realtime|\bimage\b|\bsora\b", re.I)


class _UnsupportedField(Exception):
    """The server refused a part of the request that it can do without."""


def _not_expected(what: str) -> ServiceTrouble:
    remedy = "Correct the address, or use another server or model."
    return ServiceTrouble(f"The server sent {what}, which is not the protocol that was expected. {remedy}")


def _object_of(text: str) -> dict[str, Any]:
    found = parsed(text)
    if not isinstance(found, dict):
        raise _not_expected("something that is no JSON object")
    return cast("dict[str, Any]", found)


def _parts_of(answer: HttpResponse, *, streaming: bool) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield the parts of an answer, each with what holds its words: many that come one by one, or one whole one."""
    if answer.kind in _PAGE_KINDS:
        raise _not_expected("a web page")
    if answer.kind in _WHOLE_KINDS or not streaming:
        body = answer.body(_LONGEST_BODY)
        if body is None:
            raise too_long("a reply", _LONGEST_BODY)
        yield _object_of(body.decode("utf-8", "replace").removeprefix("\ufeff")), "message"
        return
    for data in events(answer.chunks()):
        if data.strip() == _DONE:
            return
        yield _object_of(data), "delta"


def _names_in(payload: object) -> list[str]:
    """Return the names of models in a list of them: OpenAI's shape, or the list itself."""
    listed = as_list(payload) or as_list(as_object(payload).get("data"))
    names = (as_object(one).get("id") for one in listed[:_MOST_NAMES])
    return [name for name in names if isinstance(name, str) and name.isprintable() and 0 < len(name) <= _LONGEST_NAME]


class OpenAIClient:
    """Writes with a model of a server that speaks OpenAI's protocol; making one asks for nothing.

    `patience` is LOCAL_PATIENCE for a server on this machine where none is given. Raises BadInput for an address that
    is none.
    """

    name = "openai"

    def __init__(self, base_url: str, model: str, *, patience: RetryPolicy | None = None) -> None:
        self.base_url = check_base_url(base_url)
        self._model = model
        is_local = addresses.is_loopback(self.base_url)
        self._patience = patience or (LOCAL_PATIENCE if is_local else RetryPolicy())
        self._http = HttpClient(self.base_url, self._patience.connect_seconds)
        self._form = RequestFormat(model)

    @property
    def model(self) -> str:
        """The model's name, as the server knows it."""
        return self._model

    def load(self) -> None:
        """Load what a call needs; nothing is asked, and where it cannot be loaded, the call says so."""
        self._http.load()

    def generate(self, request: GenerationRequest) -> Reply:
        """Return the whole reply, which the server sends in one piece. Raises ServiceError."""
        coming = with_retries(lambda seconds: self._masked(request, seconds, streaming=False), self._patience)
        return next(event for event in coming if isinstance(event, Reply))

    def stream(self, request: GenerationRequest) -> Generator[ReplyEvent, None, None]:
        """Yield the reply as it comes: its pieces, waits and restarts, and at the end the reply itself.

        Closing the iterator closes the connection. Raises ServiceError.
        """
        return with_retries(lambda seconds: self._masked(request, seconds, streaming=True), self._patience)

    def models(self) -> tuple[str, ...]:
        """Return the models of the server that can write, by name, the own one first where it is there.

        The server is asked once. Raises ServiceError.
        """
        names = self._listed(key_of(self.base_url))
        return tuple(sorted(names, key=lambda name: name != self._model))

    def count_tokens(self, request: GenerationRequest) -> int | None:
        """Return None: the protocol has no way to count."""
        del request
        return None

    def close(self) -> None:
        """End what is under way, also from another thread; nothing can be asked after that."""
        self._http.close()

    def _asked_with(self, key: SecretKey | None) -> RequestTarget:
        return RequestTarget(base_url=self.base_url, model=self._model, has_key=key is not None)

    def _ask(
        self, request: GenerationRequest, seconds: float, *, streaming: bool
    ) -> Generator[str | Reply, None, None]:
        """Ask once, and at once again as often as the server refuses a part of the request that it can do without."""
        ends = monotonic() + seconds
        key = key_of(self.base_url)
        for sent in itertools.count(1):
            try:
                body = self._form.body(request, streaming=streaming)
                reply = yield from self._answer(body, key, ends - monotonic())
            except _UnsupportedField:
                continue
            except ModelUnknown as error:
                raise self._with_others(error, key, sent) from error
            except ServiceError as error:
                error.requests = sent
                raise
            yield reply.model_copy(update={"requests": sent})
            return

    def _masked(self, request: GenerationRequest, seconds: float, *, streaming: bool) -> Generator[str | Reply]:
        yield from mask_key(self._ask(request, seconds, streaming=streaming), key_of(self.base_url))

    def _answer(self, body: dict[str, Any], key: SecretKey | None, seconds: float) -> Generator[str, None, Reply]:
        asked = self._asked_with(key)
        so_far = OpenAIReplyReader()
        streaming = "stream" in body
        # A reply in one piece is silent until it is written: only the deadline tells that from a server that hangs.
        silence = self._patience.read_seconds if streaming else math.inf
        content = json.dumps(body).encode()
        try:
            with self._http.asked(CHAT, content, key=key, seconds=seconds, silence=silence) as answer:
                self._check(answer, asked, body)
                for part, name in _parts_of(answer, streaming=streaming):
                    if (error := error_in(asked, part)) is not None:
                        raise error
                    yield so_far.take(part, name)
                    if so_far.finish_reason:
                        answer.hurry(self._patience.usage_seconds)
        except ServiceError:
            if not so_far.finish_reason:
                raise
            # The reply had ended: what broke after it is at most its usage, and asking again would be paid again.
        return so_far.reply()

    def _check(self, answer: HttpResponse, asked: RequestTarget, body: dict[str, Any] | None) -> None:
        """Raise the error that an answer means: _UnsupportedField, or a ServiceError."""
        if answer.status == 200:
            return
        if 300 <= answer.status < 400:
            raise redirect_error(asked, answer.headers.get("location", ""))
        text = answer.text(_LONGEST_ERROR)
        if answer.status in (400, 422) and body is not None and self._form.learn(text, body):
            raise _UnsupportedField
        raise error_of(asked, answer.status, text, retry_after=retry_after_of(answer.headers.get("retry-after")))

    def _listed(self, key: SecretKey | None) -> list[str]:
        """Return the names of models that can write, or all where none seems to."""
        seconds = min(_SECONDS_FOR_NAMES, self._patience.deadline)
        with self._http.asked(_MODELS, None, key=key, seconds=seconds, silence=self._patience.read_seconds) as answer:
            self._check(answer, self._asked_with(key), None)
            body = answer.body(_LONGEST_BODY)
        names = sorted({scrub(name) for name in _names_in(parsed(body or b""))}, key=str.casefold)
        return [name for name in names if not _NO_WRITERS.search(name)] or names

    def _with_others(self, error: ModelUnknown, key: SecretKey | None, sent: int) -> ModelUnknown:
        """Return the error with the names that are nearest to the model's, which costs a request."""
        from rapidfuzz import process

        try:
            names = self._listed(key)
        except ServiceError:
            names = []
        near = [name for name, _, _ in process.extract(self._model, names, score_cutoff=_NEAR_ENOUGH)] or names
        has = f" It has: {', '.join(near[:_MOST_NAMED])}." if near else ""
        return ModelUnknown(f"{error}{has}", requests=sent + 1)
