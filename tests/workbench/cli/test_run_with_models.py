"""The command with models: what is sent, what is kept, what it costs, and how it ends when a service fails."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.wire import gemini, openai
from tests.wire.server import End, Request, Script, Server
from tests.workbench.conftest import Outcome, Workbench
from workbench.cli.run import NAMES

ROOT = Path(__file__).parents[3]
TALK, MAP = (str(ROOT / "sample_data" / name) for name in ("interview.md", "evidence.json"))
CANARY = "AIza-canary-7d41f0c29b5e-never-shown"
EDITION = {"edition.md", "edition.html", "edition.json", "certificate.json", "transcript.txt"}
USED = gemini.usage(1_000, 200, thinking=50, cached=400)
PRICED = "gemini-2.5-flash"  # its price changes with no date
# By hand: 600 tokens at 0.30 USD a million, 400 at 0.03, 250 at 2.50.
COST = "0.000817"
_ID = re.compile(r"\b[0-9a-f]{16}\b")

Answer = Callable[[Request], Script]


def prompt_of(request: Request) -> str:
    """Return the words of a request as the service reads them."""
    return "".join(part["text"] for part in request.json["contents"][0]["parts"])


def says(request: Request, text: str, **ending: Any) -> Script:
    """Return a reply in the way it was asked for: in pieces or whole."""
    ending = {"finish": "STOP", "used": USED} | ending
    if "stream" not in request.path:
        return gemini.answered(gemini.chunk(text, **ending))
    half = len(text) // 2
    return gemini.streamed(gemini.chunk(text[:half]), gemini.chunk(text[half:], **ending))


def chapter(request: Request) -> Script:
    """Return a chapter that quotes the first quote of the prompt by its id."""
    ids = [one for one in _ID.findall(prompt_of(request)) if one != "0123456789abcdef"]
    return says(request, f"## A chapter\n\nIt was put like this.\n\n[[{ids[0]}]]\n")


def quota(_: Request) -> Script:
    """Return that there is nothing left to spend until tomorrow: nobody waits for that."""
    return gemini.failed(429, f"Quota exceeded for key {CANARY}.", Retry_After="86400")


def from_the(number: int, then: Answer) -> Answer:
    """Answer with chapters, and from so many requests on (from 1) with something else."""
    count = 0

    def answer(request: Request) -> Script:
        nonlocal count
        count += 1
        return then(request) if count >= number else chapter(request)

    return answer


@pytest.fixture
def run(workbench: Workbench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Outcome]:
    """Run the sample with Gemini on a server of ours; the key is a canary."""
    for name in ("GOOGLE_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GEMINI_API_KEY", CANARY)

    def with_server(url: str, *words: object, out: str = "out") -> Outcome:
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", url)
        return workbench("run", TALK, MAP, "--out", tmp_path / out, "--client", "gemini", *words)

    return with_server


def files(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder; none where there is no folder."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())} if folder.exists() else {}


def chapters_of(folder: Path) -> list[dict[str, Any]]:
    """Return the chapters of an edition."""
    found: list[dict[str, Any]] = json.loads((folder / "edition.json").read_bytes())["chapters"]
    return found


# An edition by a model.


def test_a_model_writes_an_edition(run: Callable[..., Outcome], workbench: Workbench, tmp_path: Path) -> None:
    """One request for each chapter, each quotation proven, and each line says what it took."""
    with Server(chapter) as server:
        done = run(server.url, "--model", PRICED)
    assert done.code == 0, done.err
    assert [request.path.partition("?")[0].rpartition(":")[2] for request in server.requests] == [
        "streamGenerateContent"
    ] * 6
    assert all(f"/{PRICED}:" in request.path for request in server.requests)
    assert set(files(tmp_path / "out")) == EDITION
    assert workbench("verify", tmp_path / "out" / "edition.html", TALK).code == 0
    data = json.loads((tmp_path / "out" / "edition.json").read_bytes())
    assert (data["client"], data["model"], data["verdict"]) == ("gemini", PRICED, "verified")
    lines = done.err.splitlines()
    assert [line.partition(":")[0] for line in lines[0:12:2]] == [f"Chapter {number} of 6" for number in range(1, 7)]
    tokens = r"1,000 tokens in \(400 cached\), 200 out and 50 thinking; [\d,.]+ tokens a second"
    assert all(re.fullmatch(rf"  1 call: {tokens}; \d+\.\d s; \$0\.0008", line) for line in lines[1:12:2])
    assert lines[12].startswith("Together 6 calls: 6,000 tokens in (2,400 cached), 1,200 out and 300 thinking; ")
    assert lines[12].endswith("; $0.0049.")
    assert done.out == f"{tmp_path / 'out'}: 6 chapters, {done.out.split(', ')[1]}, verified.\n"


def test_a_reply_may_come_in_one_piece(run: Callable[..., Outcome], tmp_path: Path) -> None:
    """`--no-stream` asks for it so, and the edition is the same."""
    with Server(chapter) as server:
        assert run(server.url, "--chapter", 3, out="pieces").code == 0
        assert run(server.url, "--chapter", 3, "--no-stream", out="whole").code == 0
    assert [request.path.partition("?")[0].rpartition(":")[2] for request in server.requests] == [
        "streamGenerateContent",
        "generateContent",
    ]
    assert files(tmp_path / "pieces") == files(tmp_path / "whole")


def test_a_server_of_ones_own_writes_for_nothing(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A local server is asked without a key, says what it counted, and costs nothing."""
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)

    def local(request: Request) -> Script:
        ids = _ID.findall(request.json["messages"][-1]["content"])
        text = f"## A chapter\n\nIt was put like this.\n\n[[{ids[-1]}]]\n"
        ending = (openai.chunk(finish="stop"), openai.used(openai.usage(900, 300)), openai.DONE)
        return openai.streamed(openai.chunk(text[:30]), openai.chunk(text[30:]), *ending)

    with Server(local) as server:
        words = ("--client", f"openai:{server.url}/v1", "--model", "llama3.2", "--chapter", 1, "--chapter", 2)
        done = workbench("run", TALK, MAP, "--out", tmp_path / "out", "--debug", tmp_path / "calls", *words)
    assert done.code == 0, done.err
    assert [(request.path, request.json["model"]) for request in server.requests] == [
        ("/v1/chat/completions", "llama3.2")
    ] * 2
    assert all("authorization" not in request.headers for request in server.requests)
    data = json.loads((tmp_path / "out" / "edition.json").read_bytes())
    assert (data["client"], data["model"], data["verdict"]) == ("openai", "llama3.2", "verified")
    last = done.err.splitlines()[-1]
    assert last.startswith("Together 2 calls: 1,800 tokens in, 600 out; ")
    assert last.endswith("; $0.")
    assert json.loads((tmp_path / "calls" / "workbench-usage.json").read_bytes())["total"]["cost"] == "0"


