"""The streaming gate: while a model writes, nothing is shown that is not decided or that later text could change.

What is shown is final: the gate's text is the narrative that enforcement makes of the whole reply, for every way in
which the reply can be cut. Only a fallback or a second attempt replaces it, and whoever shows the text must say so.
"""

from collections.abc import Sequence

from core.chapter import Action, Decision
from core.enforcement import EnforcementPolicy
from core.enforcement.enforcer import Enforcer
from core.enforcement.judge import Judge
from core.portions import Portion, Portions
from core.rendering import BlockStream
from core.speakers import Roster
from core.transcript import TranscriptPair
from core.whitelist import WhitelistQuote


class Gate:
    """Lets the narrative of one reply through as it is settled.

    Memory is bounded: what is held back is at most the open block, which is closed after `LONGEST_BLOCK` code points.
    Source: design, "Streaming gate".
    """

    def __init__(
        self,
        whitelist: Sequence[WhitelistQuote],
        chapter_index: int,
        *,
        transcript: TranscriptPair | None = None,
        roster: Roster | None = None,
        policy: EnforcementPolicy | None = None,
    ) -> None:
        policy = policy or EnforcementPolicy()
        judge = Judge(whitelist, chapter_index, transcript, roster, allow_fragments=policy.allow_fragments)
        self._enforcer = Enforcer(judge, policy)
        self._portions = Portions()
        self._stream = BlockStream()

    @property
    def held(self) -> int:
        """The number of the reply's characters that have come and are not decided yet."""
        return self._portions.held

    @property
    def title(self) -> str:
        """The title the reply gives the chapter, "" until it has come and where it has none."""
        return self._enforcer.title

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Every decision so far, in reading order."""
        return tuple(self._enforcer.decisions)

    @property
    def proven(self) -> int:
        """How many proven quotations have been let through so far, those of core claims included."""
        return sum(one.action in (Action.KEPT, Action.REPLACED) for one in self._enforcer.decisions)

    def feed(self, piece: str) -> str:
        """Take the next characters of the reply; return the Markdown of the narrative that is settled by them."""
        return "".join(map(self._pass, self._portions.feed(piece)))

    def _pass(self, portion: Portion) -> str:
        shown: list[str] = []
        for settled in self._enforcer.take(portion):
            for number, block in enumerate(settled.blocks):
                shown.append(self._stream.add(block, continues=settled.continues and not number))
        return "".join(shown)

    def finish(self) -> str:
        """Say that the reply is complete; return the rest of the narrative."""
        rest = "".join(map(self._pass, self._portions.finish()))
        return rest + self._stream.finish()
