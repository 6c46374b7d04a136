"""Evaluation of many quotations: against enforcing them, and how it grows."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from core.enforcement import enforce_chapter
from core.enforcement.results import ChapterDraft
from core.evaluation.measure_chapter import measure_chapter
from core.evaluation.records import Amount, Unit
from core.generation.finish_chapter import finish_chapter, policy_of
from core.generation.line import Line, prepare_line
from tests.benchmarks.corpus import evidence_map, make_corpus
from tests.benchmarks.measure import IN_CI, times
from tests.benchmarks.replies import make_reply

pytestmark = pytest.mark.benchmark

TRANSCRIPT, ENTRIES = (60_000, 300) if IN_CI else (600_000, 2_800)
CHAPTERS, QUOTATIONS = (2, 300) if IN_CI else (10, 1_000)
SMALL = 80 if IN_CI else 150  # quotations of one chapter
CHARACTERS = 160  # of a reply for each quotation
MOST = 3.0


class Chapters(NamedTuple):
    """Replies, and the chapters that they became."""

    line: Line
    replies: Sequence[str]
    drafts: Sequence[ChapterDraft]

    def enforce(self) -> None:
        """Enforce every reply."""
        for reply in self.replies:
            enforce_chapter(
                reply,
                self.line.merged.whitelist,
                0,
                transcript=self.line.transcript,
                roster=self.line.roster,
                excerpts=self.line.excerpts(0),
                policy=policy_of(self.line.settings),
            )

    def measure(self) -> list[Unit]:
        """Measure every chapter."""
        return [measure_chapter(self.line, draft, subject="bench") for draft in self.drafts]


@lru_cache(maxsize=1)
def prepared_line() -> Line:
    """Return the line of a long transcript."""
    corpus = make_corpus(TRANSCRIPT, ENTRIES)
    return prepare_line(evidence_map(corpus.quotes), corpus.transcript)


@lru_cache(maxsize=4)
def prepared(chapters: int, quotations: int) -> Chapters:
    """Return chapters with so many quotations each."""
    line = prepared_line()
    whitelist = line.merged.whitelist
    replies = [make_reply(whitelist, CHARACTERS * quotations, quotations, seed=seed) for seed in range(chapters)]
    return Chapters(line, replies, [finish_chapter(line, 0, reply) for reply in replies])


def test_evaluating_costs_at_most_three_times_enforcing(benchmark: BenchmarkFixture) -> None:
    """10,000 quotations in ten chapters, of which most stand: found again, looked up, and enforced once more."""
    work = prepared(CHAPTERS, QUOTATIONS)
    units = work.measure()
    assert [unit.trouble for unit in units] == [""] * CHAPTERS
    assert sum(unit.amounts[Amount.FOUND] for unit in units) >= 0.9 * CHAPTERS * QUOTATIONS
    assert sum(unit.amounts[Amount.QUOTATIONS] for unit in units) >= 0.5 * CHAPTERS * QUOTATIONS
    assert sum(unit.amounts[Amount.FABRICATED_AFTER] for unit in units) == 0
    ratio = times(work.measure, work.enforce, most=MOST)
    benchmark.extra_info["times enforcing the same chapters"] = round(ratio, 2)
    benchmark.pedantic(work.measure, rounds=1)
    assert ratio <= MOST


def test_evaluating_grows_with_the_number_of_quotations(benchmark: BenchmarkFixture) -> None:
    """A chapter with eight times the quotations takes at most twelve times as long."""
    small, large = prepared(1, SMALL), prepared(1, 8 * SMALL)
    growth = times(large.measure, small.measure, most=12)
    benchmark.extra_info["growth for eight times the quotations"] = round(growth, 1)
    benchmark.pedantic(large.measure, rounds=1)
    assert growth <= 12
