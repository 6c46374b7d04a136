"""A call is made at most once: answered calls are cached by content, across experiments and crashes.

A reply is stored before it is used. Only a call that was running when the program ended is made again, because its
reply is lost. Two programs that make the same call at the same time for two experiments both pay for it.
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import NamedTuple

from core.errors import KeyMissing, KeyRefused, ModelUnknown, OutOfReplies
from core.llm.client import Client, GenerationRequest, StreamingClient
from workbench.experiments.runner.call_key import key_of
from workbench.jobs.call_status import CallStatus
from workbench.jobs.calls import CallPosition, MakeGate, end_calls, has_failed, make_call, make_ready
from workbench.jobs.limits import JobLimits
from workbench.jobs.pending_calls import PendingCalls
from workbench.jobs.watched_call import CallCancellation, CallError, CallWatcher, FailureRemedies
from workbench.providers import client_of, provider_of
from workbench.store import (
    CachedCall,
    CallRecord,
    ClientChoice,
    FailedCall,
    LostLease,
    Store,
    StoreError,
    UnitPosition,
    UnknownRecord,
)

_REMEDIES = FailureRemedies(
    again="Resume the experiment to ask again.",
    shorter="Give a shorter reply in another experiment.",
    faster="Give a shorter reply in another experiment, or let it come faster.",
    others="Give other replies in another experiment.",
)
_ENDS = (KeyMissing, KeyRefused, ModelUnknown, OutOfReplies)
_pending: dict[tuple[str, str], PendingCalls[Callable[[], object]]] = {}  # by database and experiment


class CallSpec(NamedTuple):
    """A call that a unit needs: the client, the request, its position in the unit, and the observer of the reply.

    A client with a list of replies answers with number `before`, from 0. `chapters` are those of the unit's cell.
    """

    choice: ClientChoice
    request: GenerationRequest
    at: CallPosition
    before: int
    chapters: Sequence[int] = ()
    gate: MakeGate | None = None
    by_judge: bool = False


class AnsweredCall(NamedTuple):
    """An answered call; `key` is its key in the cache, "" if it is not stored. `is_own` says that it was made for this
    unit, now or before a crash."""

    call: CallRecord
    key: str
    is_own: bool


def _drop(_call: CallRecord) -> None:
    """Store nothing: the call asked no service."""


def _pending_of(store: Store, experiment_id: str) -> PendingCalls[Callable[[], object]]:
    return _pending.setdefault((str(store.path), experiment_id), PendingCalls())


def unstored_calls(store: Store, experiment_id: str) -> int:
    """Return how many answered calls of an experiment are not stored yet."""
    return len(_pending_of(store, experiment_id))


def store_unstored(store: Store, experiment_id: str) -> None:
    """Store the answered calls of an experiment that are not stored yet. Raises StoreError."""
    pending = _pending_of(store, experiment_id)
    for act in pending:
        pending.store(act, act)


def forget_unstored(store: Store, experiment_id: str) -> None:
    """Forget the unstored calls of a deleted experiment."""
    _pending.pop((str(store.path), experiment_id), None)


def ends_its_client(failure: CallError) -> bool:
    """Tell whether all further calls to the same client would fail too, until a person changes something."""
    return isinstance(failure.__cause__, _ENDS)


class CallRunner:
    """Makes the calls of an experiment; `check` is called repeatedly, and an exception from it ends the running call.

    `failed` are the failed calls, by the units that they were made for. Raises StoreError if an earlier call cannot be
    stored.
    """

    def __init__(self, store: Store, experiment_id: str, limits: JobLimits, check: Callable[[], None]) -> None:
        self._store = store
        self._experiment_id = experiment_id
        self._limits = limits
        self._check = check
        self._clients: dict[ClientChoice, Client] = {}
        self._watcher: CallWatcher | None = None
        store_unstored(store, experiment_id)
        self.failed = store.experiments.failed_calls(experiment_id)

    def close(self) -> None:
        """End the clients' running calls, also in other threads."""
        for client in self._clients.values():
            end_calls(client)
        self._clients.clear()

    def look(self) -> CallStatus:
        """Return the status of the running call."""
        return CallStatus() if self._watcher is None else self._watcher.look()

    def ask(self, wanted: CallSpec, place: UnitPosition) -> AnsweredCall:
        """Return the answered call that a unit needs, from the cache or made now.

        Raises CallError, what `check` raises, LostLease if the experiment was deleted, StoreError.
        """
        if not provider_of(wanted.choice.kind).reads_prompt:
            client = client_of(wanted.choice)
            made = make_call(client, wanted.request, wanted.at, wanted.choice, streaming=False, failed=_drop)
            return AnsweredCall(made, "", is_own=False)
        key = key_of(wanted.choice, wanted.request, before=wanted.before)
        found = self._store.experiments.find_call(key) or self._keep(place, self._make(wanted, place, key), key)
        is_own = (found.experiment_id, found.place) == (self._experiment_id, place)
        return AnsweredCall(found.call.model_copy(update=wanted.at.model_dump()), key, is_own=is_own)

    def _keep(self, place: UnitPosition, call: CallRecord, key: str) -> CachedCall:
        keep = partial(self._store.experiments.keep_call, key, call, self._experiment_id, place)
        try:
            return _pending_of(self._store, self._experiment_id).store(keep, keep)
        except UnknownRecord as gone:
            forget_unstored(self._store, self._experiment_id)
            raise LostLease(self._experiment_id, "experiment") from gone

    def _make(self, wanted: CallSpec, place: UnitPosition, key: str) -> CallRecord:
        with self._client(wanted) as client:
            make_ready(client)  # this may take seconds, so a stop is checked for after it
            self._check()
            self._watcher = CallWatcher(wanted.choice, self._limits, self._check, _REMEDIES)
            try:
                # A reply in one piece needs no observer: the time of its first proven quotation is the end of the call.
                gate = wanted.gate if isinstance(client, StreamingClient) else None
                return self._watcher.ask(client, wanted.request, wanted.at, gate)
            except CallError as failure:
                self._note_failed(wanted, place, failure.call)
                raise
            except CallCancellation as left:
                if has_failed(left.call):
                    self._note_failed(wanted, place, left.call)
                else:
                    self._keep(place, left.call, key)
                raise left.why from None

    def _note_failed(self, wanted: CallSpec, place: UnitPosition, call: CallRecord) -> None:
        failed = FailedCall(call, wanted.by_judge)
        self.failed[place] = (*self.failed.get(place, ()), failed)
        keep = partial(self._store.experiments.add_failed_call, self._experiment_id, place, failed)
        with suppress(StoreError):  # the call's own error matters more; it is stored when the experiment is resumed
            _pending_of(self._store, self._experiment_id).store(keep, keep)

    @contextmanager
    def _client(self, wanted: CallSpec) -> Generator[Client]:
        """Yield the client. One with prepared replies is made for its next reply; a service keeps its client."""
        if provider_of(wanted.choice.kind).is_fixed:
            yield client_of(wanted.choice, answered=wanted.before, chapters=wanted.chapters)
            return
        if wanted.choice not in self._clients:
            self._clients[wanted.choice] = client_of(wanted.choice)
        yield self._clients[wanted.choice]
