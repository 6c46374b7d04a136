import pytest
from pydantic import ValidationError

from core.coverage.levels import (
    CoverageLevel,
    CoverageThresholds,
    LevelPlan,
    MergedChapters,
    combine_coverages,
    compute_chapter_coverage,
    merge_chapters,
    merge_weak_chapters,
)
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap
from core.generation.line import Line
from core.transcripts.speakers import SpeakerRef, SpeakerRole
from core.whitelist.build import WhitelistQuote
from tests.golden import load

ANN = SpeakerRef(speaker_id="ann", speaker_name="Ann", speaker_role=SpeakerRole.GUEST)
WEAK, MEDIUM, STRONG = CoverageLevel.WEAK, CoverageLevel.MEDIUM, CoverageLevel.STRONG


def quote(words: int, *chapters: int, name: str = "q") -> WhitelistQuote:
    """Return a quote of so many words for these chapters."""
    return WhitelistQuote(
        quote_id=name,
        quote_text=" ".join([name] * words),
        quote_canonical=name,
        speaker=ANN,
        source_evidence_ids=[name],
        chapter_indices=list(chapters),
        match_spans=[(0, 1)],
    )


def chapter(title: str, claims: int) -> ChapterEvidence:
    """Return a chapter with so many claims."""
    return ChapterEvidence(
        title=title, claims=tuple(ClaimEvidence(claim_id=f"{title}{n}", claim=f"{title} {n}") for n in range(claims))
    )


def evidence(*titles: str, claims: int = 1) -> EvidenceMap:
    """Return a map of chapters with these titles."""
    return EvidenceMap(chapters=tuple(chapter(title, claims) for title in titles))


def level_of(lengths: list[int], claims: int) -> CoverageLevel:
    """Score a chapter with quotes of these lengths."""
    whitelist = [quote(words, 0, name=f"q{number}") for number, words in enumerate(lengths)]
    return compute_chapter_coverage(chapter("A", claims), whitelist, 0).level


def merged(evidence_map: EvidenceMap, whitelist: list[WhitelistQuote]) -> tuple[list[list[int]], MergedChapters]:
    """Merge, and return the old chapters of each new one too."""
    found = merge_chapters(evidence_map, whitelist)
    groups = [[old for old, new in found.index_map.items() if new == index] for index in range(len(found.coverages))]
    return groups, found


@pytest.mark.parametrize(
    ("lengths", "claims", "level"),
    [
        pytest.param([10, 10, 10, 10, 10], 1, STRONG, id="5 quotes, 50 words a claim"),
        pytest.param([13, 12, 13, 12], 1, MEDIUM, id="4 quotes, 50 words"),
        pytest.param([10, 10, 10, 10, 9], 1, MEDIUM, id="5 quotes, 49 words"),
        pytest.param([20, 20, 20, 20, 19], 2, MEDIUM, id="5 quotes, 49.5 words a claim"),
        pytest.param([20, 20, 20, 20, 20], 2, STRONG, id="5 quotes, exactly 50 words a claim of two"),
        pytest.param([8, 8, 8, 8, 8, 8, 8], 1, STRONG, id="7 quotes of the least length, 56 words"),
        pytest.param([10, 10, 10], 1, MEDIUM, id="3 quotes, 30 words a claim"),
        pytest.param([15, 15], 1, WEAK, id="2 quotes, 30 words"),
        pytest.param([60, 60], 1, WEAK, id="2 quotes, 120 words"),
        pytest.param([10, 10, 9], 1, WEAK, id="3 quotes, 29 words"),
        pytest.param([20, 20, 19], 2, WEAK, id="3 quotes, 29.5 words a claim"),
        pytest.param([10, 10, 8, 7], 1, WEAK, id="a quote of 7 words does not count"),
        pytest.param([10, 10, 8, 8], 1, MEDIUM, id="a quote of 8 words counts"),
        pytest.param([10, 10, 10, 10, 10], 0, STRONG, id="no claims count as one"),
        pytest.param([], 3, WEAK, id="no quotes"),
    ],
)
def test_a_level_begins_exactly_at_its_thresholds(lengths: list[int], claims: int, level: CoverageLevel) -> None:
    """STRONG is 5 quotes and 50 words a claim, MEDIUM 3 and 30, and both must hold; a usable quote has 8 words."""
    assert level_of(lengths, claims) is level


