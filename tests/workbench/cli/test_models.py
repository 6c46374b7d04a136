"""Testing the connection: whether a service is there, takes the key, and which models it has."""

import re
from collections.abc import Callable

import pytest

from tests.wire import gemini, openai
from tests.wire.server import Script, Server, nobody
from tests.workbench.conftest import Outcome, Workbench

CANARY = "AIza-canary-0b1c2d3e4f-never-shown"
LISTED = {
    "gemini-2.5-flash": ["generateContent", "countTokens"],
    "text-embedding-9": ["embedContent"],
    "gemini-3.8-flash": ["generateContent"],
}

Asked = Callable[..., Outcome]


@pytest.fixture
def models(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Ask for models; Gemini is on a server of ours, with a canary for a key."""
    for name in ("GOOGLE_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GEMINI_API_KEY", CANARY)

    def ask(client: str, *words: object, url: str = "") -> Outcome:
        if url:
            monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", url)
        return workbench("models", client, *words)

    return ask


def test_models_are_listed_with_the_default_first(models: Asked) -> None:
    """Those that can write; where the key came from is said, and how long it took."""
    with Server(lambda _: gemini.models(LISTED)) as server:
        done = models("gemini", url=server.url)
    assert (done.code, done.err) == (0, "")
    first, *rest = done.out.splitlines()
    assert re.fullmatch(r"gemini: reachable, accepts the key in GEMINI_API_KEY, 2 models, \d+\.\d s", first)
    assert rest == ["  gemini-3.8-flash (the default)", "  gemini-2.5-flash"]
    assert [request.method for request in server.requests] == ["GET"]


def test_a_program_gets_one_object(models: Asked) -> None:
    """The same facts by name."""
    with Server(lambda _: gemini.models(LISTED)) as server:
        found = models("gemini", "--json", url=server.url).json
    assert found.pop("seconds") > 0
    assert found == {
        "client": "gemini",
        "base_url": None,
        "key_from": "GEMINI_API_KEY",
        "reachable": True,
        "key_good": True,
        "models": ["gemini-3.8-flash", "gemini-2.5-flash"],
        "default": "gemini-3.8-flash",
        "trouble": "",
    }


def test_a_default_that_is_gone_is_said(models: Asked) -> None:
    """One has to be named then."""
    with Server(lambda _: gemini.models({"gemini-9": ["generateContent"]})) as server:
        done = models("gemini", url=server.url)
    assert done.code == 0
    assert done.out.splitlines()[-1] == "The default, gemini-3.8-flash, is not among them: name one with --model."


def test_a_server_of_ones_own_is_asked_without_a_key(models: Asked) -> None:
    """Nobody knows then whether a key would be good, and no model is the default."""
    with Server(lambda _: openai.models(["llama3.2", "mistral"])) as server:
        done = models(f"openai:{server.url}/v1")
        found = models(f"openai:{server.url}/v1", "--json").json
        address = f"{server.url}/v1"
    assert done.code == 0
    assert done.out.splitlines()[0].startswith(f"{address}: reachable, asked without a key, 2 models, ")
    assert done.out.splitlines()[1:] == ["  llama3.2", "  mistral"]
    assert (found["key_from"], found["key_good"], found["default"]) == (None, None, None)
    assert (found["client"], found["base_url"]) == ("openai", address)


def test_the_key_may_be_under_another_name(models: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    """For any server: `--key-env` names the variable."""
    monkeypatch.setenv("MY_OWN_KEY", "sk-another-key-entirely")
    with Server(lambda _: openai.models(["llama3.2"])) as server:
        done = models(f"openai:{server.url}/v1", "--key-env", "MY_OWN_KEY")
    assert ", accepts the key in MY_OWN_KEY, 1 model, " in done.out
    assert server.requests[0].headers["authorization"] == "Bearer sk-another-key-entirely"


TROUBLE: dict[str, tuple[Script, bool, bool | None]] = {
    "a key that is refused": (gemini.key_invalid(), True, False),
    "a key that may not": (gemini.failed(403, f"{CANARY} may not."), True, False),
    "a service that fails": (gemini.page(500, f"<html>{CANARY}</html>"), True, None),
    "nothing left to spend": (gemini.failed(429, "Quota.", Retry_After="3600"), True, None),
    "no model that can write": (gemini.models({"text-embedding-9": ["embedContent"]}), True, True),
}


@pytest.mark.parametrize("case", TROUBLE)
def test_what_is_wrong_is_said(models: Asked, case: str) -> None:
    """On standard error for people and by name for programs, with what to do; exit 1, and never the key."""
    script, reachable, key_good = TROUBLE[case]
    with Server(lambda _: script) as server:
        done = models("gemini", url=server.url)
        told = models("gemini", "--json", url=server.url)
    assert (done.code, done.out, len(done.err.splitlines())) == (1, "", 1)
    assert done.err.startswith("workbench: gemini: ")
    assert (told.code, told.err) == (1, "")
    assert (told.json["reachable"], told.json["key_good"], told.json["models"]) == (reachable, key_good, [])
    assert told.json["trouble"] in done.err
    assert CANARY not in done.err + told.out


def test_a_server_that_is_not_there_is_said(models: Asked) -> None:
    """It cannot be reached, and nothing is known of the key."""
    with nobody() as url:
        told = models(f"openai:{url}/v1", "--json")
    assert told.code == 1
    assert (told.json["reachable"], told.json["key_good"]) == (False, None)
    assert told.json["trouble"]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (("offline",), ("offline", "gemini or openai:URL")),
        (("openai:",), ("address", "http://127.0.0.1:11434/v1")),
        (("openai:https://api.openai.com/v1",), ("key", "OPENAI_API_KEY")),
        (("gemini", "--key-env", "NOBODY_SET_THIS"), ("variable",)),
        (("oracle",), ("oracle", "gemini or openai:URL")),
    ],
)
def test_bad_input_is_one_clear_message(models: Asked, words: tuple[str, ...], names: tuple[str, ...]) -> None:
    """What, where and what to do; exit 2."""
    done = models(*words)
    assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)
    assert all(name in done.err for name in names)


def test_gemini_needs_a_key(models: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which variable it is looked for in is said; nothing is asked."""
    monkeypatch.delenv("GEMINI_API_KEY")
    with Server(lambda _: gemini.models(LISTED)) as server:
        done = models("gemini", url=server.url)
    assert (done.code, server.requests) == (2, [])
    assert "GEMINI_API_KEY" in done.err
