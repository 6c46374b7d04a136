"""Calls through what was answered already: each is made once, whichever experiment asks for it and whatever is killed.

A call is kept before anything is done to its reply; only one that was in the air when the program ended is made again,
for nobody can know what became of it. So are calls that two programs make at the same moment for two experiments.
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from typing import NamedTuple

from core.errors import KeyMissing, KeyRefused, ModelUnknown, OutOfReplies
from core.llm.client import Client, GenerationRequest, StreamingClient
from workbench.experiments.runner import pending_calls
from workbench.experiments.runner.call_key import key_of
from workbench.jobs.call_notice import notice_of
from workbench.jobs.calls import CallPosition as CallPlace
from workbench.jobs.calls import MakeGate, has_failed, make_call, make_ready
from workbench.jobs.limits import JobLimits
from workbench.jobs.watched_call import CallCancellation, CallError, CallWatcher, FailureRemedies
from workbench.providers import FIXED, client_of
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
OFFLINE = "offline"


class CallSpec(NamedTuple):
    """A call that a unit needs: who is asked what, where it stands in the unit, and what its reply is watched through.

    Of a list of replies written beforehand, number `before` answers it, from 0. `chapters` are those of its cell.
    """

    choice: ClientChoice
    request: GenerationRequest
    at: CallPlace
    before: int
    chapters: Sequence[int] = ()
    gate: MakeGate | None = None
    by_judge: bool = False


class AnsweredCall(NamedTuple):
    """A call that was answered; `key` is what it is kept under, "" where it is not. `is_own` where it was made for this
    unit, now or before a kill."""

    call: CallRecord
    key: str
    is_own: bool


class CallStatus(NamedTuple):
    """What can be seen of the call that is under way, or ended last."""

    seconds: float = 0.0
    tokens_per_second: float | None = None
    notice: str = ""


class _ClientCalls(CallWatcher):
    """The calls to one client; another thread may look at the one that is under way."""

    def seen(self) -> CallStatus:
        """Return what can be seen now."""
        with self._looking:
            call = self._call
            return CallStatus() if call is None else CallStatus(call.seconds, call.tokens_per_second, notice_of(call))


def _drop(_call: CallRecord) -> None:
    """Keep nothing of a call that asked nobody."""


def ends_its_client(failure: CallError) -> bool:
    """Tell whether every other call to the same client would fail as well, until a person changes something."""
    return isinstance(failure.__cause__, _ENDS)


class CallRunner:
    """Makes the calls of an experiment; `check` is called all the while, and what it raises ends a call under way.

    `failed` are the calls that failed, by the units that they were made for. Raises StoreError where a call that was
    made before cannot be stored.
    """

    def __init__(self, store: Store, experiment_id: str, limits: JobLimits, check: Callable[[], None]) -> None:
        self._store = store
        self._experiment_id = experiment_id
        self._limits = limits
        self._check = check
        self._clients: dict[ClientChoice, Client] = {}
        self._watched: _ClientCalls | None = None
        pending_calls.store_all(store, experiment_id)
        self.failed = store.failed_calls(experiment_id)

    def close(self) -> None:
        """End whatever the clients have under way, also in another thread."""
        for client in self._clients.values():
            getattr(client, "close", lambda: None)()
        self._clients.clear()

    def seen(self) -> CallStatus:
        """Return what can be seen of the call that is under way."""
        return CallStatus() if self._watched is None else self._watched.seen()

    def ask(self, wanted: CallSpec, place: UnitPosition) -> AnsweredCall:
        """Return the answered call that a unit needs, made now where nobody made it before.

        Raises CallFailed, what `check` raises, LostLease where the experiment is gone, StoreError.
        """
        if wanted.choice.kind == OFFLINE:
            client = client_of(wanted.choice)
            made = make_call(client, wanted.request, wanted.at, wanted.choice, streaming=False, failed=_drop)
            return AnsweredCall(made, "", is_own=False)
        key = key_of(wanted.choice, wanted.request, before=wanted.before)
        found = self._store.find_call(key) or self._keep(place, self._make(wanted, place, key), key)
        is_own = (found.experiment_id, found.place) == (self._experiment_id, place)
        return AnsweredCall(found.call.model_copy(update=wanted.at.model_dump()), key, is_own=is_own)

    def _keep(self, place: UnitPosition, call: CallRecord, key: str) -> CachedCall:
        try:
            return pending_calls.keep(self._store, self._experiment_id, place, key, call)
        except UnknownRecord as gone:
            pending_calls.forget(self._store, self._experiment_id)
            raise LostLease(self._experiment_id, "experiment") from gone

    def _make(self, wanted: CallSpec, place: UnitPosition, key: str) -> CallRecord:
        with self._client(wanted) as client:
            make_ready(client)  # which may take seconds, in which somebody may stop it
            self._check()
            self._watched = _ClientCalls(wanted.choice, self._limits, self._check, _REMEDIES)
            try:
                # What comes in one piece is proven in one moment, and that is known already.
                gate = wanted.gate if isinstance(client, StreamingClient) else None
                return self._watched.ask(client, wanted.request, wanted.at, gate)
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
        with suppress(StoreError):  # why the call failed says more; it is stored when the experiment is resumed
            pending_calls.keep_failed(self._store, self._experiment_id, place, failed)

    @contextmanager
    def _client(self, wanted: CallSpec) -> Generator[Client]:
        """Yield who is asked. Replies that were given beforehand go on where they are; a service keeps its client."""
        if wanted.choice.kind in FIXED:
            yield client_of(wanted.choice, answered=wanted.before, chapters=wanted.chapters)
            return
        if wanted.choice not in self._clients:
            self._clients[wanted.choice] = client_of(wanted.choice)
        yield self._clients[wanted.choice]
