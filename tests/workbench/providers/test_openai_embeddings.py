"""The client for vectors, against a server on the loopback that says what servers say, and what no server should."""

import json
from collections.abc import Generator
from contextlib import closing, contextmanager
from math import hypot
from typing import Any

import pytest

from core.errors import (
    KeyMissing,
    KeyRefused,
    ModelUnknown,
    NetworkTrouble,
    QuotaExceeded,
    ReplyTruncated,
    RequestRefused,
    ServiceError,
    ServiceTrouble,
    TimedOut,
)
from tests.wire.openai import answered, embedded, failed, trouble
from tests.wire.server import End, Script, Server, in_turn, nobody, whole
from tests.workbench.providers.openai_asking import QUICK
from workbench.providers import keys
from workbench.providers.openai.openai_embeddings import OpenAIEmbeddings, check_embeddings_url
from workbench.providers.transport.retry import RetryPolicy

TEXTS = ("A ferry at six. ☕", "No bread.")
KEY = "sk-Canary-0123456789"
GOOD = embedded([3, 4], [0.0, -2.5])


@contextmanager
def embedding(*scripts: Script, patience: RetryPolicy = QUICK) -> Generator[tuple[OpenAIEmbeddings, Server]]:
    """Serve, and make a client for it."""
    with Server(in_turn(*scripts)) as server, closing(OpenAIEmbeddings(server.url, "m", patience=patience)) as client:
        yield client, server


def listed(*entries: Any) -> Script:
    """Return an answer with these entries in its list."""
    return answered({"object": "list", "data": list(entries)})


def entry(index: Any, vector: Any) -> dict[str, Any]:
    return {"object": "embedding", "index": index, "embedding": vector}


def test_a_vector_for_each_text_of_length_one() -> None:
    """One request with the texts and the model as they are, and no key of another service."""
    with pytest.MonkeyPatch.context() as environment, embedding(GOOD) as (client, server):
        environment.setenv("OPENAI_API_KEY", "sk-of-another-service")
        assert client.embed(TEXTS) == [(0.6, 0.8), (0.0, -1.0)]
        (request,) = server.requests
    assert (request.method, request.path) == ("POST", "/v1/embeddings")
    assert request.json == {"model": "m", "input": list(TEXTS)}
    assert "authorization" not in request.headers


def test_vectors_stand_where_their_index_says() -> None:
    """In whatever order they come."""
    with embedding(listed(entry(1, [0, 2]), entry(0, [5, 0]))) as (client, _):
        assert client.embed(TEXTS) == [(1.0, 0.0), (0.0, 1.0)]


def test_very_large_and_very_small_numbers_have_a_direction() -> None:
    """As long as their length is finite."""
    with embedding(embedded([3e200, 4e200], [1e-300, 0])) as (client, _):
        assert [hypot(*vector) for vector in client.embed(TEXTS)] == [1.0, 1.0]


STRANGE = {
    "fewer than texts": (embedded([1, 0]), "1 came for 2 texts"),
    "more than texts": (embedded([1, 0], [1, 0], [1, 0]), "3 came for 2 texts"),
    "one index twice": (listed(entry(0, [1, 0]), entry(0, [1, 0])), "which text each is of"),
    "an index too high": (listed(entry(0, [1, 0]), entry(2, [1, 0])), "which text each is of"),
    "an index that is no number": (listed(entry(0, [1, 0]), entry([1], [1, 0])), "which text each is of"),
    "an index that is true": (listed(entry(0, [1, 0]), entry(index=True, vector=[1, 0])), "which text each is of"),
    "no index": (listed({"embedding": [1, 0]}, {"embedding": [1, 0]}), "which text each is of"),
    "different lengths": (embedded([1, 0], [1, 0, 0]), "not all of one length"),
    "no numbers": (embedded([1, 0], []), "no list of numbers"),
    "a text for a vector": (embedded([1, 0], "AACAPw=="), "no list of numbers"),
    "a word among numbers": (embedded([1, 0], [1, "0"]), "no number"),
    "a truth value among numbers": (embedded([1, 0], [1, False]), "no number"),
    "null among numbers": (embedded([1, 0], [1, None]), "no number"),
    "no number by name": (embedded([1, 0], [1, float("nan")]), "zero or not finite"),
    "infinite": (embedded([1, 0], [1, float("-inf")]), "zero or not finite"),
    "a number without an end": (answered(b'{"data": [{"index": 0, "embedding": [1e999]}, 1]}'), "which text"),
    "an integer beyond all floats": (embedded([1, 0], [10**400, 1]), "zero or not finite"),
    "a length without an end": (embedded([1, 0], [1.7e308, 1.7e308]), "zero or not finite"),
    "zeros": (embedded([1, 0], [0, 0.0]), "zero or not finite"),
    "very many numbers": (embedded([1] * 16_385, [1] * 16_385), "more than 16,384 numbers"),
    "an integer of many digits": (answered(b'{"data": [' + b"9" * 5_000 + b"]}"), "0 came for 2 texts"),
    "no list": (answered({"data": {"0": [1, 0]}}), "0 came for 2 texts"),
    "no object": (answered([1, 2]), "0 came for 2 texts"),
    "nothing": (whole(b""), "0 came for 2 texts"),
    "no JSON": (whole(b"\xff\xfe<html>"), "0 came for 2 texts"),
    "very deep": (answered(b"[" * 200_000), "0 came for 2 texts"),
}


