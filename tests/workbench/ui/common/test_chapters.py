import pytest

from core.coverage.levels import DEFAULT_THRESHOLDS, ChapterCoverage, CoverageLevel, CoverageThresholds, MergedChapters
from core.evidence.evidence_map import ChapterEvidence, EvidenceMap
from core.generation.line import Line
from workbench.ui.common.chapters import (
    ChapterRow,
    ScoredChapter,
    chapter_rows,
    compare_rows,
    listed,
    merging_in_words,
    rows_of,
    rows_under,
    totals,
    what_is_missing,
)


def coverage(index: int, quotes: int, words: float) -> ChapterCoverage:
    level = DEFAULT_THRESHOLDS.level(quotes, words)
    return ChapterCoverage(
        chapter_index=index,
        level=level,
        usable_quotes=quotes,
        quote_words_per_claim=words,
        quotes_per_claim=1,
        target_words=DEFAULT_THRESHOLDS.plan(level).target_words,
        generation_mode=DEFAULT_THRESHOLDS.plan(level).generation_mode,
    )


def test_joined_chapters_keep_both_numbers_and_what_they_were_alone() -> None:
    """A reader of the evidence map finds each chapter again."""
    before = EvidenceMap(
        chapters=(ChapterEvidence(title="Tea"), ChapterEvidence(title="Milk"), ChapterEvidence(title="Sugar"))
    )
    after = EvidenceMap(chapters=(ChapterEvidence(title="Tea"), ChapterEvidence(title="Milk / Sugar")))
    alone = [coverage(0, 5, 50), coverage(1, 2, 20), coverage(2, 1, 12)]
    merged = MergedChapters(
        coverages=(alone[0], coverage(1, 3, 31)), evidence_map=after, whitelist=(), index_map={0: 0, 1: 1, 2: 1}
    )
    rows = chapter_rows(before, alone, merged)
    assert [row.label for row in rows] == ["1. Tea", "2 + 3. Milk / Sugar"]
    assert [(part.number, part.title, part.coverage) for part in rows[1].parts] == [
        (2, "Milk", alone[1]),
        (3, "Sugar", alone[2]),
    ]


@pytest.mark.parametrize(
    ("quotes", "words", "said"),
    [
        (5, 50, ""),
        (4, 49, "1 more usable quote and 1.0 more words per claim for Strong"),
        (3, 60, "2 more usable quotes for Strong"),
        (9, 31.5, "18.5 more words per claim for Strong"),
        (2, 60, "1 more usable quote for Medium"),
        (0, 0, "3 more usable quotes and 30.0 more words per claim for Medium"),
    ],
)
def test_what_a_chapter_lacks_for_the_next_level(quotes: int, words: float, said: str) -> None:
    """Both measures, each only where it falls short."""
    assert what_is_missing(coverage(0, quotes, words), DEFAULT_THRESHOLDS) == said


def test_a_shortfall_is_never_said_to_be_nothing() -> None:
    """29.99 of 30 words lack a little, and the screen must not say 0.0."""
    assert what_is_missing(coverage(0, 3, 29.99), DEFAULT_THRESHOLDS) == "0.1 more words per claim for Medium"


@pytest.mark.parametrize(
    ("words", "said"), [([], ""), (["3"], "3"), (["3", "4"], "3 and 4"), (["3", "4", "5"], "3, 4 and 5")]
)
def test_words_in_a_row(words: list[str], said: str) -> None:
    """As a sentence has them."""
    assert listed(words) == said


def written(*chapters: tuple[tuple[int, ...], int, float]) -> tuple[ChapterRow, ...]:
    """Return rows from the numbers of their parts and what they have as they are written; joined parts are weak."""
    rows: list[ChapterRow] = []
    for index, (numbers, quotes, words) in enumerate(chapters):
        whole = coverage(index, quotes, words)
        alone = whole if len(numbers) == 1 else coverage(index, 1, 9)
        parts = tuple(ScoredChapter(number=number, title=str(number), coverage=alone) for number in numbers)
        rows.append(ChapterRow(title=str(numbers[0]), coverage=whole, parts=parts))
    return tuple(rows)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        pytest.param(
            written(((1,), 5, 50), ((2, 3), 4, 31)),
            "Chapters 2 and 3 are both weak and neighbours, so they are written as one: together they have "
            "4 usable quotes, 31.0 words per claim; they reach Medium.",
            id="a pair that rises",
        ),
        pytest.param(
            written(((1, 2), 2, 40)),
            "Chapters 1 and 2 are both weak and neighbours, so they are written as one: together they have "
            "2 usable quotes, 40.0 words per claim; they stay Weak and lack 1 more usable quote for Medium.",
            id="a pair that stays",
        ),
        pytest.param(
            written(((1,), 1, 9), ((2,), 5, 50)),
            "Chapter 1 is weak and stays alone, because it has no weak neighbour.",
            id="a weak one beside a strong one",
        ),
        pytest.param(
            written(((1,), 1, 9), ((2,), 5, 50), ((3,), 1, 9)),
            "Chapters 1 and 3 are weak and stay alone, because they have no weak neighbour.",
            id="two of them",
        ),
        pytest.param(written(((1,), 5, 50)), "No chapter is weak, so none are joined.", id="none is weak"),
        pytest.param((), "No chapter is weak, so none are joined.", id="no chapters"),
    ],
)
def test_what_is_joined_is_said_with_its_reason(rows: tuple[ChapterRow, ...], said: str) -> None:
    """And why a weak chapter is not joined."""
    assert merging_in_words(rows, DEFAULT_THRESHOLDS) == (said,)


def test_the_third_of_three_weak_chapters_comes_too_late() -> None:
    """Its neighbour is weak, but was joined with the one before."""
    _, last = merging_in_words(written(((1, 2), 4, 31), ((3,), 1, 9)), DEFAULT_THRESHOLDS)
    assert last == ("Chapter 3 is weak and stays alone, because its weak neighbour is already joined with another.")


STRICT = CoverageThresholds(strong_quotes=5, strong_words_per_claim=58, medium_words_per_claim=40)


def test_other_thresholds_are_compared_chapter_by_chapter(sample: Line) -> None:
    """Every chapter of the map once, with what it is written in on both sides."""
    mine, strict = rows_of(sample), rows_under(sample, STRICT)
    compared = compare_rows(mine, strict)
    assert [one.number for one in compared] == [1, 2, 3, 4, 5, 6, 7]
    assert [one.title for one in compared] == [chapter.title for chapter in sample.evidence_map.chapters]
    differing = {one.number: (one.left.coverage.level, one.right.coverage.level) for one in compared if one.differs}
    assert differing[7] == (CoverageLevel.STRONG, CoverageLevel.MEDIUM)
    assert 2 not in differing


def test_the_same_thresholds_make_no_difference(sample: Line) -> None:
    """Not even in one chapter."""
    mine = rows_of(sample)
    assert not any(one.differs for one in compare_rows(mine, rows_under(sample, sample.settings.thresholds)))


def test_totals_are_sums_over_the_chapters_as_they_are_written(sample: Line) -> None:
    """Two strong, three medium and one weak chapter: 2 x 4 + 3 x 3 + 2 excerpts. The evidence carries the 800 words of
    both strong ones and the 500 of one medium one, of the others 490, 496 and 195."""
    found = totals(rows_of(sample), DEFAULT_THRESHOLDS)
    assert found.levels == {CoverageLevel.STRONG: 2, CoverageLevel.MEDIUM: 3, CoverageLevel.WEAK: 1}
    assert (found.chapters, found.words, found.excerpts) == (6, 3_281, 19)