@pytest.mark.parametrize(("words", "usable"), [(7, 0), (8, 1)])
def test_a_quote_is_usable_from_eight_words_on(words: int, usable: int) -> None:
    """What is too short counts neither as a quote nor with its words."""
    found = compute_chapter_coverage(chapter("A", 2), [quote(words, 0)], 0)
    assert found.usable_quotes == usable
    assert found.quote_words_per_claim == words * usable / 2
    assert found.quotes_per_claim == usable / 2


def test_words_are_counted_at_white_space_of_every_kind() -> None:
    """Line breaks and runs of spaces in a slice part words as single spaces do."""
    spread = quote(8, 0).model_copy(update={"quote_text": "one\ntwo  three\tfour five\u00a0six seven\r\neight"})
    assert compute_chapter_coverage(chapter("A", 1), [spread], 0).usable_quotes == 1


@pytest.mark.parametrize(
    ("lengths", "target_words", "mode"),
    [([10] * 5, 800, "normal"), ([10] * 3, 500, "thin"), ([10], 250, "excerpt_only")],
)
def test_each_level_has_its_plan(lengths: list[int], target_words: int, mode: str) -> None:
    """Target words and generation mode follow from the level."""
    whitelist = [quote(words, 0, name=f"q{number}") for number, words in enumerate(lengths)]
    found = compute_chapter_coverage(chapter("A", 1), whitelist, 0)
    assert (found.target_words, found.generation_mode) == (target_words, mode)


def test_only_a_chapters_own_quotes_count() -> None:
    """A quote of another chapter adds nothing."""
    whitelist = [quote(10, 1, name=f"q{number}") for number in range(9)]
    assert compute_chapter_coverage(chapter("A", 1), whitelist, 0).usable_quotes == 0


def test_thresholds_are_a_persons_choice() -> None:
    """Every number of a level can be set, and the plan goes with it."""
    thresholds = CoverageThresholds(
        min_usable_words=3,
        medium_quotes=1,
        medium_words_per_claim=3,
        medium=LevelPlan(target_words=90, generation_mode="brief", excerpts=1),
    )
    found = compute_chapter_coverage(chapter("A", 1), [quote(3, 0)], 0, thresholds=thresholds)
    assert (found.level, found.target_words, found.generation_mode) == (MEDIUM, 90, "brief")


@pytest.mark.parametrize(
    "fields", [{"strong_quotes": 2}, {"strong_words_per_claim": 29.5}, {"min_usable_words": 0}, {"medium_quotes": -1}]
)
def test_impossible_thresholds_are_refused(fields: dict[str, float]) -> None:
    """STRONG never begins below MEDIUM, and no count is below one."""
    with pytest.raises(ValidationError):
        CoverageThresholds.model_validate(fields)


@pytest.mark.parametrize(
    ("strong", "groups"),
    [
        pytest.param("w", [[0]], id="one weak chapter stays alone"),
        pytest.param("ww", [[0, 1]], id="two are one"),
        pytest.param("www", [[0, 1], [2]], id="three are a pair and a single one"),
        pytest.param("wwww", [[0, 1], [2, 3]], id="four are two pairs"),
        pytest.param("wsw", [[0], [1], [2]], id="only neighbours are joined"),
        pytest.param("swws", [[0], [1, 2], [3]], id="between strong ones"),
        pytest.param("wwsww", [[0, 1], [2], [3, 4]], id="on both sides of a strong one"),
        pytest.param("", [], id="no chapters"),
    ],
)
def test_weak_neighbours_are_joined_two_by_two(strong: str, groups: list[list[int]]) -> None:
    """A pair that is joined is not joined again, however weak it still is."""
    evidence_map = EvidenceMap(chapters=tuple(chapter(str(number), 1) for number in range(len(strong))))
    whitelist = [
        quote(10, index, name=f"q{index}.{number}")
        for index, kind in enumerate(strong)
        for number in range(5 if kind == "s" else 1)
    ]
    assert merged(evidence_map, whitelist)[0] == groups


