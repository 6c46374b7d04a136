"""`workbench evaluate` as a person and CI meet it: what is printed, what is written, how it ends, what is paid once."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import SAMPLE
from tests.wire import openai
from tests.wire.server import End, Request, Script, Server
from tests.workbench.conftest import Outcome, Workbench
from workbench.store import ExperimentState, Store

ROOT = Path(__file__).parents[3]
CANARY = "sk-canary-7d41f0c29b5e-never-shown"
FILES = {"results.json", "results.csv", "report.html"}
# Whoever is started in the background of a script is born deaf to Ctrl-C.
INTERRUPTIBLE = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from workbench.__main__ import main; main()"
)
TALK = "Ann: {}\n\nBob: I have kept the tide tables by hand since the spring of that year, all of them in one book.\n"
QUOTES = {
    "one": "The mast was never straight, and we knew that from the first summer on.",
    "two": "The readings of the harbour were taken twice a day by whoever was awake.",
    "three": "The gauge was brass all through, and it was bought by weight like any pan.",
}
Evaluate = Callable[..., Outcome]


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database of the test's own."""
    monkeypatch.setenv("WORKBENCH_DB", str(tmp_path / "workbench.db"))
    for name in ("GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "workbench.db"


@pytest.fixture
def talks(tmp_path: Path) -> Path:
    """Three short talks with their maps, each of one chapter."""
    folder = tmp_path / "talks"
    folder.mkdir()
    for name, quote in QUOTES.items():
        (folder / f"{name}.md").write_text(TALK.format(quote), encoding="utf-8")
        support = {"quote": quote, "speaker": "Ann"}
        chapters = [{"title": f"Of {name}", "claims": [{"claim": "It was so.", "support": [support]}]}]
        speakers = [{"speaker_name": "Ann", "speaker_role": "guest"}, {"speaker_name": "Bob", "speaker_role": "host"}]
        evidence = json.dumps({"speakers": speakers, "chapters": chapters})
        (folder / f"{name}.evidence.json").write_text(evidence, encoding="utf-8")
    return folder


@pytest.fixture
def experiment(tmp_path: Path, talks: Path) -> Callable[..., Path]:
    """Write an experiment about the talks: changes over two offline modes."""

    def write(**changes: Any) -> Path:
        whole = {"title": "Talks", "subjects": [{"folder": talks.name}], "grid": {"mode": ["reference", "quote"]}}
        path = tmp_path / "experiment.yml"
        path.write_text(json.dumps({**whole, **changes}), encoding="utf-8")
        return path

    return write


@pytest.fixture
def evaluate(workbench: Workbench, database: Path, monkeypatch: pytest.MonkeyPatch) -> Evaluate:
    """Run the command in this process, on a terminal of 100 columns."""
    monkeypatch.setenv("COLUMNS", "100")
    assert not database.exists()
    return lambda *words: workbench("evaluate", *words)


def cells(out: str, first: str) -> list[str]:
    """Return the cells of the first row of a table that begins with these words."""
    row = next(line for line in out.splitlines() if line.startswith(f"│{first} "))
    return [cell.strip() for cell in row.strip("│").split("│")]


# What is shown.


def test_the_sample_says_what_holds_before_and_after(evaluate: Evaluate, tmp_path: Path) -> None:
    """A table for each variant, the five figures with the number before, what differs, and the files."""
    done = evaluate(SAMPLE / "experiment.yml", "--out", tmp_path / "out")
    assert done.code == 0, done.err
    data = json.loads((tmp_path / "out" / "results.json").read_bytes())
    assert {path.name for path in (tmp_path / "out").iterdir()} == FILES
    for variant in data["variants"]:
        assert f"{variant['name']} (" in done.out
        before = variant["figures"]["fabricated"]["before"]
        assert variant["figures"]["fabricated"]["value"] == 0
        assert done.out.count(variant["figures"]["fabricated"]["sentence"]) >= 1
        assert (before > 0) == (variant["name"] != "composer")
    share = data["variants"][1]["metrics"]["verbatim"]["before"]
    assert f"{share['k']} of {share['n']}, " in done.out
    assert "Differences from composer:" in done.out
    assert "All calls: " in done.out
    assert "24 of 24: " in done.err
    assert max(map(len, (line for line in done.out.splitlines() if line.startswith(("│", "┏"))))) <= 100


def test_the_six_questions_are_seeds_tables(evaluate: Evaluate) -> None:
    """Question by question with their average, and what an answer takes; the judge is said to be one."""
    done = evaluate(SAMPLE / "answers_experiment.yml")
    assert done.code == 0, done.err
    assert "Query" in done.out
    head = next(line for line in done.out.splitlines() if line.startswith("┃Query"))
    assert re.findall(r"\w+", head) == ["Query", "Verbatim", "Citation", "Hallucination", "Coherence"]
    metric = next(line for line in done.out.splitlines() if line.startswith("┃Metric"))
    assert re.findall(r"\w+", metric) == ["Metric", "baseline", "enhanced", "Delta"]
    for kind in ("Avg total tokens", "Avg cost/query", "Avg TTFT", "Avg total time"):
        assert len(cells(done.out, kind)) == 4
    assert cells(done.out, "Avg total tokens")[1].startswith("~")
    assert "this is an opinion, not a proof." in done.out
    assert "The five figures" not in done.out


def test_json_is_the_file_and_nothing_else(evaluate: Evaluate, experiment: Callable[..., Path], tmp_path: Path) -> None:
    """The same bytes on standard output as in the folder; everything for people is beside it, and so is the gate."""
    done = evaluate(experiment(), "--json", "--out", tmp_path / "out", "--fail-under", "verbatim_after=1")
    assert done.code == 0, done.err
    assert done.out == (tmp_path / "out" / "results.json").read_text(encoding="utf-8")
    assert done.json["finished"] is True
    assert "Passed: 2 of 2 checks held." in done.err
    assert "results.json" in done.err


def test_a_second_time_asks_nothing_and_says_the_same(evaluate: Evaluate, experiment: Callable[..., Path]) -> None:
    """The same plan is the same experiment, wherever its file lies."""
    path = experiment(variants=[{"name": "scripted", "client": {"kind": "scripted", "replies": ["## A\n\nWords.\n"]}}])
    first, second = evaluate(path), evaluate(path)
    assert (first.code, second.code) == (0, 0)
    assert first.out == second.out
    assert "9 of 9: scripted" in first.err
    assert second.err.endswith("All 9 units of this experiment were written before; no call is made.\n")
    assert "9 of 9" not in second.err


def test_what_a_terminal_would_obey_is_shown_as_what_it_is(
    evaluate: Evaluate, experiment: Callable[..., Path], talks: Path
) -> None:
    """Titles come from files that strangers wrote."""
    path = talks / "one.evidence.json"
    data = json.loads(path.read_bytes())
    data["chapters"][0]["title"] = "\x1b]0;owned\x07\x1b[2J\u202eTitle"
    path.write_text(json.dumps(data), encoding="utf-8")
    for words in ((), ("--json",), ("--estimate",)):
        done = evaluate(experiment(), *words)
        assert done.code == 0
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202e]", done.out + done.err)


