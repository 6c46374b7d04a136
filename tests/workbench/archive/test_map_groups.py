"""One function over many files: the same from every executor, whatever becomes of a worker."""

import os
import sys
from collections.abc import Generator, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from core.errors import BadInput, Problem
from tests.workbench.archive.calls import doubled, ends_at, ends_once
from workbench.archive.executors import ExecutorChoice, ExecutorKind, WorkerPool, open_executor
from workbench.archive.map_groups import LostTask, map_groups

KINDS = [
    pytest.param(ExecutorKind.SERIAL, id="serial"),
    pytest.param(ExecutorKind.PROCESSES, id="processes"),
    pytest.param(ExecutorKind.DASK, id="dask", marks=pytest.mark.thorough),
]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX's")


@pytest.fixture(scope="module", params=KINDS)
def pool(request: pytest.FixtureRequest, bare_main: None) -> Generator[WorkerPool]:
    del bare_main
    with open_executor(ExecutorChoice(request.param, 2)) as opened:
        yield opened


def test_results_come_in_the_order_of_the_tasks(pool: WorkerPool) -> None:
    """Groups of any size; what raises is lost alone, with its reason."""
    for size in (1, 4, 100):
        found = list(map_groups(pool, doubled, iter(range(40)), size=size))
        assert [task for task, _ in found] == list(range(40))
        assert [result for _, result in found[:13]] == [2 * number for number in range(13)]
        assert found[13][1] == LostTask("the workbench itself made a mistake while reading it: ValueError.")
        assert [result for _, result in found[14:]] == [2 * number for number in range(14, 40)]


def test_tasks_are_taken_as_they_are_needed(pool: WorkerPool) -> None:
    """Before the first result is asked for nothing is begun, and never more than two groups a worker."""
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    found = map_groups(pool, doubled, tasks(), size=4)
    assert taken == []
    next(found)
    assert len(taken) <= 4 * 2 * pool.workers


def test_only_the_file_that_ends_its_worker_is_lost(tmp_path: Path) -> None:
    """All others of its group, and of those under way, are there; it was tried three times alone."""
    note = tmp_path / "note"
    tasks = [(number, str(note)) for number in range(24)]
    with open_executor(ExecutorChoice(ExecutorKind.PROCESSES, 2)) as pool:
        found = list(map_groups(pool, ends_at, iter(tasks), size=4))
    lost = {task[0]: result.why for task, result in found if isinstance(result, LostTask)}
    assert lost == {7: "reading it ended the program that read it, 3 times."}
    assert [result for (number, _), result in found if number != 7] == [n for n in range(24) if n != 7]
    assert len(note.read_text()) >= 4


@pytest.mark.parametrize("kind", KINDS[1:])
def test_a_worker_that_is_killed_costs_nothing_but_time(tmp_path: Path, kind: ExecutorKind) -> None:
    """What it had under way is done by another."""
    tasks = [(number, str(tmp_path / "note")) for number in range(24)]
    with open_executor(ExecutorChoice(kind, 2)) as pool:
        found = list(map_groups(pool, ends_once, iter(tasks), size=4))
    assert [result for _, result in found] == list(range(24))


def test_a_process_that_the_system_refuses_is_lost_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it was to do is done once there is one; Python says it as an error of the system."""
    submit, refused = ProcessPoolExecutor.submit, list[str]()

    def submitted(pool: ProcessPoolExecutor, *given: Any) -> Any:
        if len(refused) < 1:
            refused.append("once")
            raise OSError("resource temporarily unavailable")
        return submit(pool, *given)

    with open_executor(ExecutorChoice(ExecutorKind.PROCESSES, 1)) as pool:
        monkeypatch.setattr(ProcessPoolExecutor, "submit", submitted)
        assert [result for _, result in map_groups(pool, doubled, iter(range(4)), size=2)] == [0, 2, 4, 6]
    assert refused


def test_nobody_blames_the_files_where_all_workers_are_gone() -> None:
    """As the futures of a cluster whose scheduler ended: they are cancelled, all at once."""

    def gone() -> None:
        raise BadInput(Problem(place="Dask", message="the scheduler is gone.", remedy="Run this again."))

    class Gone(Executor):
        def submit(self, *given: Any) -> "Future[Any]":  # pyright: ignore[reportIncompatibleMethodOverride]
            del given
            future: Future[Any] = Future()
            future.cancel()
            return future

    pool = WorkerPool(Gone(), (CancelledError,), 2)
    lost = [result for _, result in map_groups(pool, doubled, iter(range(8)), size=2)]
    assert lost == [LostTask("reading it ended the program that read it, 3 times.")] * 8
    with pytest.raises(BadInput, match="the scheduler is gone"):
        list(map_groups(pool._replace(check=gone), doubled, iter(range(8)), size=2))


def test_a_worker_that_ends_takes_no_other_with_it(tmp_path: Path) -> None:
    """The process beside it goes on; in its place is a new one."""

    def two_at_once(pool: WorkerPool) -> set[int]:
        return {one.result() for one in [pool.executor.submit(os.getpid) for _ in range(2)]}

    with open_executor(ExecutorChoice(ExecutorKind.PROCESSES, 2)) as pool:
        before = two_at_once(pool)
        with pytest.raises(pool.lost):
            pool.executor.submit(ends_at, (7, str(tmp_path / "note"))).result()
        after = two_at_once(pool)
    assert len(before) == len(after) == 2
    assert len(before & after) == 1


def test_a_program_that_can_start_no_process_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, and not by every file of the archive that would seem to end its process."""
    script = tmp_path / "ends.py"
    script.write_text("raise SystemExit(3)")
    main = ModuleType("__main__")
    main.__file__ = str(script)
    monkeypatch.setitem(sys.modules, "__main__", main)
    with pytest.raises(BadInput, match="--executor serial"), open_executor(ExecutorChoice(ExecutorKind.PROCESSES, 1)):
        pass


class _Silent(Executor):
    """Takes work, and never says a word of it."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        del fn, args, kwargs
        return Future()


def test_a_cluster_that_ends_without_an_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for a group looks from time to time whether anybody is left to do it."""
    monkeypatch.setattr("workbench.archive.map_groups._LOOKS_EVERY", 0.01)
    looks = iter(range(2))

    def check() -> None:
        if next(looks, None) is None:
            raise BadInput(Problem(place="Dask", message="the scheduler is gone."))

    with pytest.raises(BadInput, match="the scheduler is gone"):
        list(map_groups(WorkerPool(_Silent(), (CancelledError,), 1, check), doubled, iter(range(3))))
