"""Where the work on an archive is done: in this process, in several, or on a Dask cluster; each takes the same calls.

Source: decisions.md#archives.
"""

import contextlib
import multiprocessing
import os
from collections.abc import Callable, Generator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from enum import StrEnum
from functools import partial
from typing import Any, NamedTuple

from core.errors import BadInput, Problem


class ExecutorKind(StrEnum):
    """Where work is done."""

    SERIAL = "serial"
    PROCESSES = "processes"
    DASK = "dask"


class ClusterChoice(NamedTuple):
    """A Dask cluster of the user's own: the address of its scheduler, and its certificates; "" for one made here."""

    scheduler: str = ""
    ca_file: str = ""
    cert_file: str = ""
    key_file: str = ""


class ExecutorChoice(NamedTuple):
    """Where work is to be done, by how many workers (0: one for each core)."""

    kind: ExecutorKind = ExecutorKind.PROCESSES
    workers: int = 0
    cluster: ClusterChoice = ClusterChoice()

    @property
    def number(self) -> int:
        """How many workers there are."""
        if self.kind is ExecutorKind.SERIAL:
            return 1
        return self.workers or os.cpu_count() or 1


def _is_there() -> None:
    """Raise nothing: what is started here is there as long as it is needed."""


class WorkerPool(NamedTuple):
    """Something that runs functions elsewhere; `lost` are the exceptions of a call whose worker ended under it, `check`
    raises BadInput where all workers are gone for good."""

    executor: Executor
    lost: tuple[type[BaseException], ...]
    workers: int
    check: Callable[[], None] = _is_there


class _InThisProcess(Executor):
    """Runs each function when it is handed over."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        done: Future[Any] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


class _WorkerProcess:
    """A process that is started when it is first needed, and anew after it ended."""

    def __init__(self) -> None:
        self._pool = self._of_one()
        self._given: list[Future[Any]] = []

    @staticmethod
    def _of_one() -> ProcessPoolExecutor:
        # A worker that is forked from a process with threads may wait for ever for a lock that nobody holds any more.
        return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))

    @property
    def under_way(self) -> int:
        self._given = [future for future in self._given if not future.done()]
        return len(self._given)

    def submit(self, call: Callable[[], Any]) -> "Future[Any]":
        try:
            future = self._pool.submit(call)
        except BrokenExecutor:
            self._pool.shutdown(wait=False)
            self._pool = self._of_one()
            future = self._pool.submit(call)
        self._given.append(future)
        return future

    def cancel(self) -> None:
        for future in self._given:
            future.cancel()

    def shutdown(self, *, wait: bool) -> None:
        self._pool.shutdown(wait)


class _Processes(Executor):
    """Processes that end alone: a pool ends all of its processes where one ends, so each is a pool of its own."""

    def __init__(self, number: int) -> None:
        self._workers = [_WorkerProcess() for _ in range(number)]

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Run a function in the process that has the least to do. Raises BrokenExecutor where none can be started."""
        worker = min(self._workers, key=lambda worker: worker.under_way)
        try:
            return worker.submit(partial(fn, *args, **kwargs))
        except OSError as error:  # the system refuses one more process
            raise BrokenExecutor(str(error)) from error

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 -- as Executor has it
        """Let the processes go, without what they have not begun."""
        for worker in self._workers:
            worker.cancel()
        for worker in self._workers:
            worker.shutdown(wait=wait)


def _try_out(pool: WorkerPool) -> None:
    """Raise BadInput where no process can be started: each file would seem to end the one that reads it."""
    try:
        pool.executor.submit(abs, -1).result()
    except pool.lost as error:
        message, remedy = "no process can be started from this one.", "Use --executor serial."
        raise BadInput(Problem(place="--executor processes", message=message, remedy=remedy)) from error


@contextlib.contextmanager
def open_executor(choice: ExecutorChoice) -> Generator[WorkerPool]:
    """Start workers for as long as they are needed. Raises BadInput where a cluster cannot be used."""
    with contextlib.ExitStack() as stack:
        if choice.kind is ExecutorKind.DASK:
            try:
                from workbench.archive import dask_cluster
            except ImportError as error:
                message = "Dask is not installed here."
                remedy = "Install it: uv run --extra cluster workbench …, or pip install 'quote-workbench[cluster]'."
                raise BadInput(Problem(place="--executor dask", message=message, remedy=remedy)) from error
            cluster = stack.enter_context(dask_cluster.connected(choice.cluster, choice.number))
            executor = stack.enter_context(cluster.executor)
            yield WorkerPool(executor, dask_cluster.LOST, choice.number, cluster.check)
        elif choice.kind is ExecutorKind.PROCESSES:
            pool = WorkerPool(stack.enter_context(_Processes(choice.number)), (BrokenExecutor,), choice.number)
            _try_out(pool)
            yield pool
        else:
            yield WorkerPool(_InThisProcess(), (), 1)
