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

import pytest

from tests.wire import gemini, openai
from tests.wire.server import End, Request, Script, Server
from tests.workbench.cli.commands import EDITION, MAP, ROOT, TALK, files
from tests.workbench.cli.gemini_runs import (
    CANARY,
    ID,
    PRICED,
    USED,
    Answer,
    chapter,
    chapters_of,
    from_the,
    prompt_of,
    quota,
    says,
)
from tests.workbench.conftest import Outcome, Workbench
from workbench.cli.run import NAMES

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
        ids = ID.findall(request.json["messages"][-1]["content"])
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
        ids = ID.findall(prompt_of(request))
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
    assert process.returncode == 130
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


def test_other_json_in_the_folder_is_left_alone(run: Callable[..., Outcome], tmp_path: Path) -> None:
    """An edition may be written beside its calls."""
    with Server(chapter) as server:
        assert run(server.url, "--debug", tmp_path / "both", "--chapter", 3, out="both").code == 0
        assert run(server.url, "--resume", tmp_path / "both", "--chapter", 3, out="both").code == 0
        assert len(server.requests) == 1
    assert set(files(tmp_path / "both")) == EDITION | {"chapter-03-call-1-first.json", "workbench-usage.json"}


# Before anything is sent.


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
