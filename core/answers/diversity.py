"""Which of the passages that were found an answer is made from: good ones, and not all of one file or of one kind.

How much texts are like one another is measured for each to all at once, from 0 (no word in common) to 1 (the same
words).
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from enum import StrEnum
from math import log, sqrt

from core.answers.records import Citation
from core.answers.word_tokens import form_of, is_content_word, words_of
from core.record import Record

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


class DropReason(StrEnum):
    """Why a passage was not taken."""

    FILE_FULL = "file_full"  # as many of its file as may be were taken
    TOO_LIKE = "too_like"  # passages of lower rank were taken before it: they are less like those taken already
    RANK = "rank"  # as many as may be were taken, all of a better rank


class Dropped(Record):
    """A passage that was not taken and why.

    `nearest` is the record id (the title where there is none) of the passage taken that is most like it, `similarity`
    how much, from 0 to 1; "" and None where likeness was not asked for (`lambda_` 1) or nothing is like it.
    """

    citation: Citation
    reason: DropReason
    nearest: str = ""
    similarity: float | None = None


class Selection(Record):
    """What was taken, in the order it was, and what was not, by rank."""

    kept: tuple[Citation, ...] = ()
    dropped: tuple[Dropped, ...] = ()


def apply_mmr_diversity(citations: list[Citation], max_per_file: int = 2, max_results: int = 10) -> list[Citation]:
    """Return at most `max_results` citations: the first of each file with a course not seen before, then the others.

    The second pass takes no more than `max_per_file` of one file, nor a citation twice; "" counts as a course, once.
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

    Where the confidences say nothing (all alike, as of a search that gives none) the place alone does.
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
    """The state of one selection: who is taken, how many of each file, and how like the taken the others are."""

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

    Each time the citation is taken whose `lambda_` * relevance - (1 - `lambda_`) * likeness to the nearest one taken is
    highest: 1 is the rank alone, 0 the difference alone. The rank is the order of the list, and decides between equals.
    Raises ValueError for a `lambda_` outside 0 to 1. Source: decisions.md#seed-2.
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
