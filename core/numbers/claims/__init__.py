"""Numeric claims: the numbers of a narrative that state something, with value, unit and sentence."""

from core.numbers.claims.find_claims import find_numeric_claims
from core.numbers.claims.narrative_blocks import Sentence, split_sentences

__all__ = ["Sentence", "find_numeric_claims", "split_sentences"]
