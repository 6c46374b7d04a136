"""What many tools do instead of proving: they measure how similar the words are to some stretch of the transcript."""

from functools import cached_property

from core.prose.render import one_line

NAIVE_THRESHOLD = 92.0  # percent; the usual threshold of such tools


def _folded(text: str) -> str:
    return one_line(text).casefold()


class SimilarityBaseline:
    """A check of quotations by similarity, as it is usually written; it knows words only, not speakers."""

    def __init__(self, raw: str) -> None:
        self._raw = raw

    @cached_property
    def _text(self) -> str:
        return _folded(self._raw)

    def score(self, words: str) -> float:
        """Return the similarity of words as a reader sees them to the most similar stretch of raw, 0 to 100.

        It is `rapidfuzz.fuzz.partial_ratio(words, raw)`, both case-folded and with single spaces: twice the longest
        common subsequence of the words and a stretch of their length, over the length of both, for the best stretch.
        """
        from rapidfuzz import fuzz

        return float(fuzz.partial_ratio(_folded(words), self._text))

    def lets_through(self, words: str) -> bool:
        """Tell whether words would pass as a quotation."""
        return self.score(words) >= NAIVE_THRESHOLD
