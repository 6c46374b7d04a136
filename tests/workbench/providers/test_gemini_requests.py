"""What is sent to Gemini, and where, and with which key."""

from contextlib import closing

import pytest

from core.errors import (
    BadInput,
    KeyMissing,
    KeyRefused,
    ModelUnknown,
    NetworkTrouble,
    RequestRefused,
    ServiceError,
    ServiceTrouble,
    TimedOut,
)
from core.llm.client import Reply, Sampling
from core.record import Record
from tests.wire.gemini import answered, chunk, counted, key_invalid, models, streamed
from tests.wire.server import Script, Server, in_turn, nobody, whole
from tests.workbench.providers.asking import ASKED, heard
from tests.workbench.providers.gemini_asking import QUICK, asking
from tests.workbench.providers.gemini_faults import CANARY, GOOD
from workbench.providers.gemini.gemini_client import GeminiClient
from workbench.providers.gemini.gemini_provider import DEFAULT_MODEL

pytestmark = pytest.mark.usefixtures("gemini_key")


class Paragraph(Record):
    """A part of what a reply may have to be."""

    text: str


class Form(Record):
    """What a reply may have to be."""

    paragraphs: tuple[Paragraph, ...]


@pytest.mark.parametrize("streams", [True, False])
def test_a_request_says_what_was_asked_for(streams: bool) -> None:  # noqa: FBT001
    """The prompt, the system's words, how words are chosen, and the form; and nothing that is counted by nobody."""
    asked = ASKED.model_copy(
        update={
            "system": "Quote by id.",
            "sampling": Sampling(temperature=0.5, seed=11, most_tokens=300),
            "answer_as": Form,
        }
    )
    reply = chunk('{"paragraphs": []}', finish="STOP")
    with asking(in_turn(streamed(reply) if streams else answered(reply))) as (client, server):
        assert (list(client.stream(asked))[-1] if streams else client.generate(asked)) == Reply(
            text='{"paragraphs": []}', finish_reason="STOP", requests=1
        )
    (request,) = server.requests
    way = "streamGenerateContent?alt=sse" if streams else "generateContent"
    assert (request.method, request.path) == ("POST", f"/v1/models/gemini-3.8-flash:{way}")
    assert request.headers["x-goog-api-key"] == CANARY
    assert CANARY not in request.path
    assert request.headers["x-server-timeout"] == "30"
    body = request.json
    assert body["contents"] == [{"parts": [{"text": "Write about brass."}], "role": "user"}]
    assert body["systemInstruction"]["parts"] == [{"text": "Quote by id."}]
    config = body["generationConfig"]
    assert config.pop("responseJsonSchema") == Form.model_json_schema()
    assert config == {"temperature": 0.5, "seed": 11, "maxOutputTokens": 300, "responseMimeType": "application/json"}
    assert set(body) == {"contents", "systemInstruction", "generationConfig"}


def test_a_plain_request_asks_for_no_form() -> None:
    """No system's words, no JSON."""
    with asking(in_turn(GOOD)) as (client, server):
        heard(client, streams=True)
    body = server.requests[0].json
    assert set(body) == {"contents", "generationConfig"}
    assert body["generationConfig"] == {"temperature": 0.0, "seed": 7, "maxOutputTokens": 16_384}


def test_nobody_listens() -> None:
    """The connection is refused: it is tried again, and then said which address it was."""
    with (
        nobody() as url,
        closing(GeminiClient(DEFAULT_MODEL, base_url=url, patience=QUICK.model_copy(update={"attempts": 2}))) as client,
    ):
        with pytest.raises(NetworkTrouble, match=r"127\.0\.0\.1:\d+ cannot be reached") as failed:
            client.generate(ASKED)
        assert failed.value.requests == 2


def test_what_moved_is_not_followed() -> None:
    """The key would go along."""
    with Server(in_turn(GOOD)) as other:
        moved = whole(b"", "307 Temporary Redirect", Location=f"{other.url}/v1/models/m:streamGenerateContent")
        with asking(in_turn(moved)) as (client, server):
            with pytest.raises(RequestRefused, match=r"points to another address \(307\)"):
                heard(client, streams=True)
            assert len(server.requests) == 1
        assert other.requests == []


