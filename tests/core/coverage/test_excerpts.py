from itertools import pairwise

import pytest

from core.coverage.levels import (
    EXCERPT_COUNTS,
    CoverageLevel,
    CoverageThresholds,
    LevelPlan,
    select_deterministic_excerpts,
)
from core.generation.line import Line
from core.transcripts.speakers import SpeakerRef, SpeakerRole
from core.whitelist.build import WhitelistQuote

STRONG, MEDIUM, WEAK = CoverageLevel.STRONG, CoverageLevel.MEDIUM, CoverageLevel.WEAK


def quote(
    name: str,
    text: str,
    *,
    role: SpeakerRole = SpeakerRole.GUEST,
    chapter: int = 0,
    span: tuple[int, int] | None = None,
) -> WhitelistQuote:
    """Return a quote of a speaker with this role."""
    return WhitelistQuote(
        quote_id=name,
        quote_text=text,
        quote_canonical=text,
        speaker=SpeakerRef(speaker_id=role.value, speaker_name=role.value, speaker_role=role),
        source_evidence_ids=[],
        chapter_indices=[chapter],
        match_spans=[],
        raw_spans=[span] if span else [],
    )


def names(quotes: list[WhitelistQuote]) -> list[str]:
    """Return the ids of quotes."""
    return [one.quote_id for one in quotes]


@pytest.mark.parametrize("role", SpeakerRole)
def test_only_guests_are_excerpted(role: SpeakerRole) -> None:
    """No other role, the undeclared least of all, becomes a key excerpt."""
    chosen = select_deterministic_excerpts([quote("a", "words", role=role)], 0, STRONG)
    assert names(chosen) == (["a"] if role is SpeakerRole.GUEST else [])


@pytest.mark.parametrize(("level", "count"), [(STRONG, 4), (MEDIUM, 3), (WEAK, 2)])
def test_the_level_says_how_many(level: CoverageLevel, count: int) -> None:
    """4, 3 and 2, as in seed 1."""
    whitelist = [quote(str(number), "x" * number) for number in range(1, 9)]
    assert len(select_deterministic_excerpts(whitelist, 0, level)) == count == EXCERPT_COUNTS[level]


def test_the_longest_come_first_and_ties_are_broken_by_id() -> None:
    """The order of the whitelist never shows."""
    whitelist = [quote("b", "12345"), quote("d", "1234567"), quote("c", "12345"), quote("a", "12345"), quote("e", "1")]
    for order in (whitelist, whitelist[::-1], sorted(whitelist, key=lambda one: one.quote_id)):
        assert names(select_deterministic_excerpts(order, 0, STRONG)) == ["d", "a", "b", "c"]


def test_length_is_of_characters_not_of_words() -> None:
    """Seed 1 sorts by `len(quote_text)`."""
    whitelist = [quote("words", "a b c d e f g"), quote("letters", "incomprehensibilities")]
    assert names(select_deterministic_excerpts(whitelist, 0, WEAK)) == ["letters", "words"]


def test_a_chapter_never_borrows() -> None:
    """Too few stay too few, whatever the neighbours have."""
    whitelist = [quote("own", "short"), *(quote(str(n), "much longer", chapter=1) for n in range(9))]
    assert names(select_deterministic_excerpts(whitelist, 0, STRONG)) == ["own"]


@pytest.mark.parametrize(
    ("skip", "chosen"),
    [pytest.param(False, ["long", "tail"], id="seed 1"), pytest.param(True, ["long", "apart"], id="the pipeline")],
)
def test_words_are_not_shown_twice(skip: bool, chosen: list[str]) -> None:  # noqa: FBT001 - a case of the table
    """The pipeline passes over a candidate that overlaps one already chosen, and takes the next."""
    whitelist = [
        quote("long", "a" * 50, span=(100, 150)),
        quote("tail", "b" * 40, span=(149, 189)),
        quote("apart", "c" * 30, span=(150, 180)),
    ]
    assert names(select_deterministic_excerpts(whitelist, 0, WEAK, skip_overlaps=skip)) == chosen


def test_words_that_stand_at_several_places_are_not_shown_twice_either() -> None:
    """A candidate whose words lie inside a chosen excerpt at any of its places is passed over."""
    twice = quote("twice", "c" * 30, span=(10, 40)).model_copy(update={"raw_spans": [(10, 40), (200, 230)]})
    whitelist = [quote("long", "a" * 50, span=(190, 240)), twice, quote("apart", "b" * 20, span=(300, 320))]
    assert names(select_deterministic_excerpts(whitelist, 0, WEAK, skip_overlaps=True)) == ["long", "apart"]


def test_the_count_is_a_persons_choice() -> None:
    """Thresholds carry the number of excerpts; none is a number too."""
    plan = LevelPlan(target_words=1, generation_mode="x", excerpts=0)
    thresholds = CoverageThresholds(weak=plan)
    assert select_deterministic_excerpts([quote("a", "b")], 0, WEAK, thresholds=thresholds) == []
    assert select_deterministic_excerpts([quote("a", "b")], 0, WEAK, thresholds=thresholds, skip_overlaps=True) == []


def test_the_samples_excerpts_are_slices_of_the_chapters_guests(sample: Line) -> None:
    """Every excerpt re-slices, is a guest's, is the chapter's own, and shares no character with another."""
    for index, coverage in enumerate(sample.merged.coverages):
        excerpts = sample.excerpts(index)
        assert 0 < len(excerpts) <= EXCERPT_COUNTS[coverage.level]
        spans = sorted(one.raw_spans[0] for one in excerpts)
        assert all(end <= start for (_, end), (start, _) in pairwise(spans))
        for one in excerpts:
            assert sample.transcript.raw[slice(*one.raw_spans[0])] == one.quote_text
            assert one.speaker.speaker_role is SpeakerRole.GUEST
            assert index in one.chapter_indices
