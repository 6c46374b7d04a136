"""How often the nearest passage is the best one there is, by an aligner that looks at the whole text."""

from typing import TypedDict, cast

import edlib
import pytest

from core.text.canonical import canonicalize_all
from core.whitelist.nearest import NEAR_ENOUGH, find_nearest
from tests.benchmarks.corpus import make_corpus


class Alignment(TypedDict):
    """What the optimal aligner answers: locations are first and last characters."""

    editDistance: int
    locations: list[tuple[int, int]]


def best_similarity(quote: str, text: str) -> float:
    """Return the similarity of the best stretch of the whole text, by an optimal aligner."""
    symbols = {char: chr(33 + number) for number, char in enumerate(sorted(set(text)))}
    assert len(symbols) < 93  # the aligner wants few symbols; one is kept for what only the quote has
    table = str.maketrans(symbols)
    typed = "".join(symbols.get(char, "~") for char in quote)
    found = cast("Alignment", edlib.align(typed, text.translate(table), mode="HW", task="locations"))
    longest = max(last + 1 - first for first, last in found["locations"])
    return 1 - found["editDistance"] / max(len(quote), longest)


@pytest.mark.parametrize("size", [(20_000, 300), pytest.param((600_000, 2_000), marks=pytest.mark.thorough)])
def test_passages_are_the_best_there_are(size: tuple[int, int]) -> None:
    """Where the best similarity is 0.8 or more, 98.5 % of the passages found are within 0.02 of it."""
    corpus = make_corpus(*size)
    text = corpus.transcript.canonical
    quotes = canonicalize_all(corpus.typed("near"))
    best = [best_similarity(quote, text) for quote in quotes]
    scores = [near.score if near else 0.0 for near in find_nearest(quotes, corpus.transcript)]
    clear = [(own, most) for own, most in zip(scores, best, strict=True) if most >= 0.8]
    within = sum(own >= most - 0.02 for own, most in clear)
    assert len(clear) >= size[1] // 10
    assert within >= 0.985 * len(clear)


def test_invented_quotes_have_no_near_passage() -> None:
    """What nobody said is not given a passage: at most one invented quote in fifty is, and never below 0.6."""
    corpus = make_corpus(60_000, 200)
    found = find_nearest(canonicalize_all(corpus.typed("invented")), corpus.transcript)
    assert all(near is None or near.score >= NEAR_ENOUGH for near in found)
    assert sum(near is not None for near in found) <= len(found) / 50
