"""Whatever a client does: one clear message, what was written before is there, and the run goes on."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import pytest

from core.errors import ClientError
from core.generation.line import Line
from core.generation.pipeline import generate_edition
from core.llm.client import GenerationRequest, Reply
from tests.workbench.jobs.runs.acting import QUICK, Noted, Odd, Work, calls, registered, until, working
from tests.workbench.jobs.runs.conftest import REPLIES
from workbench.jobs import runs
from workbench.jobs.runs import JobLimits
from workbench.providers import client_of
from workbench.store import ClientChoice, RunState

CLOCK = [0.0]


@pytest.fixture
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no time pass for whoever waits for a call but what its client takes; a busy machine takes none."""
    monkeypatch.setattr("workbench.jobs.calls.call.monotonic", lambda: CLOCK[0])


def hangs() -> None:
    """Do nothing for longer than a call may take, until nobody waits any more."""
    CLOCK[0] += 2
    until(lambda: not working())


def never() -> Iterator[str]:
    """Yield nothing, for good."""
    hangs()
    yield ""


def raising(error: BaseException) -> Callable[[], Iterator[str]]:
    """Return what writes a little and then raises."""

    def act() -> Iterator[str]:
        yield "## Brass\n\nIt began"
        raise error

    return act


def endless(piece: str, pause: float) -> Callable[[], Iterator[str]]:
    """Return what writes one piece after the other."""

    def act() -> Iterator[str]:
        while True:
            CLOCK[0] += pause
            yield piece

    return act


def some(*pieces: Any) -> Callable[[], Iterator[str]]:
    """Return what writes these."""
    return lambda: iter(pieces)


ODD: dict[str, tuple[Callable[[], Iterator[str]], str]] = {
    "raises an error of its own": (raising(ClientError("the server is away. Start it.")), "the server is away. Start"),
    "raises anything": (raising(ValueError("no such\nmodel")), "the client failed (ValueError: no such model). Resume"),
    "raises without a word": (raising(KeyError()), "the client failed (KeyError). Resume to ask again"),
    "raises a novel": (raising(OSError("word " * 5_000)), "the client failed (OSError: word word"),
    "ends its thread": (raising(SystemExit(3)), "the client failed (SystemExit: 3). Resume to ask again"),
    "hangs": (never, "nothing more of the reply came for 0.8 seconds. Resume to ask again"),
    "streams for ever, slowly": (endless("word ", 0.02), "the reply was not complete after 1.6 seconds. Resume"),
    "streams for ever": (endless("word " * 100, 0), "the reply is longer than 20,000 characters. Resume to ask"),
    "returns ten megabytes": (some("words " * 1_700_000), "the reply is longer than 20,000 characters. Resume to ask"),
    "ends without its reply": (
        some("## Brass", " is done"),
        "the client ended without its reply, which is a",
    ),
    "returns no text": (some("## Brass", None), "it answered with something that is no text (NoneType)"),
}


def expected(work: Work, line: Line) -> list[str]:
    """Return the texts of the chapters that a well-behaved client's replies become."""
    client = client_of(ClientChoice(kind="scripted", replies=work.recipe.client.replies))
    return [draft.text for draft in generate_edition(line, client, chapters=work.recipe.chapters).chapters]


def fails(work: Work) -> str:
    """Wait until the open run has failed; return why."""
    until(lambda: work.open_run().state is RunState.FAILED and not working())
    return work.open_run().message


@pytest.mark.usefixtures("_clock")
@pytest.mark.parametrize(("act", "says"), ODD.values(), ids=ODD)
def test_a_client_that_fails_costs_its_own_call_and_no_more(
    work: Work, sample: Line, notes: Path, act: Callable[[], Iterator[str]], says: str
) -> None:
    """The message names the chapter and what to do; the chapter before is done; resumed, the run is what it would have
    been, and only the call that failed is made again."""
    with registered("odd", lambda client: Odd(client, notes, 1, lambda _request: act())):
        work = work.with_client(kind="odd", replies=REPLIES[:3])
        run = runs.start(work.store, work.session_id, work.line, work.recipe, number=1, limits=QUICK)
        message = fails(work)
        assert message.startswith(f"Chapter 2: {says}")
        assert "\n" not in message
        assert len(message) < 400
        failed = work.open_run()
        assert failed.owner == ""
        assert [chapter.calls for chapter in failed.chapters] == [1, 1, 0]
        assert [chapter.reply for chapter in failed.chapters] == [REPLIES[0], None, None]
        first = failed.chapters[0].draft
        assert first is not None
        assert first.text == expected(work, sample)[0]
        assert runs.run_status(run.run_id) is None
        runs.resume(work.store, failed, work.line, limits=QUICK)
        work.wait()
    assert calls(notes) == [0, 1, 1, 2]
    stored = work.store.runs.get(run.run_id)
    assert [draft.text for draft in stored.edition.chapters] == expected(work, sample)
    assert work.store.runs.replies(run.run_id) == REPLIES[:3]


