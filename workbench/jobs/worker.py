"""Background work under a lease: the worker that does it, and the registry of this process's workers."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from secrets import token_urlsafe
from threading import Event, Lock, Thread
from typing import Any, Generic, TypedDict, TypeVar

from core.errors import WorkbenchError
from workbench.jobs.heartbeat import Heartbeat
from workbench.jobs.pending_calls import PendingCalls
from workbench.jobs.watched_call import CallCancellation, CallError
from workbench.store import CallRecord, LostLease, Store, StoreError

PATIENCE = 2.0
"""For how many seconds a stop waits for a worker that has just something to finish."""
_BUG = "{} workbench itself made a mistake: {}. Its terminal has the details."


def new_owner() -> str:
    """Return a name under which to take a lease."""
    return token_urlsafe(12)


class StopRequest(Exception):
    """A stop was requested; what is done stays."""


class Worker(ABC):
    """Writes something whose lease `owner` holds; in a thread of its own, once it is started.

    A subclass says what is written (`write`), and how the lease is given back (`release`). `title` is what people call
    the work, `path` the database that it is written to. `where` stands before what went wrong; `trouble` is why it gave
    up where that could not be stored, "" where all is well.
    """

    stopped = "It was stopped by hand. Resume it to write the rest."

    def __init__(self, store: Store, owner: str, heartbeat: Heartbeat, *, name: str, title: str) -> None:
        self.path = store.path
        self.title = title
        self.owner = owner
        self.heartbeat = heartbeat
        self.where = ""
        self.trouble = ""
        self._name = name
        self._ended = Event()

    @property
    def is_working(self) -> bool:
        """Whether it has not ended."""
        return not self._ended.is_set()

    @property
    def has_trouble(self) -> bool:
        """Whether it ended with something that is not stored, and that a person has to be told."""
        return self.trouble != ""

    def start(self, at_end: Callable[[], None]) -> None:
        """Begin; `at_end` is called in the worker's thread as the last thing."""
        Thread(target=self._work, args=(at_end,), name=self._name, daemon=True).start()

    def stop(self) -> bool:
        """Ask it to stop and wait a moment for that; tell whether it has. A call that is under way is left."""
        self.heartbeat.stop.set()
        return self._ended.wait(PATIENCE)

    @abstractmethod
    def write(self) -> None:
        """Write, and give the lease back at the end. Raises what keeps it from that."""

    @abstractmethod
    def release(self, *, failed: bool, message: str) -> None:
        """Give the lease back and say why. Raises LostLease, StoreError."""

    def check_lease(self, row_id: str, what: str = "run") -> None:
        """Raise LostLease where another has the lease by now, StopRequest where somebody asked for a stop."""
        if self.heartbeat.lost.is_set():
            raise LostLease(row_id, what)
        if self.heartbeat.stop.is_set():
            raise StopRequest

    def give_up(self, error: BaseException) -> None:
        """Give the lease back because of what was raised, and say why; where not even that can be stored, `trouble`
        says it. A worker that lost the lease does nothing more."""
        match error:
            case LostLease():
                pass
            case StopRequest() | KeyboardInterrupt():
                self._release(failed=False, message=self.stopped)
            case WorkbenchError():
                self._release(failed=True, message=f"{self.where}{error}")
            case _:
                logging.getLogger(__name__).log(logging.ERROR, "a bug of the workbench", exc_info=error)
                bug = _BUG.format("the" if self.where else "The", type(error).__name__)
                self._release(failed=True, message=f"{self.where}{bug}")

    def _release(self, *, failed: bool, message: str) -> None:
        try:
            with suppress(LostLease):
                self.release(failed=failed, message=message)
        except StoreError:
            self.trouble = message

    def _work(self, at_end: Callable[[], None]) -> None:
        try:
            with self.heartbeat:
                self.write()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is said
            self.give_up(error)
        finally:
            self._ended.set()
            at_end()


