"""The one interface to clients: a request goes in, a reply comes out.

Everything that writes (the offline composer, the scripted client, the models) is a `Client`.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Protocol, runtime_checkable

from pydantic import Field

from core.coverage.reachable_words import reachable_words
from core.errors import OutOfReplies
from core.record import Record
from core.text.well_formed import WellFormed
from core.transcripts.speakers import Roster, SpeakerRef
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


class QuoteOccasion(Record):
    """Where a quote stands in the transcript: `share` is how much of it stands before, from 0 to 1; `answers` is who
    asked a question right before the turn that the quote begins, None where nobody did."""

    share: float
    answers: SpeakerRef | None = None


class ChapterBrief(Record):
    """The material of a chapter; `quotes` holds each proven quote of the chapter once, in transcript order.

    `places` says where each quote stands, by its id, `roster` who speaks in all chapters, and `stated_before` which
    claims an earlier chapter has too; all three may be empty.
    """

    title: str
    claims: tuple[BriefClaim, ...]
    quotes: tuple[WhitelistQuote, ...]
    excerpts: tuple[WhitelistQuote, ...]
    target_words: int
    generation_mode: str
    mode: WritingMode
    places: dict[str, QuoteOccasion] = Field(default_factory=dict[str, QuoteOccasion])
    roster: Roster | None = None
    stated_before: frozenset[str] = frozenset()

    @cached_property
    def reachable_words(self) -> int:
        """The words to write: the target, or fewer where the evidence carries no more."""
        return reachable_words(self.target_words, (claim.claim for claim in self.claims), self.quotes)


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
    SIMPLER = "simpler"  # the whole chapter, by a prompt without the transcript's words, if the first brought none
    CONTINUATION = "continuation"  # the rest of a reply that ended too early


class GenerationRequest(Record):
    """One chapter to be written: the brief for a client that reads structure, the prompt for one that reads text.

    `system` is the system instruction, for services that take one. `answer_as` is the record whose JSON the reply must
    be; None for Markdown.
    """

    chapter_index: int
    brief: ChapterBrief
    prompt: str
    system: str = ""
    purpose: Purpose = Purpose.FIRST
    sampling: Sampling = Sampling()
    answer_as: type[Record] | None = None


class Outcome(StrEnum):
    """How a call ended. A reply has one of the first three, a ClientError one of the last two."""

    COMPLETE = "complete"
    TRUNCATED = "truncated"  # it ended too early: no tokens were left, or the stream ended without a reason
    REFUSED = "refused"  # the service or the model would not write it
    TRANSIENT = "transient"  # the same call may succeed later
    FATAL = "fatal"  # the same call will fail again until a person changes something


Tokens = Annotated[int, Field(ge=0, lt=2**53)]


class Usage(Record):
    """The tokens of one call as the service counted them, None for what it did not report.

    `output_tokens` are those of the reply without `thinking_tokens`; `cached_tokens` are part of `input_tokens`.
    """

    input_tokens: Tokens | None = None
    output_tokens: Tokens | None = None
    thinking_tokens: Tokens | None = None
    cached_tokens: Tokens | None = None


class Reply(Record):
    """What a client wrote, made well-formed and else unchanged; `missing` says why it wrote nothing for a chapter, ""
    if it wrote something.

    `outcome` is COMPLETE, TRUNCATED or REFUSED; if it is not complete, `finish_reason` is the service's word for it and
    `trouble` the message for people, with what to do. `requests` counts the requests sent for it, repetitions after a
    failure included; 0 if none was sent.
    """

    text: WellFormed
    missing: WellFormed = ""
    outcome: Outcome = Outcome.COMPLETE
    finish_reason: WellFormed = ""
    trouble: WellFormed = ""
    usage: Usage = Usage()
    requests: int = 0


class Answer(Record):
    """A reply and the purpose of its call; a failed call has no answer."""

    purpose: Purpose
    reply: Reply


class RetryWait(Record):
    """A client waits before it repeats the request: the seconds left, and the reason in words for people."""

    seconds: float
    why: str


class ReplyRestart(Record):
    """The text received so far is void: the stream broke, and the client repeats the request from the beginning."""


class Client(Protocol):
    """Writes chapters. Raises ClientError if it cannot."""

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
    """A client whose reply can be read while it arrives."""

    def stream(self, request: GenerationRequest) -> Iterator[str | RetryWait | ReplyRestart | Reply]:
        """Yield the pieces of the reply as they arrive, and at the end the reply: its text is that of the pieces since
        the last ReplyRestart.

        While the client waits before it repeats the request, it yields a RetryWait several times a second, so that the
        caller can close the iterator. Closing ends the call: nothing is sent after that. Raises ClientError if the
        client cannot write, or cannot go on.
        """
        ...


class ScriptedClient:
    """Answers with replies written beforehand: a list, one for each call, or one text for every call.

    For tests, demonstrations and replies copied from another program. A resumed run skips the first `answered` replies
    of a list. Raises OutOfReplies.
    """

    name = "scripted"
    model = None

    def __init__(self, replies: Sequence[str] | str, source: str = "scripted client", *, answered: int = 0) -> None:
        self._replies = replies
        self._source = source
        self._calls = answered

    def generate(self, request: GenerationRequest) -> Reply:
        """Return the next reply, whatever the request is."""
        del request
        if isinstance(self._replies, str):
            return Reply(text=self._replies)
        if self._calls >= len(self._replies):
            raise OutOfReplies(len(self._replies), self._source)
        self._calls += 1
        return Reply(text=self._replies[self._calls - 1])
