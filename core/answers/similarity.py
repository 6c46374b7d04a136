"""How much texts are like one another, for each to all at once; from 0 (no word in common) to 1 (the same words)."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from enum import StrEnum
from math import log, sqrt

from core.answers.stemming import form_of
from core.answers.stopwords import is_content_word
from core.answers.word_tokens import words_of

_DIGITS = 9  # so that the order in which products are added never decides


class Similarity(StrEnum):
    """How two texts are compared."""

    TFIDF = "tfidf"  # the cosine of their words, those that few of the texts have counting most
    OVERLAP = "overlap"  # the words they share, as a part of all words that either has


def _compared(text: str) -> list[str]:
    """Return what is compared of a text: the forms of the words that tell something, else of all, else its signs."""
    words = words_of(text)
    return [form_of(word) for word in words if is_content_word(word)] or list(map(form_of, words)) or text.split()


class TextSimilarities:
    """Texts made ready for comparing each with all others; every text's words are read once.

    A text without words is like another one only where both are the same signs.
    """

    def __init__(self, texts: Sequence[str], similarity: Similarity = Similarity.TFIDF) -> None:
        self._overlap = similarity is Similarity.OVERLAP
        counts = [Counter(_compared(text)) for text in texts]
        self._sizes = list(map(len, counts))
        spread = Counter(form for count in counts for form in count)
        rarity = {form: log(1 + len(texts) / number) for form, number in spread.items()}
        self._weights = [self._weigh(count, rarity) for count in counts]
        self._holders: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for place, weights in enumerate(self._weights):
            for form, weight in weights.items():
                self._holders[form].append((place, weight))

    def _weigh(self, count: Counter[str], rarity: dict[str, float]) -> dict[str, float]:
        if self._overlap:
            return dict.fromkeys(count, 1.0)
        weights = {form: (1 + log(number)) * rarity[form] for form, number in count.items()}
        length = sqrt(sum(weight * weight for weight in weights.values()))
        return {form: weight / length for form, weight in weights.items()}

    def to(self, place: int) -> list[float]:
        """Return how much each text is like the one at `place`, itself included."""
        shared = [0.0] * len(self._sizes)
        for form, weight in self._weights[place].items():
            for other, its_weight in self._holders[form]:
                shared[other] += weight * its_weight
        if self._overlap:
            own = self._sizes[place]
            pairs = zip(shared, self._sizes, strict=True)
            shared = [both / (own + size - both) if both else 0.0 for both, size in pairs]
        return [round(min(similarity, 1.0), _DIGITS) for similarity in shared]
