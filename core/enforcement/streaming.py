"""The streaming gate: while a model writes, only text is shown that is decided and that later text cannot change.

What is shown is final: the gate's text is the narrative that enforcement makes of the whole reply, for every way in
which the reply can be cut. Only a fallback or a second attempt replaces it, and whoever shows the text must say so.
"""

from collections.abc import Sequence
from typing import Protocol

from core.enforcement.enforcer import Enforcer
from core.enforcement.matcher import EnforcementPolicy, QuoteIndex, QuoteMatcher
from core.enforcement.results import STAYS, Decision
from core.enforcement.stabilise import StableBlocks
from core.llm.unwrap_stream import Unwrapper
from core.prose.render import BlockStream
from core.prose.stream import StreamPortion, StreamSplitter
from core.transcripts.speakers import Roster
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import WhitelistQuote


class StreamEnforcer(Protocol):
    """Decides the portions of one reply in order."""

    @property
    def decisions(self) -> Sequence[Decision]:
        """Every decision so far, in reading order."""
        ...

    def take(self, portion: StreamPortion) -> list[StableBlocks]:
        """Decide the next portion; return what it adds to the narrative."""
        ...

    def finish(self) -> list[StableBlocks]:
        """Return what waited for more of the narrative."""
        ...


class StreamGate:
    """Lets running text through as soon as it is settled.

    Memory is bounded: what is held back is at most the open block, which is closed after `LONGEST_BLOCK` code points.
    """

    def __init__(self, enforcing: StreamEnforcer) -> None:
        self._enforcing = enforcing
        self._portions = StreamSplitter()
        self._stream = BlockStream()

    @property
    def held(self) -> int:
        """The number of the reply's characters that have come and are not decided yet."""
        return self._portions.held

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Every decision so far, in reading order."""
        return tuple(self._enforcing.decisions)

    @property
    def proven(self) -> int:
        """How many proven quotations have been let through so far, those of core claims included."""
        return sum(one.action in STAYS for one in self._enforcing.decisions)

    def feed(self, piece: str) -> str:
        """Take the next characters of the reply; return the Markdown of the narrative that is settled by them."""
        return "".join(self._pass(self._enforcing.take(portion)) for portion in self._portions.feed(piece))

    def _pass(self, taken: Sequence[StableBlocks]) -> str:
        shown: list[str] = []
        for settled in taken:
            for number, block in enumerate(settled.blocks):
                shown.append(self._stream.add(block, continues=settled.continues and not number))
        return "".join(shown)

    def finish(self) -> str:
        """End the reply; return the rest of the narrative."""
        rest = [self._pass(self._enforcing.take(portion)) for portion in self._portions.finish()]
        return "".join((*rest, self._pass(self._enforcing.finish()), self._stream.finish()))


class Gate(StreamGate):
    """Lets the narrative of one chapter's reply through as it is settled.

    `index` is made of whitelist, transcript and roster, where several replies share it.
    Source: decisions.md#streaming.
    """

    def __init__(
        self,
        whitelist: Sequence[WhitelistQuote],
        chapter_index: int,
        *,
        transcript: TranscriptPair | None = None,
        roster: Roster | None = None,
        policy: EnforcementPolicy | None = None,
        index: QuoteIndex | None = None,
    ) -> None:
        policy = policy or EnforcementPolicy()
        index = index or QuoteIndex(whitelist, transcript, roster)
        matcher = QuoteMatcher(index, chapter_index, policy)
        self._enforcer = Enforcer(matcher, policy)
        super().__init__(self._enforcer)

    @property
    def title(self) -> str:
        """The title the reply gives the chapter, "" until it has come and where it has none."""
        return self._enforcer.title


class ReplyGate:
    """A gate for a reply as a client sends it: what is wrapped around the text is not shown.

    Where only the whole reply shows which part is the text (JSON, an apology), nothing is shown while it comes.
    """

    def __init__(self, gate: StreamGate) -> None:
        self._gate = gate
        self._unwrapper = Unwrapper()
        self._shown: list[str] = []
        self._received = 0
        self._passed = 0
        self._holds = True

    @property
    def text(self) -> str:
        """The Markdown of the narrative that was let through so far; "" once the reply turns out to hold another."""
        return "".join(self._shown) if self._holds else ""

    @property
    def received(self) -> int:
        """The number of the reply's characters that have come."""
        return self._received

    @property
    def held(self) -> int:
        """The number of characters that have come and are not decided yet."""
        return self._received - self._passed + self._gate.held if self._holds else self._received

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Every decision so far, in reading order."""
        return self._gate.decisions if self._holds else ()

    @property
    def proven(self) -> int:
        """How many proven quotations have been let through so far."""
        return self._gate.proven if self._holds else 0

    def feed(self, piece: str) -> None:
        """Take the next characters of the reply."""
        self._received += len(piece)
        self._show(self._unwrapper.feed(piece))

    def _show(self, chapter: str) -> None:
        self._passed += len(chapter)
        self._shown.append(self._gate.feed(chapter))

    def finish(self) -> None:
        """End the reply. If it turns out to hold no such chapter, what was shown is taken back."""
        rest = self._unwrapper.finish()
        self._holds = rest is not None
        if rest is not None:
            self._show(rest)
            self._shown.append(self._gate.finish())
            self._passed = self._received
