"""Evaluation of many quotations: against enforcing them, and how it grows."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from core.answers.inline import inline_answer
from core.answers.records import AnswerPolicy, Citation, CitedAnswer
from core.enforcement.enforcer import enforce_chapter
from core.enforcement.results import ChapterDraft
from core.evaluation.measure_answer import measure_answer
from core.evaluation.measure_chapter import ChapterMeasurer, measure_chapter
from core.evaluation.records import Amount, Unit
from core.generation.finish_chapter import finish_chapter, policy_of
from core.generation.line import Line, prepare_line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import chapters_to_write, write_chapter
from tests.benchmarks.corpus import evidence_map, make_corpus
from tests.benchmarks.measure import ratio_of
from tests.benchmarks.registry import Case, at_most, growth
from tests.benchmarks.replies import make_reply

TRANSCRIPT, ENTRIES = 300_000, 1_400
CHAPTERS, QUOTATIONS = 4, 600
SMALL = 100  # quotations of one chapter
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


@at_most("evaluation: measuring chapters against enforcing their replies", MOST)
def measuring() -> float:
    """Chapters whose quotations mostly stand: found again, looked up, and enforced once more."""
    work = prepared(CHAPTERS, QUOTATIONS)
    units = work.measure()
    assert [unit.trouble for unit in units] == [""] * CHAPTERS
    assert sum(unit.amounts[Amount.FOUND] for unit in units) >= 0.9 * CHAPTERS * QUOTATIONS
    assert sum(unit.amounts[Amount.QUOTATIONS] for unit in units) >= 0.5 * CHAPTERS * QUOTATIONS
    assert sum(unit.amounts[Amount.FABRICATED_AFTER] for unit in units) == 0
    return ratio_of(work.measure, work.enforce, most=MOST)


@growth("evaluation: eight times the quotations of a chapter", 12)
def more_quotations() -> Iterator[Case]:
    """One chapter, measured."""
    small, large = prepared(1, SMALL), prepared(1, 8 * SMALL)
    yield Case("", small.measure, large.measure)


@growth("evaluation: ten times the quotations of an answer", 25)
def more_quotations_of_an_answer() -> Iterator[Case]:
    """Each of another record, some corrected and some refused."""
    policy = AnswerPolicy(least_words=0)

    def answered(number: int) -> CitedAnswer:
        found = [
            Citation(at, "f.csv", text=f"Word{at} is what the whole of record {at} says.", record_id=f"r{at}")
            for at in range(number)
        ]
        lines: list[str] = []
        for at, one in enumerate(found):
            named = one.record_id if at % 3 else f"r{(at + 1) % number}"
            lines.append(f"> “{one.text if at % 5 else 'It is not so at all.'}” — {named}")
        return inline_answer("What do people say?", found, "They all say what they say.\n\n" + "\n".join(lines), policy)

    small, large = answered(25), answered(250)
    assert not large.fallback_reason
    yield Case("", *(partial(measure_answer, one, subject="records", policy=policy) for one in (small, large)))


@growth("evaluation: a run of ten times the chapters, transcript and quotes", 15)
def more_chapters() -> Iterator[Case]:
    """Thirty chapters against three hundred: what all chapters share is prepared once."""

    def measured(line: Line, drafts: Sequence[ChapterDraft]) -> list[Unit]:
        measurer = ChapterMeasurer(line.with_settings(line.settings), "bench")
        return [measurer.measure(draft) for draft in drafts]

    works: list[partial[list[Unit]]] = []
    for size, quotes in ((60_000, 600), (600_000, 6_000)):
        corpus = make_corpus(size, quotes)
        line = prepare_line(evidence_map(corpus.quotes), corpus.transcript)
        client = OfflineComposer()
        drafts = [write_chapter(line, client, index) for index in chapters_to_write(line, None)]
        works.append(partial(measured, line, drafts))
    yield Case("", *works)
