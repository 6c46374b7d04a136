"""A run whose worker could not even store why it gave up: it can be gone on with, kept or discarded at once, once."""

from collections.abc import Callable
from pathlib import Path
from threading import Barrier, Thread
from typing import ParamSpec, TypeVar

import pytest

from core.generation.line import Line
from tests.workbench.jobs.runs.acting import Work, calls, until, working
from workbench.jobs import runs
from workbench.store import CallRecord, Conflict, OpenRun, RunState, Store, StoreError, UnknownRecord

FULL = "The disk is full."
_P = ParamSpec("_P")
_R = TypeVar("_R")


class Full(Store):
    """A store on a disk that has no room from the moment that the second chapter's call is to be stored."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._add, self.calls.add = self.calls.add, self._add_first
        self.runs.release = self._release

    def _add_first(self, run_id: str, owner: str, call: CallRecord) -> None:
        """Keep the first chapter's alone."""
        if call.position > 0:
            raise StoreError(FULL)
        self._add(run_id, owner, call)

    def _release(self, run_id: str, owner: str, state: RunState, message: str) -> None:
        """Have no room for it."""
        raise StoreError(FULL)


class Waiting(Store):
    """A store where an act waits for the other one before it looks who has the run."""

    def __init__(self, path: Path, both: Barrier) -> None:
        super().__init__(path, patience=5)
        self._both = both
        self.runs.lease = self._waiting(self.runs.lease)
        self.runs.discard = self._waiting(self.runs.discard)

    def _waiting(self, act: Callable[_P, _R]) -> Callable[_P, _R]:
        """Return an act that waits until the other one is about to act."""

        def waited(*args: _P.args, **kwargs: _P.kwargs) -> _R:
            self._both.wait(120)
            return act(*args, **kwargs)

        return waited


@pytest.fixture
def failed(work: Work) -> OpenRun:
    """A run whose worker ended without being able to say it; its lease has not run out."""
    store = Full(work.store.path)
    run = runs.start(store, work.session_id, work.line, work.recipe, number=1)
    until(lambda: (seen := runs.run_status(run.run_id)) is not None and seen.trouble and not working())
    return work.open_run()


Act = Callable[[Store, OpenRun, Line], object]
ACTS: dict[str, Act] = {
    "resume": runs.resume,
    "keep": runs.keep,
    "discard": lambda store, run, _line: runs.discard(store, run),
}


@pytest.mark.parametrize(
    ("first", "second"),
    [("resume", "resume"), ("resume", "keep"), ("keep", "keep"), ("resume", "discard"), ("discard", "discard")],
)
def test_of_two_tabs_that_act_at_the_same_moment_one_does(
    work: Work, failed: OpenRun, notes: Path, first: str, second: str
) -> None:
    """The other one is told so; no call that was answered is made again."""
    both = Barrier(2)
    did: list[str] = []

    def press(name: str) -> None:
        try:
            ACTS[name](Waiting(work.store.path, both), failed, work.line)
        except (Conflict, UnknownRecord):
            return
        did.append(name)

    tabs = [Thread(target=press, args=(name,)) for name in (first, second)]
    for tab in tabs:
        tab.start()
    for tab in tabs:
        tab.join(120)
    work.wait()
    assert len(did) == 1
    assert calls(notes) == ([0, 1, 2] if did == ["resume"] else [0, 1])
    assert [run.chapters for run in work.store.runs.list(work.session_id)] == {"resume": [3], "keep": [1]}.get(
        did[0], []
    )
    assert runs.run_status(failed.run_id) is None


def test_a_run_that_could_not_say_why_it_failed_is_discarded_at_once(work: Work, failed: OpenRun) -> None:
    """Nobody waits for a lease to run out; nothing of it is remembered."""
    runs.discard(work.store, failed)
    assert work.store.runs.open_run(work.session_id) is None
    assert runs.run_status(failed.run_id) is None
    assert work.store.runs.next_number(work.session_id) == 1


def test_a_run_that_is_written_is_not_discarded(work: Work, failed: OpenRun) -> None:
    """Where another program has it by then, it is left to it, and what this one remembers of it is not lost."""
    seen = runs.run_status(failed.run_id)
    assert seen is not None
    assert seen.owner == failed.owner
    work.store.runs.lease(failed.run_id, "another", 60, instead_of=failed.owner)
    with pytest.raises(Conflict, match="is being written"):
        runs.discard(work.store, failed)
    assert work.open_run().owner == "another"
    assert runs.run_status(failed.run_id) is not None
    work.store.runs.release(failed.run_id, "another", RunState.STOPPED, "")
    runs.discard(work.store, work.open_run())
    assert runs.run_status(failed.run_id) is None
