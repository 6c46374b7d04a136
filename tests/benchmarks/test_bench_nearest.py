"""Nearest passages against the aligner everybody would use, how they grow, and how often they are the best."""

from collections.abc import Sequence
from typing import TypedDict, cast

import edlib
import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from rapidfuzz import fuzz

from core.text.canonical import canonicalize_all
from core.text.fuzzy_seeds import index_words
from core.transcripts.transcript import TranscriptPair
from core.whitelist.nearest import NEAR_ENOUGH, find_nearest
from tests.benchmarks.corpus import make_corpus
from tests.benchmarks.measure import IN_CI, interleaved

pytestmark = pytest.mark.benchmark

PAGES = (60_000, 200)
BOOK = (600_000, 2_000)
SHELF = BOOK if IN_CI else (6_000_000, 20_000)
JUDGED = (60_000, 1_000) if IN_CI else BOOK
SAMPLE = 30


class Alignment(TypedDict):
    """What the optimal aligner answers: locations are first and last characters."""

    editDistance: int
    locations: list[tuple[int, int]]


def refused(size: tuple[int, int]) -> tuple[list[str], TranscriptPair]:
    """Return the canonical quotes of a corpus that are not verbatim, and its transcript, folded."""
    corpus = make_corpus(*size)
    assert corpus.transcript.speech.canonical
    index_words.cache_clear()
    return canonicalize_all(corpus.typed("near", "invented")), corpus.transcript


def find_afresh(quotes: Sequence[str], transcript: TranscriptPair) -> None:
    """Index the transcript, find the nearest passages and forget the index: each work pays for its own."""
    find_nearest(quotes, transcript)
    index_words.cache_clear()


def best_similarity(quote: str, text: str) -> float:
    """Return the similarity of the best stretch of the whole text, by an optimal aligner."""
    symbols = {char: chr(33 + number) for number, char in enumerate(sorted(set(text)))}
    assert len(symbols) < 93  # the aligner wants few symbols; one is kept for what only the quote has
    table = str.maketrans(symbols)
    typed = "".join(symbols.get(char, "~") for char in quote)
    found = cast("Alignment", edlib.align(typed, text.translate(table), mode="HW", task="locations"))
    longest = max(last + 1 - first for first, last in found["locations"])
    return 1 - found["editDistance"] / max(len(quote), longest)


def test_finding_is_faster_than_aligning_with_the_whole_text(benchmark: BenchmarkFixture) -> None:
    """At 600 KB a quote costs at most a fifteenth of rapidfuzz's partial alignment, the index included."""
    quotes, transcript = refused(BOOK)
    sample = quotes[:: len(quotes) // SAMPLE]
    text = transcript.canonical
    fast, slow = interleaved(
        lambda: find_afresh(quotes, transcript),
        lambda: [fuzz.partial_ratio_alignment(quote, text) for quote in sample],
    )
    ratio = (slow / len(sample)) / (fast / len(quotes))
    benchmark.extra_info["times faster than partial_ratio_alignment"] = round(ratio, 1)
    benchmark.pedantic(find_afresh, (quotes, transcript), rounds=1)
    assert ratio >= 15


def test_time_per_quote_hardly_grows_with_the_text(benchmark: BenchmarkFixture) -> None:
    """From 60 KB to 6 MB, quotes in proportion, the time per quote grows at most fourfold, the index included."""
    (few, small), (many, large) = refused(PAGES), refused(SHELF)
    short, long = interleaved(lambda: find_afresh(few, small), lambda: find_afresh(many, large))
    growth = (long / len(many)) / (short / len(few))
    benchmark.extra_info["growth of the time per quote"] = round(growth, 2)
    benchmark.pedantic(find_afresh, (many, large), rounds=1)
    assert growth <= 4


def test_passages_are_the_best_there_are(benchmark: BenchmarkFixture) -> None:
    """Where the best similarity is 0.8 or more, 98 % of the passages found are within 0.02 of it."""
    corpus = make_corpus(*JUDGED)
    text = corpus.transcript.canonical
    quotes = canonicalize_all(corpus.typed("near"))
    best = [best_similarity(quote, text) for quote in quotes]
    scores = [near.score if near else 0.0 for near in find_nearest(quotes, corpus.transcript)]
    clear = [(own, most) for own, most in zip(scores, best, strict=True) if most >= 0.8]
    within = sum(own >= most - 0.02 for own, most in clear)
    benchmark.extra_info["passages within 0.02 of the best"] = f"{within} of {len(clear)}"
    benchmark.pedantic(find_nearest, (quotes, corpus.transcript), rounds=1)
    assert len(clear) >= 100
    assert within >= 0.98 * len(clear)


def test_invented_quotes_have_no_near_passage() -> None:
    """What nobody said is not given a passage: at most one invented quote in fifty is, and never below 0.6."""
    corpus = make_corpus(*PAGES)
    found = find_nearest(canonicalize_all(corpus.typed("invented")), corpus.transcript)
    assert all(near is None or near.score >= NEAR_ENOUGH for near in found)
    assert sum(near is not None for near in found) <= len(found) / 50
