"""Numeric claims: which numbers of a narrative claim something, with value, unit and sentence."""

from core.numbers.claims.find_claims import find_numeric_claims
from core.numbers.claims.narrative_blocks import Sentence, split_sentences

__all__ = ["Sentence", "find_numeric_claims", "split_sentences"]
