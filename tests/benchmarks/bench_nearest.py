"""Nearest passages against the aligner everybody would use, and how they grow."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from rapidfuzz import fuzz

from core.text.canonical import canonicalize_all
from core.text.fuzzy_seeds import index_words
from core.transcripts.transcript import TranscriptPair
from core.whitelist.nearest import find_nearest
from tests.benchmarks.corpus import make_corpus
from tests.benchmarks.measure import ratio_of
from tests.benchmarks.registry import Case, at_least, at_most, growth

PAGES = (60_000, 200)
BOOK = (600_000, 2_000)
SAMPLE = 60


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


@at_least("whitelist: nearest passages, times faster than rapidfuzz over the whole text", 20)
def aligning() -> float:
    """At 600 KB, for each quote, the index included."""
    quotes, transcript = refused(BOOK)
    sample = quotes[:: len(quotes) // SAMPLE]
    text = transcript.canonical
    # All quotes are found in the time in which the whole text is aligned with a few.
    ratio = ratio_of(
        lambda: find_afresh(quotes, transcript),
        lambda: [fuzz.partial_ratio_alignment(quote, text) for quote in sample],
        most=len(quotes) / len(sample) / 20,
    )
    return len(quotes) / len(sample) / ratio


@at_most("whitelist: nearest passages, growth of the time per quote for ten times the text", 1.5)
def time_per_quote() -> float:
    """From 60 KB to 600 KB, quotes in proportion, the index included."""
    (few, small), (many, large) = refused(PAGES), refused(BOOK)
    share = len(few) / len(many)
    return share * ratio_of(lambda: find_afresh(many, large), lambda: find_afresh(few, small), most=1.5 / share)


def one_word(count: int) -> tuple[str, list[str]]:
    return "na " * count, ["na na na na hey", "na"]


def one_endless_word(count: int) -> tuple[str, list[str]]:
    return "a" * 4 * count, ["a" * 50]


def one_beginning(count: int) -> tuple[str, list[str]]:
    beginning = "and so it goes on and on until"
    raw = " ".join(f"{beginning} n{number}." for number in range(count))
    return raw, [f"{beginning} m{number}" for number in range(0, count, 8)]


HOSTILE: tuple[Callable[[int], tuple[str, list[str]]], ...] = (one_word, one_endless_word, one_beginning)


@growth("whitelist: nearest passages, four times a hostile text", 10, floor=0.02)
def hostile_texts() -> Iterator[Case]:
    """Texts of one word, and quotes that all begin alike; what is known about a transcript is made anew."""
    for make in HOSTILE:

        def work(count: int, make: Callable[[int], tuple[str, list[str]]] = make) -> None:
            raw, quotes = make(count)
            find_nearest(quotes, TranscriptPair.from_raw(raw))

        yield Case(make.__name__, partial(work, 2_000), partial(work, 8_000))
