"""How well each chapter is covered by proven quotes, and which weak neighbours are joined.

All numbers are fields of `CoverageThresholds`; its defaults are seed 1's constants.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, Field, model_validator

from core.coverage.reachable_words import reachable_words
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap
from core.record import Record
from core.span import Span
from core.text.safe_html import MOST_ROWS, NotebookDisplay, NotebookTable, counted, display_html, in_words
from core.transcripts.speakers import SpeakerRole
from core.whitelist.quote import Whitelist, WhitelistQuote
from core.whitelist.quote_key import by_chapter

MIN_USABLE_QUOTE_LENGTH = 8  # words
STRONG_QUOTES = 5
STRONG_WORDS_PER_CLAIM = 50
MEDIUM_QUOTES = 3
MEDIUM_WORDS_PER_CLAIM = 30


class CoverageLevel(StrEnum):
    """How much proven material a chapter has."""

    STRONG = "strong"
    MEDIUM = "medium"
    WEAK = "weak"


class LevelPlan(Record):
    """What a chapter of one level is given: words to write, a generation mode, key excerpts."""

    target_words: int = Field(ge=1, le=100_000)
    generation_mode: str
    excerpts: int = Field(ge=0, le=1_000)


class CoverageThresholds(Record):
    """Where the levels begin and what each of them means; words are counted at white space."""

    min_usable_words: int = Field(default=MIN_USABLE_QUOTE_LENGTH, ge=1, le=1_000)
    strong_quotes: int = Field(default=STRONG_QUOTES, ge=1, le=10_000)
    strong_words_per_claim: float = Field(default=STRONG_WORDS_PER_CLAIM, ge=0, le=100_000)
    medium_quotes: int = Field(default=MEDIUM_QUOTES, ge=1, le=10_000)
    medium_words_per_claim: float = Field(default=MEDIUM_WORDS_PER_CLAIM, ge=0, le=100_000)
    strong: LevelPlan = LevelPlan(target_words=800, generation_mode="normal", excerpts=4)
    medium: LevelPlan = LevelPlan(target_words=500, generation_mode="thin", excerpts=3)
    weak: LevelPlan = LevelPlan(target_words=250, generation_mode="excerpt_only", excerpts=2)

    @model_validator(mode="after")
    def _strong_is_above_medium(self) -> "CoverageThresholds":
        if self.strong_quotes < self.medium_quotes or self.strong_words_per_claim < self.medium_words_per_claim:
            raise ValueError("STRONG must not begin below MEDIUM")
        return self

    def level(self, usable_quotes: int, words_per_claim: float) -> CoverageLevel:
        """Return the level that so many usable quotes and words per claim reach."""
        if usable_quotes >= self.strong_quotes and words_per_claim >= self.strong_words_per_claim:
            return CoverageLevel.STRONG
        if usable_quotes >= self.medium_quotes and words_per_claim >= self.medium_words_per_claim:
            return CoverageLevel.MEDIUM
        return CoverageLevel.WEAK

    def plan(self, level: CoverageLevel) -> LevelPlan:
        """Return what a chapter of `level` is given."""
        return {CoverageLevel.STRONG: self.strong, CoverageLevel.MEDIUM: self.medium, CoverageLevel.WEAK: self.weak}[
            level
        ]


DEFAULT_THRESHOLDS = CoverageThresholds()
EXCERPT_COUNTS = {level: DEFAULT_THRESHOLDS.plan(level).excerpts for level in CoverageLevel}


class ChapterCoverage(Record):
    """The coverage of one chapter; the fields are seed 1's, and the words that the evidence carries (the target where
    nobody counted them)."""

    chapter_index: int
    level: CoverageLevel
    usable_quotes: int
    quote_words_per_claim: float
    quotes_per_claim: float
    target_words: int
    generation_mode: str
    reachable_words: int = Field(default_factory=lambda given: given.get("target_words", 0))

    def _repr_html_(self) -> str:
        return display_html(Coverages((self,)).table().as_html())


class Coverages(NotebookDisplay, tuple[ChapterCoverage, ...]):
    """The coverage of several chapters; a notebook shows it as a table."""

    __slots__ = ()

    def table(self) -> NotebookTable:
        """Return the level of each chapter, its quotes, and the words to write."""
        rows = [
            (
                str(one.chapter_index + 1),
                one.level.value,
                f"{one.usable_quotes:,}",
                f"{one.quote_words_per_claim:.1f}",
                f"{one.reachable_words:,} ({in_words(one.generation_mode)})",
            )
            for one in self[:MOST_ROWS]
        ]
        return NotebookTable(
            caption=f"Coverage of {counted(len(self), 'chapter')}",
            headings=("Chapter", "Level", "Usable quotes", "Words per claim", "Words to write"),
            rows=rows,
            lines=[
                f"chapter {number}: {level}, usable quotes {quotes}, words per claim {words}, to write {target}"
                for number, level, quotes, words, target in rows
            ],
            left_out=len(self) - MOST_ROWS,
        )


class MergedChapters(Record):
    """Chapters, quotes and indices after merging; every later stage uses these.

    `index_map` maps each old chapter index to its new one.
    """

    coverages: Annotated[tuple[ChapterCoverage, ...], AfterValidator(Coverages)]
    evidence_map: EvidenceMap
    whitelist: Annotated[tuple[WhitelistQuote, ...], AfterValidator(Whitelist)]
    index_map: dict[int, int]


def _joined(first: ChapterEvidence, second: ChapterEvidence) -> ChapterEvidence:
    return ChapterEvidence(title=f"{first.title} / {second.title}", claims=(*first.claims, *second.claims))


def _score(
    claims: Sequence[ClaimEvidence], quotes: list[WhitelistQuote], chapter_index: int, thresholds: CoverageThresholds
) -> ChapterCoverage:
    lengths = [len(quote.quote_text.split()) for quote in quotes]
    usable = [words for words in lengths if words >= thresholds.min_usable_words]
    words_per_claim = sum(usable) / max(len(claims), 1)
    level = thresholds.level(len(usable), words_per_claim)
    plan = thresholds.plan(level)
    return ChapterCoverage(
        chapter_index=chapter_index,
        level=level,
        usable_quotes=len(usable),
        quote_words_per_claim=words_per_claim,
        quotes_per_claim=len(usable) / max(len(claims), 1),
        target_words=plan.target_words,
        generation_mode=plan.generation_mode,
        reachable_words=reachable_words(plan.target_words, (claim.claim for claim in claims), quotes),
    )


def compute_chapter_coverage(
    chapter_evidence: ChapterEvidence,
    whitelist: list[WhitelistQuote],
    chapter_index: int,
    *,
    thresholds: CoverageThresholds = DEFAULT_THRESHOLDS,
) -> ChapterCoverage:
    """Score one chapter: how many quotes are long enough, and how many of their words there are for each claim.

    `chapter_index` counts from 0. Source: decisions.md#seed-1.
    """
    quotes = [quote for quote in whitelist if chapter_index in quote.chapter_indices]
    return _score(chapter_evidence.claims, quotes, chapter_index, thresholds)


def score_chapters(
    chapters: Sequence[ChapterEvidence], whitelist: Iterable[WhitelistQuote], *, thresholds: CoverageThresholds
) -> list[ChapterCoverage]:
    """Score all chapters as `compute_chapter_coverage` does each; the whitelist is read once."""
    own = by_chapter(whitelist)
    return [
        compute_chapter_coverage(chapter, own.get(index, []), index, thresholds=thresholds)
        for index, chapter in enumerate(chapters)
    ]


def combine_coverages(
    first: ChapterCoverage,
    second: ChapterCoverage,
    evidence_map: EvidenceMap,
    whitelist: list[WhitelistQuote],
    *,
    thresholds: CoverageThresholds = DEFAULT_THRESHOLDS,
) -> ChapterCoverage:
    """Score the union of two chapters, counting a shared quote once; the result has the first one's index.

    The indices are those of `evidence_map` and `whitelist`, before merging. Source: decisions.md#seed-1.
    """
    pair = {first.chapter_index, second.chapter_index}
    quotes = [quote for quote in whitelist if pair.intersection(quote.chapter_indices)]
    claims = [claim for index in sorted(pair) for claim in evidence_map.chapters[index].claims]
    return _score(claims, quotes, first.chapter_index, thresholds)


def merge_weak_chapters(
    coverages: list[ChapterCoverage],
    evidence_map: EvidenceMap,
    whitelist: list[WhitelistQuote],
    *,
    thresholds: CoverageThresholds = DEFAULT_THRESHOLDS,
) -> tuple[list[ChapterCoverage], dict[int, int]]:
    """Join adjacent WEAK chapters two by two and score each union again.

    Returns the coverages under their new indices and the map from old to new index; `merge_chapters` carries the new
    indices into the evidence map and the whitelist. Source: decisions.md#seed-1.
    """
    merged: list[ChapterCoverage] = []
    index_map: dict[int, int] = {}
    own = by_chapter(whitelist)
    index = 0
    while index < len(coverages):
        here, after = coverages[index], coverages[index + 1] if index + 1 < len(coverages) else None
        index_map[index] = len(merged)
        if after is not None and here.level is after.level is CoverageLevel.WEAK:
            index_map[index + 1] = len(merged)
            pair = own.get(index, []) + [
                quote for quote in own.get(index + 1, []) if index not in quote.chapter_indices
            ]
            here = combine_coverages(here, after, evidence_map, pair, thresholds=thresholds)
            index += 1
        merged.append(here.model_copy(update={"chapter_index": len(merged)}))
        index += 1
    return merged, index_map


def merge_chapters(
    evidence_map: EvidenceMap,
    whitelist: list[WhitelistQuote],
    *,
    thresholds: CoverageThresholds = DEFAULT_THRESHOLDS,
) -> MergedChapters:
    """Score all chapters, join the weak ones, and give every later stage the new indices.

    Seed 1 keeps the old indices in the whitelist and then looks merged chapters up under new ones: its second bug.
    """
    scored = score_chapters(evidence_map.chapters, whitelist, thresholds=thresholds)
    coverages, index_map = merge_weak_chapters(scored, evidence_map, whitelist, thresholds=thresholds)
    chapters: dict[int, ChapterEvidence] = {}
    for old, chapter in enumerate(evidence_map.chapters):
        new = index_map[old]
        chapters[new] = _joined(chapters[new], chapter) if new in chapters else chapter
    return MergedChapters(
        coverages=tuple(coverages),
        evidence_map=evidence_map.model_copy(update={"chapters": tuple(chapters.values())}),
        whitelist=tuple(
            quote.model_copy(update={"chapter_indices": sorted({index_map[old] for old in quote.chapter_indices})})
            for quote in whitelist
        ),
        index_map=index_map,
    )


def _overlaps(quote: WhitelistQuote, chosen: list[WhitelistQuote]) -> bool:
    """Tell whether an occurrence of a quote overlaps an occurrence of a chosen one."""
    shown = [Span(*span) for other in chosen for span in other.raw_spans]
    return any(Span(*span).overlaps(other) for span in quote.raw_spans for other in shown)


def select_deterministic_excerpts(
    whitelist: list[WhitelistQuote],
    chapter_index: int,
    coverage_level: CoverageLevel,
    *,
    thresholds: CoverageThresholds = DEFAULT_THRESHOLDS,
    skip_overlaps: bool = False,
) -> list[WhitelistQuote]:
    """Choose a chapter's key excerpts: GUESTs only, longest first, then by id.

    With `skip_overlaps` (as in the pipeline) a quote that overlaps a chosen one is left out. A chapter never takes
    another one's quotes to fill up. Source: decisions.md#seed-1.
    """
    candidates = [
        quote
        for quote in whitelist
        if chapter_index in quote.chapter_indices and quote.speaker.speaker_role is SpeakerRole.GUEST
    ]
    candidates.sort(key=lambda quote: (-len(quote.quote_text), quote.quote_id))
    count = thresholds.plan(coverage_level).excerpts
    if not skip_overlaps:
        return candidates[:count]
    chosen: list[WhitelistQuote] = []
    for candidate in candidates:
        if len(chosen) == count:
            break
        if not _overlaps(candidate, chosen):
            chosen.append(candidate)
    return chosen
