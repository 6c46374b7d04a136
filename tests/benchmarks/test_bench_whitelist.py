"""The whitelist against seed 1's algorithm made correct, and how it grows."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.span import Span
from core.transcripts.speakers import Speaker, SpeakerRole
from core.transcripts.transcript import TranscriptPair, Turn
from core.whitelist.build import build_quote_whitelist
from tests.benchmarks import naive
from tests.benchmarks.corpus import Corpus, evidence_map, make_corpus
from tests.benchmarks.measure import IN_CI, interleaved

pytestmark = pytest.mark.benchmark

LARGE = (200_000, 700) if IN_CI else (600_000, 2_000)
SMALL = (LARGE[0] // 10, LARGE[1] // 10)


def ours(corpus: Corpus, quotes: EvidenceMap) -> int:
    """Fold the transcript and build the whitelist, as from a file."""
    transcript = TranscriptPair.from_raw(corpus.transcript.raw, turns=corpus.transcript.turns)
    return len(build_quote_whitelist(quotes, transcript))


def test_building_is_faster_than_the_naive_algorithm(benchmark: BenchmarkFixture) -> None:
    """600 KB and 2,000 quotes cost at most a third of seed 1's loops made correct."""
    corpus = make_corpus(*LARGE)
    quotes = evidence_map(corpus.quotes)
    fast, slow = interleaved(lambda: ours(corpus, quotes), lambda: naive.build(quotes, corpus.transcript))
    benchmark.extra_info["times faster than naive"] = round(slow / fast, 1)
    benchmark.pedantic(ours, (corpus, quotes), rounds=1)
    assert slow / fast >= 3


def test_the_naive_algorithm_finds_the_same_quotes() -> None:
    """What is compared in speed is equal in what it lets in."""
    corpus = make_corpus(60_000, 200)
    quotes = evidence_map(corpus.quotes)
    let_in = {quote.quote_id for quote in build_quote_whitelist(quotes, corpus.transcript)}
    slow = naive.build(quotes, corpus.transcript)
    assert let_in == slow.keys()


def test_time_grows_with_the_text_and_the_quotes_not_their_product(
    benchmark: BenchmarkFixture,
) -> None:
    """Ten times the text and ten times the quotes cost at most 25 times as much."""
    small, large = make_corpus(*SMALL), make_corpus(*LARGE)
    maps = evidence_map(small.quotes), evidence_map(large.quotes)
    one, ten = interleaved(lambda: ours(small, maps[0]), lambda: ours(large, maps[1]))
    benchmark.extra_info["growth for x10"] = round(ten / one, 1)
    benchmark.pedantic(ours, (large, maps[1]), rounds=1)
    assert ten / one <= 25


def alike(count: int) -> tuple[Corpus, EvidenceMap]:
    """Return turns and quotes that all share one long beginning."""
    prefix = "and so it goes on and on and so it goes on and on and so it goes on and on until"
    words = [f"{prefix} n{number}" for number in range(count)]
    pieces: list[str] = []
    turns: list[Turn] = []
    place = 0
    for sentence in words:
        label = "Ann: "
        turns.append(
            Turn(
                speaker="Ann",
                label_span=Span(place, place + 4),
                span=Span(place + 5, place + 5 + len(sentence)),
            )
        )
        pieces.append(f"{label}{sentence}\n")
        place += len(pieces[-1])
    transcript = TranscriptPair.from_raw("".join(pieces), turns=tuple(turns))
    support = tuple(
        Support(evidence_id=f"e{number}", quote=sentence, speaker="Ann") for number, sentence in enumerate(words)
    )
    speaker = Speaker(speaker_id="ann", speaker_name="Ann", speaker_role=SpeakerRole.GUEST)
    claim = ClaimEvidence(claim_id="c", claim="C", support=support)
    chapter = ChapterEvidence(title="T", claims=(claim,))
    return Corpus(transcript, ()), EvidenceMap(speakers=(speaker,), chapters=(chapter,))


def test_quotes_that_begin_alike_stay_linear(benchmark: BenchmarkFixture) -> None:
    """Twice as many turns and quotes with one long common beginning cost at most three times as much."""
    sizes = (1_000, 2_000) if IN_CI else (2_000, 4_000)
    (small, small_map), (large, large_map) = alike(sizes[0]), alike(sizes[1])
    assert ours(large, large_map) == sizes[1]
    one, two = interleaved(lambda: ours(small, small_map), lambda: ours(large, large_map))
    benchmark.extra_info["growth for x2"] = round(two / one, 2)
    benchmark.pedantic(ours, (large, large_map), rounds=1)
    assert two / one <= 3
