"""How well numeric claims are found in sentences that were labelled before the detector was run on them."""

from collections import Counter
from decimal import Decimal
from typing import Any

from core.numbers.claims import find_numeric_claims
from tests.golden import load

LEAST = 0.97
LEAST_SENTENCES = 300

Claim = tuple[int, int, str, str]
"""Beginning, end, value to twelve digits, unit."""


def labelled(sentence: dict[str, Any]) -> Counter[Claim]:
    """Return the claims that a person marked: each is the first such text behind the one before it."""
    text, end = sentence["text"], 0
    claims: Counter[Claim] = Counter()
    for written, value, unit in sentence["claims"]:
        start = text.index(written, end)
        end = start + len(written)
        over, _, under = value.partition("/")
        claims[start, end, f"{Decimal(over) / Decimal(under or 1):.12f}", unit] += 1
    return claims


def found(text: str) -> Counter[Claim]:
    return Counter(
        (claim.span.start, claim.span.end, f"{claim.value:.12f}", claim.unit) for claim in find_numeric_claims(text)
    )


def test_claims_are_found_with_span_value_and_unit_almost_always() -> None:
    """Precision and recall over reports, news and interviews of our own; a claim is right when all three agree."""
    sentences = load("number_sentences")["sentences"]
    assert len(sentences) >= LEAST_SENTENCES
    right = given = wanted = 0
    for sentence in sentences:
        ours, theirs = found(sentence["text"]), labelled(sentence)
        right, given, wanted = right + (ours & theirs).total(), given + ours.total(), wanted + theirs.total()
    precision, recall = right / given, right / wanted
    assert precision >= LEAST
    assert recall >= LEAST
