"""`workbench map propose`: what is sent and said before, what is paid once, and the map that comes of the replies."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from core import read_evidence
from core.evidence.row_marks import RowOrigin, RowStatus
from tests.wire import openai
from tests.wire.map_proposals import LINE, chooses, prompt_of, reply_to, says, talk_of
from tests.wire.server import Request, Script, Server
from tests.workbench.cli.commands import ROOT, files
from tests.workbench.conftest import Outcome, Workbench

PROPOSED = "map propose"
_SECOND = "part 2 of 3"


def _broken(_: Request) -> Script:
    return openai.failed(400, openai.trouble("It cannot be read."))


def _then(number: int, then: Callable[[Request], Script]) -> Callable[[Request], Script]:
    """Answer so many requests with maps, and the next ones otherwise."""
    count = iter(range(1, 99))
    return lambda request: chooses(request) if next(count) <= number else then(request)


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """A talk of three windows."""
    path = tmp_path / "talk.txt"
    path.write_text(talk_of(340), encoding="utf-8")
    return path


@pytest.fixture
def propose(workbench: Workbench, talk: Path, tmp_path: Path) -> Callable[..., Outcome]:
    """Let a server of ours propose."""

    def run(url: str, *words: object, out: str = "map.json") -> Outcome:
        client = ("--client", f"openai:{url}/v1", "--model", "m")
        return workbench(*PROPOSED.split(), talk, *client, "--out", tmp_path / out, *words)

    return run


def test_a_model_proposes_a_map_that_run_takes(
    propose: Callable[..., Outcome], workbench: Workbench, talk: Path, tmp_path: Path
) -> None:
    """Three calls hold the whole talk; each row says that a model proposed it, and an edition of it is verified."""
    with Server(chooses) as server:
        done = propose(server.url, "--guest", "Bob Marsh", "--guest", "Ann Lee")
        prompts = [prompt_of(request) for request in server.requests]
    assert done.code == 0, done.err
    assert len(prompts) == 3
    numbers = {int(number) for prompt in prompts for number, _ in LINE.findall(prompt)}
    assert numbers == set(range(1, 681))
    made = read_evidence((tmp_path / "map.json").read_bytes())
    rows = [*made.chapters, *(claim for chapter in made.chapters for claim in chapter.claims)]
    assert len(made.chapters) == 3
    assert {(row.origin, row.status) for row in rows} == {(RowOrigin.MODEL, RowStatus.PROPOSED)}
    support = made.chapters[-1].claims[0].support[0]
    assert support.quote == "Nobody in the harbour had seen the boat 339 before that winter."
    assert support.made_by is not None
    assert (support.made_by.model, support.made_by.window) == ("m", 3)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", support.made_by.date)
    assert workbench("run", talk, tmp_path / "map.json", "--out", tmp_path / "out").code == 0
    assert workbench("verify", tmp_path / "out" / "edition.html", talk).code == 0


def test_before_the_first_call_it_says_what_is_sent(propose: Callable[..., Outcome], tmp_path: Path) -> None:
    """Service, characters and price stand before what the calls took; the estimate says the same and sends nothing."""
    with Server(chooses) as server:
        estimate = propose(server.url, "--estimate")
        assert server.requests == []
        done = propose(server.url)
        characters = sum(len(one["content"]) for request in server.requests for one in request.json["messages"])
    said = done.err.splitlines()[0]
    assert said.startswith("The whole transcript is sent inside your own network, to an OpenAI-compatible server at ")
    assert f"(m): {characters:,} characters; about " in said
    assert said.endswith("in 3 calls, at no cost.")
    assert estimate.out == f"{said} Nothing was sent.\n"
    assert done.err.splitlines()[1].startswith("Window 1 of 3: 1 call: 900 tokens in, 300 out; ")
    assert done.err.splitlines()[-1].startswith("Together 3 calls: 2,700 tokens in, 900 out; ")


def test_a_service_elsewhere_has_its_price(workbench: Workbench, talk: Path) -> None:
    """Nothing is sent for an estimate, and no key is needed; as JSON it is one object."""
    words = (*PROPOSED.split(), talk, "--client", "gemini", "--model", "gemini-2.5-flash", "--estimate")
    done = workbench(*words)
    assert done.code == 0, done.err
    assert done.out.startswith("The whole transcript is sent out of this machine, to Gemini (gemini-2.5-flash): ")
    assert "for about $0.0" in done.out
    data = workbench(*words, "--json").json
    assert (data["calls"], data["sent"]) == (3, done.out.removesuffix(" Nothing was sent.\n"))
    assert data["characters"] > 50_000


def test_a_window_that_fails_is_asked_again_alone(propose: Callable[..., Outcome], tmp_path: Path) -> None:
    """The second window fails: the map holds the others, exit code 1; resumed, only what is missing is asked."""
    calls, failing = tmp_path / "calls", [True]
    with Server(
        lambda request: _broken(request) if failing and _SECOND in prompt_of(request) else chooses(request)
    ) as server:
        first = propose(server.url, "--debug", calls)
        before = len(server.requests)
        assert len(read_evidence((tmp_path / "map.json").read_bytes()).chapters) == 2
        failing.clear()
        again = propose(server.url, "--resume", calls)
        asked = [prompt_of(request) for request in server.requests][before:]
    assert (first.code, again.code) == (1, 0)
    assert "Not everything was written." in first.err
    assert f"--resume {calls}" in first.err
    assert len(asked) == 1
    assert _SECOND in asked[0]
    assert "1 of 3 parts of the transcript is sent" in again.err
    assert len(read_evidence((tmp_path / "map.json").read_bytes()).chapters) == 3


def test_a_resumed_proposal_is_the_same(propose: Callable[..., Outcome], tmp_path: Path) -> None:
    """No request, no cost, the same map."""
    calls = tmp_path / "calls"
    with Server(chooses) as server:
        assert propose(server.url, "--debug", calls).code == 0
        again = propose(server.url, "--resume", calls, out="again.json")
        assert len(server.requests) == 3
    assert again.code == 0
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "map.json").read_bytes()
    assert "3 calls were answered before and were not made again." in again.err
    assert "The whole transcript" not in again.err


@pytest.mark.thorough
def test_killed_in_the_middle_nothing_answered_is_asked_again(
    propose: Callable[..., Outcome], talk: Path, tmp_path: Path
) -> None:
    """kill -9 while the second window is answered: resumed, the first is not sent again, and the map is whole."""
    calls, killed = tmp_path / "calls", list[subprocess.Popen[bytes]]()

    def kill(request: Request) -> Script:
        if killed and killed[0].poll() is None:
            os.kill(killed[0].pid, signal.SIGKILL)
            killed[0].wait()
        return chooses(request)

    with Server(_then(1, kill)) as server:
        words = (
            "--client",
            f"openai:{server.url}/v1",
            "--model",
            "m",
            "--out",
            tmp_path / "map.json",
            "--debug",
            calls,
        )
        command = [sys.executable, "-m", "workbench", *PROPOSED.split(), talk, *words]
        killed.append(subprocess.Popen([str(word) for word in command], cwd=ROOT, stderr=subprocess.DEVNULL))
        assert killed[0].wait(120) == -signal.SIGKILL
        before = [prompt_of(request) for request in server.requests]
        done = propose(server.url, "--resume", calls)
        after = [prompt_of(request) for request in server.requests][len(before) :]
    assert done.code == 0, done.err
    assert len(before) == 2
    assert len(after) == 2
    assert before[0] not in after
    assert "2 of 3 parts of the transcript are sent inside your own network" in done.err
    assert len(read_evidence((tmp_path / "map.json").read_bytes()).chapters) == 3


def test_what_is_refused_is_said(propose: Callable[..., Outcome], tmp_path: Path) -> None:
    """For people in words, for programs with window, place and reason."""
    with Server(lambda request: says(reply_to(prompt_of(request), ids=["s9999"]))) as server:
        done = propose(server.url)
        data = propose(server.url, "--json").json
    assert done.code == 0
    assert "Refused: unknown id 3." in done.out
    assert "Note: window 2, chapters[0].claims[0].quotes[1]: There is no sentence of this id." in done.out
    assert (data["chapters"], data["quotes"], data["windows"], data["answered"]) == (3, 3, 3, 3)
    assert [(one["window"], one["reason"]) for one in data["refused"]] == [(n, "unknown_id") for n in (1, 2, 3)]


@pytest.mark.parametrize("finish", ["length", "content_filter"])
def test_a_reply_that_is_not_whole_is_said(propose: Callable[..., Outcome], tmp_path: Path, finish: str) -> None:
    """What came before its end stands; which window it was is said, resumed as well, and the exit code is 1."""

    def cut(request: Request) -> Script:
        if _SECOND not in prompt_of(request):
            return chooses(request)
        whole = reply_to(prompt_of(request), ids=["s2"])
        return says(whole[: whole.rindex('"ids"')], finish)

    with Server(cut) as server:
        done = propose(server.url, "--debug", tmp_path / "calls")
        again = propose(server.url, "--resume", tmp_path / "calls", out="again.json")
        assert len(server.requests) == 3
    for one in (done, again):
        assert one.code == 1
        (said,) = [line for line in one.err.splitlines() if line.startswith("Window 2 of 3 is not whole. ")]
        assert len(said) > 40
        assert "Refused: cut off 1." in one.out
    made = read_evidence((tmp_path / "map.json").read_bytes())
    assert [len(chapter.claims[0].support) for chapter in made.chapters] == [1, 1, 1]


def test_where_nothing_stands_nothing_is_written(workbench: Workbench, talk: Path, tmp_path: Path) -> None:
    """Replies from a file; exit code 1, and why."""
    (tmp_path / "replies.md").write_text("I would rather not.", encoding="utf-8")
    words = ("--client", f"scripted:{tmp_path / 'replies.md'}", "--out", tmp_path / "map.json")
    done = workbench(*PROPOSED.split(), talk, *words)
    assert done.code == 1
    assert "scripted: no service is asked, so nothing leaves this machine." in done.err
    assert "No reply proposes a quote that stands. Nothing was written." in done.out
    assert not (tmp_path / "map.json").exists()


def test_a_service_that_answers_nothing_writes_nothing(propose: Callable[..., Outcome], tmp_path: Path) -> None:
    """One clear message."""
    with Server(_broken) as server:
        done = propose(server.url)
    assert done.code == 1
    assert done.err.splitlines()[-1].endswith("Nothing was written.")
    assert set(files(tmp_path)) == {"talk.txt"}


BAD: dict[str, tuple[tuple[str, ...], str]] = {
    "no model": (("--client", "offline", "--out", "{dir}/m.json"), "workbench map outline"),
    "no client": (("--out", "{dir}/m.json"), "--client"),
    "nowhere to write": (("--client", "openai:http://127.0.0.1:9/v1", "--model", "m"), "--out"),
    "over the transcript": (("--client", "scripted:{dir}/talk.txt", "--out", "{dir}/talk.txt"), ".json"),
    "a guest who is nobody": (("--client", "gemini", "--estimate", "--guest", "Cleo"), "Cleo"),
    "an estimate that keeps calls": (("--client", "gemini", "--estimate", "--debug", "{dir}/d"), "--debug"),
    "no key": (("--client", "gemini", "--out", "{dir}/m.json"), "GEMINI_API_KEY"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input(
    workbench: Workbench, talk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    """One message that says what to do, exit code 2, and nothing is sent or written."""
    for name in ("GOOGLE_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    words, said = BAD[case]
    done = workbench(*PROPOSED.split(), talk, *(word.replace("{dir}", str(tmp_path)) for word in words))
    assert done.code == 2, done.err
    assert said in done.err
    assert set(files(tmp_path)) == {"talk.txt"}
