"""Enforcement of a long reply: against one parse of the same text, in pieces against at once, and how it grows."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from markdown_it import MarkdownIt

from core.enforcement.enforcer import EnforcedChapter, enforce_chapter
from core.enforcement.matcher import EnforcementPolicy
from core.enforcement.results import DecisionAction
from core.enforcement.streaming import Gate
from core.generation.line import prepare_line
from core.prose.render import write_blocks
from core.transcripts.speakers import Roster
from core.transcripts.transcript import TranscriptPair
from core.verify import verify_edition
from core.whitelist.build import WhitelistQuote
from tests.benchmarks.corpus import evidence_map, make_corpus
from tests.benchmarks.measure import ratio_of
from tests.benchmarks.registry import Case, at_most, growth
from tests.benchmarks.replies import make_reply

ENTRIES = 2_860  # quotes typed; about seven in ten are whitelisted: 2,000 entries
TRANSCRIPT = 600_000
REPLY = (1_000_000, 3_000)  # characters and quotations
PIECE = 20
_POLICY = EnforcementPolicy(each_once=False)  # the reply has most of its quotes many times
SMALL = 3_000
HOSTILE: dict[str, Callable[[int], str]] = {
    "stray marks": lambda size: "“ \" ' ’ ” « " * (size // 12),
    "pairs inside pairs": lambda size: "“" * (size // 2) + "a" + "”" * (size // 2),
    "open references and markup": lambda size: "[[“*_`<q>(« " * (size // 12),
}


class Work(NamedTuple):
    """A reply and all that is needed to enforce it."""

    reply: str
    whitelist: Sequence[WhitelistQuote]
    transcript: TranscriptPair
    roster: Roster

    def enforce(self) -> EnforcedChapter:
        """Enforce the reply as the first chapter."""
        return enforce_chapter(
            self.reply, self.whitelist, 0, transcript=self.transcript, roster=self.roster, policy=_POLICY
        )

    def finish(self) -> None:
        """Enforce the reply, write it, and check what was written."""
        text = write_blocks(self.enforce().blocks)
        assert verify_edition(text, self.transcript, form="markdown").verified

    def stream(self) -> str:
        """Let the reply through the gate in pieces."""
        gate = Gate(self.whitelist, 0, transcript=self.transcript, roster=self.roster, policy=_POLICY)
        pieces = (self.reply[start : start + PIECE] for start in range(0, len(self.reply), PIECE))
        return "".join(map(gate.feed, pieces)) + gate.finish()


@lru_cache(maxsize=1)
def prepared() -> Work:
    """Return the long reply, its whitelist and its transcript; whoever asks first pays for them."""
    corpus = make_corpus(TRANSCRIPT, ENTRIES)
    line = prepare_line(evidence_map(corpus.quotes), corpus.transcript)
    work = Work(make_reply(line.whitelist, *REPLY), line.whitelist, corpus.transcript, line.roster)
    work.finish()
    return work


@at_most("enforcement: enforcing and verifying against one parse of the text", 14)
def enforcing() -> float:
    """A megabyte with a quotation every 330 characters, against 2,000 entries."""
    work = prepared()
    parser = MarkdownIt("commonmark")
    decisions = work.enforce().decisions
    assert len(decisions) >= 0.9 * REPLY[1]
    assert sum(one.action in (DecisionAction.KEPT, DecisionAction.REPLACED) for one in decisions) >= len(decisions) / 2
    return ratio_of(work.finish, lambda: parser.parse(work.reply), most=14)


@at_most("enforcement: the gate against the whole reply at once", 3)
def streaming() -> float:
    """A stream in pieces of 20 characters, to its end; the texts are the same."""
    work = prepared()
    assert work.stream() == write_blocks(work.enforce().narrative)
    return ratio_of(work.stream, lambda: write_blocks(work.enforce().narrative), most=3)


@growth("enforcement: ten times a hostile reply, with a long whitelist", 15)
def hostile_replies() -> Iterator[Case]:
    """Marks and markup that close nothing."""
    for name, make in HOSTILE.items():
        small, large = (prepared()._replace(reply=make(size)) for size in (SMALL, 10 * SMALL))
        yield Case(name, small.enforce, large.enforce)