class CallingWorker(Worker):
    """Makes calls that are paid for, and stores each before its reply is used.

    `pending` are the calls that were made in this process and could not be stored: what cannot be stored now joins
    them.
    """

    pending: PendingCalls[CallRecord]

    @abstractmethod
    def add_call(self, call: CallRecord) -> object:
        """Store a call with what it was made for. Raises LostLease, StoreError."""

    @abstractmethod
    def add_late_call(self, call: CallRecord) -> None:
        """Store a call for the usage alone. Raises StoreError."""

    def store_call(self, call: CallRecord) -> None:
        """Store a call; where another worker has the lease by now, only the usage is stored. Raises LostLease,
        StoreError."""
        try:
            self.pending.store(call, partial(self.add_call, call))
        except LostLease:
            self.pending.drop(call)
            with suppress(StoreError):  # the session may be gone as well
                self.add_late_call(call)
            raise

    def ask_and_store(self, ask: Callable[[], CallRecord]) -> CallRecord:
        """Make a call and store it, whatever came of it. Raises CallError, what it was stopped for, StoreError."""
        try:
            call = ask()
        except CallError as failed:
            self._store_failed(failed.call)
            raise
        except CallCancellation as left:
            self._store_failed(left.call)
            raise left.why from None
        self.store_call(call)
        return call

    def _store_failed(self, call: CallRecord) -> None:
        try:
            self.store_call(call)
        except LostLease:
            raise
        except StoreError:
            pass  # why the call failed says more; it is stored when the work is resumed


class LeaseOwner(TypedDict):
    """The owner of this process's worker: whose lease it is to give up, or whose it is to keep."""

    instead_of: str
    living: str


_W = TypeVar("_W", bound=Worker)
_registries: list["WorkerRegistry[Any]"] = []


class WorkerRegistry(Generic[_W]):
    """The workers of this process, by what they write; the store alone says how that stands."""

    def __init__(self) -> None:
        self._changing = Lock()
        self._workers: dict[str, _W] = {}
        _registries.append(self)

    def writing_to(self, path: Path) -> dict[str, _W]:
        """Return the workers of a database, those with trouble included, by what they write."""
        with self._changing:
            return {of: worker for of, worker in self._workers.items() if worker.path == path}

    def get(self, of: str) -> _W | None:
        """Return the worker of something, None where this process has none."""
        with self._changing:
            return self._workers.get(of)

    def begin(self, of: str, make: Callable[[_W | None], _W]) -> None:
        """Make a worker and let it begin; `make` is given the one that is there, and no other is made meanwhile.

        At its end it is removed. One that has trouble stays with its lease, so that a page can show it.
        """
        with self._changing:
            worker = self._workers[of] = make(self._workers.get(of))
        worker.start(lambda: None if worker.has_trouble else self.forget(of, worker))

    def forget(self, of: str, worker: _W | None = None) -> None:
        """Remove a worker: whichever is there, or only this one."""
        with self._changing:
            if worker is None or self._workers.get(of) is worker:
                self._workers.pop(of, None)

    def own(self, of: str) -> LeaseOwner:
        """Return the lease owner of this process's worker: to be replaced where it ended without giving its lease back,
        or to be respected while it lives."""
        worker = self.get(of)
        gives_way = worker is not None and worker.has_trouble
        owner = worker.owner if worker is not None and (gives_way or worker.is_working) else ""
        return LeaseOwner(instead_of=owner if gives_way else "", living="" if gives_way else owner)

    def stop(self, of: str) -> bool:
        """Stop a worker and wait a moment for that; tell whether this process has one that has stopped."""
        worker = self.get(of)
        return worker is not None and worker.is_working and worker.stop()


def workers_of(path: Path) -> tuple[Worker, ...]:
    """Return all workers of this process that write to a database, and those that could not store how they ended."""
    return tuple(worker for one in _registries for worker in one.writing_to(path).values())


def end_workers(path: Path) -> tuple[Worker, ...]:
    """Stop and forget the workers of a database that is gone; returns them. What they have not stored is lost."""
    ended: list[Worker] = []
    for registry in _registries:
        for of, worker in registry.writing_to(path).items():
            if worker.is_working:
                worker.stop()
            registry.forget(of, worker)
            ended.append(worker)
    return tuple(ended)
