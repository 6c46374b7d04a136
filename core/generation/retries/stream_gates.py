"""The gates that let a reply through while it arrives, for each kind of attempt, or at once where it comes whole."""

from collections.abc import Sequence

from core.enforcement.matcher import EnforcementPolicy
from core.enforcement.results import STAYS, Decision
from core.enforcement.streaming import Gate, ReplyGate
from core.generation.finish_chapter import enforce_before, policy_for, policy_of
from core.generation.line import Line
from core.generation.retries.attempt import read_attempt
from core.generation.settings import Settings
from core.generation.simple_reply import write_simple_chapter
from core.llm.client import Answer, Outcome, Purpose
from core.llm.continuation import ContinuationJoiner
from core.llm.reply import unwrap_reply
from core.prose.render import write_blocks
from core.transcripts.speakers import Roster


class _ContinuedGate(ReplyGate):
    """A gate for the rest of a reply: it has the text so far already."""

    def __init__(self, gate: Gate, so_far: str) -> None:
        super().__init__(gate)
        self._joiner = ContinuationJoiner(so_far)
        super().feed(self._joiner.so_far)

    def feed(self, piece: str) -> None:
        """Take the next characters of the continuation."""
        super().feed(self._joiner.feed(piece))

    def finish(self) -> None:
        """Say that the continuation is complete."""
        super().feed(self._joiner.finish())
        super().finish()


class _SimpleGate(ReplyGate):
    """A gate for a reply to the simpler prompt: only the whole of it says what the chapter is."""

    def __init__(self, gate: Gate, so_far: str, roster: Roster) -> None:
        super().__init__(gate)
        self._roster = roster
        self._joiner = ContinuationJoiner(so_far)
        self._pieces = [self._joiner.so_far]
        self._received = len(self._joiner.so_far)
        self._over = False

    @property
    def received(self) -> int:
        """The number of the reply's characters that have come."""
        return self._received

    @property
    def held(self) -> int:
        """The number of characters that have come and are not decided yet."""
        return 0 if self._over and super().held == 0 else self._received

    def feed(self, piece: str) -> None:
        """Take the next characters of the reply."""
        self._received += len(piece)
        self._pieces.append(self._joiner.feed(piece))

    def finish(self) -> None:
        """Take the end of the reply; the chapter in it is let through."""
        self._over = True
        super().feed(write_simple_chapter("".join([*self._pieces, self._joiner.finish()]), self._roster) or "")
        super().finish()


class WholeGate:
    """A gate for the first reply for a chapter, of a client that sends it in one piece: all of it is let through at its
    end, and its chapter is made of what was decided then.

    `text` is the Markdown of the narrative, "" until then and where the reply holds no chapter; `received` counts the
    reply's characters, `held` those that are not decided, `proven` the proven quotations among `decisions`.
    `chapter_index` is the evidence map's, from 0. Raises UnknownChapter.
    """

    def __init__(self, line: Line, chapter_index: int) -> None:
        self.text = ""
        self.received = 0
        self.held = 0
        self.proven = 0
        self.decisions: tuple[Decision, ...] = ()
        self._line = line
        self._effective_index = line.effective_index(chapter_index)
        self._pieces: list[str] = []

    def feed(self, piece: str) -> None:
        """Take the next characters of the reply."""
        self._pieces.append(piece)
        self.received += len(piece)
        self.held = self.received

    def finish(self) -> None:
        """Say that the reply is complete."""
        chapter = unwrap_reply("".join(self._pieces)).text
        if chapter is None:
            return
        policy = policy_for(self._line, self._effective_index, policy_of(self._line.settings))
        enforced = enforce_before(self._line, self._effective_index, chapter, policy)
        self.text = write_blocks(enforced.narrative)
        self.decisions = enforced.decisions
        self.proven = sum(one.action in STAYS for one in enforced.decisions)
        self.held = 0


def simple_policy(settings: Settings) -> EnforcementPolicy:
    """Return the policy of a chapter by the simpler prompt: its references count, whatever the writing mode."""
    return policy_of(settings).model_copy(update={"references": True})


def gate_of(line: Line, chapter_index: int, answers: Sequence[Answer] = ()) -> ReplyGate:
    """Return the gate for the call that `next_step` returns after these answers, if it returns one.

    At the end its text is the finished chapter's narrative, unless that falls back or needs names that the reply did
    not give. The gate of a continuation has the text before it already; a second or simpler attempt begins with
    nothing, and a simpler one shows nothing before its end. `chapter_index` is the evidence map's, from 0. Raises
    UnknownChapter.
    """
    purposes = (purpose for purpose in Purpose if purpose is not Purpose.CONTINUATION)
    attempts = {purpose: read_attempt(answers, purpose, line.roster) for purpose in purposes}
    first, simpler = attempts[Purpose.FIRST], attempts[Purpose.SIMPLER]
    is_simple = simpler is not None or (first is not None and first.outcome is Outcome.REFUSED)
    so_far = next((one.received for one in attempts.values() if one is not None and one.needs_continuation), "")
    effective = line.effective_index(chapter_index)
    policy = simple_policy(line.settings) if is_simple else policy_of(line.settings)
    gate = Gate(
        line.merged.whitelist,
        effective,
        transcript=line.transcript,
        roster=line.roster,
        policy=policy_for(line, effective, policy),
        index=line.quote_index,
    )
    if is_simple:
        return _SimpleGate(gate, so_far, line.roster)
    return _ContinuedGate(gate, so_far) if so_far else ReplyGate(gate)
