"""One function over many files, in groups: a worker that ends takes no more with it than the file that ends it."""

import logging
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar

from workbench.archive.executors import WorkerPool

SMALLEST, LARGEST = 16, 64
"""How many files make a group: each group costs some milliseconds, and a worker that ends costs a group."""
_AHEAD = 2  # groups for each worker: one that is done need not wait for us
_TRIES = 3  # of a file that ended its worker, alone
_LOOKS_EVERY = 5.0  # seconds: a scheduler that ends may leave a group without an answer
_ENDED = "reading it ended the program that read it, {tries} times."
_BUG = "the workbench itself made a mistake while reading it: {kind}."

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")


class LostTask(NamedTuple):
    """What is returned in the place of a result where there is none, and `why`."""

    why: str


class _Group(NamedTuple):
    tasks: Sequence[Any]
    future: "Future[list[Any]]"


def _run_group(function: Callable[[_Task], _Result], tasks: Sequence[_Task]) -> list[_Result | LostTask]:
    """Return what a function returns for each task; called where the work is done."""
    results: list[_Result | LostTask] = []
    for task in tasks:
        try:
            results.append(function(task))
        except Exception as error:
            logging.getLogger(__name__).log(logging.ERROR, "a bug of the workbench", exc_info=True)
            results.append(LostTask(_BUG.format(kind=type(error).__name__)))
    return results


class _GroupMap(Generic[_Task, _Result]):
    """The groups under way, in the order of their tasks."""

    def __init__(self, pool: WorkerPool, function: Callable[[_Task], _Result]) -> None:
        self._pool = pool
        self._run: Callable[[Sequence[_Task]], Any] = partial(_run_group, function)
        self._waiting: deque[_Group] = deque()

    def begin(self, tasks: Sequence[_Task]) -> None:
        try:
            future = self._pool.executor.submit(self._run, tasks)
        except self._pool.lost as error:
            future = Future[list[Any]]()
            future.set_exception(error)
        self._waiting.append(_Group(tasks, future))

    @property
    def is_full(self) -> bool:
        return len(self._waiting) >= self._pool.workers * _AHEAD

    @property
    def is_busy(self) -> bool:
        return bool(self._waiting)

    def next(self) -> Iterator[tuple[_Task, _Result | LostTask]]:
        """Yield the results of the first group."""
        group = self._waiting.popleft()
        try:
            results = self._answered(group.future).result()
        except self._pool.lost:
            self._pool.check()
            results = self._one_by_one(group.tasks)
        yield from zip(group.tasks, results, strict=True)

    def _answered(self, future: "Future[list[Any]]") -> "Future[list[Any]]":
        """Wait until there is an answer. Raises BadInput where nobody is left who could give one."""
        while not future.done():
            with suppress(TimeoutError, CancelledError):
                future.exception(_LOOKS_EVERY)
            if not future.done():
                self._pool.check()
        return future

    def _one_by_one(self, tasks: Sequence[_Task]) -> list[_Result | LostTask]:
        """Do the tasks of a lost group, each alone: then who is lost is the one whose file ends its worker.

        The groups behind it are begun anew afterwards, where their workers were lost with it.
        """
        behind, self._waiting = self._waiting, deque()
        for group in behind:
            self._is_lost(group)  # whoever is under way ends first, so that no other file runs beside a suspect
        results = [self._alone(task) for task in tasks]
        for group in behind:
            if self._is_lost(group):
                self.begin(group.tasks)
            else:
                self._waiting.append(group)
        return results

    def _is_lost(self, group: _Group) -> bool:
        try:
            return isinstance(self._answered(group.future).exception(), self._pool.lost)
        except self._pool.lost:  # it was never begun
            return True

    def _alone(self, task: _Task) -> _Result | LostTask:
        for _ in range(_TRIES):
            try:
                return self._answered(self._pool.executor.submit(self._run, (task,))).result()[0]
            except self._pool.lost:
                self._pool.check()
        return LostTask(_ENDED.format(tries=_TRIES))


def map_groups(
    pool: WorkerPool, function: Callable[[_Task], _Result], tasks: Iterator[_Task], *, size: int = SMALLEST
) -> Iterator[tuple[_Task, _Result | LostTask]]:
    """Yield each task with what a function returns for it, in the order of the tasks.

    Tasks are taken as they are needed; function, tasks and results are sent between processes. What raises, or ends its
    worker, is a `LostTask`. Raises BadInput where all workers are gone.
    """
    running = _GroupMap[_Task, _Result](pool, function)
    while group := tuple(islice(tasks, size)):
        running.begin(group)
        if running.is_full:
            yield from running.next()
    while running.is_busy:
        yield from running.next()