def test_the_settings_say_how_a_model_is_asked(run: Callable[..., Outcome], tmp_path: Path) -> None:
    """Sampling, model and mode reach the wire."""
    settings = tmp_path / "settings.yaml"
    settings.write_text("sampling: {temperature: 0.5, seed: 11, most_tokens: 900}\n", encoding="utf-8")
    words = ("--settings", settings, "--model", "gemini-other", "--mode", "free", "--chapter", 3)
    with Server(lambda request: says(request, "## A chapter\n\nNobody is quoted.\n")) as server:
        assert run(server.url, *words).code == 0
    (request,) = server.requests
    asked = request.json["generationConfig"]
    assert (asked["temperature"], asked["seed"], asked["maxOutputTokens"]) == (0.5, 11, 900)
    assert "/gemini-other:" in request.path
    assert "Quotes\n" not in prompt_of(request)


@pytest.mark.parametrize(("settings", "calls"), [("", 2), ("second_attempt: false", 1)])
def test_a_second_attempt_is_made_unless_the_settings_say_no(
    run: Callable[..., Outcome], tmp_path: Path, settings: str, calls: int
) -> None:
    """A quotation fell, so the model is asked once more; which attempt stands is said."""
    path = tmp_path / "settings.yaml"
    path.write_text(f"mode: quote\n{settings}\n", encoding="utf-8")
    invented = "## A chapter\n\nSorrel said “I made this up as I went along, all of it.”\n"
    with Server(lambda request: says(request, invented)) as server:
        done = run(server.url, "--settings", path, "--chapter", 3)
    assert done.code == 0
    assert len(server.requests) == calls
    assert ("The first attempt stands" in done.err) is (calls == 2)
    assert "I made this up" not in prompt_of(server.requests[0])
    if calls == 2:
        assert "I made this up" in prompt_of(server.requests[1])


