"""A model that makes vectors, as small as one can be: it counts the letters in threes of each word, in 4,096 classes.

It knows spellings and no meanings, so that what it finds needs nobody's weights and is the same everywhere.
"""

import re
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt

from core.answers.rank_fusion import Vector
from core.errors import ServiceError
from workbench.search import SearchIndex
from workbench.search.vector_search import Embedder, VectorQuery, VectorSearchResult
from workbench.search.vectors import EmbeddingModel

_CLASSES = 4_096
MADE_BY = EmbeddingModel("http://127.0.0.1:1/v1", "trigrams")


def trigrams(text: str) -> list[float]:
    """Return the vector of a text: for each class the root of how many of its threes there are; of a text without words
    that of all such texts."""
    found = Counter[int]()
    for word in re.findall(r"\w+", text.casefold()):
        padded = f" {word} "
        found.update(zlib.crc32(padded[at : at + 3].encode()) % _CLASSES for at in range(len(padded) - 2))
    found = found or Counter((0,))
    return [sqrt(found[number]) for number in range(_CLASSES)]


class Counting:
    """Makes vectors and remembers what it was asked for; after `fails_after` requests it fails."""

    def __init__(
        self, vector_of: Callable[[str], Vector] = trigrams, *, model: str = "trigrams", fails_after: int | None = None
    ) -> None:
        self.requests: list[list[str]] = []
        self.seen: list[tuple[int, int]] = []
        self._vector_of = vector_of
        self._model = model
        self._fails_after = fails_after

    def _embed(self, texts: Sequence[str]) -> list[Vector]:
        if self._fails_after is not None and len(self.requests) >= self._fails_after:
            message = "It says: “the storm took it”. Try again later."
            raise ServiceError(message)
        self.requests.append(list(texts))
        return [self._vector_of(text) for text in texts]

    def _see(self, done: int, total: int) -> None:
        self.seen.append((done, total))

    @property
    def embedder(self) -> Embedder:
        """What the search is given."""
        return Embedder(MADE_BY._replace(model=self._model), self._embed, self._see)


def find(index: SearchIndex, text: str, counting: Counting, **chosen: object) -> VectorSearchResult:
    """Search by words and by vectors."""
    return index.search_with_vectors(VectorQuery.model_validate({"text": text, **chosen}), counting.embedder)
