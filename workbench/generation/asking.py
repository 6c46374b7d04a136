"""A chapter's reply while it comes: asked for, watched, measured against the limits, and given up where they end."""

from collections.abc import Callable
from threading import Lock
from time import monotonic

from core.errors import ClientError
from core.line import Line
from core.llm import Client, GenerationRequest, Reply, StreamingClient
from core.pipeline import gate_for
from core.rendering import one_line
from workbench.generation.call import Call, Over
from workbench.generation.records import Limits, Live

_LOOK = 0.05  # seconds until a worker that waits looks whether it is to stop
_AT_ONCE = 4_096  # characters that go through the gate while nobody can look
_LONGEST_REASON = 280  # characters of what a client raised
_AGAIN = "Resume to ask again, or keep or discard this run and choose another client."
# Who resumes a run whose replies were given beforehand meets the same reply again.
_SHORTER = "Keep or discard this run, then give a shorter reply."
_FASTER = "Keep or discard this run, then give a shorter reply, or let it come faster."
_OTHERS = "Keep or discard this run, then begin another."


def _check_time(client: Client, limits: Limits, *, called: float, silent: float) -> str:
    """Say what is wrong where a call takes too long, "" where it does not; both times are in seconds."""
    if isinstance(client, StreamingClient) and silent > limits.longest_silence:
        return f"nothing more of the reply came for {limits.longest_silence:g} seconds."
    if called > limits.longest_call:
        return f"the reply was not complete after {limits.longest_call:g} seconds."
    return ""


class Asking:
    """What is known of one chapter while it is written; another thread may look at any time."""

    def __init__(self, line: Line, position: int, chapter_index: int, *, fixed: bool = False) -> None:
        self._position = position
        self._fixed = fixed
        self._gate = gate_for(line, chapter_index)
        self._pieces: list[str] = []
        self._began: float | None = None
        self._looking = Lock()

    def look(self, run_id: str, owner: str, trouble: str) -> Live:
        """Return what can be seen now."""
        with self._looking:
            return Live(
                run_id=run_id,
                owner=owner,
                position=self._position,
                text=self._gate.text,
                received=self._gate.received,
                held=self._gate.held,
                proven=self._gate.proven,
                decisions=self._gate.decisions,
                seconds=0.0 if self._began is None else monotonic() - self._began,
                trouble=trouble,
            )

    def ask(self, client: Client, request: GenerationRequest, limits: Limits, check: Callable[[], None]) -> Reply:
        """Make the call and return the reply; `check` is called all the while, and what it raises ends the call.

        Raises ClientError, with one message for whatever the client does; where its replies are `fixed`, it does not
        say that another call could help.
        """
        call = Call(client, request)
        began = last = self._began = monotonic()
        try:
            while True:
                check()
                came = call.next(_LOOK)
                now = monotonic()
                if isinstance(came, Over):
                    return self._reply(came)
                if came is not None:
                    self._take(came, limits)
                    last = now
                late = _check_time(client, limits, called=now - began, silent=now - last)
                if late:
                    raise ClientError(f"{late} {_FASTER if self._fixed else _AGAIN}")
        finally:
            call.leave()

    def _take(self, piece: str, limits: Limits) -> None:
        if self._gate.received + len(piece) > limits.longest_reply:
            remedy = _SHORTER if self._fixed else _AGAIN
            raise ClientError(f"the reply is longer than {limits.longest_reply:,} characters. {remedy}")
        self._pieces.append(piece)
        for start in range(0, len(piece), _AT_ONCE):
            with self._looking:
                self._gate.feed(piece[start : start + _AT_ONCE])

    def _reply(self, over: Over) -> Reply:
        if over.error is not None:
            self._raise(over.error)
        with self._looking:
            self._gate.finish()
        return Reply(text="".join(self._pieces), missing=over.missing)

    def _raise(self, error: BaseException) -> None:
        """Raise what a client raised as a ClientError."""
        if isinstance(error, ClientError):
            raise ClientError(f"{error} {_OTHERS}") if self._fixed else error
        reason = ": ".join(part for part in (type(error).__name__, one_line(str(error))) if part)
        remedy = _OTHERS if self._fixed else _AGAIN
        raise ClientError(f"the client failed ({reason[:_LONGEST_REASON]}). {remedy}") from error
