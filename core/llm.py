"""The one door to whatever writes: a request goes in, a reply comes out.

Rooms that write (the offline composer, the scripted client, later the models) are siblings behind `Client`.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Protocol, runtime_checkable

from core.errors import OutOfReplies
from core.record import Record
from core.whitelist import WhitelistQuote


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


class GenerationRequest(Record):
    """One chapter to be written: the brief for a client that reads structure, the prompt for one that reads text."""

    chapter_index: int
    brief: ChapterBrief
    prompt: str


class Reply(Record):
    """What a client wrote, before anything is done to it; `missing` says why it has nothing for a chapter, "" where it
    has."""

    text: str
    missing: str = ""


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

    def stream(self, request: GenerationRequest) -> Iterator[str]:
        """Yield the pieces of the reply as they come, all of them together what `generate` would return.

        Closing the iterator ends the call. Raises ClientError where the client cannot write, or not go on.
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
