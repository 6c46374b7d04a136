"""The chapters after merging, each with what it was joined from: what the charts, tables and choosers show."""

from collections.abc import Sequence

from core.coverage import ChapterCoverage, CoverageLevel, CoverageThresholds, MergedChapters
from core.evidence import EvidenceMap
from core.record import Record
from workbench.wording import LEVELS, count


class Part(Record):
    """A chapter of the evidence map as it was scored alone; `number` counts from 1 as people do."""

    number: int
    title: str
    coverage: ChapterCoverage


class ChapterRow(Record):
    """A chapter as it is written: one part, or two weak neighbours that were joined."""

    title: str
    coverage: ChapterCoverage
    parts: tuple[Part, ...]

    @property
    def numbers(self) -> str:
        """The evidence map's numbers of the parts: "3", or "4 + 5"."""
        return " + ".join(str(part.number) for part in self.parts)

    @property
    def label(self) -> str:
        """Numbers and title in one line."""
        return f"{self.numbers}. {self.title}"


def _missing(coverage: ChapterCoverage, quotes: int, words: float) -> str:
    lacking: list[str] = []
    if coverage.usable_quotes < quotes:
        lacking.append(count(quotes - coverage.usable_quotes, "more usable quote"))
    if coverage.quote_words_per_claim < words:
        short = max(words - coverage.quote_words_per_claim, 0.1)  # a shortfall is never said to be 0.0
        lacking.append(f"{short:.1f} more words per claim")
    return " and ".join(lacking)


def what_is_missing(coverage: ChapterCoverage, thresholds: CoverageThresholds) -> str:
    """Say what the chapter lacks to reach the next level, "" where it is the highest."""
    if coverage.level is CoverageLevel.STRONG:
        return ""
    if coverage.level is CoverageLevel.MEDIUM:
        lacking = _missing(coverage, thresholds.strong_quotes, thresholds.strong_words_per_claim)
        return f"{lacking} for {LEVELS[CoverageLevel.STRONG]}"
    lacking = _missing(coverage, thresholds.medium_quotes, thresholds.medium_words_per_claim)
    return f"{lacking} for {LEVELS[CoverageLevel.MEDIUM]}"


def chapter_rows(
    evidence_map: EvidenceMap, coverages: Sequence[ChapterCoverage], merged: MergedChapters
) -> tuple[ChapterRow, ...]:
    """Return the chapters in order, from the evidence map and coverages before merging and the merged ones."""
    parts: dict[int, list[Part]] = {}
    for old, (chapter, coverage) in enumerate(zip(evidence_map.chapters, coverages, strict=True)):
        parts.setdefault(merged.index_map[old], []).append(Part(number=old + 1, title=chapter.title, coverage=coverage))
    return tuple(
        ChapterRow(title=chapter.title, coverage=coverage, parts=tuple(parts[new]))
        for new, (chapter, coverage) in enumerate(zip(merged.evidence_map.chapters, merged.coverages, strict=True))
    )