class Plain(NamedTuple):
    """A client that cannot be watched."""

    answer: Callable[[], Any]
    name: str = "plain"
    model: str | None = None

    def generate(self, request: GenerationRequest) -> Reply:
        """Answer, or do not."""
        del request
        return self.answer()


def interrupt() -> NoReturn:
    """Raise what stops a program."""
    raise KeyboardInterrupt


PLAIN: dict[str, tuple[Callable[[], Any], str]] = {
    "hangs": (hangs, "the reply was not complete after 1.6 seconds. Resume to ask again"),
    "returns nothing": (lambda: None, "the client failed (AttributeError: "),
    "interrupts": (interrupt, "the client failed (KeyboardInterrupt). Resume"),
    "returns ten megabytes": (lambda: Reply(text="x" * 10**7), "the reply is longer than 20,000 characters"),
}


@pytest.mark.usefixtures("_clock")
@pytest.mark.parametrize(("answer", "says"), PLAIN.values(), ids=PLAIN)
def test_a_client_that_cannot_be_watched_fails_as_clearly(work: Work, answer: Callable[[], Any], says: str) -> None:
    """It has the time of a whole call, whatever the silence."""
    with registered("plain", lambda _client: Plain(answer)):
        work = work.with_client(kind="plain")
        runs.start(work.store, work.session_id, work.line, work.recipe, number=1, limits=QUICK)
        assert fails(work).startswith(f"Chapter 1: {says}")


def test_a_script_that_runs_out_says_so(work: Work, notes: Path) -> None:
    """What it wrote is kept, and can be finished as it is."""
    work = work.with_client(kind="noted", replies=REPLIES[:2])
    run = runs.start(work.store, work.session_id, work.line, work.recipe, number=1)
    assert "Chapter 3: " in fails(work)
    assert "the script has 2 replies" in work.open_run().message
    summary = runs.keep(work.store, work.open_run(), work.line)
    assert (summary.run_id, summary.chapters, summary.number) == (run.run_id, 2, 1)
    assert calls(notes) == [0, 1, 2]


def test_a_client_that_is_no_longer_known_fails_the_run(work: Work, notes: Path) -> None:
    """A run made by another version of the program can still be looked at, and finished as it is."""
    with registered("newer", lambda client: Noted(client, notes)):
        newer = work.with_client(kind="newer", replies=REPLIES[:1])
        runs.start(work.store, work.session_id, work.line, newer.recipe, number=1)
        fails(work)
    runs.resume(work.store, work.open_run(), work.line)
    assert fails(work).startswith("client: there is no client newer. There are: offline")


@pytest.mark.parametrize(
    ("choice", "says"),
    [
        ({"replies": ("x" * 20_001,)}, "longer than 20,000 characters. Keep or discard this run, then give a shorter"),
        (
            {"replies": ("word " * 99,), "words_per_second": 1},
            "Keep or discard this run, then give a shorter reply, or",
        ),
        ({"replies": ()}, "the script has 0 replies"),
    ],
)
def test_nobody_is_sent_to_ask_again_for_replies_that_are_fixed(
    work: Work, choice: dict[str, object], says: str
) -> None:
    """A run of replies that were given beforehand would meet the same ones whenever it is resumed."""
    work = work.with_client(kind="scripted", **choice)
    paced = "words_per_second" in choice
    limits = QUICK if paced else JobLimits(longest_reply=20_000)
    runs.start(work.store, work.session_id, work.line, work.recipe, number=1, limits=limits)
    message = fails(work)
    assert says in message
    assert "Keep or discard this run, then " in message
    assert "Resume" not in message