# Calls that are kept.


def test_each_call_is_kept_as_it_was_made(run: Callable[..., Outcome], tmp_path: Path) -> None:
    """A file for each: exactly what the server received, the reply, and the facts; and what all of them took."""
    with Server(chapter) as server:
        words = ("--model", PRICED, "--chapter", 3, "--chapter", 5)
        assert run(server.url, "--debug", tmp_path / "calls", *words).code == 0
    assert set(files(tmp_path / "calls")) == {
        "chapter-03-call-1-first.json",
        "chapter-05-call-1-first.json",
        "workbench-usage.json",
    }
    for name, request in zip(
        ("chapter-03-call-1-first.json", "chapter-05-call-1-first.json"), server.requests, strict=True
    ):
        kept = json.loads((tmp_path / "calls" / name).read_bytes())
        assert kept["prompt"] == prompt_of(request)
        assert kept["system"] == request.json["systemInstruction"]["parts"][0]["text"]
        assert kept["reply"].startswith("## A chapter\n\nIt was put like this.")
        assert kept["sampling"] == {"temperature": 0.0, "seed": 7, "most_tokens": 16_384}
        facts = kept["facts"]
        assert (facts["purpose"], facts["outcome"], facts["requests"], facts["model"]) == (
            "first",
            "complete",
            1,
            PRICED,
        )
        assert facts["usage"] == {
            "input_tokens": 1_000,
            "output_tokens": 200,
            "thinking_tokens": 50,
            "cached_tokens": 400,
        }
        assert 0 < facts["first_token"] <= facts["seconds"]
    usage = json.loads((tmp_path / "calls" / "workbench-usage.json").read_bytes())
    assert [one["chapter"] for one in usage["chapters"]] == [3, 5]
    total = usage["total"]
    assert (total["calls"], total["requests"], total["input_tokens"], total["unpriced"]) == (2, 2, 2_000, 0)
    assert {one["cost"] for one in usage["chapters"]} == {COST}


ENDINGS: dict[str, tuple[dict[str, Any], str, str]] = {
    "cut": ({"finish": "MAX_TOKENS"}, "continuation", "was continued"),
    "stopped by a filter": ({"finish": "SAFETY"}, "simpler", "simpler prompt"),
}


@pytest.mark.parametrize("case", ENDINGS)
def test_what_a_chapter_took_is_kept_call_by_call(run: Callable[..., Outcome], tmp_path: Path, case: str) -> None:
    """Named by what each was made for; resumed, the whole chapter is there without a request, and is the same."""
    ending, purpose, said = ENDINGS[case]
    count = iter(range(1, 99))

    def answer(request: Request) -> Script:
        if next(count) == 1:
            return says(request, "## A chapter\n\nIt was put like this, and then", **ending)
        return says(request, "## A chapter\n\nIt was put like this, and then nobody said any more.\n")

    with Server(answer) as server:
        done = run(server.url, "--debug", tmp_path / "calls", "--chapter", 3)
        assert len(server.requests) == 2
        assert run(server.url, "--resume", tmp_path / "calls", "--chapter", 3, out="again").code == done.code
        assert len(server.requests) == 2
    assert said in done.err
    names = {"chapter-03-call-1-first.json", f"chapter-03-call-2-{purpose}.json", "workbench-usage.json"}
    assert set(files(tmp_path / "calls")) == names
    assert files(tmp_path / "again") == files(tmp_path / "out")


