"""What many tools do instead of proving: they ask how alike the words are to some stretch of the transcript."""

from functools import cached_property

from core.prose.render import one_line

NAIVE_THRESHOLD = 92.0  # percent; what such tools call a match


def _folded(text: str) -> str:
    return one_line(text).casefold()


class SimilarityBaseline:
    """A check of quotations by likeness, as it is usually written; it knows words only, not who said them."""

    def __init__(self, raw: str) -> None:
        self._raw = raw

    @cached_property
    def _text(self) -> str:
        return _folded(self._raw)

    def score(self, words: str) -> float:
        """Return how alike words as a reader sees them are to the most similar stretch of raw, 0 to 100.

        It is `rapidfuzz.fuzz.partial_ratio(words, raw)`, both case-folded and with single spaces: twice the longest
        common subsequence of the words and a stretch of their length, over the length of both, for the best stretch.
        """
        from rapidfuzz import fuzz

        return float(fuzz.partial_ratio(_folded(words), self._text))

    def lets_through(self, words: str) -> bool:
        """Tell whether words would pass as a quotation."""
        return self.score(words) >= NAIVE_THRESHOLD