# The gate, as CI meets it; its cases are in test_gate.py.

GATES = (
    (("--fail-under", "verbatim_after=100%"), 0),
    (("--fail-under", "hallucination_after=0", "--fail-under", "fabricated_after=0"), 0),
    (("--fail-under", "reference:within_target=0"), 0),
    (("--fail-under", "quotes_used=1.0", "--fail-under", "words_quoted=100%"), 1),
    (("--fail-under", "coherence=1"), 1),  # nobody judged
    (("--fail-under", "nobody:verbatim_after=0"), 1),
    (("--fail-under", "verbatim=1"), 2),
    (("--fail-under", "verbatim_after=NaN"), 2),
    (("--fail-under", "verbatim_after"), 2),
    (("--baseline", "nowhere.json"), 2),
    (("--allow-chance",), 2),
    (("--estimate", "--fail-under", "verbatim_after=1"), 2),
    (("--estimate", "--json"), 2),
)  # fmt: skip


@pytest.mark.parametrize(("words", "code"), GATES, ids=[" ".join(words) for words, _ in GATES])
def test_the_exit_code_says_whether_all_that_was_asked_held(
    words: tuple[str, ...], code: int, evaluate: Evaluate, experiment: Callable[..., Path], database: Path
) -> None:
    """0: checked and held; 1: not; 2: bad input, and nothing was run."""
    done = evaluate(experiment(), *words)
    assert done.code == code, done.err
    asked = Store(database).experiments.list() if database.exists() else ()
    assert bool(asked) == (code != 2 and "nobody:verbatim_after=0" not in words)
    assert ("Traceback" in done.err) is False


