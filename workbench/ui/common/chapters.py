"""The chapters after merging, each with what it was joined from: what the charts, tables and choosers show."""

from collections.abc import Sequence

from core.coverage.levels import ChapterCoverage, CoverageLevel, CoverageThresholds, MergedChapters
from core.evidence.evidence_map import EvidenceMap
from core.generation.line import Line
from core.record import Record
from workbench.labels import LEVELS, count, coverage_in_words


class ScoredChapter(Record):
    """A chapter of the evidence map as it was scored alone; `number` counts from 1 as people do."""

    number: int
    title: str
    coverage: ChapterCoverage


class ChapterRow(Record):
    """A chapter as it is written: one part, or two weak neighbours that were joined."""

    title: str
    coverage: ChapterCoverage
    parts: tuple[ScoredChapter, ...]

    @property
    def numbers(self) -> str:
        """The evidence map's numbers of the parts: "3", or "4 + 5"."""
        return " + ".join(str(part.number) for part in self.parts)

    @property
    def label(self) -> str:
        """Numbers and title in one line."""
        return f"{self.numbers}. {self.title}"


def listed(words: Sequence[str]) -> str:
    """Return words as an enumeration: "3", "3 and 4", "3, 4 and 5"."""
    *first, last = words or [""]
    return f"{', '.join(first)} and {last}" if first else last


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


def _joined_in_words(row: ChapterRow, thresholds: CoverageThresholds) -> str:
    reached = f"they reach {LEVELS[row.coverage.level]}"
    if row.coverage.level is CoverageLevel.WEAK:
        reached = f"they stay Weak and lack {what_is_missing(row.coverage, thresholds)}"
    numbers = listed([str(part.number) for part in row.parts])
    return (
        f"Chapters {numbers} are both weak and neighbours, so they are written as one: together they have "
        f"{coverage_in_words(row.coverage)}; {reached}."
    )


def _alone_in_words(numbers: Sequence[str], why: str, *, owner: tuple[str, str]) -> str:
    one, many = owner
    if len(numbers) == 1:
        return f"Chapter {numbers[0]} is weak and stays alone, because {one} {why}."
    return f"Chapters {listed(numbers)} are weak and stay alone, because {many} {why}."


def merging_in_words(rows: Sequence[ChapterRow], thresholds: CoverageThresholds) -> tuple[str, ...]:
    """Say which chapters are joined and why, and why a weak one is not; one sentence when no chapter is weak."""
    parts = [_joined_in_words(row, thresholds) for row in rows if len(row.parts) > 1]
    free: list[str] = []
    too_late: list[str] = []
    for place, row in enumerate(rows):
        if len(row.parts) == 1 and row.coverage.level is CoverageLevel.WEAK:
            # A weak neighbour that was still free would have been taken: only the one before can be weak too.
            taken = place > 0 and rows[place - 1].parts[-1].coverage.level is CoverageLevel.WEAK
            (too_late if taken else free).append(row.numbers)
    if too_late:
        owner = ("its weak neighbour", "their weak neighbours")
        why = f"{'is' if len(too_late) == 1 else 'are'} already joined with another"
        parts.append(_alone_in_words(too_late, why, owner=owner))
    if free:
        why = f"{'has' if len(free) == 1 else 'have'} no weak neighbour"
        parts.append(_alone_in_words(free, why, owner=("it", "they")))
    return tuple(parts) or ("No chapter is weak, so none are joined.",)


class ChapterComparison(Record):
    """One chapter of the evidence map under two sets of thresholds: what it is written in, left and right."""

    number: int
    title: str
    left: ChapterRow
    right: ChapterRow

    @property
    def differs(self) -> bool:
        """Whether it makes a difference for what is written."""
        left, right = self.left, self.right
        return (left.coverage.level, left.numbers, left.coverage.reachable_words) != (
            right.coverage.level,
            right.numbers,
            right.coverage.reachable_words,
        )


def compare_rows(left: Sequence[ChapterRow], right: Sequence[ChapterRow]) -> tuple[ChapterComparison, ...]:
    """Return every chapter of the evidence map with the two rows it is part of."""
    over_there = {part.number: row for row in right for part in row.parts}
    return tuple(
        ChapterComparison(number=part.number, title=part.title, left=row, right=over_there[part.number])
        for row in left
        for part in row.parts
    )


class EditionTotals(Record):
    """What an edition comes to: chapters as written, how many of each level, words to write, key excerpts at most."""

    chapters: int
    levels: dict[CoverageLevel, int]
    words: int
    excerpts: int


def totals(rows: Sequence[ChapterRow], thresholds: CoverageThresholds) -> EditionTotals:
    """Return the sums over the chapters as they are written."""
    levels = [row.coverage.level for row in rows]
    return EditionTotals(
        chapters=len(rows),
        levels={level: levels.count(level) for level in CoverageLevel},
        words=sum(row.coverage.reachable_words for row in rows),
        excerpts=sum(thresholds.plan(level).excerpts for level in levels),
    )


def chapter_rows(
    evidence_map: EvidenceMap, coverages: Sequence[ChapterCoverage], merged: MergedChapters
) -> tuple[ChapterRow, ...]:
    """Return the chapters in order, from the evidence map and coverages before merging and the merged ones."""
    parts: dict[int, list[ScoredChapter]] = {}
    for old, (chapter, coverage) in enumerate(zip(evidence_map.chapters, coverages, strict=True)):
        parts.setdefault(merged.index_map[old], []).append(
            ScoredChapter(number=old + 1, title=chapter.title, coverage=coverage)
        )
    return tuple(
        ChapterRow(title=chapter.title, coverage=coverage, parts=tuple(parts[new]))
        for new, (chapter, coverage) in enumerate(zip(merged.evidence_map.chapters, merged.coverages, strict=True))
    )


def rows_of(line: Line) -> tuple[ChapterRow, ...]:
    """Return the chapters of a line in order, as `chapter_rows` does."""
    return chapter_rows(line.evidence_map, line.coverages, line.merged)


def rows_under(line: Line, thresholds: CoverageThresholds) -> tuple[ChapterRow, ...]:
    """Return the chapters of a line as they would be under other thresholds; nothing is proved again."""
    return rows_of(line.with_settings(line.settings.model_copy(update={"thresholds": thresholds})))


def titles_of(line: Line) -> tuple[str, ...]:
    """Return the titles of the evidence map's chapters."""
    return tuple(chapter.title for chapter in line.evidence_map.chapters)
