"""What the client for servers with OpenAI's protocol asks for, and of whom."""

import json
from contextlib import closing
from typing import Any

import pytest

from core.errors import BadInput, KeyMissing, ModelUnknown, NetworkTrouble, RequestRefused, ServiceError
from core.llm.client import Reply, Sampling
from core.record import Record
from tests.wire.openai import answered, completed, failed, models, trouble
from tests.wire.server import Script, in_turn, nobody
from tests.workbench.providers.openai_asking import ASKED, QUICK, asking
from tests.workbench.providers.openai_faults import CANARY, GOOD, TEXT
from workbench.providers import keys
from workbench.providers.openai.openai_client import OpenAIClient
from workbench.providers.openai.openai_provider import check_base_url


class Paragraph(Record):
    """A part of what a reply may have to be."""

    text: str
    quote_ids: tuple[str, ...] = ()


class Form(Record):
    """What a reply may have to be."""

    paragraphs: tuple[Paragraph, ...]


def test_what_is_asked_is_what_was_meant() -> None:
    """Every field, and nothing that tells more than it must; no proxy, and no key of another service."""
    sampling = Sampling(temperature=0.25, seed=11, most_tokens=77)
    with asking(in_turn(GOOD, completed(TEXT))) as (client, server):
        list(client.stream(ASKED.model_copy(update={"sampling": sampling})))
        client.generate(ASKED.model_copy(update={"system": ""}))
    streamed_request, whole_request = server.requests
    assert (streamed_request.method, streamed_request.path) == ("POST", "/v1/chat/completions")
    assert streamed_request.json == {
        "model": "m",
        "messages": [
            {"role": "system", "content": "Quote nothing else."},
            {"role": "user", "content": "Write about brass ☕."},
        ],
        "temperature": 0.25,
        "seed": 11,
        "max_tokens": 77,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    assert whole_request.json == {
        "model": "m",
        "messages": [{"role": "user", "content": "Write about brass ☕."}],
        "temperature": 0.0,
        "seed": 7,
        "max_tokens": 16_384,
    }
    assert set(streamed_request.headers) == {
        *("host", "accept", "accept-encoding", "connection", "user-agent", "content-type", "content-length")
    }
    assert streamed_request.headers["accept-encoding"] == "identity"


def test_the_form_of_a_reply_is_asked_for() -> None:
    """As strict servers want it: every property required, nothing besides."""
    with asking(in_turn(completed("{}"))) as (client, server):
        client.generate(ASKED.model_copy(update={"answer_as": Form}))
    asked = server.requests[0].json["response_format"]
    assert (asked["type"], asked["json_schema"]["name"], asked["json_schema"]["strict"]) == (
        "json_schema",
        "Form",
        True,
    )
    schema = asked["json_schema"]["schema"]
    assert (schema["required"], schema["additionalProperties"]) == (["paragraphs"], False)
    paragraph = schema["$defs"]["Paragraph"]
    assert (paragraph["required"], paragraph["additionalProperties"]) == (["text", "quote_ids"], False)
    assert "default" not in json.dumps(schema)


NONE: set[str] = set()


REFUSALS: list[Any] = [
    pytest.param(
        [trouble("Unrecognized request argument supplied: stream_options")],
        {"stream_options"},
        NONE,
        id="no usage in a stream",
    ),
    pytest.param(
        [
            trouble(
                "Unsupported parameter: 'max_tokens' is not supported with this model. "
                "Use 'max_completion_tokens' instead.",
                param="max_tokens",
                code="unsupported_parameter",
            )
        ],
        {"max_tokens"},
        {"max_completion_tokens"},
        id="another name for the longest reply",
    ),
    pytest.param(
        [trouble("Unsupported value: 'temperature' does not support 0 with this model.", param="temperature")],
        {"temperature"},
        NONE,
        id="no temperature",
    ),
    pytest.param(
        [{"detail": [{"loc": ["body", "seed"], "msg": "Extra inputs are not permitted"}]}],
        {"seed"},
        NONE,
        id="no seed",
    ),
    pytest.param(
        [{"error": "'response_format.type' must be 'text'"}], {"response_format"}, NONE, id="no form of the reply"
    ),
    pytest.param(
        [
            trouble("Use max_completion_tokens instead of max_tokens."),
            trouble("temperature and seed are not supported."),
            trouble("stream_options: unknown field"),
        ],
        {"max_tokens", "temperature", "seed", "stream_options"},
        {"max_completion_tokens"},
        id="one after the other",
    ),
]


@pytest.mark.parametrize(("refusals", "without", "instead"), REFUSALS)
@pytest.mark.parametrize("status", [400, 422])
def test_a_part_that_a_server_refuses_is_left_out(
    refusals: list[Any], without: set[str], instead: set[str], status: int
) -> None:
    """It is asked again at once, and every request counts; later calls leave it out from the beginning."""
    scripts = [failed(status, refusal) for refusal in refusals]
    request = ASKED.model_copy(update={"answer_as": Form})
    with asking(in_turn(*scripts, GOOD)) as (client, server):
        first, second = (list(client.stream(request))[-1] for _ in range(2))
    assert isinstance(first, Reply)
    assert isinstance(second, Reply)
    assert (first.text, first.requests, second.requests) == (TEXT, len(refusals) + 1, 1)
    asked = [set(request.json) for request in server.requests]
    assert asked[0] - asked[-1] == without
    assert asked[-1] - asked[0] == instead
    assert asked[-1] == asked[-2]


@pytest.mark.parametrize(
    "message",
    [
        "temperature must be at most 1",
        "seed is too large",
        "my_stream_options_x",
        "reseed is not supported",
        "max_tokens is too large: 16384. This model supports at most 4096 completion tokens.",
    ],
)
def test_a_value_that_a_server_refuses_is_a_persons_to_change(message: str) -> None:
    """It was chosen; what is left out in silence would be another choice."""
    with asking(in_turn(failed(400, trouble(message)))) as (client, server):
        with pytest.raises(RequestRefused, match="does not accept the request") as caught:
            list(client.stream(ASKED))
        assert message[:60] in str(caught.value)
    assert len(server.requests) == 1


def test_no_part_is_refused_twice() -> None:
    """A server that refuses the same again is believed."""
    script = failed(400, trouble("stream_options are not supported, nor is max_completion_tokens"))
    with asking(in_turn(script)) as (client, server), pytest.raises(RequestRefused) as caught:
        list(client.stream(ASKED))
    assert caught.value.requests == len(server.requests) == 3


@pytest.mark.parametrize("status", [401, 403])
def test_a_server_that_wants_a_key_says_so(status: int) -> None:
    """Where there is none for it: another service's is not sent."""
    refusal = failed(status, trouble("No key."))
    with asking(in_turn(refusal)) as (client, server), pytest.raises(KeyMissing) as caught:
        list(client.stream(ASKED))
    assert "requires a key, and there is none for it. Give one." in str(caught.value)
    assert caught.value.requests == len(server.requests) == 1
    assert "authorization" not in server.requests[0].headers


def test_a_key_that_is_none_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is: it could not be."""
    with asking(in_turn(GOOD)) as (client, server):
        monkeypatch.setenv("THEIR_KEY", "canary two")
        keys.use_variable(server.url, "THEIR_KEY")
        with pytest.raises(KeyMissing, match="THEIR_KEY") as caught:
            list(client.stream(ASKED))
    assert (caught.value.requests, server.requests) == (0, [])


NAMES = ["llama3.2:3b", "llama3.2:1b", "qwen3:8b", "nomic-embed-text"]


UNKNOWN: list[Any] = [
    pytest.param(models(NAMES), "llama3.2", "It has: llama3.2:1b, llama3.2:3b.", id="the nearest"),
    pytest.param(models(NAMES), "zzz", "It has: llama3.2:1b, llama3.2:3b, qwen3:8b.", id="some, where none is near"),
    pytest.param(failed(500, "<p>no</p>"), "zzz", "Choose one that it has.", id="none, where they are not to be had"),
]


@pytest.mark.parametrize(("listed", "model", "says"), UNKNOWN)
def test_an_unknown_model_is_said_with_those_near_it(listed: Script, model: str, says: str) -> None:
    """It costs one more request, which counts."""
    missing = failed(404, trouble(f'model "{model}" not found, try pulling it first'))
    with asking(in_turn(missing, listed), model=model) as (client, server), pytest.raises(ModelUnknown) as caught:
        list(client.stream(ASKED))
    assert f"has no model “{model}”" in str(caught.value)
    assert says in str(caught.value)
    assert caught.value.requests == len(server.requests) == 2
    assert (server.requests[1].method, server.requests[1].path) == ("GET", "/v1/models")


LISTS: list[Any] = [
    pytest.param({"object": "list", "data": [{"id": "b"}, {"id": "a"}]}, ("a", "b"), id="OpenAI"),
    pytest.param(
        {"object": "list", "data": [{"id": "llama3.2:latest", "created": 1}]}, ("llama3.2:latest",), id="Ollama"
    ),
    pytest.param({"object": "list", "data": None}, (), id="Ollama without a model"),
    pytest.param(
        {"models": [{"name": "x.gguf"}], "object": "list", "data": [{"id": "x.gguf"}]}, ("x.gguf",), id="llama.cpp"
    ),
    pytest.param(
        {"data": [{"id": "qwen3"}, {"id": "text-embedding-nomic-embed-text-v1.5"}], "object": "list"},
        ("qwen3",),
        id="LM Studio",
    ),
    pytest.param([{"id": "b"}, {"id": "a"}], ("a", "b"), id="the list itself"),
    pytest.param({"data": [{"id": "text-embedding-3"}]}, ("text-embedding-3",), id="all there is"),
    pytest.param(
        {"data": [{"id": "z"}, {"id": "M"}, {"id": "m"}, {"id": "b"}, {"id": "b"}]}, ("m", "b", "M", "z"), id="own"
    ),
    pytest.param(
        {
            "data": [
                {"id": "gpt-5"},
                *({"id": one} for one in ("whisper-1", "tts-1", "dall-e-3", "gpt-image-1", "sora-2")),
            ]
        },
        ("gpt-5",),
        id="those that write",
    ),
    pytest.param(
        {
            "data": [
                {"id": 7},
                {},
                "a",
                None,
                {"id": ""},
                {"id": "x" * 201},
                {"id": "a\nb"},
                {"id": "a\u202eb"},
                {"id": "ok"},
            ]
        },
        ("ok",),
        id="junk",
    ),
    pytest.param({"data": [{"id": f"my {CANARY} model"}]}, ("my [key] model",), id="the key"),
    pytest.param({"data": "none"}, (), id="no list"),
    pytest.param("hello", (), id="no object"),
    pytest.param(b"<html>", (), id="no JSON"),
    pytest.param({"data": [{"id": f"m{number:05}"} for number in range(9_000)]}, None, id="too many"),
]


@pytest.mark.parametrize(("body", "names"), LISTS)
def test_the_models_of_a_server(body: Any, names: tuple[str, ...] | None) -> None:
    """In the shapes that servers list them, the own one first."""
    with asking(in_turn(answered(body)), key=CANARY) as (client, server):
        found = client.models()
    assert found == names if names is not None else len(found) == 2_000
    assert (server.requests[0].method, server.requests[0].path, server.requests[0].body) == ("GET", "/v1/models", b"")


def test_a_list_that_is_not_to_be_had_is_asked_for_once() -> None:
    """Testing a connection is answered at once, one way or the other."""
    with asking(in_turn(failed(401, trouble("no")))) as (client, server), pytest.raises(KeyMissing):
        client.models()
    assert len(server.requests) == 1


def test_nobody_answers() -> None:
    """Where nothing listens: what to start, or to correct."""
    with nobody() as address, closing(OpenAIClient(address, "m", patience=QUICK)) as client:
        words = f"Nothing answers at {address}/v1. Start Ollama, llama.cpp or LM Studio, or correct the address."
        for ask in (lambda: client.generate(ASKED), client.models, lambda: list(client.stream(ASKED))):
            with pytest.raises(NetworkTrouble) as caught:
                ask()
            assert str(caught.value).startswith(words)


@pytest.mark.parametrize(
    ("host", "kind", "says"),
    [
        ("no-such-host.invalid", NetworkTrouble, "no-such-host.invalid cannot be reached. Check the network"),
        ("a..b", RequestRefused, "http://a..b/v1 is not a valid address."),
        ("a" * 70, RequestRefused, "is not a valid address."),
        ("256.256.256.256", RequestRefused, "is not a valid address."),
    ],
)
def test_a_host_that_is_not_there(
    host: str, kind: type[ServiceError], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere it may be the network as well, or a name that no host has."""
    monkeypatch.setenv("NO_PROXY", "*")
    with closing(OpenAIClient(f"http://{host}", "m", patience=QUICK)) as client:
        with pytest.raises(ServiceError) as caught:
            client.models()
        assert type(caught.value) is kind
        assert says in str(caught.value)


def test_nobody_counts_tokens() -> None:
    """The protocol has no way to."""
    with asking(in_turn(GOOD)) as (client, server):
        assert client.count_tokens(ASKED) is None
    assert server.requests == []


ADDRESSES = [
    ("http://127.0.0.1:11434", "http://127.0.0.1:11434/v1"),
    ("http://127.0.0.1:11434/", "http://127.0.0.1:11434/v1"),
    (" http://localhost:8080/v1/ ", "http://localhost:8080/v1"),
    ("HTTPS://API.OpenAI.com/v1", "https://api.openai.com/v1"),
    ("https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1"),
    ("https://example.org/Own/Path", "https://example.org/Own/Path"),
    ("https://example.org/v1/chat/completions", "https://example.org/v1"),
    ("http://[::1]:1234/v1", "http://[::1]:1234/v1"),
]


@pytest.mark.parametrize(("text", "address"), ADDRESSES)
def test_an_address_has_one_form(text: str, address: str) -> None:
    """Where it has no path, /v1 is meant; what was checked stays as it is."""
    assert check_base_url(text) == check_base_url(address) == OpenAIClient(text, "m").base_url == address


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "localhost:11434",
            "127.0.0.1:11434/v1",
            "ftp://example.org",
            "file:///etc/passwd",
            "http://",
            "http:///v1",
        ),
        *("https://user:canary@example.org/v1", "https://canary@example.org", "https://example.org/v1?key=canary"),
        *("https://example.org/v1#canary", "http://example.org:99999", "http://example.org:x", "http://ex ample.org"),
        *(
            "http://example.org/\r\nHost: canary",
            "javascript:alert(1)",
            "http://[::1/v1",
            "https://api.openai.com\\@canary",
        ),
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    """Before anything is asked, in words that do not repeat it: it may hold a secret."""
    with pytest.raises(BadInput) as caught:
        OpenAIClient(text, "m")
    assert "canary" not in str(caught.value)
