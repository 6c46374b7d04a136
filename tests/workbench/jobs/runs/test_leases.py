"""The lease of a run: kept while somebody writes, lost to whoever takes it after it ran out."""

import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Lock

import pytest

from core.generation.pipeline import write_chapter
from core.llm.client import GenerationRequest, Reply, ScriptedClient
from tests.workbench.jobs.runs.acting import Odd, Work, calls, registered, until, working
from tests.workbench.jobs.runs.conftest import REPLIES
from workbench.jobs import runs
from workbench.jobs.calls import CallEvent
from workbench.jobs.runs import JobLimits
from workbench.jobs.runs.progress import pulse_of, status_in_words
from workbench.jobs.runs.run_worker import finish_run
from workbench.store import CallRecord, Conflict, OpenRun, RunLease, RunState, Store, UnknownRecord

SHORT = JobLimits(lease_seconds=0.3)


class Sleeper(Store):
    """A store of a machine that falls asleep with all that runs on it before a call is stored, until it is woken."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.asleep, self.woken = Event(), Event()
        self._beating = Lock()
        self._renew, self.runs.renew = self.runs.renew, self._renew_awake
        self._add, self.calls.add = self.calls.add, self._add_asleep

    def _renew_awake(self, run_id: str, owner: str, seconds: float) -> RunLease:
        """Renew a lease, if this is awake; no beat is under way while it falls asleep."""
        with self._beating:
            if not self.asleep.is_set():
                return self._renew(run_id, owner, seconds)
        self.woken.wait()
        return self._renew(run_id, owner, seconds)

    def _add_asleep(self, run_id: str, owner: str, call: CallRecord) -> None:
        """Fall asleep over the second call."""
        if call.position == 1:
            with self._beating:
                self.asleep.set()
            self.woken.wait()
        self._add(run_id, owner, call)


@pytest.fixture
def sleeper(work: Work) -> Iterator[Sleeper]:
    """A store that sleeps until a test wakes it, or ends."""
    store = Sleeper(work.store.path)
    yield store
    store.woken.set()


def test_a_heartbeat_keeps_the_lease_over_a_long_call(work: Work, notes: Path) -> None:
    """While a call is waited for, the run stays its worker's for longer and longer."""
    begun, go_on = Event(), Event()

    def slowly(_request: GenerationRequest) -> Iterator[CallEvent]:
        begun.set()
        go_on.wait(120)
        yield from (REPLIES[1], Reply(text=REPLIES[1]))

    with registered("slow", lambda client: Odd(client, notes, 1, slowly)):
        work = work.with_client(kind="slow", replies=(REPLIES[0], REPLIES[2]))
        run = runs.start(
            work.store, work.session_id, work.line, work.recipe, number=1, limits=JobLimits(lease_seconds=2)
        )
        try:
            assert begun.wait(120)
            first = work.open_run().leased_until
            until(lambda: work.open_run().leased_until > first)
            assert work.open_run().owner == run.owner
        finally:
            go_on.set()
        work.wait()
    assert calls(notes) == [0, 1, 2]
    assert work.store.runs.replies(run.run_id) == REPLIES[:3]


def write_as_another_program(work: Work) -> None:
    """Take the lease and finish the run, as a worker of another process would."""
    run = work.store.runs.lease(work.open_run().run_id, "another", 60)
    for chapter in run.chapters:
        if chapter.draft is None:
            reply = Reply(text=REPLIES[chapter.position])
            work.store.runs.put_reply(run.run_id, "another", chapter.position, reply.text)
            draft = write_chapter(work.line, ScriptedClient(reply.text), chapter.chapter_index)
            work.store.runs.put_chapter(run.run_id, "another", chapter.position, draft)
    drafts = [chapter.draft for chapter in work.open_run().chapters if chapter.draft is not None]
    finish_run(work.store, run, work.line, "another", drafts)


def ledger(work: Work) -> list[tuple[int, int, str]]:
    """Return what was spent: the position, the chapter and the outcome of each call."""
    facts = [entry.facts for entry in work.store.calls.of_session(work.session_id)]
    return [(one.position, one.chapter_index, one.outcome.value) for one in facts]


RESUME: dict[str, Callable[[Work, OpenRun], object]] = {
    "resume": lambda work, run: runs.resume(work.store, run, work.line),
    "keep": lambda work, run: runs.keep(work.store, run, work.line),
    "discard": lambda work, run: runs.discard(work.store, run),
}