def test_a_baseline_is_an_earlier_file(evaluate: Evaluate, experiment: Callable[..., Path], tmp_path: Path) -> None:
    """Nothing may be worse; of what has changed the unit or the variant that is not there any more is named."""
    out = tmp_path / "before"
    assert evaluate(experiment(), "--out", out).code == 0
    kept = (out / "results.json").read_bytes()
    same = evaluate(experiment(), "--baseline", out / "results.json")
    assert (same.code, "Passed: " in same.out) == (0, True)
    fewer = evaluate(experiment(grid={"mode": ["reference"]}), "--baseline", out / "results.json")
    assert fewer.code == 1
    assert "Not checked: quote: " in fewer.out
    talk = {"transcript": "talks/one.md", "evidence": "talks/one.evidence.json"}
    one = evaluate(experiment(subjects=[talk]), "--baseline", out / "results.json")
    assert one.code == 1
    assert "2 units of the baseline are missing" in one.out
    over = evaluate(experiment(), "--baseline", out / "results.json", "--out", out)
    assert (over.code, "nothing is written over it" in over.err) == (2, True)
    assert (out / "results.json").read_bytes() == kept


def test_everything_that_is_wrong_is_said_before_anything_is_run(
    evaluate: Evaluate, experiment: Callable[..., Path], database: Path, tmp_path: Path
) -> None:
    """Of the options, the baseline, the folder and the file."""
    (tmp_path / "results.json").write_text("{}", encoding="utf-8")
    (tmp_path / "out" / "report.html").mkdir(parents=True)
    words = ("--fail-under", "nonsense=1", "--baseline", tmp_path / "results.json", "--out", tmp_path / "out")
    done = evaluate(experiment(repeats=0, reference="nobody"), *words)
    assert (done.code, done.out) == (2, "")
    for said in ("nonsense", "results.json: ", "report.html: it is a folder", "experiment.yml: repeats: ", "“nobody”"):
        assert said in done.err
    assert not database.exists()


def test_a_variant_that_cannot_go_on_leaves_the_others(evaluate: Evaluate, experiment: Callable[..., Path]) -> None:
    """Its numbers pass nobody; the others' are there."""
    script = {"kind": "scripted", "name": "too short", "replies": ["## A\n\nWords.\n"]}
    path = experiment(variants=[{"name": "short", "client": script}])
    talk = json.loads(path.read_bytes())
    talk["subjects"] = [{"transcript": str(SAMPLE / "interview.md"), "evidence": str(SAMPLE / "evidence.json")}]
    path.write_text(json.dumps(talk), encoding="utf-8")
    done = evaluate(path, "--json", "--fail-under", "reference:verbatim_after=1", "--fail-under", "short:written=0")
    assert done.code == 1
    found = {variant["name"]: variant for variant in done.json["variants"]}
    assert (done.json["state"], found["reference"]["missing"], found["short"]["missing"]) == ("failed", 0, 5)
    assert "too short: the script has 1 replies" in found["short"]["trouble"]
    assert "Held: reference: verbatim_after" in done.err
    assert "Not checked: short: written" in done.err
    assert "The experiment did not finish" in done.err
    shown = evaluate(path)
    assert "short (replies written beforehand (too short), quotes by reference): 1 unit, 5 missing" in shown.out
    assert "In addition, failed calls of units that were not written: 2 calls" in shown.out