def test_what_was_answered_is_not_asked_again(run: Callable[..., Outcome], tmp_path: Path) -> None:
    """Whatever its file is called: no request, no cost, and the same five files."""
    calls = tmp_path / "calls"
    with Server(chapter) as server:
        assert run(server.url, "--debug", calls, out="first").code == 0
    (calls / "chapter-01-call-1-first.json").rename(calls / "renamed.json")
    before = files(calls)
    with Server(quota) as server:
        done = run(server.url, "--resume", calls, out="again")
    assert (done.code, server.requests) == (0, [])
    assert files(tmp_path / "again") == files(tmp_path / "first")
    assert files(calls) == before
    assert "6 calls were answered before and were not made again." in done.err
    assert "$" not in done.err


@pytest.mark.parametrize("words", [("--model", "gemini-other"), ("--mode", "free"), ("--settings", "{dir}/warm.yaml")])
def test_what_was_asked_otherwise_is_asked_again(
    run: Callable[..., Outcome], tmp_path: Path, words: tuple[str, ...]
) -> None:
    """Another model, another prompt, another temperature: another answer."""
    (tmp_path / "warm.yaml").write_text("sampling: {temperature: 1.0}\n", encoding="utf-8")
    with Server(lambda request: says(request, "## A chapter\n\nNobody is quoted.\n")) as server:
        assert run(server.url, "--debug", tmp_path / "calls", "--chapter", 3).code == 0
        more = (word.replace("{dir}", str(tmp_path)) for word in words)
        assert run(server.url, "--resume", tmp_path / "calls", "--chapter", 3, *more).code == 0
        assert len(server.requests) == 2
    assert {"chapter-03-call-1-first.json", "chapter-03-call-2-first.json"} <= set(files(tmp_path / "calls"))


def test_a_run_that_broke_goes_on_where_it_was(run: Callable[..., Outcome], tmp_path: Path) -> None:
    """Nothing that was answered is paid twice, and it ends as what never broke: two chapters, then four."""
    with Server(chapter) as server:
        assert run(server.url, out="whole").code == 0
    with Server(from_the(3, quota)) as server:
        broken = run(server.url, "--debug", tmp_path / "calls")
        assert len(server.requests) == 3
    assert broken.code == 1
    assert [bool(one["fallback"]) for one in chapters_of(tmp_path / "out")] == [False, False, True, True, True, True]
    with Server(chapter) as server:
        done = run(server.url, "--resume", tmp_path / "calls")
        assert len(server.requests) == 4
    assert done.code == 0
    assert files(tmp_path / "out") == files(tmp_path / "whole")
    kept = set(files(tmp_path / "calls"))
    assert {"chapter-03-call-1-first.json", "chapter-03-call-2-first.json"} <= kept
    total = json.loads((tmp_path / "calls" / "workbench-usage.json").read_bytes())["total"]
    assert (total["calls"], total["failed"], total["input_tokens"]) == (7, 1, 6_000)


def test_calls_may_be_kept_elsewhere_than_they_were_found(run: Callable[..., Outcome], tmp_path: Path) -> None:
    """Then the other folder has all of them, and this one stays as it was."""
    with Server(chapter) as server:
        assert run(server.url, "--debug", tmp_path / "one", "--chapter", 1).code == 0
        before = files(tmp_path / "one")
        words = ("--resume", tmp_path / "one", "--debug", tmp_path / "two", "--chapter", 1, "--chapter", 2)
        assert run(server.url, *words).code == 0
        assert len(server.requests) == 2
    assert files(tmp_path / "one") == before
    kept = files(tmp_path / "two")
    assert set(kept) == {"chapter-01-call-1-first.json", "chapter-02-call-1-first.json", "workbench-usage.json"}
    assert kept["chapter-01-call-1-first.json"] == before["chapter-01-call-1-first.json"]


