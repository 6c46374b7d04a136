import pytest

from core.coverage import DEFAULT_THRESHOLDS, ChapterCoverage, MergedChapters
from core.evidence import ChapterEvidence, EvidenceMap
from workbench.chapters import chapter_rows, what_is_missing


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
