"""How long a narrative can become on its evidence."""

from collections.abc import Sequence

import pytest

from core.coverage.levels import ChapterCoverage, CoverageLevel, compute_chapter_coverage, merge_chapters
from core.coverage.reachable_words import quoted_words, reachable_words
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap
from core.transcripts.speakers import SpeakerRef, SpeakerRole
from core.whitelist.quote import WhitelistQuote

ANN = SpeakerRef(speaker_id="ann", speaker_name="Ann", speaker_role=SpeakerRole.GUEST)
RAW = "one two three four five six seven eight nine ten eleven twelve"


def quote(words: str, *chapters: int, again: Sequence[tuple[int, int]] = ()) -> WhitelistQuote:
    """Return a quote of these words of RAW, or without a place where RAW has them not."""
    start = RAW.find(words)
    spans = [(start, start + len(words)), *again] if start >= 0 else []
    return WhitelistQuote(
        quote_id=words,
        quote_text=words,
        quote_canonical=words,
        speaker=ANN,
        source_evidence_ids=["e"],
        chapter_indices=list(chapters) or [0],
        match_spans=spans,
        raw_spans=spans,
    )


@pytest.mark.parametrize(
    ("quotes", "words"),
    [
        ((), 0),
        (("two three", "five"), 3),
        (("two three four", "three four five"), 4),
        (("one two three four", "two three"), 4),
        (("two three", "one two three four"), 4),
        (("one two three", "two", "three four", "four five six"), 6),
        (("said elsewhere", "elsewhere too"), 4),
    ],
    ids=["none", "apart", "crossing", "inside", "around", "a chain", "without places"],
)
def test_words_of_overlapping_quotes_count_once(quotes: tuple[str, ...], words: int) -> None:
    """In whatever order they come; a quote without a place counts whole."""
    assert quoted_words(map(quote, quotes)) == words
    assert quoted_words(map(quote, reversed(quotes))) == words


def test_a_quote_that_is_said_twice_counts_once() -> None:
    """Its words are read once."""
    assert quoted_words([quote("two three", again=[(400, 409)])]) == 2


@pytest.mark.parametrize(("target", "reached"), [(800, 49), (49, 49), (30, 30)])
def test_the_evidence_carries_quotes_claims_and_twenty_words_for_each_quote(target: int, reached: int) -> None:
    """Five words of two quotes, four of two claims, and twice twenty; never more than the target."""
    found = reachable_words(target, ["A claim", "Another one"], [quote("one two three"), quote("three four five")])
    assert found == reached


def test_coverage_and_merged_chapters_tell_it() -> None:
    """A quote that both chapters share counts once in the chapter that joins them."""
    claims = [ClaimEvidence(claim_id=name, claim=name) for name in ("Bells ring", "Bells crack")]
    chapters = tuple(ChapterEvidence(title=claim.claim, claims=(claim,)) for claim in claims)
    quotes = [quote("one two three", 0, 1), quote("five six", 1)]
    assert compute_chapter_coverage(chapters[0], quotes, 0).reachable_words == 3 + 2 + 20
    assert compute_chapter_coverage(chapters[1], quotes, 1).reachable_words == 5 + 2 + 40
    (joined,) = merge_chapters(EvidenceMap(chapters=chapters), quotes).coverages
    assert (joined.reachable_words, joined.target_words) == (5 + 4 + 40, 250)


def test_coverage_of_an_older_program_reaches_its_target() -> None:
    """It was not counted then."""
    stored = {"chapter_index": 0, "level": CoverageLevel.WEAK, "usable_quotes": 1, "quote_words_per_claim": 9.0}
    stored |= {"quotes_per_claim": 1.0, "target_words": 250, "generation_mode": "excerpt_only"}
    assert ChapterCoverage.model_validate(stored).reachable_words == 250