def test_a_scripts_calls_are_kept_too(workbench: Workbench, tmp_path: Path) -> None:
    """Debugging changes nothing of the edition."""
    (tmp_path / "reply.md").write_text("## Told\n\nSorrel knew.\n", encoding="utf-8")
    words = ("run", TALK, MAP, "--client", f"scripted:{tmp_path / 'reply.md'}", "--chapter", 3)
    assert workbench(*words, "--out", tmp_path / "plain").code == 0
    assert workbench(*words, "--out", tmp_path / "kept", "--debug", tmp_path / "calls").code == 0
    assert files(tmp_path / "kept") == files(tmp_path / "plain")
    kept = json.loads((tmp_path / "calls" / "chapter-03-call-1-first.json").read_bytes())
    assert (kept["reply"], kept["facts"]["requests"], kept["facts"]["cost"]) == ("## Told\n\nSorrel knew.\n", 0, "0")


# Services that fail.


def test_a_service_that_fails_keeps_what_was_written(run: Callable[..., Outcome], tmp_path: Path) -> None:
    """The rest are their key excerpts and say why; nobody is asked who would answer the same."""
    with Server(from_the(2, quota)) as server:
        done = run(server.url)
        assert len(server.requests) == 2
    assert done.code == 1
    assert set(files(tmp_path / "out")) == EDITION
    written, *rest = chapters_of(tmp_path / "out")
    assert (written["fallback"], len(rest)) == ("", 5)
    assert all(one["fallback"] and one["key_excerpts"] for one in rest)
    assert "2 calls, 1 of which failed" in done.err
    assert "Not everything was written. Gemini accepts no more requests for now (429)" in done.err.splitlines()[-2]
    assert "--debug" in done.err.splitlines()[-1]
    assert done.out.endswith(", verified.\n")


FAILURES: dict[str, tuple[Answer, str, int]] = {
    "a key that is refused": (lambda _: gemini.key_invalid(), "key", 1),
    "a key that may not": (lambda _: gemini.failed(403, "Not for you."), "key", 1),
    "no such model": (lambda _: gemini.failed(404, "models/x is not found."), "model", 1),
    "nothing left to spend": (quota, "24 hours", 1),
    "a request that is refused, for each chapter": (lambda _: gemini.failed(400, "Too long."), "request", 6),
}


@pytest.mark.parametrize("case", FAILURES)
def test_where_nothing_was_answered_nothing_is_written(run: Callable[..., Outcome], tmp_path: Path, case: str) -> None:
    """One message that says what to do, exit 1, and no edition: one that was there stays."""
    answer, names, requests = FAILURES[case]
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "edition.md").write_text("An earlier one.", encoding="utf-8")
    with Server(answer) as server:
        done = run(server.url, "--debug", tmp_path / "calls")
        assert len(server.requests) == requests
    assert (done.code, done.out, len(done.err.splitlines())) == (1, "", 1)
    assert done.err.startswith("workbench: ")
    assert names in done.err
    assert done.err.endswith("Nothing was written.\n")
    assert files(tmp_path / "out") == {"edition.md": b"An earlier one."}
    kept = json.loads((tmp_path / "calls" / "chapter-01-call-1-first.json").read_bytes())
    assert (kept["facts"]["outcome"] in ("transient", "fatal"), kept["reply"]) == (True, None)
    assert kept["facts"]["trouble"] in done.err