def test_why_nothing_was_written_is_said_once(evaluate: Evaluate, experiment: Callable[..., Path]) -> None:
    """A model that refuses everything: a number of what is not there, and the reason beside it."""
    refusal = {"kind": "scripted", "replies": ["I cannot help with that."], "every_call": True}
    done = evaluate(experiment(grid=None, variants=[{"name": "shy", "client": refusal}]))
    assert (done.code, cells(done.out, "Written")[2]) == (0, "0 of 3, 0% (0–57%)")
    (line,) = (line for line in done.out.splitlines() if line.startswith("Not written: "))
    assert line.startswith("Not written: one, Of one and 2 others: The model apologised or refused")


def test_what_never_ends_is_no_file_of_ours(evaluate: Evaluate, experiment: Callable[..., Path]) -> None:
    """It is read only as far as it could be one."""
    endless = Path("/dev/zero")
    if not endless.exists():
        pytest.skip("this system has no endless file")
    for done in (evaluate(endless), evaluate(experiment(), "--baseline", endless)):
        assert done.code == 2
        assert "is too big: it has more than " in done.err


def test_a_fresh_database_begins_with_the_sample(evaluate: Evaluate, experiment: Callable[..., Path]) -> None:
    """So that its session can be named; no other experiment brings it."""
    done = evaluate(experiment(subjects=[{"session": "The sample: Slow Instruments", "chapters": [3]}]))
    assert done.code == 0, done.err
    assert "2 of 2: quote, The sample: Slow Instruments" in done.err


# With a service.


def reply(request: Request) -> Script:
    """Answer with a chapter that has no quotation."""
    del request
    ending = (openai.chunk(finish="stop"), openai.used(openai.usage(900, 300)), openai.DONE)
    return openai.streamed(openai.chunk("## A chapter\n\nIt was"), openai.chunk(" put like this.\n"), *ending)


def asking(server: Server, **changes: Any) -> dict[str, Any]:
    """Return what an experiment says that asks a server, twice each, with and without a second attempt."""
    client = {"client": f"openai:{server.url}/v1", "model": "m", "key_env": "OWN_KEY"}
    modes = [
        {"name": mode, "mode": mode, "settings": {"second_attempt": False}, **client} for mode in ("quote", "free")
    ]
    return {"grid": None, "variants": modes, "repeats": 2, **changes}


def prompts(server: Server) -> Counter[bytes]:
    """Count the requests that a server got, by what they say."""
    return Counter(request.body for request in server.requests)


def test_a_service_is_asked_once_for_each_call(
    evaluate: Evaluate, experiment: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, database: Path, tmp_path: Path
) -> None:
    """What will be sent is said before; the key goes to the service and nowhere else."""
    monkeypatch.setenv("OWN_KEY", CANARY)
    with Server(reply) as server:
        path = experiment(**asking(server))
        before = evaluate(path, "--estimate")
        assert (before.code, server.requests) == (0, [])
        assert Store(database).experiments.list() == ()
        assert "12 calls" in before.out
        assert "Nothing was sent." in before.out
        done = evaluate(path, "--out", tmp_path / "out")
        again = evaluate(path)
        assert (done.code, again.code) == (0, 0), done.err
        assert "Still to be sent: about " in done.err
        assert set(prompts(server).values()) == {1}
        assert len(server.requests) == 12  # three talks, two modes, two seeds
        assert {request.headers["authorization"] for request in server.requests} == {f"Bearer {CANARY}"}
    assert "All calls: 12 calls: 10,800 tokens in, 3,600 out; " in done.out
    said = done.out + done.err + before.out + again.out + again.err
    kept = [file.read_bytes() for file in (database, *(tmp_path / "out").iterdir())]
    assert CANARY not in said
    assert not any(CANARY.encode() in data for data in kept)


