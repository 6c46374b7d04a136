"""`workbench ask --embeddings`: a question is searched by vectors too, and answered whatever becomes of the service."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.wire.openai import embedded, failed, trouble
from tests.wire.server import Request, Script, Server, nobody
from tests.workbench.conftest import Outcome, Workbench
from tests.workbench.search.trigram_embedder import trigrams
from workbench.providers import keys

TABLE = """id,content
x-1,The spreadsheet was overpriced when I bought it in spring.
x-2,Its prices went up three times and nobody told us why.
x-3,The boat was repainted by my neighbour last summer.
"""
QUESTION = "What is the pricing?"
KEY = "sk-Canary-0123456789"
Ask = Callable[..., Outcome]


@pytest.fixture
def ask(workbench: Workbench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Ask:
    """Ask about the table, with an index of the test's own."""
    monkeypatch.setenv("WORKBENCH_INDEX", str(tmp_path / "index" / "ask.db"))
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    (tmp_path / "table.csv").write_text(TABLE, encoding="utf-8")
    return lambda *words: workbench("ask", QUESTION, "--from", tmp_path / "table.csv", *words)


def by_spelling(request: Request) -> Script:
    """Answer as a server does whose model knows spellings."""
    return embedded(*map(trigrams, request.json["input"]))


def sources(done: Outcome) -> list[str]:
    return [source["record_id"] for source in done.json["sources"]]


def test_a_question_is_searched_by_vectors_too(ask: Ask) -> None:
    """What no word finds is found; the server, the model and what is sent are shown; the second time, the question
    alone is sent."""
    assert sources(ask("--json")) == ["x-2"]
    with Server(by_spelling) as server:
        named = ("--embeddings", f"openai:{server.url}", "--embedding-model", "m")
        done = ask("--json", *named)
        assert (done.code, sources(done)[:2]) == (0, ["x-2", "x-1"])
        assert done.json["embeddings"] == {"url": f"{server.url}/v1", "model": "m"}
        assert done.err == f"Vectors: the question and 3 passages are sent to {server.url}/v1.\n"
        assert ask(*named).err == f"Vectors: the question and 0 passages are sent to {server.url}/v1.\n"
        assert [request.json["input"][0] for request in server.requests] == [QUESTION, QUESTION]
        assert [len(request.json["input"]) for request in server.requests] == [4, 1]
        assert all("authorization" not in request.headers for request in server.requests)


def test_the_answer_is_written_with_its_vectors_service(ask: Ask, tmp_path: Path) -> None:
    """In the JSON file too; without the option nothing of it stands there."""
    with Server(by_spelling) as server:
        ask("--out", tmp_path / "a.json", "--embeddings", f"openai:{server.url}", "--embedding-model", "m")
        assert json.loads((tmp_path / "a.json").read_text())["embeddings"]["url"] == f"{server.url}/v1"
    assert "embeddings" not in ask("--json").json


@pytest.mark.parametrize(
    "script", [failed(400, trouble("“no”")), embedded([1, 0]), failed(401, "<html>")], ids=["refused", "few", "key"]
)
def test_where_the_service_fails_words_alone_find(ask: Ask, script: Script) -> None:
    """The answer is what it would be without, and a note says why."""
    with Server(lambda _: script) as server:
        done = ask("--json", "--embeddings", f"openai:{server.url}", "--embedding-model", "m")
        where = f"{server.url}/v1"
    assert (done.code, sources(done)) == (0, ["x-2"])
    assert f"Note: No vectors could be had from {where}, so the passages are" in done.err
    assert "“" not in done.json["notice"]


def test_nobody_answers(ask: Ask) -> None:
    """Words alone find."""
    with nobody() as url:
        done = ask("--embeddings", f"openai:{url}", "--embedding-model", "m")
    assert (done.code, "x-2" in done.out, "Nothing answers" in done.err) == (0, True, True)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--embeddings", "openai:http://127.0.0.1:9"), "it goes with --embedding-model"),
        (("--embedding-model", "m"), "it goes with --embedding-model"),
        (("--embedding-key-env", "SOME_KEY"), "it goes with --embedding-model"),
        (("--embeddings", "openai:http://127.0.0.1:9", "--embedding-model", " "), "it goes with --embedding-model"),
        (("--embeddings", "openai:", "--embedding-model", "m"), "no service that makes vectors"),
        (("--embeddings", "gemini", "--embedding-model", "m"), "no service that makes vectors"),
        (("--embeddings", "http://127.0.0.1:9", "--embedding-model", "m"), "no service that makes vectors"),
        (("--embeddings", "openai:ftp://example.org", "--embedding-model", "m"), "this is no address of a service"),
        (("--embeddings", "openai:https://api.openai.com", "--embedding-model", "m"), "--embedding-key-env NAME"),
        (
            ("--embeddings", "openai:http://127.0.0.1:9", "--embedding-model", "m", "--embedding-key-env", "NOT_SET"),
            "no environment variable of the name given is set",
        ),
    ],
)
def test_what_is_named_wrongly_is_refused(ask: Ask, options: tuple[str, ...], says: str) -> None:
    """In one sentence, with exit code 2, and nothing is answered."""
    done = ask(*options)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert says in done.err


def test_a_key_is_taken_from_the_variable_that_is_named(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes to that server, and is shown nowhere."""
    monkeypatch.setenv("VECTOR_KEY", KEY)
    monkeypatch.setattr(keys, "_named", {})
    with Server(by_spelling) as server:
        named = ("--embeddings", f"openai:{server.url}", "--embedding-model", "m", "--embedding-key-env", "VECTOR_KEY")
        done = ask("--json", *named)
        assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
    assert "Canary" not in done.out + done.err
    with Server(by_spelling) as server:
        done = ask(
            "--embeddings", f"openai:{server.url}", "--embedding-model", KEY, "--embedding-key-env", "VECTOR_KEY"
        )
        assert (done.code, server.requests, "this is a key" in done.err) == (2, [], True)
        assert "Canary" not in done.err


def test_an_estimate_sends_nothing(ask: Ask) -> None:
    """And says what would be sent."""
    with Server(by_spelling) as server:
        done = ask("--estimate", "--embeddings", f"openai:{server.url}", "--embedding-model", "m")
        assert (done.code, server.requests) == (0, [])
        assert f"{server.url}/v1 was not asked; it would get the question and all that is searched." in done.err