def test_a_request_that_is_refused_costs_one_chapter(run: Callable[..., Outcome], tmp_path: Path) -> None:
    """It may be too long where the next is not: all others are written."""
    count = iter(range(1, 99))

    def answer(request: Request) -> Script:
        return gemini.failed(400, "The prompt is too long.") if next(count) == 3 else chapter(request)

    with Server(answer) as server:
        done = run(server.url)
        assert len(server.requests) == 6
    assert done.code == 1
    assert [bool(one["fallback"]) for one in chapters_of(tmp_path / "out")] == [False, False, True, False, False, False]


def test_a_second_attempt_that_fails_leaves_the_first(run: Callable[..., Outcome], tmp_path: Path) -> None:
    """The chapter has its text; that a call failed is said, and the exit says so too."""
    invented = "## A chapter\n\nSorrel said “I made this up as I went along, all of it.”\n"
    count = iter(range(1, 99))
    with Server(lambda request: says(request, invented) if next(count) == 1 else quota(request)) as server:
        done = run(server.url, "--mode", "quote", "--chapter", 3)
    assert (done.code, len(server.requests)) == (1, 2)
    (written,) = chapters_of(tmp_path / "out")
    assert written["fallback"] == ""
    assert "I made this up as I went along" in written["narrative"]


def test_a_wait_is_said(run: Callable[..., Outcome]) -> None:
    """A service that asks for patience gets it, and the person knows why nothing comes; it is one call."""
    count = iter(range(1, 99))

    def answer(request: Request) -> Script:
        busy = gemini.failed(503, "Overloaded.", Retry_After="0.2")
        return busy if next(count) == 1 else chapter(request)

    with Server(answer) as server:
        done = run(server.url, "--chapter", 3)
        assert len(server.requests) == 2
    assert done.code == 0
    assert len(re.findall(r"^Chapter 1 of 1: asks again in \d\.\d s\. ", done.err, re.MULTILINE)) == 1
    assert "1 call, 2 requests: " in done.err


