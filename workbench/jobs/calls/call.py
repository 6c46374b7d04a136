"""A call that is under way: measured while it is made, then turned into its record."""

from collections.abc import Callable
from time import monotonic
from typing import Protocol

from core.enforcement.results import Decision
from core.errors import ClientError, ServiceError
from core.llm.client import (
    Client,
    GenerationRequest,
    Outcome,
    Purpose,
    Reply,
    ReplyRestart,
    RetryWait,
    StreamingClient,
    Usage,
)
from core.llm.read_call import read_call
from core.llm.reply_faults import ReplyReading
from core.record import Record
from workbench.providers.prices import cost_of
from workbench.providers.registry import provider_of
from workbench.providers.service_messages import in_one_line
from workbench.store import CallRecord, ClientChoice
from workbench.store.database.clock import now
from workbench.store.runs.call_records import cost_in_text


class ReplyObserver(Protocol):
    """Reads a reply while it comes; see `core.enforcement.streaming.ReplyGate`, which is one."""

    @property
    def text(self) -> str:
        """The Markdown that was released so far."""
        ...

    @property
    def received(self) -> int:
        """The number of the reply's characters that have come."""
        ...

    @property
    def held(self) -> int:
        """The number of characters that have come and are not decided yet."""
        ...

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Every decision so far, in reading order."""
        ...

    @property
    def proven(self) -> int:
        """How many proven quotations have been released so far."""
        ...

    def feed(self, piece: str) -> object:
        """Take the next characters of the reply."""
        ...

    def finish(self) -> object:
        """Say that the reply is complete."""
        ...


MakeGate = Callable[[], ReplyObserver]
"""Makes what a reply is watched through."""
_CHARACTERS_A_TOKEN = 4
_TO_TELL_A_PACE = 0.5  # seconds
STOPPED = "It was stopped."
"""The trouble of a call that nobody waited for to its end."""


class CallPosition(Record):
    """Where a call stands: the chapter's position in its run, from 0, and its index in the evidence map, from 0; the
    call's number in the chapter, from 1."""

    position: int
    chapter_index: int
    number: int = 1

    @property
    def after(self) -> "CallPosition":
        """The place of the next call for the same chapter."""
        return self.model_copy(update={"number": self.number + 1})


def in_words(error: BaseException) -> str:
    """Return the message of what a client raised: its own, where it is meant for people."""
    if isinstance(error, ClientError):
        return str(error)
    text = str(error)
    kind = type(error).__name__
    return f"the client failed ({in_one_line(f'{kind}: {text}' if text.strip() else kind)})."


def _cost_of(usage: Usage, choice: ClientChoice) -> str | None:
    """Return the cost of a call for its record, None where the service's counts cannot be computed with."""
    try:
        return cost_in_text(cost_of(usage, choice))
    except ArithmeticError:
        return None


class ActiveCall:
    """A call that is under way: what it has received, and when.

    Times are in seconds since it began. `text` and `gate` are those of the reply that counts: a Restart begins them
    anew, and the times with them.
    """

    def __init__(
        self,
        client: Client,
        request: GenerationRequest,
        place: CallPosition,
        choice: ClientChoice,
        gate: MakeGate | None,
    ) -> None:
        self.waiting: RetryWait | None = None
        self.restarts = 0
        self._client = client
        self._request = request
        self._place = place
        self._choice = choice
        self._make_gate = gate
        self._begin_text()
        self._started_at = now()
        self._began = monotonic()

    def _begin_text(self) -> None:
        self.gate = self._make_gate() if self._make_gate is not None else None
        # A continuation's gate has the earlier quotations already: only those of this call count.
        self._proven_before = self.gate.proven if self.gate is not None else 0
        self._pieces: list[str] = []
        self.received = 0
        self.first_token: float | None = None
        self.first_proven: float | None = None

    @property
    def purpose(self) -> Purpose:
        """What it is made for."""
        return self._request.purpose

    @property
    def can_be_watched(self) -> bool:
        """Whether its reply comes in pieces."""
        return isinstance(self._client, StreamingClient)

    @property
    def least_requests(self) -> int:
        """How many requests were sent at least, where nobody counted them."""
        return 1 + self.restarts if provider_of(self._choice.kind).is_service else 0

    @property
    def tokens_per_second(self) -> float | None:
        """How fast the reply comes, at four characters a token; None until that can be told."""
        streamed = 0.0 if self.first_token is None else self.seconds - self.first_token
        return self.received / _CHARACTERS_A_TOKEN / streamed if streamed > _TO_TELL_A_PACE else None

    @property
    def text(self) -> str:
        """What has come of the reply."""
        return "".join(self._pieces)

    @property
    def seconds(self) -> float:
        """The time since it began."""
        return monotonic() - self._began

    def note(self, came: RetryWait | ReplyRestart) -> None:
        """Take what a client says of the call itself."""
        if isinstance(came, RetryWait):
            self.waiting = came
        else:
            self.restarts += 1
            self._begin_text()

    def take(self, piece: str) -> None:
        """Take the next characters of the reply."""
        if not piece:
            return
        self.waiting = None
        self._pieces.append(piece)
        self.received += len(piece)
        if self.first_token is None:
            self.first_token = self.seconds
        if self.gate is not None:
            self.gate.feed(piece)
            self._look_for_proof()

    def _look_for_proof(self, at: float | None = None) -> None:
        if self.first_proven is None and self.gate is not None and self.gate.proven > self._proven_before:
            self.first_proven = self.seconds if at is None else at

    def end(self, reply: Reply) -> CallRecord:
        """Return the record of the call with this reply, whose text was taken already."""
        seconds = self.seconds
        if self.gate is not None:
            self.gate.finish()
            self._look_for_proof(seconds)
        text, reading = (None if reply.missing else reply.text), read_call(self._request, reply)
        return self._made(reply, reply=text, seconds=seconds, reading=reading)

    def fail(self, error: BaseException) -> CallRecord:
        """Return the record of a failed call: its usage is not known."""
        transient = isinstance(error, ServiceError) and error.is_transient
        failed = Reply(
            text=self.text,
            outcome=Outcome.TRANSIENT if transient else Outcome.FATAL,
            trouble=in_words(error),
            requests=error.requests if isinstance(error, ServiceError) else self.least_requests,
        )
        return self._made(failed, reply=failed.text or None, seconds=self.seconds)

    def leave(self) -> CallRecord:
        """Return the record of an abandoned call: its usage is not known either."""
        left = Reply(text=self.text, outcome=Outcome.TRANSIENT, trouble=STOPPED, requests=self.least_requests)
        return self._made(left, reply=left.text or None, seconds=self.seconds)

    def _made(
        self, ended: Reply, *, reply: str | None, seconds: float, reading: ReplyReading | None = None
    ) -> CallRecord:
        return CallRecord(
            **self._place.model_dump(),
            purpose=self._request.purpose,
            **ended.model_dump(include={"outcome", "finish_reason", "trouble", "missing", "requests"}),
            restarts=self.restarts,
            usage=ended.usage,
            client=self._client.name,
            model=self._client.model,
            started_at=self._started_at,
            seconds=seconds,
            first_token=self.first_token,
            first_proven=self.first_proven,
            cost=_cost_of(ended.usage, self._choice),
            reading=reading,
            system=self._request.system,
            prompt=self._request.prompt,
            reply=reply,
        )
