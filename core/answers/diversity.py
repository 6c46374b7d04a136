"""Choose the passages that an answer is made from: good ones, and not all of one file or of one kind.

The similarity of texts is measured from each to all at once, from 0 (no word in common) to 1 (the same words).
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from enum import StrEnum
from math import log, sqrt

from core.answers.records import Citation
from core.answers.word_tokens import form_of, is_content_word, words_of
from core.record import Record

_DIGITS = 9  # to which sums are rounded, so that the order of addition never matters


class Similarity(StrEnum):
    """How two texts are compared."""

    TFIDF = "tfidf"  # the cosine of their words; rare words count most
    OVERLAP = "overlap"  # the words they share, as a part of all their words


def _compared(text: str) -> list[str]:
    """Return what is compared of a text: the forms of its content words, else of all words, else its signs."""
    words = words_of(text)
    return [form_of(word) for word in words if is_content_word(word)] or list(map(form_of, words)) or text.split()


class TextSimilarities:
    """Texts indexed for comparing each with all others; every text's words are read once.

    A text without words is similar to another one only if both are the same signs.
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
        """Return the similarity of each text to the one at `place`, itself included."""
        shared = [0.0] * len(self._sizes)
        for form, weight in self._weights[place].items():
            for other, its_weight in self._holders[form]:
                shared[other] += weight * its_weight
        if self._overlap:
            own = self._sizes[place]
            pairs = zip(shared, self._sizes, strict=True)
            shared = [both / (own + size - both) if both else 0.0 for both, size in pairs]
        return [round(min(similarity, 1.0), _DIGITS) for similarity in shared]


class DropReason(StrEnum):
    """Why a passage was not taken."""

    FILE_FULL = "file_full"  # the most passages of one file were taken
    TOO_LIKE = "too_like"  # passages of lower rank were taken instead: they are less similar to those taken already
    RANK = "rank"  # the most passages were taken, all of a better rank


class Dropped(Record):
    """A passage that was not taken and why.

    `nearest` is the record id (or the title) of the most similar passage that was taken, `similarity` how similar, from
    0 to 1; "" and None if similarity does not count (`lambda_` 1) or nothing is similar.
    """

    citation: Citation
    reason: DropReason
    nearest: str = ""
    similarity: float | None = None


class Selection(Record):
    """The passages taken, in the order of taking, and those not taken, by rank."""

    kept: tuple[Citation, ...] = ()
    dropped: tuple[Dropped, ...] = ()


def apply_mmr_diversity(citations: list[Citation], max_per_file: int = 2, max_results: int = 10) -> list[Citation]:
    """Return at most `max_results` citations: the first of each file with a course not seen before, then the others.

    The second pass takes at most `max_per_file` of one file, and no citation twice; "" counts as a course, once.
    Source: decisions.md#seed-2.
    """
    result: list[Citation] = []
    of_file: dict[str, list[Citation]] = defaultdict(list)
    courses: set[str] = set()

    def take(citation: Citation) -> None:
        result.append(citation)
        of_file[citation.file].append(citation)

    for citation in citations:
        if not of_file[citation.file] and citation.course not in courses:
            take(citation)
            courses.add(citation.course)
    for citation in citations:
        taken = of_file[citation.file]
        if len(taken) < max_per_file and len(result) < max_results and citation not in taken:
            take(citation)
    return result[:max_results]


def _relevance(citations: Sequence[Citation]) -> list[float]:
    """Return how well each citation fits, from 0 to 1, never rising along the list: its order is the rank.

    If all confidences are equal (as from a search that gives none), the place alone counts.
    """
    confidences = [citation.confidence for citation in citations]
    lowest = min(0.0, *confidences) if confidences else 0.0
    falling: list[float] = []
    for confidence in confidences:
        falling.append(min(confidence - lowest, falling[-1] if falling else confidence - lowest))
    if not falling or falling[0] == falling[-1]:
        return [1 - place / len(citations) for place in range(len(citations))]
    return [confidence / falling[0] for confidence in falling]


class _SelectionState:
    """The state of one selection: what is taken, how many of each file, and how similar the others are to that."""

    def __init__(self, citations: Sequence[Citation], similarity: Similarity | None) -> None:
        self.citations = citations
        self.taken: list[int] = []
        self.files: Counter[str] = Counter()
        self.likeness = [0.0] * len(citations)
        self._nearest = [-1] * len(citations)
        texts = [citation.text for citation in citations]
        self._similarities = None if similarity is None else TextSimilarities(texts, similarity)

    def take(self, place: int) -> None:
        self.taken.append(place)
        self.files[self.citations[place].file] += 1
        if self._similarities is None:
            return
        for other, similarity in enumerate(self._similarities.to(place)):
            if similarity > self.likeness[other]:
                self.likeness[other], self._nearest[other] = similarity, place

    def dropped(self, place: int, max_per_file: int) -> Dropped:
        citation, nearest = self.citations[place], self._nearest[place]
        full = self.files[citation.file] >= max_per_file
        passed_over = any(place < taken for taken in self.taken)
        reason = DropReason.FILE_FULL if full else DropReason.TOO_LIKE if passed_over else DropReason.RANK
        if nearest < 0:
            return Dropped(citation=citation, reason=reason)
        other = self.citations[nearest]
        return Dropped(
            citation=citation, reason=reason, nearest=other.record_id or other.title, similarity=self.likeness[place]
        )


def select_diverse(
    citations: Sequence[Citation],
    *,
    most: int = 10,
    lambda_: float = 0.7,
    max_per_file: int = 2,
    similarity: Similarity = Similarity.TFIDF,
) -> Selection:
    """Choose at most `most` citations by maximal marginal relevance, at most `max_per_file` of each file.

    Each step takes the citation with the highest `lambda_` * relevance - (1 - `lambda_`) * similarity to the most
    similar one taken: with 1 only the rank counts, with 0 only the difference. The rank is the order of the list, and
    decides between equals. Raises ValueError for a `lambda_` outside 0 to 1. Source: decisions.md#seed-2.
    """
    if not 0 <= lambda_ <= 1:
        raise ValueError(f"lambda_ is {lambda_}: it must lie between 0 (difference alone) and 1 (rank alone)")
    relevance = _relevance(citations)
    choosing = _SelectionState(citations, similarity if lambda_ < 1 else None)
    open_places: list[int] = list(range(len(citations))) if max_per_file > 0 else []
    while open_places and len(choosing.taken) < most:
        best = max(
            open_places,
            key=lambda place: round(lambda_ * relevance[place] - (1 - lambda_) * choosing.likeness[place], _DIGITS),
        )
        choosing.take(best)
        open_places.remove(best)
        if choosing.files[citations[best].file] >= max_per_file:
            open_places = [place for place in open_places if citations[place].file != citations[best].file]
    left = sorted(set(range(len(citations))) - set(choosing.taken))
    return Selection(
        kept=tuple(citations[place] for place in choosing.taken),
        dropped=tuple(choosing.dropped(place, max_per_file) for place in left),
    )
