import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from core.coverage.levels import CoverageLevel, CoverageThresholds, compute_chapter_coverage, merge_chapters
from core.coverage.sensitivity import Axis, Threshold, map_levels
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap
from core.generation.line import Line
from core.transcripts.speakers import SpeakerRef, SpeakerRole
from core.whitelist.build import WhitelistQuote
from tests.properties import examples

WEAK, MEDIUM, STRONG = CoverageLevel.WEAK, CoverageLevel.MEDIUM, CoverageLevel.STRONG
ANN = SpeakerRef(speaker_id="ann", speaker_name="Ann", speaker_role=SpeakerRole.GUEST)


def quote(name: str, words: int, *chapters: int) -> WhitelistQuote:
    return WhitelistQuote(
        quote_id=name,
        quote_text=" ".join([name] * words),
        quote_canonical=name,
        speaker=ANN,
        source_evidence_ids=[name],
        chapter_indices=list(chapters),
        match_spans=[(0, 1)],
    )


def evidence(*claims: int) -> EvidenceMap:
    """Return a map whose chapters have so many claims."""
    return EvidenceMap(
        chapters=tuple(
            ChapterEvidence(
                title=str(index),
                claims=tuple(ClaimEvidence(claim_id=f"{index}.{n}", claim="It is so.") for n in range(number)),
            )
            for index, number in enumerate(claims)
        )
    )


def axis(threshold: Threshold, *values: float) -> Axis:
    return Axis(threshold=threshold, values=values)


QUOTES = axis(Threshold.STRONG_QUOTES, 2, 3, 5, 6)
LEAST = axis(Threshold.MIN_USABLE_WORDS, 8, 10, 11)


def test_a_cell_is_the_level_at_its_two_values() -> None:
    """Five quotes of ten words and one claim: strong up to 5 quotes, nothing from 11 words on."""
    whitelist = [quote(f"q{number}", 10, 0) for number in range(5)]
    found = map_levels(evidence(1), whitelist, axis(Threshold.STRONG_QUOTES, 3, 5, 6), LEAST)
    assert found.alone == (((STRONG, STRONG, MEDIUM), (STRONG, STRONG, MEDIUM), (WEAK, WEAK, WEAK)),)
    assert found.written == found.alone


def test_weak_neighbours_are_scored_together_in_what_is_written() -> None:
    """Two weak chapters reach Medium as one; alone they stay weak, and a lower threshold keeps them apart."""
    whitelist = [quote("a", 30, 0), quote("b", 30, 1), quote("c", 30, 1)]
    found = map_levels(
        evidence(1, 1), whitelist, axis(Threshold.MEDIUM_QUOTES, 2, 3, 4), axis(Threshold.MIN_USABLE_WORDS, 8)
    )
    assert found.alone == (((WEAK, WEAK, WEAK),), ((MEDIUM, WEAK, WEAK),))
    assert found.written == (((WEAK, MEDIUM, WEAK),), ((MEDIUM, MEDIUM, WEAK),))


def test_where_strong_would_begin_below_medium_there_is_no_level() -> None:
    """Nobody can set these two values together."""
    found = map_levels(evidence(1), [], QUOTES, axis(Threshold.MEDIUM_QUOTES, 1, 3, 6))
    gaps = [[level is None for level in row] for row in found.alone[0]]
    assert gaps == [[False] * 4, [True, False, False, False], [True, True, True, False]]


def test_a_value_that_cannot_be_is_refused() -> None:
    """It is a mistake of the caller, not a gap in the map."""
    with pytest.raises(ValidationError):
        map_levels(evidence(1), [], axis(Threshold.STRONG_QUOTES, 5.5), LEAST)


def test_a_map_without_chapters_is_empty() -> None:
    """It is no error."""
    assert map_levels(evidence(), [], QUOTES, LEAST).written == ()


@st.composite
def whitelists(draw: st.DrawFn) -> tuple[EvidenceMap, list[WhitelistQuote]]:
    claims = draw(st.lists(st.integers(0, 3), min_size=1, max_size=7))
    chapters = st.sets(st.integers(0, len(claims) - 1), min_size=1, max_size=3)
    drawn = draw(st.lists(st.tuples(st.integers(1, 40), chapters), max_size=25))
    return evidence(*claims), [quote(f"q{n}", words, *sorted(where)) for n, (words, where) in enumerate(drawn)]


VALUES = {
    Threshold.MIN_USABLE_WORDS: st.integers(1, 40),
    Threshold.MEDIUM_QUOTES: st.integers(1, 8),
    Threshold.STRONG_QUOTES: st.integers(1, 8),
    Threshold.MEDIUM_WORDS_PER_CLAIM: st.floats(0, 90),
    Threshold.STRONG_WORDS_PER_CLAIM: st.floats(0, 90),
}


@st.composite
def axes(draw: st.DrawFn) -> tuple[Axis, Axis]:
    across, up = draw(st.lists(st.sampled_from(Threshold), min_size=2, max_size=2, unique=True))
    drawn = [sorted(draw(st.sets(VALUES[one], min_size=1, max_size=3))) for one in (across, up)]
    return axis(across, *drawn[0]), axis(up, *drawn[1])


def levels_by_the_line(
    evidence_map: EvidenceMap, whitelist: list[WhitelistQuote], changes: dict[str, float]
) -> tuple[list[CoverageLevel | None], list[CoverageLevel | None]]:
    """Score each chapter as the line does, alone and as it is written."""
    nowhere: list[CoverageLevel | None] = [None] * len(evidence_map.chapters)
    try:
        thresholds = CoverageThresholds.model_validate(changes)
    except ValidationError:
        return nowhere, nowhere
    merged = merge_chapters(evidence_map, whitelist, thresholds=thresholds)
    alone = [
        compute_chapter_coverage(chapter, whitelist, index, thresholds=thresholds).level
        for index, chapter in enumerate(evidence_map.chapters)
    ]
    written = [merged.coverages[merged.index_map[index]].level for index in range(len(alone))]
    return [*alone], [*written]


@examples(150)
@given(whitelists(), axes())
def test_the_map_says_what_the_line_says(
    material: tuple[EvidenceMap, list[WhitelistQuote]], both: tuple[Axis, Axis]
) -> None:
    """Cell by cell, alone and after joining: the quick way has the rules of the slow one."""
    evidence_map, whitelist = material
    across, up = both
    found = map_levels(evidence_map, whitelist, across, up)
    for row, high in enumerate(up.values):
        for column, far in enumerate(across.values):
            changes = {across.threshold.value: far, up.threshold.value: high}
            alone, written = levels_by_the_line(evidence_map, whitelist, changes)
            assert [grid[row][column] for grid in found.alone] == alone
            assert [grid[row][column] for grid in found.written] == written


def test_the_sample_stands_in_its_own_map(sample: Line) -> None:
    """At the values that are set, the map has the levels of the line."""
    thresholds = sample.settings.thresholds
    found = map_levels(
        sample.evidence_map,
        sample.whitelist,
        axis(Threshold.STRONG_QUOTES, thresholds.strong_quotes),
        axis(Threshold.MIN_USABLE_WORDS, thresholds.min_usable_words),
        thresholds=thresholds,
    )
    assert [grid[0][0] for grid in found.alone] == [one.level for one in sample.coverages]
