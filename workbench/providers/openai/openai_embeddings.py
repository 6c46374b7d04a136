"""Vectors of texts, from a server that speaks OpenAI's protocol: Ollama, llama.cpp, OpenAI and others.

As with replies nothing that comes is trusted: its size is bounded, and every number is checked before it is used.
"""

import json
import math
from collections.abc import Generator, Sequence
from typing import cast

from core.answers.rank_fusion import length_of_vector
from core.errors import ServiceTrouble
from core.llm.client import Reply
from workbench.providers.keys import key_of
from workbench.providers.openai.openai_client import LOCAL_PATIENCE
from workbench.providers.openai.openai_errors import (
    EMBEDDINGS,
    RequestTarget,
    as_list,
    as_object,
    error_in,
    error_of,
    parsed,
    redirect_error,
)
from workbench.providers.openai.openai_provider import check_base_url
from workbench.providers.transport.addresses import is_loopback
from workbench.providers.transport.http_client import HttpClient, HttpResponse
from workbench.providers.transport.retry import RetryPolicy, retry_after_of, with_retries
from workbench.providers.transport.server_sent_events import too_long

_LONGEST_BODY = 33_554_432  # bytes; 64 vectors of 4,096 numbers take about six million
_LONGEST_ERROR = 65_536
_LONGEST_VECTOR = 16_384  # numbers


def check_embeddings_url(text: str) -> str:
    """Return the address of a server as that of a model's; of the full address of its embeddings the rest is taken.

    Raises BadInput for an address that is none.
    """
    return check_base_url(text.strip().rstrip("/").removesuffix(f"/{EMBEDDINGS}"))


def _strange(what: str) -> ServiceTrouble:
    remedy = "Correct the address, or use another server or model."
    return ServiceTrouble(f"The server's vectors are not what was expected: {what}. {remedy}")


def _vector_of(value: object) -> tuple[float, ...]:
    numbers = as_list(value)
    if not numbers:
        raise _strange("one is no list of numbers")
    if len(numbers) > _LONGEST_VECTOR:
        raise _strange(f"one has more than {_LONGEST_VECTOR:,} numbers")
    if not all(type(number) in (int, float) for number in numbers):
        raise _strange("one holds something that is no number")
    try:
        vector = tuple(map(float, cast("list[float]", numbers)))
    except OverflowError:
        vector = (math.inf,)
    length = length_of_vector(vector)
    if not length:
        raise _strange("one is zero or not finite")
    return tuple(number / length for number in vector)


def _vectors_in(payload: object, count: int) -> list[tuple[float, ...]]:
    """Return the vectors of an answer in the order of their texts, each of length 1. Raises ServiceTrouble."""
    listed = as_list(as_object(payload).get("data"))
    if len(listed) != count:
        raise _strange(f"{len(listed)} came for {count} texts")
    numbered = [(as_object(one).get("index"), as_object(one).get("embedding")) for one in listed]
    if any(type(index) is not int for index, _ in numbered) or {index for index, _ in numbered} != set(range(count)):
        raise _strange("they do not say which text each is of")
    by_index = dict(cast("list[tuple[int, object]]", numbered))
    vectors = [_vector_of(by_index[index]) for index in range(count)]
    if len(set(map(len, vectors))) > 1:
        raise _strange("they are not all of one length")
    return vectors


class OpenAIEmbeddings:
    """Asks a model of a server for the vectors of texts; making one asks for nothing.

    `patience` is LOCAL_PATIENCE for a server on this machine where none is given. Raises BadInput for an address that
    is none.
    """

    def __init__(self, base_url: str, model: str, *, patience: RetryPolicy | None = None) -> None:
        self.base_url = check_embeddings_url(base_url)
        self.model = model
        self._patience = patience or (LOCAL_PATIENCE if is_loopback(self.base_url) else RetryPolicy())
        self._http = HttpClient(self.base_url, self._patience.connect_seconds)

    def embed(self, texts: Sequence[str]) -> list[tuple[float, ...]]:
        """Return the vector of each text, of length 1, all with the same number of numbers; one request, repeated where
        it fails and may succeed later. Raises ServiceError."""
        came: list[tuple[float, ...]] = []

        def ask(seconds: float) -> Generator[str | Reply, None, None]:
            came[:] = self._asked(texts, seconds)
            yield Reply(text="")

        for _ in with_retries(ask, self._patience):
            pass
        return came

    def close(self) -> None:
        """End what is under way, also from another thread; nothing can be asked after that."""
        self._http.close()

    def _asked(self, texts: Sequence[str], seconds: float) -> list[tuple[float, ...]]:
        key = key_of(self.base_url)
        asked = RequestTarget(base_url=self.base_url, model=self.model, has_key=key is not None, offers=EMBEDDINGS)
        content = json.dumps({"model": self.model, "input": list(texts)}).encode()
        # The answer comes in one piece when all is done: only the deadline tells that from a server that hangs.
        with self._http.asked(EMBEDDINGS, content, key=key, seconds=seconds, silence=math.inf) as answer:
            body = self._body(answer, asked)
        payload = parsed(body)
        if (error := error_in(asked, as_object(payload))) is not None:
            raise error
        return _vectors_in(payload, len(texts))

    def _body(self, answer: HttpResponse, asked: RequestTarget) -> bytes:
        if 300 <= answer.status < 400:
            raise redirect_error(asked, answer.headers.get("location", ""))
        if answer.status != 200:
            wait = retry_after_of(answer.headers.get("retry-after"))
            raise error_of(asked, answer.status, answer.text(_LONGEST_ERROR), retry_after=wait)
        body = answer.body(_LONGEST_BODY)
        if body is None:
            raise too_long("a reply", _LONGEST_BODY)
        return body