def test_a_terminal_shows_how_much_has_come(run: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line that changes, and is gone when the chapter is there; a file of what was said has no such line."""

    def in_pieces(request: Request) -> Script:
        ids = _ID.findall(prompt_of(request))
        last = gemini.chunk(f"[[{ids[-1]}]]", finish="STOP", used=USED)
        return gemini.streamed(*(gemini.chunk(f"{word} ") for word in "one two three".split()), last)

    where = "\rChapter 1 of 1: "
    with Server(in_pieces) as server:
        assert where not in run(server.url, "--chapter", 3).err
        monkeypatch.setattr("sys.stderr.isatty", lambda: True)
        monkeypatch.setattr("workbench.cli.calls.terminal_progress._BETWEEN", 0.0)
        said = run(server.url, "--chapter", 3).err
        monkeypatch.setattr("workbench.cli.calls.terminal_progress._BETWEEN", 30.0)
        said_once = run(server.url, "--chapter", 3).err
    pace = r", [\d,]+ tokens a second *"
    assert re.match(
        rf"{where}1 word{pace}{where}2 words{pace}{where}3 words{pace}{where}4 words{pace}\r +{where}", said
    )
    assert re.match(rf"{where}1 word\r +{where}", said_once)


# Whoever is started in the background of a script is born deaf to Ctrl-C.
INTERRUPTIBLE = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from workbench.__main__ import main; main()"
)


def test_an_interrupt_ends_the_call_and_keeps_the_others(tmp_path: Path) -> None:
    """Ctrl-C closes the connection; what was answered is in the folder of calls, and the next run goes on. The call
    that was stopped is kept as what it is: sent, at a price that nobody knows. No other command has the folder
    meanwhile."""
    calls = tmp_path / "calls"
    command = [sys.executable, "-c", INTERRUPTIBLE, "run", TALK, MAP, "--client", "gemini"]
    kept = ["--out", str(tmp_path / "out"), "--debug", str(calls)]
    with Server(from_the(2, lambda _: Script((), End.HANG))) as server:
        environment = {**os.environ, "GEMINI_API_KEY": CANARY, "GOOGLE_GEMINI_BASE_URL": server.url}
        process = subprocess.Popen([*command, *kept], cwd=ROOT, env=environment, stderr=subprocess.PIPE)
        for line in process.stderr or ():
            if line.startswith(b"Together") or b"1 call: " in line:
                break
        while len(server.requests) < 2:
            assert process.poll() is None
            time.sleep(0.01)
        second = subprocess.run([*command, *kept], cwd=ROOT, env=environment, capture_output=True, check=False)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=120)
        assert server.requests[1].gone.wait(120)
        assert len(server.requests) == 2
    assert (second.returncode, b"another command is writing its calls there" in second.stderr) == (2, True)
    assert process.returncode == 1
    assert not any(word in said for word in (b"Traceback", b"Aborted"))
    assert b"Together 2 calls, 1 of which failed: at least " in said
    assert b", 1 call of unknown price" in said
    assert f"--resume {calls} asks for what is missing".encode() in said
    assert set(files(calls)) == {"chapter-01-call-1-first.json", "chapter-02-call-1-first.json", "workbench-usage.json"}
    stopped = json.loads((calls / "chapter-02-call-1-first.json").read_bytes())
    assert (stopped["facts"]["trouble"], stopped["facts"]["requests"]) == ("It was stopped.", 1)
    assert files(tmp_path / "out") == {}


def test_an_edition_that_cannot_be_written_costs_no_reply(
    run: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A file that cannot stand in the folder is told before anything is sent; where the disk fails in the end, what was
    answered is kept and nothing is asked again."""
    (tmp_path / "out" / "edition.md").mkdir(parents=True)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def too_late(request: Request) -> Script:
        (tmp_path / "late" / "edition.md").mkdir(parents=True)
        return chapter(request)

    with Server(chapter) as server:
        refused = run(server.url, "--chapter", 3)
        assert (refused.code, server.requests) == (2, [])
        assert "edition.md: it is a folder" in refused.err
        with Server(too_late) as late:
            failed = run(late.url, "--chapter", 3, out="late")
        assert failed.code == 2
        found = re.search(r"--resume (\S+workbench-calls-\S+) ", failed.err)
        assert found is not None
        assert run(server.url, "--resume", found[1], "--chapter", 3, out="good").code == 0
        assert server.requests == []


def test_the_files_that_are_looked_for_are_those_of_an_edition() -> None:
    """All five."""
    assert set(NAMES) == EDITION


OTHERS: dict[str, tuple[tuple[str, ...], str]] = {
    "another model": (("--model", "gemini-other"), "they were made with another model"),
    "another temperature": (("--settings", "{dir}/warm.yaml"), "another temperature, seed or length"),
    "another mode": (("--mode", "free"), "other files, chapters, mode or settings"),
}


def test_a_terminal_says_that_a_whole_reply_is_waited_for(
    run: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the line is gone when it is there."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with Server(chapter) as server:
        said = run(server.url, "--chapter", 3, "--no-stream").err
    assert re.match(r"\rChapter 1 of 1: waiting for the whole reply\r +\rChapter 1 of 1: ", said)


@pytest.mark.parametrize("case", OTHERS)
def test_calls_that_do_not_fit_are_said_before_anything_is_sent(
    run: Callable[..., Outcome], tmp_path: Path, case: str
) -> None:
    """A person may want to end it there."""
    words, why = OTHERS[case]
    (tmp_path / "warm.yaml").write_text("sampling: {temperature: 1.0}\n", encoding="utf-8")
    with Server(lambda request: says(request, "## A chapter\n\nNobody is quoted.\n")) as server:
        assert run(server.url, "--debug", tmp_path / "calls", "--chapter", 3).code == 0
        more = [word.replace("{dir}", str(tmp_path)) for word in words]
        done = run(server.url, "--resume", tmp_path / "calls", "--chapter", 3, *more)
        same = run(server.url, "--resume", tmp_path / "calls", "--chapter", 3)
    first, *_ = done.err.splitlines()
    assert first.startswith("Note: no call in ")
    assert why in first
    assert "asked anew" not in same.err


def test_another_servers_calls_are_not_used(workbench: Workbench, tmp_path: Path) -> None:
    """A model of the same name is another one there."""
    words = ("run", TALK, MAP, "--out", tmp_path / "out", "--model", "m", "--chapter", 3, "--no-stream")
    plain = openai.completed("## Told\n\nNobody is quoted.")
    with Server(lambda _: plain) as one, Server(lambda _: plain) as other:
        to_one, to_other = (("--client", f"openai:{server.url}/v1") for server in (one, other))
        assert workbench(*words, *to_one, "--debug", tmp_path / "calls").code == 0
        done = workbench(*words, *to_other, "--resume", tmp_path / "calls")
        assert (len(one.requests), len(other.requests)) == (1, 1)
        assert "they were sent to another server" in done.err
        assert workbench(*words, *to_one, "--resume", tmp_path / "calls").code == 0
        assert len(one.requests) == 1


# Bad input, before anything is sent.

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


def test_other_json_in_the_folder_is_left_alone(run: Callable[..., Outcome], tmp_path: Path) -> None:
    """An edition may be written beside its calls."""
    with Server(chapter) as server:
        assert run(server.url, "--debug", tmp_path / "both", "--chapter", 3, out="both").code == 0
        assert run(server.url, "--resume", tmp_path / "both", "--chapter", 3, out="both").code == 0
        assert len(server.requests) == 1
    assert set(files(tmp_path / "both")) == EDITION | {"chapter-03-call-1-first.json", "workbench-usage.json"}


# Before anything is sent.


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


# The key, and what is loaded.


def test_the_key_is_in_no_file_and_no_output(run: Callable[..., Outcome], tmp_path: Path) -> None:
    """Not of a run that goes well, nor where the service repeats it in its error, in its reply or on a web page."""

    def telling(request: Request) -> Script:
        key = request.headers["x-goog-api-key"]
        assert key == CANARY
        number = len(server.requests)
        if number == 2:
            return gemini.page(400, f"<html><body>Your key {key} is bad</body></html>")
        if number == 3:
            return gemini.failed(400, f"API key {key} not good for this.")
        return chapter(request) if number < 5 else quota(request)

    with Server(telling) as server:
        done = run(server.url, "--debug", tmp_path / "calls")
    assert done.code == 1
    assert len(server.requests) == 5
    assert CANARY not in done.out + done.err
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(written) == 5 + 5 + 1
    assert [path for path in written if CANARY.encode() in path.read_bytes()] == []


def test_the_key_may_be_under_another_name(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """`--key-env` names the variable for any service."""
    monkeypatch.setenv("MY_OWN_KEY", "another-key-entirely")
    with Server(lambda _: openai.completed("## Told\n\nNobody is quoted.")) as server:
        words = ("--client", f"openai:{server.url}/v1", "--model", "m", "--key-env", "MY_OWN_KEY", "--chapter", 3)
        assert workbench("run", TALK, MAP, "--out", tmp_path, *words).code == 0
    assert server.requests[0].headers["authorization"] == "Bearer another-key-entirely"


HEAVY = ("google.genai", "httpx2", "genai_prices", "streamlit")


@pytest.mark.parametrize(
    "words", [("--help",), ("run", "--help"), ("run", TALK, MAP, "--out", "{dir}", "--chapter", "3")]
)
def test_what_asks_no_model_loads_nothing_for_it(tmp_path: Path, words: tuple[str, ...]) -> None:
    """Neither the help nor an edition by the offline composer."""
    program = (
        "import sys; from workbench.__main__ import main\n"
        "try: main()\n"
        f"finally: print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    )
    arguments = [word.replace("{dir}", str(tmp_path)) for word in words]
    done = subprocess.run([sys.executable, "-c", program, *arguments], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0
    assert done.stderr.decode().splitlines()[-1] == "[]"