def test_a_pair_is_scored_again_as_one_chapter() -> None:
    """Quotes and claims of both count together, and the level may rise."""
    whitelist = [quote(20, 0, name="a"), quote(20, 1, name="b"), quote(20, 1, name="c")]
    _, found = merged(evidence("A", "B"), whitelist)
    (coverage,) = found.coverages
    assert (coverage.usable_quotes, coverage.quote_words_per_claim, coverage.quotes_per_claim) == (3, 30, 1.5)
    assert (coverage.level, coverage.target_words, coverage.generation_mode) == (MEDIUM, 500, "thin")


def test_a_quote_that_both_chapters_share_counts_once() -> None:
    """Two weak chapters with the same two quotes are not a chapter with four."""
    whitelist = [quote(20, 0, 1, name="a"), quote(20, 0, 1, name="b")]
    _, found = merged(evidence("A", "B"), whitelist)
    assert (found.coverages[0].usable_quotes, found.coverages[0].quote_words_per_claim) == (2, 20)
    assert found.coverages[0].level is WEAK


def test_after_merging_every_stage_sees_the_new_indices() -> None:
    """Coverages, titles, claims and the quotes' chapters all count alike; the quotes of no chapter are lost."""
    whitelist = [
        *(quote(10, 0, name=f"s{number}") for number in range(5)),
        quote(9, 1, name="one"),
        quote(9, 2, name="two"),
        quote(9, 1, 2, 3, name="all"),
        *(quote(10, 3, name=f"t{number}") for number in range(5)),
    ]
    groups, found = merged(evidence("A", "B", "C", "D"), whitelist)
    assert groups == [[0], [1, 2], [3]]
    assert found.index_map == {0: 0, 1: 1, 2: 1, 3: 2}
    assert [coverage.chapter_index for coverage in found.coverages] == [0, 1, 2]
    assert [part.title for part in found.evidence_map.chapters] == ["A", "B / C", "D"]
    assert [claim.claim for claim in found.evidence_map.chapters[1].claims] == ["B 0", "C 0"]
    chapters = {one.quote_id: one.chapter_indices for one in found.whitelist}
    assert (chapters["one"], chapters["two"], chapters["all"], chapters["t0"]) == ([1], [1], [1, 2], [2])
    again = [
        compute_chapter_coverage(part, list(found.whitelist), index)
        for index, part in enumerate(found.evidence_map.chapters)
    ]
    assert again == list(found.coverages)


def test_seed_ones_door_returns_new_coverages_and_the_map() -> None:
    """`merge_weak_chapters` and `combine_coverages` take the old indices, as in seed 1."""
    evidence_map = evidence("A", "B", "C")
    whitelist = [quote(10, 0, name="a"), quote(10, 1, name="b"), quote(10, 2, name="c")]
    scored = [compute_chapter_coverage(part, whitelist, n) for n, part in enumerate(evidence_map.chapters)]
    coverages, index_map = merge_weak_chapters(scored, evidence_map, whitelist)
    assert index_map == {0: 0, 1: 0, 2: 1}
    assert [coverage.chapter_index for coverage in coverages] == [0, 1]
    assert combine_coverages(scored[0], scored[1], evidence_map, whitelist) == coverages[0]
    assert combine_coverages(scored[1], scored[2], evidence_map, whitelist).chapter_index == 1


def test_the_sample_has_the_chapters_its_author_meant(sample: Line) -> None:
    """STRONG, MEDIUM, WEAK and a merge all occur where they were written to occur."""
    expected = load("sample_expected")
    before = [
        {"index": one.chapter_index, "level": one.level, "usable_quotes": one.usable_quotes, "claims": len(part.claims)}
        for one, part in zip(sample.coverages, sample.evidence_map.chapters, strict=True)
    ]
    after = [
        {
            "index": one.chapter_index,
            "from_chapters": [old for old, new in sample.merged.index_map.items() if new == one.chapter_index],
            "level": one.level,
            "usable_quotes": one.usable_quotes,
            "claims": len(part.claims),
        }
        for one, part in zip(sample.merged.coverages, sample.merged.evidence_map.chapters, strict=True)
    ]
    assert before == expected["chapters"]
    assert after == expected["after_merge"]