def test_a_lease_that_ran_out_under_a_worker_that_lives_is_still_its_own(
    work: Work, sleeper: Sleeper, notes: Path
) -> None:
    """The file could not be written for longer than a lease: nobody else of this process takes the run, no call is made
    twice, and it is not said to be interrupted."""
    run = runs.start(sleeper, work.session_id, work.line, work.recipe, number=1, limits=SHORT)
    assert sleeper.asleep.wait(120)
    until(lambda: not work.open_run().is_held(time.time()))
    held = work.open_run()
    assert (
        status_in_words(held, pulse_of(held, time.time(), live=runs.run_status(run.run_id)))
        == "Run 1 is being written."
    )
    for act in RESUME.values():
        with pytest.raises(Conflict, match="Run 1 is being written here"):
            act(work, held)
    assert work.open_run() == held
    sleeper.woken.set()
    work.wait()
    assert calls(notes) == [0, 1, 2]
    assert [one.chapters for one in work.store.runs.list(work.session_id)] == [3]


def test_who_overslept_the_lease_stores_nothing_more(
    work: Work, sleeper: Sleeper, notes: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Another took the run and finished it; the first one's reply is refused, and it ends without a word."""
    run = runs.start(sleeper, work.session_id, work.line, work.recipe, number=1, limits=SHORT)
    assert sleeper.asleep.wait(120)
    until(lambda: not work.open_run().is_held(time.time()))
    assert work.open_run().state is RunState.RUNNING
    write_as_another_program(work)
    stored = work.store.runs.get(run.run_id)
    with caplog.at_level(logging.DEBUG):
        sleeper.woken.set()
        until(lambda: not working())
    assert caplog.messages == []
    assert runs.run_status(run.run_id) is None
    assert work.store.runs.get(run.run_id) == stored
    assert work.store.runs.open_run(work.session_id) is None
    assert len(work.store.runs.list(work.session_id)) == 1
    assert calls(notes) == [0, 1]  # the first one's
    assert ledger(work) == [(0, 0, "complete"), (3, 1, "complete")]
    assert [call.reply for call in work.store.calls.list(run.run_id)] == list(REPLIES[:2])


def test_who_lost_the_run_while_it_goes_on_elsewhere_leaves_it(work: Work, sleeper: Sleeper, notes: Path) -> None:
    """Also where the other has not finished yet: what it wrote stays, what it does is not disturbed."""
    run = runs.start(sleeper, work.session_id, work.line, work.recipe, number=1, limits=SHORT)
    assert sleeper.asleep.wait(120)
    until(lambda: not work.open_run().is_held(time.time()))
    work.store.runs.lease(run.run_id, "another", 60)
    sleeper.woken.set()
    until(lambda: not working())
    left = work.open_run()
    assert (left.owner, left.state, left.message) == ("another", RunState.RUNNING, "")
    assert [chapter.reply for chapter in left.chapters] == [REPLIES[0], None, None]
    assert [len(chapter.answers) for chapter in left.chapters] == [1, 0, 0]
    assert calls(notes) == [0, 1]
    assert ledger(work) == [(0, 0, "complete"), (3, 1, "complete")]


def test_a_call_that_is_under_way_when_the_run_is_lost_counts(work: Work, notes: Path) -> None:
    """As far as it came; of a run that was discarded meanwhile its words are not kept."""
    begun, go_on = Event(), Event()

    def slowly(_request: GenerationRequest) -> Iterator[CallEvent]:
        yield REPLIES[1][:9]
        begun.set()
        go_on.wait(120)
        yield from (REPLIES[1][9:], Reply(text=REPLIES[1]))

    with registered("slow", lambda client: Odd(client, notes, 1, slowly)):
        work = work.with_client(kind="slow", replies=(REPLIES[0], REPLIES[2]))
        run = runs.start(work.store, work.session_id, work.line, work.recipe, number=1, limits=SHORT)
        try:
            assert begun.wait(120)
            work.store.runs.discard(run.run_id, work.session_id, instead_of=run.owner)
            until(lambda: not working())
        finally:
            go_on.set()
    assert ledger(work) == [(0, 0, "complete"), (3, 1, "transient")]
    assert work.store.runs.open_run(work.session_id) is None


def test_an_edition_that_others_look_at_meanwhile_is_written_once(work: Work, notes: Path) -> None:
    """However often a page asks what is going on, and tries to go on with it, there is one run."""
    run = runs.start(work.store, work.session_id, work.line, work.recipe, number=1)
    looks = 0
    while (opened := work.store.runs.open_run(work.session_id)) is not None:
        looks += 1
        runs.run_status(run.run_id)
        if opened.chapters[2].draft is None:
            with pytest.raises((Conflict, UnknownRecord)):  # or it was finished since
                runs.resume(work.store, opened, work.line)
    assert looks > 3
    assert calls(notes) == [0, 1, 2]
    assert [one.run_id for one in work.store.runs.list(work.session_id)] == [run.run_id]
