"""What is said before anything is sent: estimates, and what cannot be used."""

import json
import re
from pathlib import Path

import pytest

from tests.wire import gemini
from tests.wire.server import Script, Server
from tests.workbench.cli.commands import MAP, TALK
from tests.workbench.cli.gemini_runs import (
    CANARY,
    quota,
)
from tests.workbench.conftest import Workbench

NEAR = ("--client", "openai:http://127.0.0.1:9/v1", "--model", "m")


BAD: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "no key": (("--client", "gemini"), ("key", "GEMINI_API_KEY", "--key-env")),
    "no key for OpenAI": (
        ("--client", "openai:https://api.openai.com/v1", "--model", "gpt-4o"),
        ("key", "OPENAI_API_KEY"),
    ),
    "what is no key": (
        ("--client", "openai:http://127.0.0.1:10/v1", "--model", "m", "--key-env", "WITH_SPACES"),
        ("WITH_SPACES", "no key"),
    ),
    "a variable that is not set": (("--client", "gemini", "--key-env", "NOBODY_SET_THIS"), ("variable", "Set it")),
    "a key for its variable's name": (("--client", "gemini", "--key-env", CANARY), ("variable",)),
    "no address": (("--client", "openai:", "--model", "m"), ("address", "http://127.0.0.1:11434/v1")),
    "no address and no colon": (("--client", "openai", "--model", "m"), ("address",)),
    "an address that is none": (("--client", "openai:localhost", "--model", "m"), ("address",)),
    "an address with a secret": (("--client", f"openai:http://u:{CANARY}@127.0.0.1/v1", "--model", "m"), ("address",)),
    "no model": (
        ("--client", "openai:http://127.0.0.1:9/v1"),
        ("--model", "workbench models openai:http://127.0.0.1:9"),
    ),
    "a model for nobody": (("--client", "offline", "--model", "m"), ("--model", "offline")),
    "a key for nobody": (("--client", "offline", "--key-env", "HOME"), ("--key-env", "offline")),
    "a client that is none": (("--client", "oracle"), ("oracle", "gemini or openai:URL")),
    "a mistyped client with a key": (
        ("--client", f"opena:https://h.example/v1?key={CANARY}"),
        ("no client opena", "openai:URL"),
    ),
    "a key for a client": (("--client", "{key}"), ("no client [key]",)),
    "a key for a model": (("--client", "gemini", "--model", "{key}"), ("--model", "this is a key")),
    "a folder without calls": ((*NEAR, "--resume", "{dir}/out"), ("out", "holds no calls", "--debug")),
    "no folder to resume from": ((*NEAR, "--resume", "{dir}/nowhere"), ("nowhere", "--debug")),
    "a call that was cut": ((*NEAR, "--resume", "{dir}/cut"), ("chapter-01-call-1-first.json", "JSON", "Remove it")),
    "a call that lacks something": ((*NEAR, "--resume", "{dir}/lacks"), ("b.json", "prompt is missing")),
    "a newer call": ((*NEAR, "--resume", "{dir}/newer"), ("c.json", "another version")),
    "calls of another run": (("--debug", "{dir}/other"), ("other", "another run", "--resume")),
    "a script that is gone on with": (
        ("--client", "scripted:{dir}/reply.md", "--resume", "{dir}/other"),
        ("--resume", "scripted"),
    ),
    "a file for a folder": (("--debug", "{dir}/other/chapter-01-call-1-first.json/x"), ("cannot be written",)),
}