def test_the_address_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """As other programs that use Gemini have it; an address that was given goes before it."""
    with Server(in_turn(GOOD)) as named, Server(in_turn(GOOD)) as given:
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", named.url + "/gateway/")
        monkeypatch.setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
        monkeypatch.setenv("GOOGLE_GENAI_API_VERSION", "v9")
        for url in (None, given.url):
            with closing(GeminiClient("models/gemini-x", base_url=url, patience=QUICK)) as client:
                assert heard(client, streams=True)[0].text == "One two."
        assert [request.path for request in named.requests] == [
            "/gateway/v1/models/gemini-x:streamGenerateContent?alt=sse"
        ]
        assert len(given.requests) == 1


def test_a_proxy_is_used_for_what_is_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """And for nothing on this machine, as every other test here shows."""
    with Server(in_turn(whole(b"", "503 Service Unavailable"))) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        client = GeminiClient(DEFAULT_MODEL, base_url="https://gemini.invalid", patience=QUICK)
        with closing(client), pytest.raises(NetworkTrouble):
            client.generate(ASKED)
        assert (proxy.requests[0].method, proxy.requests[0].path) == ("CONNECT", "gemini.invalid:443")


def test_a_host_that_cannot_be_is_said_to_be_none() -> None:
    """It is not asked again and again."""
    client = GeminiClient(DEFAULT_MODEL, base_url="https://ä..example", patience=QUICK)
    with closing(client), pytest.raises(RequestRefused, match="is not a valid address"):
        client.generate(ASKED)


def test_a_library_that_cannot_be_used_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """It reads settings of the environment that a person may have for something else."""
    monkeypatch.setenv("GOOGLE_GENAI_HTTP_CLIENT", "httpx")
    with asking(in_turn(GOOD)) as (client, server):
        for ask in (lambda: client.generate(ASKED), client.models):
            with pytest.raises(ServiceError, match=r"library cannot be used: .*GOOGLE_GENAI_HTTP_CLIENT") as failed:
                ask()
            assert not failed.value.is_transient
        assert server.requests == []


@pytest.mark.parametrize(
    "url", ["ftp://a", "http://", "http://example.org", "https://user:word@host", "https://host/v1?key=1", "http://h#f"]
)
def test_an_address_that_is_none_is_refused_before_anything(url: str) -> None:
    """Without repeating it: it may hold a secret."""
    with pytest.raises(BadInput, match="base URL: ") as refused:
        GeminiClient(DEFAULT_MODEL, base_url=url)
    assert url not in str(refused.value)


