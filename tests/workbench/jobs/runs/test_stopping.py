"""A person stops a run: at once, from anywhere, and nothing that is done is lost."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from core.errors import BadInput, BrokenProof
from core.generation.line import Line
from core.generation.pipeline import bind_edition, generate_edition
from core.llm.client import GenerationRequest
from tests.conftest import SAMPLE
from tests.workbench.jobs.runs.acting import QUICK, Odd, Work, calls, registered, until
from tests.workbench.jobs.runs.conftest import REPLIES
from workbench.jobs import runs
from workbench.jobs.runs import LIMITS
from workbench.providers import client_of
from workbench.store import ClientChoice, Conflict, RunState, UnknownRecord

BEGINNING = "## Brass\n\nThe box came ashore in March.\n\nIt was"

STOP = """
import sys
from pathlib import Path
from workbench.jobs import runs
from workbench.store import Store
runs.stop(Store(Path(sys.argv[1])), sys.argv[2])
"""


class Waiting:
    """A call that begins, waits as long as a test likes, and notes that it was closed."""

    def __init__(self) -> None:
        self.begun, self.go_on, self.closed = Event(), Event(), Event()

    def act(self, _request: GenerationRequest) -> Iterator[str]:
        """Write a title and a sentence that is settled, and wait."""
        try:
            yield BEGINNING
            self.begun.set()
            self.go_on.wait(120)
            yield " sold."
        finally:
            self.closed.set()


@pytest.fixture
def waiting(notes: Path) -> Iterator[Waiting]:
    """The first call for the second chapter waits."""
    call = Waiting()
    with registered("waiting", lambda client: Odd(client, notes, 1, call.act)):
        yield call
        call.go_on.set()


def begun(work: Work, waiting: Waiting, limits: runs.JobLimits = LIMITS) -> Work:
    """Start a run and wait until the call for its second chapter is under way."""
    work = work.with_client(kind="waiting", replies=REPLIES[:3])
    runs.start(work.store, work.session_id, work.line, work.recipe, number=1, limits=limits)
    assert waiting.begun.wait(120)
    return work


def test_a_stop_does_not_wait_for_a_client_that_hangs(work: Work, waiting: Waiting, notes: Path, sample: Line) -> None:
    """The client still hangs when it has ended; the call is closed when it comes back; resumed, the run is what it
    would have been."""
    work = begun(work, waiting)
    run = work.open_run()
    runs.stop(work.store, run.run_id)
    stopped = work.open_run()
    assert (stopped.state, stopped.owner) == (RunState.STOPPED, "")
    assert stopped.message == "It was stopped by hand. Resume it to write the rest."
    assert [chapter.draft is not None for chapter in stopped.chapters] == [True, False, False]
    assert runs.run_status(run.run_id) is None
    runs.resume(work.store, stopped, work.line)
    waiting.go_on.set()
    work.wait()
    assert waiting.closed.wait(120)
    assert calls(notes) == [0, 1, 1, 2]
    client = client_of(ClientChoice(kind="scripted", replies=REPLIES))
    assert work.store.runs.get(run.run_id).edition == generate_edition(sample, client, chapters=(0, 1, 2))


def test_another_program_can_stop_a_run(work: Work, waiting: Waiting) -> None:
    """Within a beat of the lease."""
    work = begun(work, waiting, QUICK.model_copy(update={"longest_silence": 60, "longest_call": 60}))
    run = work.open_run()
    command = [sys.executable, "-c", STOP, str(work.store.path), run.run_id]
    subprocess.run(command, check=True, timeout=120, cwd=SAMPLE.parent)
    until(lambda: work.open_run().state is RunState.STOPPED)
    assert work.open_run().message.startswith("It was stopped by hand.")


def test_a_run_that_is_finished_cannot_be_stopped(work: Work) -> None:
    """The person is told that it is not open any more."""
    run = runs.start(work.store, work.session_id, work.line, work.recipe, number=1)
    work.wait()
    with pytest.raises(UnknownRecord, match="not open any more"):
        runs.stop(work.store, run.run_id)


def test_what_is_done_can_be_kept(work: Work, waiting: Waiting, notes: Path) -> None:
    """As a finished run of fewer chapters, with a certificate; while it is written it cannot."""
    work = begun(work, waiting)
    with pytest.raises(Conflict, match="is being written"):
        runs.keep(work.store, work.open_run(), work.line)
    runs.stop(work.store, work.open_run().run_id)
    run = work.open_run()
    done = [chapter.draft for chapter in run.chapters if chapter.draft is not None]
    summary = runs.keep(work.store, run, work.line)
    assert work.store.runs.open_run(work.session_id) is None
    kept = work.store.runs.get(summary.run_id)
    assert kept.edition == bind_edition(work.line, "scripted", None, done)
    assert (summary.chapters, summary.verdict, summary.number) == (1, "verified", 1)
    assert summary.run_id == run.run_id
    assert '"verdict": "verified"' in kept.certificate
    assert calls(notes) == [0, 1]


def test_nothing_cannot_be_kept(work: Work, notes: Path) -> None:
    """A run without a chapter stays open, and stays what it was."""
    call = Waiting()
    with registered("waiting", lambda client: Odd(client, notes, 0, call.act)):
        work = begun(work, call)
        runs.stop(work.store, work.open_run().run_id)
        stopped = work.open_run()
        with pytest.raises(BadInput, match="run 1: none of its chapters is done"):
            runs.keep(work.store, stopped, work.line)
        assert work.open_run() == stopped
        call.go_on.set()
        work.store.runs.discard(stopped.run_id, work.session_id)
    assert work.store.runs.open_run(work.session_id) is None


def test_a_run_that_cannot_be_kept_stays_as_it_was(work: Work, waiting: Waiting) -> None:
    """Its chapters were proven against another transcript than the one at hand: nothing is finished."""
    work = begun(work, waiting)
    runs.stop(work.store, work.open_run().run_id)
    stopped = work.open_run()
    other = work.line.transcript.model_copy(update={"raw": work.line.transcript.raw.replace("e", "é")})
    with pytest.raises(BrokenProof, match="not certified"):
        runs.keep(work.store, stopped, work.line.model_copy(update={"transcript": other}))
    assert work.open_run() == stopped


def test_what_can_be_seen_of_a_call_is_what_the_gate_lets_through(work: Work, waiting: Waiting) -> None:
    """The chapter, the settled text, and how much came and is held; nothing of what is not decided."""
    work = begun(work, waiting)
    run_id = work.open_run().run_id
    until(lambda: (seen := runs.run_status(run_id)) is not None and seen.received)
    seen = runs.run_status(run_id)
    assert seen is not None
    assert (seen.run_id, seen.position, seen.trouble) == (run_id, 1, "")
    assert seen.text == "The box came ashore in March."
    assert (seen.received, seen.held, seen.proven, seen.decisions) == (len(BEGINNING), len("It was"), 0, ())
    assert 0 < seen.seconds < 20
    runs.stop(work.store, run_id)
