"""The lease of a run: kept while somebody writes, lost to whoever takes it after it ran out."""

import logging
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from core.llm import GenerationRequest
from tests.workbench.generation.acting import Odd, Work, calls, registered, until, working
from tests.workbench.generation.conftest import REPLIES
from workbench import generation
from workbench.generation import Limits
from workbench.store import Conflict, NotStored, OpenRun, RunState, Store

SHORT = Limits(lease_seconds=0.3)


class Sleeper(Store):
    """A store of a machine that falls asleep with all that runs on it before a reply is stored, until it is woken."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.asleep, self.awake, self.refused = Event(), Event(), Event()
        self.awake.set()

    def renew_lease(self, run_id: str, owner: str, seconds: float) -> OpenRun:
        """Renew it, if this is awake."""
        self.awake.wait(20)
        return super().renew_lease(run_id, owner, seconds)

    def put_reply(self, run_id: str, owner: str, position: int, reply: str) -> None:
        """Fall asleep over the second reply."""
        if position == 1 and not self.asleep.is_set():
            self.awake.clear()
            self.asleep.set()
            self.awake.wait(20)
        super().put_reply(run_id, owner, position, reply)


def test_a_heartbeat_keeps_the_lease_over_a_long_call(work: Work, notes: Path) -> None:
    """A call that takes several times as long as a lease; all the while nobody else gets the run."""

    def slowly(_request: GenerationRequest) -> Iterator[str]:
        time.sleep(2)
        yield REPLIES[1]

    with registered("slow", lambda client: Odd(client, notes, 1, slowly)):
        work = work.with_client(kind="slow", replies=(REPLIES[0], REPLIES[2]))
        run = generation.start(
            work.store, work.session_id, work.line, work.recipe, number=1, limits=Limits(lease_seconds=0.8)
        )
        refused = 0
        until(lambda: work.open_run().chapters[1].calls)
        while (opened := work.store.open_run(work.session_id)) is not None and opened.chapters[1].reply is None:
            with pytest.raises(Conflict):
                work.store.lease_run(run.run_id, "another", 1)
            refused += 1
            time.sleep(0.05)
        work.wait()
    assert refused > 8
    assert calls(notes) == [0, 1, 2]
    assert work.store.replies(run.run_id) == REPLIES[:3]


def test_who_overslept_the_lease_stores_nothing_more(work: Work, notes: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Another took the run and finished it; the first one's reply is refused, and it ends without a word."""
    sleeper = Sleeper(work.store.path)
    run = generation.start(sleeper, work.session_id, work.line, work.recipe, number=1, limits=SHORT)
    assert sleeper.asleep.wait(20)
    until(lambda: not work.open_run().is_held(time.time()))
    interrupted = work.open_run()
    assert interrupted.state is RunState.RUNNING
    generation.resume(work.store, interrupted, work.line)
    until(lambda: work.store.open_run(work.session_id) is None)
    stored = work.store.run(run.run_id)
    with caplog.at_level(logging.DEBUG):
        sleeper.awake.set()
        until(lambda: not working())
    assert caplog.messages == []
    assert generation.live(run.run_id) is None
    assert work.store.run(run.run_id) == stored
    assert work.store.open_run(work.session_id) is None
    assert len(work.store.runs(work.session_id)) == 1
    # What the first one had in hand was not paid for again: both are in this process.
    assert calls(notes) == [0, 1, 2]


def test_who_lost_the_run_while_it_goes_on_elsewhere_leaves_it(work: Work, notes: Path) -> None:
    """Also where the other has not finished yet: what it wrote stays, what it does is not disturbed."""
    sleeper = Sleeper(work.store.path)
    run = generation.start(sleeper, work.session_id, work.line, work.recipe, number=1, limits=SHORT)
    assert sleeper.asleep.wait(20)
    until(lambda: not work.open_run().is_held(time.time()))
    work.store.lease_run(run.run_id, "another", 60)
    sleeper.awake.set()
    until(lambda: not working())
    left = work.open_run()
    assert (left.owner, left.state, left.message) == ("another", RunState.RUNNING, "")
    assert [chapter.reply for chapter in left.chapters] == [REPLIES[0], None, None]
    assert calls(notes) == [0, 1]


def test_an_edition_that_others_look_at_meanwhile_is_written_once(work: Work, notes: Path) -> None:
    """However often a page asks what is going on, and tries to go on with it, there is one run."""
    run = generation.start(work.store, work.session_id, work.line, work.recipe, number=1)
    looks = 0
    while (opened := work.store.open_run(work.session_id)) is not None:
        looks += 1
        generation.live(run.run_id)
        if opened.chapters[2].draft is None:
            with pytest.raises((Conflict, NotStored)):  # or it was finished since
                generation.resume(work.store, opened, work.line)
    assert looks > 3
    assert calls(notes) == [0, 1, 2]
    assert [one.run_id for one in work.store.runs(work.session_id)] == [run.run_id]