@pytest.fixture
def folder(tmp_path: Path, workbench: Workbench) -> Path:
    """A folder with calls that cannot be gone on with."""
    (tmp_path / "reply.md").write_text("## Told\n\nSorrel knew.\n", encoding="utf-8")
    words = ("--client", f"scripted:{tmp_path / 'reply.md'}", "--chapter", 1, "--debug", tmp_path / "other")
    assert workbench("run", TALK, MAP, "--out", tmp_path / "out", *words).code == 0
    good = (tmp_path / "other" / "chapter-01-call-1-first.json").read_text(encoding="utf-8")
    lacking = {name: value for name, value in json.loads(good).items() if name != "prompt"}
    written = {
        "cut/chapter-01-call-1-first.json": good[: len(good) // 2],
        "lacks/b.json": json.dumps(lacking),
        "newer/c.json": json.dumps(json.loads(good) | {"workbench_call": 2}),
    }
    for name, text in written.items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_told_before_anything_is_sent(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch, folder: Path, case: str
) -> None:
    """One line that says what, where and what to do; exit 2, nothing written, and no key repeated."""
    for name in ("GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("WITH_SPACES", f"{CANARY} and more")
    words, names = BAD[case]
    if "{key}" in words:
        monkeypatch.setenv("GEMINI_API_KEY", CANARY)
        words = tuple(word.replace("{key}", CANARY) for word in words)
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    done = workbench("run", TALK, MAP, "--out", folder / "out", *(word.replace("{dir}", str(folder)) for word in words))
    assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1), done.err
    assert done.err.startswith("workbench: ")
    assert all(name in done.err for name in names), done.err
    assert CANARY not in done.err
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before


def test_an_estimate_sends_nothing_and_needs_no_key(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nor a folder: it says what one call for each chapter takes, and what second attempts may add."""
    monkeypatch.delenv("GEMINI_API_KEY", raising=False)
    monkeypatch.delenv("GOOGLE_API_KEY", raising=False)
    with Server(quota) as server:
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", server.url)
        done = workbench("run", TALK, MAP, "--client", "gemini", "--estimate")
    assert (done.code, done.err, server.requests) == (0, "", [])
    number = r"[\d,]+"
    assert re.match(
        rf"gemini-3\.8-flash: about {number} tokens in and {number} out in 6 calls, for about \$0\.\d+; with second "
        rf"attempts up to {number} in and {number} out in 12 calls, for about \$0\.\d+\.\n",
        done.out,
    )
    assert "Nothing was sent." in done.out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--client", "openai:http://127.0.0.1:9/v1", "--model", "any"), r"any: about .* in 1 call, at no cost;"),
        (("--client", "openai:https://models.example.org/v1", "--model", "any"), "at a price that is not known"),
        (("--client", "offline"), "offline: no service is asked, so this costs nothing."),
    ],
)
def test_an_estimate_says_what_is_not_known_and_what_is_free(
    workbench: Workbench, words: tuple[str, ...], said: str
) -> None:
    """No service is asked for it."""
    done = workbench("run", TALK, MAP, "--chapter", 3, "--estimate", *words)
    assert done.code == 0
    assert re.search(said, done.out)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (gemini.counted(1_234), "gemini-3.8-flash: 1,234 tokens in and about "),
        (gemini.failed(403, "Not for you."), "gemini-3.8-flash: about "),
    ],
)
def test_a_service_may_count_before_anything_is_written(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch, answer: Script, said: str
) -> None:
    """Where a person wants that; where the service does not, the estimate says "about" and why."""
    monkeypatch.setenv("GEMINI_API_KEY", CANARY)
    with Server(lambda _: answer) as server:
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", server.url)
        done = workbench("run", TALK, MAP, "--client", "gemini", "--estimate", "--count", "--chapter", 3)
    assert done.code == 0
    assert [request.path.rpartition(":")[2] for request in server.requests] == ["countTokens"]
    assert done.out.startswith(said)
    assert ("could not be counted" in done.err) is ("1,234" not in said)


def test_without_an_estimate_there_must_be_a_folder(workbench: Workbench) -> None:
    """As it always was."""
    done = workbench("run", TALK, MAP)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("Usage: workbench run ")
    assert done.err.endswith("Error: Missing option '--out'.\n")
    assert workbench("run", TALK, MAP, "--out", "x", "--count").code == 2