@pytest.mark.parametrize(("script", "says"), STRANGE.values(), ids=STRANGE)
def test_what_is_no_vector_is_none(script: Script, says: str) -> None:
    """Whatever comes is one error that says what was wrong with it, and what to do."""
    with embedding(script) as (client, _), pytest.raises(ServiceTrouble) as error:
        client.embed(TEXTS)
    assert says in str(error.value)
    assert "Correct the address, or use another server or model." in str(error.value)


FAILURES = {
    "no key": (failed(401, trouble("none")), KeyMissing, "requires a key"),
    "no such model": (failed(404, trouble("model m not found")), ModelUnknown, "no model “m”"),
    "no such path": (failed(404, "<html>"), RequestRefused, "offers no embeddings"),
    "too long": (failed(413, trouble("large")), RequestRefused, "Use a model that takes more. It says"),
    "too many": (failed(429, trouble("slow down")), QuotaExceeded, "too many requests"),
    "down": (failed(500, "<html>"), ServiceTrouble, "failed (500)"),
    "late": (failed(504, "<html>"), TimedOut, "took too long"),
    "elsewhere": (whole(b"", "302 Found", Location="https://example.org/"), RequestRefused, "redirects"),
    "an error that began well": (answered(trouble("boom", code=503)), ServiceTrouble, "failed (503)"),
    "compressed": (whole(b"x", Content_Encoding="gzip"), ServiceTrouble, "compressed"),
    "cut": (GOOD.cut(120), NetworkTrouble, "broke"),
    "reset": (GOOD.cut(60, End.RESET), NetworkTrouble, "broke"),
    "huge": (whole(b" " * 33_554_433), ReplyTruncated, "more than 32 MB"),
}


@pytest.mark.parametrize(("script", "kind", "says"), FAILURES.values(), ids=FAILURES)
def test_what_fails_is_an_error_of_the_tree(script: Script, kind: type[ServiceError], says: str) -> None:
    """As for a model's replies, in words about vectors."""
    with embedding(script) as (client, _), pytest.raises(ServiceError) as error:
        client.embed(TEXTS)
    assert (type(error.value), says in str(error.value)) == (kind, True), error.value


def test_a_failure_that_may_pass_is_asked_again() -> None:
    """And vectors that came with it are none."""
    patience = QUICK.model_copy(update={"attempts": 3})
    with embedding(failed(500, "<html>"), embedded([1, 0]), GOOD, patience=patience) as (client, server):
        assert client.embed(TEXTS) == [(0.6, 0.8), (0.0, -1.0)]
        assert len(server.requests) == 3


def test_a_server_that_hangs_is_left() -> None:
    """At the deadline of the call."""
    patience = QUICK.model_copy(update={"deadline": 0.3})
    with embedding(GOOD.cut(100, End.HANG), patience=patience) as (client, _), pytest.raises(TimedOut):
        client.embed(TEXTS)


def test_nobody_answers() -> None:
    """Where nothing listens."""
    with (
        nobody() as url,
        closing(OpenAIEmbeddings(url, "m", patience=QUICK)) as client,
        pytest.raises(NetworkTrouble, match="Nothing answers"),
    ):
        client.embed(TEXTS)


def test_the_key_of_the_server_is_sent_and_shown_nowhere() -> None:
    """Also where the server repeats it."""
    with embedding(failed(403, trouble(f"{KEY} is not allowed"))) as (client, server):
        keys.hold(server.url, KEY)
        try:
            with pytest.raises(KeyRefused) as error:
                client.embed(TEXTS)
        finally:
            keys.forget(server.url)
        assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
    assert "Canary" not in str(error.value)
    assert "Canary" not in json.dumps(error.value.__dict__, default=str)


@pytest.mark.parametrize(
    "typed",
    ["http://localhost:11434", "http://localhost:11434/v1/", "http://LOCALHOST:11434/v1/embeddings"],
)
def test_the_address_may_be_that_of_the_embeddings(typed: str) -> None:
    """Or that of the server, as for models."""
    assert check_embeddings_url(typed) == "http://localhost:11434/v1"
