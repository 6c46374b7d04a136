"""The one interface to whatever writes: a request goes in, a reply comes out.

Rooms that write (the offline composer, the scripted client, later the models) are siblings behind `Client`.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Annotated, Protocol, runtime_checkable

from pydantic import Field

from core.errors import OutOfReplies
from core.record import Record
from core.whitelist.build import WhitelistQuote


class WritingMode(StrEnum):
    """How a client is asked to quote."""

    REFERENCE = "reference"
    QUOTE = "quote"
    FREE = "free"


class BriefClaim(Record):
    """One claim of a chapter and the ids of the proven quotes that support it, in the evidence map's order."""

    claim: str
    quote_ids: tuple[str, ...]


class ChapterBrief(Record):
    """What a chapter is to be written from; `quotes` holds each proven quote of the chapter once, in transcript
    order."""

    title: str
    claims: tuple[BriefClaim, ...]
    quotes: tuple[WhitelistQuote, ...]
    excerpts: tuple[WhitelistQuote, ...]
    target_words: int
    generation_mode: str
    mode: WritingMode


class Sampling(Record):
    """How a model chooses its words: the same for every call of a run, so that runs repeat as far as a service allows.

    `most_tokens` is the longest reply in tokens, a model's thinking counted in.
    """

    temperature: Annotated[float, Field(ge=0, le=2)] = 0.0
    seed: Annotated[int, Field(ge=0, le=2**31 - 1)] = 7
    most_tokens: Annotated[int, Field(ge=1, le=1_000_000)] = 16_384


class Purpose(StrEnum):
    """What a call is made for; the first of an attempt asks for the whole chapter."""

    FIRST = "first"
    SECOND = "second"  # the whole chapter once more, with what was wrong with the first
    SIMPLER = "simpler"  # the whole chapter by a prompt without the transcript's words, where the first brought none
    CONTINUATION = "continuation"  # the rest of a reply that ended too early


class GenerationRequest(Record):
    """One chapter to be written: the brief for a client that reads structure, the prompt for one that reads text.

    `system` is said to a model besides, where a service has a place for that. `answer_as` is the record that the reply
    is to be, as JSON; None where it is Markdown.
    """

    chapter_index: int
    brief: ChapterBrief
    prompt: str
    system: str = ""
    purpose: Purpose = Purpose.FIRST
    sampling: Sampling = Sampling()
    answer_as: type[Record] | None = None


class Outcome(StrEnum):
    """How a call ended. A reply is one of the first three; the last two are those of a ClientError."""

    COMPLETE = "complete"
    TRUNCATED = "truncated"  # it ended too early: no tokens were left, or the stream ended without a reason
    REFUSED = "refused"  # the service or the model would not write it
    TRANSIENT = "transient"  # the same call may succeed later
    FATAL = "fatal"  # the same call will fail again until a person changes something


Tokens = Annotated[int, Field(ge=0, lt=2**53)]


class Usage(Record):
    """The tokens of one call as the service counted them, None for what it did not say.

    `output_tokens` are those of the reply without `thinking_tokens`; `cached_tokens` are part of `input_tokens`.
    """

    input_tokens: Tokens | None = None
    output_tokens: Tokens | None = None
    thinking_tokens: Tokens | None = None
    cached_tokens: Tokens | None = None


class Reply(Record):
    """What a client wrote, before anything is done to it; `missing` says why it has nothing for a chapter, "" where it
    has.

    `outcome` is COMPLETE, TRUNCATED or REFUSED; where it is not complete, `finish_reason` is what the service called it
    and `trouble` says it to people, with what to do. `requests` counts what was sent for it, repetitions after a
    failure included; 0 where nothing was.
    """

    text: str
    missing: str = ""
    outcome: Outcome = Outcome.COMPLETE
    finish_reason: str = ""
    trouble: str = ""
    usage: Usage = Usage()
    requests: int = 0


class Answer(Record):
    """A reply that came, and what it was asked for; a call that failed is none."""

    purpose: Purpose
    reply: Reply


class RetryWait(Record):
    """A client waits before it asks again: for so many seconds more, and why, in words for people."""

    seconds: float
    why: str


class ReplyRestart(Record):
    """What has come of a reply is void: its stream broke, and the client asks again from the beginning."""


class Client(Protocol):
    """Whatever writes a chapter. Raises ClientError where it cannot."""

    @property
    def name(self) -> str:
        """The client's name in settings and certificates."""
        ...

    @property
    def model(self) -> str | None:
        """The model's name, None where there is none."""
        ...

    def generate(self, request: GenerationRequest) -> Reply:
        """Write one chapter."""
        ...


@runtime_checkable
class StreamingClient(Client, Protocol):
    """A client whose reply can be watched while it comes."""

    def stream(self, request: GenerationRequest) -> Iterator[str | RetryWait | ReplyRestart | Reply]:
        """Yield the pieces of the reply as they come, and at the end the reply: its text is that of the pieces since
        the last Restart.

        While it waits before it asks again it yields Waiting, several times a second, so that whoever watches can close
        the iterator, which ends the call: nothing is sent after that. Raises ClientError where the client cannot write,
        or not go on.
        """
        ...


class ScriptedClient:
    """Answers with replies written beforehand: a list, one for each call, or one text for every call.

    For tests and demonstrations, and for people whose model lives elsewhere. `answered` replies of a list were used
    already, by a run that is resumed. Raises OutOfReplies.
    """

    name = "scripted"
    model = None

    def __init__(self, replies: Sequence[str] | str, source: str = "scripted client", *, answered: int = 0) -> None:
        self._replies = replies
        self._source = source
        self._calls = answered

    def generate(self, request: GenerationRequest) -> Reply:
        """Return the next reply, whatever is asked."""
        del request
        if isinstance(self._replies, str):
            return Reply(text=self._replies)
        if self._calls >= len(self._replies):
            raise OutOfReplies(len(self._replies), self._source)
        self._calls += 1
        return Reply(text=self._replies[self._calls - 1])
