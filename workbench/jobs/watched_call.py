"""A call that somebody listens to: made in a thread of its own, watched, measured against the limits, and given up
where it ends."""

from collections.abc import Callable
from threading import Lock
from typing import NamedTuple, NoReturn

from core.errors import ClientError, TimedOut
from core.llm.client import Client, GenerationRequest, Reply
from workbench.jobs.call_thread import MOST_AHEAD, CallException, CallThread
from workbench.jobs.calls import ActiveCall, CallPosition, MakeGate, has_failed, in_words
from workbench.jobs.limits import JobLimits
from workbench.providers import FIXED
from workbench.store import CallRecord, ClientChoice

_LOOK = 0.05  # seconds until a worker that waits looks whether it is to stop
_AT_ONCE = 4_096  # characters that go through the gate while nobody can look


class FailureRemedies(NamedTuple):
    """What a person can do after a call that failed; the last three where its replies were given beforehand: after one
    that was too long, one that was too slow, and any other."""

    again: str
    shorter: str
    faster: str
    others: str


class CallError(ClientError):
    """A call failed; `call` is how it is kept."""

    def __init__(self, message: str, call: CallRecord) -> None:
        self.call = call
        super().__init__(message)


class CallCancellation(Exception):
    """Nobody wanted a call any more; `call` is how it is kept, `why` is what ended it.

    Where a person interrupted, its reply may have come whole; where the `check` ended it, it has none.
    """

    def __init__(self, call: CallRecord, why: BaseException) -> None:
        self.call = call
        self.why = why
        super().__init__(str(why))


class CallWatcher:
    """Makes calls one after the other; another thread may look at the one that is under way.

    `check` is called all the while, and what it raises ends the call that is under way, as the `why` of a CallLeft.
    """

    def __init__(
        self, choice: ClientChoice, limits: JobLimits, check: Callable[[], None], remedies: FailureRemedies
    ) -> None:
        self._choice = choice
        self._fixed = choice.kind in FIXED
        self._limits = limits
        self._check = check
        self._remedies = remedies
        self._call: ActiveCall | None = None
        self._looking = Lock()

    def ask(self, client: Client, request: GenerationRequest, place: CallPosition, gate: MakeGate | None) -> CallRecord:
        """Make a call and return it as it is kept.

        Raises CallLeft where somebody wants it to end before that, and CallFailed, with one message for whatever the
        client does; where its replies are fixed, it does not say that another call could help.
        """
        began = ActiveCall(client, request, place, self._choice, gate)
        with self._looking:
            self._call = began
        call = CallThread(client, request)
        try:
            return self._heard(call, began)
        except BaseException:
            call.leave()
            raise

    def _heard(self, call: CallThread, began: ActiveCall) -> CallRecord:
        try:
            return self._listen(call, began)
        except KeyboardInterrupt as why:
            raise CallCancellation(self._came_already(call, began), why) from why

    def _listen(self, call: CallThread, began: ActiveCall) -> CallRecord:
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
            if isinstance(came, CallException):
                raise CallError(self._said(came.error), began.fail(came.error)) from came.error
            if isinstance(came, str):
                self._take(came, began)
            elif came is not None:
                with self._looking:
                    began.note(came)
            last = last if came is None else now
            self._check_time(began, now, silent=now - last)

    def _came_already(self, call: CallThread, began: ActiveCall) -> CallRecord:
        """Return the call as far as it came before somebody wanted it to end: that is paid for, and kept."""
        for _ in range(MOST_AHEAD):
            came = call.next(0)
            if isinstance(came, Reply):
                with self._looking:
                    return began.end(came)
            if isinstance(came, str):
                self._take(came, began)
            elif isinstance(came, CallException):
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

    def _said(self, error: BaseException) -> str:
        """Return the message about what a client raised."""
        words = in_words(error)
        if self._fixed:
            return f"{words} {self._remedies.others}"
        return words if isinstance(error, ClientError) else f"{words} {self._remedies.again}"