def test_without_a_key_nothing_is_begun(evaluate: Evaluate, experiment: Callable[..., Path], database: Path) -> None:
    """It is bad input; an estimate needs none."""
    path = experiment(grid={"client": ["offline", "gemini"]})
    assert evaluate(path, "--estimate").code == 0
    done = evaluate(path)
    assert (done.code, done.out) == (2, "")
    assert "`key_env: NAME` in the file" in done.err
    assert Store(database).experiments.list() == ()


def begin(path: Path, *words: str) -> subprocess.Popen[bytes]:
    """Start the command in a process of its own."""
    environment = {**os.environ, "OWN_KEY": CANARY}
    return subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, "evaluate", str(path), *words],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.mark.thorough
def test_an_interrupt_keeps_all_and_the_same_command_goes_on(
    evaluate: Evaluate, experiment: Callable[..., Path], database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C in the middle of the fifth call, while another command is refused; afterwards no call that was answered is
    made again, and the results are those of an experiment that nobody interrupted."""
    monkeypatch.setenv("OWN_KEY", CANARY)
    hangs = True

    def answer(request: Request) -> Script:
        return Script((), End.HANG) if hangs and len(server.requests) >= 5 else reply(request)

    with Server(answer) as server:
        path = experiment(**asking(server))
        process = begin(path, "--json")
        while len(server.requests) < 5:
            assert process.poll() is None
            time.sleep(0.01)
        second = evaluate(path)
        process.send_signal(signal.SIGINT)
        out, said = process.communicate(timeout=120)
        assert (process.returncode, out) == (130, b"")
        assert not any(word in said for word in (b"Traceback", b"Aborted"))
        assert b"Stopped. 4 of 12 units are written and stored; the same command resumes there." in said
        assert second.code == 1
        assert "workbench: " in second.err
        (stopped,) = Store(database).experiments.list()
        assert (stopped.state, stopped.units) == (ExperimentState.STOPPED, 4)
        hangs = False
        done = evaluate(path, "--json")
        assert done.code == 0, done.err
        assert "Resuming: 4 units of this experiment are written already." in done.err
        assert sorted(prompts(server).values()) == [1] * 11 + [2]  # the one that was in the air
        monkeypatch.setenv("WORKBENCH_DB", str(database.with_name("other.db")))
        assert counts(evaluate(path, "--json").json) == counts(done.json)


def counts(data: dict[str, Any]) -> list[Any]:
    """Return everything that results count, without what took time."""
    return [
        [*(one[part] for part in ("name", "missing", "metrics", "figures")), [unit["shares"] for unit in one["units"]]]
        for one in data["variants"]
    ]


@pytest.mark.thorough
def test_two_commands_at_once_pay_once(experiment: Callable[..., Path], database: Path) -> None:
    """One of them does it all; the other is told that somebody does, or finds it done."""
    with Server(reply) as server:
        path = experiment(**asking(server))
        both = [begin(path) for _ in range(2)]
        said = [process.communicate(timeout=120)[1] for process in both]
        assert set(prompts(server).values()) == {1}
        assert len(server.requests) == 12
    codes = sorted(process.returncode for process in both)
    assert codes in ([0, 0], [0, 1]), said
    assert not any(b"Traceback" in one for one in said)
    (done,) = Store(database).experiments.list()
    assert done.state is ExperimentState.DONE


def test_the_schema_of_the_file_is_printed(workbench: Workbench) -> None:
    """For editors that know schemas."""
    schema = workbench("schema", "experiment").json
    assert {"subjects", "answers", "grid", "variants", "judge"} <= set(schema["properties"])