def test_without_a_key_nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says where to put one; one that comes later is used."""
    with asking(in_turn(GOOD)) as (client, server):
        monkeypatch.delenv("GEMINI_API_KEY")
        for ask in (lambda: heard(client, streams=True), client.models, lambda: client.count_tokens(ASKED)):
            with pytest.raises(KeyMissing, match="Set GEMINI_API_KEY") as failed:
                ask()
            assert failed.value.requests == 0
        assert server.requests == []
        for key in ("first-key-of-two", "second-key-of-two"):
            monkeypatch.setenv("GEMINI_API_KEY", key)
            heard(client, streams=True)
        keys = [request.headers["x-goog-api-key"] for request in server.requests]
        assert keys == ["first-key-of-two", "second-key-of-two"]


@pytest.mark.parametrize("model", ["", "a b", "../secrets", "m?key=1", "m:generateContent", "a/b/c", "m\n"])
def test_what_is_no_name_of_a_model_is_not_asked_for(model: str) -> None:
    """It is a part of the address."""
    with Server(in_turn(GOOD)) as server, closing(GeminiClient(model, base_url=server.url)) as client:
        for ask in (
            lambda: client.generate(ASKED),
            lambda: list(client.stream(ASKED)),
            lambda: client.count_tokens(ASKED),
        ):
            with pytest.raises(ModelUnknown, match="no name of a model"):
                ask()
        assert server.requests == []


def test_a_long_list_of_models_is_read() -> None:
    """Of a page as many as are listed at all, and only what is read of them."""
    many = {f"gemini-{number}": ["generateContent", *("x" * 40,) * 3] for number in range(1_200)}
    with asking(in_turn(models(many))) as (client, _):
        assert len(client.models()) == 1_000


def test_the_models_that_can_write_are_listed() -> None:
    """Over all pages, the default first, those that answer with sounds, pictures or numbers left out."""
    first = {
        "gemini-3.5-flash-lite": ["generateContent", "countTokens"],
        "text-embedding-9": ["embedContent"],
        "gemini-3.5-flash-image": ["generateContent"],
        "gemini-3.5-flash-preview-tts": ["generateContent"],
    }
    second = {"gemini-3.8-flash": ["generateContent"], "gemini-3.5-flash-lite": ["generateContent"]}
    with asking(in_turn(models(first, next_page="p2"), models(second))) as (client, server):
        assert client.models() == ("gemini-3.8-flash", "gemini-3.5-flash-lite")
        assert [request.path.partition("?")[0] for request in server.requests] == ["/v1/models"] * 2
        assert "pageToken=p2" in server.requests[1].path


def test_a_list_without_end_is_not_read_to_its_end() -> None:
    """It is somebody's mistake."""
    page = models({f"gemini-{number}": ["generateContent"] for number in range(400)}, next_page="more")
    with asking(in_turn(page)) as (client, server):
        assert len(client.models()) == 400
        assert len(server.requests) == 3


def test_a_list_of_empty_pages_has_an_end() -> None:
    """Though each names another."""
    with asking(in_turn(models({}, next_page="more"))) as (client, server):
        assert client.models() == ()
        assert len(server.requests) == 20


def test_a_list_has_one_deadline() -> None:
    """Not one for each of its pages."""
    page = models({}, next_page="more")
    slow = Script((0.05, *page.pieces), page.end)
    with asking(in_turn(slow), QUICK.model_copy(update={"deadline": 0.2})) as (client, server):
        with pytest.raises(TimedOut):
            client.models()
        assert len(server.requests) < 6


def test_what_is_no_name_is_not_listed() -> None:
    """It would be shown, stored, and made a part of an address."""
    junk = (f"a-{CANARY}", "a\x1b[31mb", "a\u202eb", "a b", "../b", "x" * 201, "", "a/b/c")
    with asking(in_turn(models({name: ["generateContent"] for name in (*junk, "tuned/ok", "ok")}))) as (client, _):
        assert client.models() == ("tuned/ok", "ok")


@pytest.mark.parametrize(
    ("script", "kind", "says"),
    [
        (key_invalid(), KeyRefused, "does not accept the key"),
        (whole(b"<p>no</p>", "404 Not Found"), ModelUnknown, "has no list of models (404). Check the address"),
        (Script(), NetworkTrouble, "broke"),
        (answered(b"<p>hello</p>"), ServiceTrouble, "does not have Gemini's form"),
    ],
)
def test_a_list_that_does_not_come_is_asked_for_once(script: Script, kind: type[ServiceError], says: str) -> None:
    """A person waits for it, and can ask again."""
    with asking(in_turn(script), QUICK.model_copy(update={"attempts": 4})) as (client, server):
        with pytest.raises(kind) as failed:
            client.models()
        assert says in str(failed.value)
        assert len(server.requests) == 1


def test_tokens_are_counted_of_all_that_would_be_sent() -> None:
    """The system's words too; None where the service does not say."""
    asked = ASKED.model_copy(update={"system": "Quote by id."})
    with asking(in_turn(counted(321), answered({}), counted(-1))) as (client, server):
        assert client.count_tokens(asked) == 321
        assert [client.count_tokens(ASKED) for _ in range(2)] == [None, None]
    parts = [[part["text"] for part in one.json["contents"][0]["parts"]] for one in server.requests]
    assert parts == [["Quote by id.", "Write about brass."], *[["Write about brass."]] * 2]
    assert server.requests[0].path == "/v1/models/gemini-3.8-flash:countTokens"
