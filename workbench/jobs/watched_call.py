"""A call made in its own thread, watched, and ended where it exceeds the limits.

A client that hangs can be abandoned.
"""

import queue
from collections.abc import Callable
from contextlib import closing
from threading import Event, Lock, Thread
from typing import NamedTuple, NoReturn

from core.errors import ClientError, TimedOut
from core.llm.client import Client, GenerationRequest, Reply
from workbench.jobs.call_status import SECOND_CHAPTER, CallStatus, status_of
from workbench.jobs.calls import ActiveCall, CallEvent, CallPosition, MakeGate, events_of, has_failed, in_words
from workbench.jobs.limits import JobLimits
from workbench.providers import provider_of
from workbench.store import CallRecord, ClientChoice

_MOST_AHEAD = 256  # events of a call in the queue that nobody has read yet
_LOOK = 0.05  # seconds until a waiting worker checks for a stop, and a call whether it was abandoned
_AT_ONCE = 4_096  # characters that pass the gate before its status can be read


class FailureRemedies(NamedTuple):
    """What a person can do after a call that failed; the last three where its replies were given beforehand: after one
    that was too long, one that was too slow, and any other."""

    again: str
    shorter: str
    faster: str
    others: str


class CallError(ClientError):
    """A call failed; `call` is its record."""

    def __init__(self, message: str, call: CallRecord) -> None:
        self.call = call
        super().__init__(message)


class CallCancellation(Exception):
    """A call was cancelled; `call` is its record, `why` is what ended it.

    Where a person interrupted, its reply may be complete; where the `check` ended it, it has none.
    """

    def __init__(self, call: CallRecord, why: BaseException) -> None:
        self.call = call
        self.why = why
        super().__init__(str(why))


class _CallException:
    """The end of a call whose client raised something."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


class _CallThread:
    """Makes a call and queues its events until they are read."""

    def __init__(self, client: Client, request: GenerationRequest) -> None:
        self._client = client
        self._request = request
        self._came: queue.Queue[CallEvent | _CallException] = queue.Queue(_MOST_AHEAD)
        self._left = Event()
        Thread(target=self._make, name="call", daemon=True).start()

    def next(self, seconds: float) -> CallEvent | _CallException | None:
        """Return what comes next; a reply or an exception is the end; None where nothing comes in so many seconds."""
        try:
            return self._came.get(timeout=seconds) if seconds else self._came.get_nowait()
        except queue.Empty:
            return None

    def leave(self) -> None:
        """Abandon the call: it ends with the client's next event."""
        self._left.set()

    def _make(self) -> None:
        try:
            with closing(events_of(self._client, self._request)) as events:
                for came in events:
                    if not self._hand_over(came) or isinstance(came, Reply):
                        return
        except BaseException as error:  # noqa: BLE001 - whatever it is, somebody waits and has to be told
            self._hand_over(_CallException(error))

    def _hand_over(self, one: CallEvent | _CallException) -> bool:
        """Wait for room in the queue; tell whether the call is still wanted."""
        while not self._left.is_set():
            try:
                self._came.put(one, timeout=_LOOK)
            except queue.Full:
                continue
            return True
        return False


class CallWatcher:
    """Makes calls one after the other; another thread may look at the one that is under way.

    `check` is called all the while, and what it raises ends the call that is under way, as the `why` of a
    CallCancellation.
    """

    def __init__(
        self, choice: ClientChoice, limits: JobLimits, check: Callable[[], None], remedies: FailureRemedies
    ) -> None:
        self._choice = choice
        self._fixed = provider_of(choice.kind).is_fixed
        self._limits = limits
        self._check = check
        self._remedies = remedies
        self._call: ActiveCall | None = None
        self._looking = Lock()

    def look(self, second: str = SECOND_CHAPTER) -> CallStatus:
        """Return the status of the call under way; `second` is the notice of a second attempt."""
        with self._looking:
            return CallStatus() if self._call is None else status_of(self._call, second)

    def ask(self, client: Client, request: GenerationRequest, place: CallPosition, gate: MakeGate | None) -> CallRecord:
        """Make a call and return its record.

        Raises CallCancellation where it is cancelled before its end, and CallError, with one message for whatever the
        client does; where the replies are fixed, the message does not suggest another call.
        """
        began = ActiveCall(client, request, place, self._choice, gate)
        with self._looking:
            self._call = began
        call = _CallThread(client, request)
        try:
            return self._listen(call, began)
        except KeyboardInterrupt as why:
            raise CallCancellation(self._came_already(call, began), why) from why
        finally:
            call.leave()

    def _listen(self, call: _CallThread, began: ActiveCall) -> CallRecord:
        last = 0.0
        while True:
            try:
                self._check()
            except Exception as why:
                made = self._came_already(call, began)
                if has_failed(made):
                    raise CallCancellation(made, why) from why
                return made
            came = call.next(_LOOK)
            now = began.seconds
            if isinstance(came, Reply):
                with self._looking:
                    return began.end(came)
            if isinstance(came, _CallException):
                raise CallError(self._message_of(came.error), began.fail(came.error)) from came.error
            if isinstance(came, str):
                self._take(came, began)
            elif came is not None:
                with self._looking:
                    began.note(came)
            last = last if came is None else now
            self._check_time(began, now, silent=now - last)

    def _came_already(self, call: _CallThread, began: ActiveCall) -> CallRecord:
        """Return the record of a cancelled call as far as it came: that part is paid for, and kept."""
        for _ in range(_MOST_AHEAD):
            came = call.next(0)
            if isinstance(came, Reply):
                with self._looking:
                    return began.end(came)
            if isinstance(came, str):
                self._take(came, began)
            elif isinstance(came, _CallException):
                return began.fail(came.error)
            elif came is None:
                break
            else:
                with self._looking:
                    began.note(came)
        return began.leave()

    def _take(self, piece: str, began: ActiveCall) -> None:
        longest = self._limits.longest_reply
        if began.received + len(piece) > longest:
            error = ClientError(f"the reply is longer than {longest:,} characters.")
            self._give_up(began, error, self._remedies.shorter)
        for start in range(0, len(piece), _AT_ONCE):
            with self._looking:
                began.take(piece[start : start + _AT_ONCE])

    def _check_time(self, began: ActiveCall, called: float, *, silent: float) -> None:
        """Give up where a call takes too long; both times are in seconds."""
        limits = self._limits
        if began.can_be_watched and silent > limits.longest_silence:
            late = f"nothing more of the reply came for {limits.longest_silence:g} seconds."
            self._give_up(began, TimedOut(late, requests=began.least_requests), self._remedies.faster)
        if called > limits.longest_call:
            late = f"the reply was not complete after {limits.longest_call:g} seconds."
            self._give_up(began, TimedOut(late, requests=began.least_requests), self._remedies.faster)

    def _give_up(self, began: ActiveCall, error: ClientError, if_fixed: str) -> NoReturn:
        raise CallError(f"{error} {if_fixed if self._fixed else self._remedies.again}", began.fail(error))

    def _message_of(self, error: BaseException) -> str:
        """Return the message about what a client raised."""
        words = in_words(error)
        if self._fixed:
            return f"{words} {self._remedies.others}"
        return words if isinstance(error, ClientError) else f"{words} {self._remedies.again}"
