"""Enforcement of a long reply: against one parse of the same text, in pieces against at once, and how it grows."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import pytest
from markdown_it import MarkdownIt
from pytest_benchmark.fixture import BenchmarkFixture

from core.enforcement import EnforcedChapter, enforce_chapter
from core.enforcement.results import DecisionAction
from core.enforcement.streaming import Gate
from core.generation.line import prepare_line
from core.prose.render import write_blocks
from core.transcripts.speakers import Roster
from core.transcripts.transcript import TranscriptPair
from core.verify import verify_edition
from core.whitelist.build import WhitelistQuote
from tests.benchmarks.corpus import evidence_map, make_corpus
from tests.benchmarks.measure import IN_CI, times
from tests.benchmarks.replies import make_reply

pytestmark = pytest.mark.benchmark

ENTRIES = 600 if IN_CI else 2_800  # quotes typed; about seven in ten are whitelisted
TRANSCRIPT = 130_000 if IN_CI else 600_000
REPLY = (200_000, 600) if IN_CI else (1_000_000, 3_000)  # characters and quotations
PIECE = 20
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
        return enforce_chapter(self.reply, self.whitelist, 0, transcript=self.transcript, roster=self.roster)

    def finish(self) -> None:
        """Enforce the reply, write it, and check what was written."""
        text = write_blocks(self.enforce().blocks)
        assert verify_edition(text, self.transcript, form="markdown").verified

    def stream(self) -> str:
        """Let the reply through the gate in pieces."""
        gate = Gate(self.whitelist, 0, transcript=self.transcript, roster=self.roster)
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


def test_enforcing_and_verifying_are_within_a_few_parses(benchmark: BenchmarkFixture) -> None:
    """1 MB with 3,000 quotations against 2,000 entries: at most 14 parses of the same text, `verify` included."""
    work = prepared()
    parser = MarkdownIt("commonmark")
    ratio = times(work.finish, lambda: parser.parse(work.reply), most=14)
    decisions = work.enforce().decisions
    assert len(decisions) >= 0.9 * REPLY[1]
    assert sum(one.action in (DecisionAction.KEPT, DecisionAction.REPLACED) for one in decisions) >= len(decisions) / 2
    benchmark.extra_info["parses of the same text, verify included"] = round(ratio, 1)
    benchmark.pedantic(work.finish, rounds=1)
    assert ratio <= 14


def test_the_gate_costs_at_most_three_times_the_batch(benchmark: BenchmarkFixture) -> None:
    """A stream in pieces of 20 characters, to its end, against the whole reply at once; the texts are the same."""
    work = prepared()
    ratio = times(work.stream, lambda: write_blocks(work.enforce().narrative), most=3)
    assert work.stream() == write_blocks(work.enforce().narrative)
    benchmark.extra_info["times the batch"] = round(ratio, 2)
    benchmark.pedantic(work.stream, rounds=1)
    assert ratio <= 3


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_replies_cost_in_proportion_to_their_length(benchmark: BenchmarkFixture, kind: str) -> None:
    """Ten times the reply takes at most fifteen times as long."""
    work = prepared()
    small, large = (work._replace(reply=HOSTILE[kind](size)) for size in (SMALL, 10 * SMALL))
    growth = times(large.enforce, small.enforce, most=15)
    benchmark.extra_info["growth for ten times the text"] = round(growth, 1)
    benchmark.pedantic(large.enforce, rounds=1)
    assert growth <= 15
