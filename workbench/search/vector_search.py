"""Search by words and by vectors that a service makes; where the service fails, by words alone.

The file is not open while the service is asked. What it has sent is kept, also where it fails later.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from pydantic import Field

from core.answers.query_terms import read_question
from core.answers.rank_fusion import FusedRank, Vector, fuse_rankings
from core.errors import BadInput, ServiceError
from core.prose.render import unmarked
from core.record import Record
from workbench.search.find_files import as_text
from workbench.search.index_errors import IndexFileError
from workbench.search.index_file import IndexFile
from workbench.search.index_records import SearchHit, SearchScope
from workbench.search.schema import POSITION_BITS
from workbench.search.search import LOOKED_AT, SearchFilter, WordRanking, hits_of, rank_by_words, rows_of
from workbench.search.vectors import EmbeddingModel, PassageVector, StoredVector, as_stored, read_vectors, write_vectors

MOST_COMPARED = 10_000
"""Passages whose vectors are compared; of more only those with words of the question."""

_LONGEST_TEXT = 6_000  # characters of a passage that are sent; most models read no more
_MOST_TEXTS, _MOST_CHARACTERS = 64, 100_000  # of one request
_TOO_MANY = (
    f"More than {MOST_COMPARED:,} passages are searched, so vectors were compared only of those with words of the "
    "question."
)
_FAILED = "No vectors could be had from {}, so the passages are those with words of the question. {}"
_NOT_KEPT = "The vectors could not be kept for the next question. {}"


class Embedder(NamedTuple):
    """What makes vectors: `embed` returns those of some texts or raises ServiceError; `progress` gets the number of
    texts that were sent, and of all."""

    made_by: EmbeddingModel
    embed: Callable[[Sequence[str]], Sequence[Vector]]
    progress: Callable[[int, int], object]


class VectorQuery(Record):
    """A question with what is searched; the fields are those of `SearchIndex.search`."""

    text: str
    sources: tuple[str, ...] | None = None
    collections: tuple[str, ...] | None = None
    most: int = 50
    search_in: SearchScope = SearchScope.BOTH
    synonyms: dict[str, tuple[str, ...]] = Field(default_factory=dict[str, tuple[str, ...]])


class VectorSearchResult(NamedTuple):
    """The passages that were found, the best first; `notice` says what did not go as usual, "" for nothing."""

    hits: tuple[SearchHit, ...]
    notice: str = ""


class _ComparedPassage(NamedTuple):
    passage_id: int
    record_id: str
    text: str

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()


def _all_passages(connection: sqlite3.Connection, ranking: WordRanking, query: VectorQuery) -> list[_ComparedPassage]:
    """Return the passages that are searched, one more than may be compared at most."""
    text = "lead" if query.search_in is SearchScope.SUMMARIES else "lead || coalesce(char(10) || rest, '')"
    sought = f"SELECT passage_id, record_id, {text} FROM passages"  # noqa: S608 - our own names
    if ranking.sources is not None:
        numbers = ",".join(map(str, ranking.sources))
        sought += f" WHERE passage_id >> {POSITION_BITS} IN ({numbers})"
    rows = connection.execute(f"{sought} LIMIT ?", (MOST_COMPARED + 1,))
    return [_ComparedPassage(number, name, words) for number, name, words in rows]


def _compared(
    connection: sqlite3.Connection, ranking: WordRanking, query: VectorQuery
) -> tuple[list[_ComparedPassage], str]:
    """Return the passages to compare, and a notice where they are not all that are searched."""
    passages, notice = ([] if ranking.by_phrases else _all_passages(connection, ranking, query)), ""
    if ranking.by_phrases or len(passages) > MOST_COMPARED:
        notice = "" if ranking.by_phrases else _TOO_MANY
        passages = [_ComparedPassage(one.passage_id, one.record_id, one.searched) for one, _ in ranking.found]
    shortened = (one._replace(text=one.text[:_LONGEST_TEXT]) for one in passages)
    return [one for one in shortened if one.text.strip()], notice


def _batches(texts: Iterable[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    for text in texts:
        if batch and (len(batch) == _MOST_TEXTS or sum(map(len, batch)) + len(text) > _MOST_CHARACTERS):
            yield batch
            batch = []
        batch.append(text)
    if batch:
        yield batch


class _Vectors:
    """The vectors of passages by the hashes of their texts: those that are kept, and those that a service makes."""

    def __init__(self, embedder: Embedder, passages: Sequence[_ComparedPassage]) -> None:
        self._embedder = embedder
        self._passages: dict[str, _ComparedPassage] = {}
        for one in passages:
            self._passages.setdefault(one.sha256, one)
        self.by_hash: dict[str, StoredVector] = {}
        self.made: list[PassageVector] = []

    def read(self, connection: sqlite3.Connection) -> None:
        """Take those that are kept."""
        self.by_hash = read_vectors(connection, self._embedder.made_by, self._passages)

    def ask(self, question: str) -> StoredVector:
        """Make those that are missing, and return the question's, which is made with them. Raises ServiceError."""
        missing = [one for one in self._passages if one not in self.by_hash]
        first = next(_batches([question, *self._texts(missing)]))
        self._embedder.progress(0, 1 + len(missing))
        asked, *others = map(as_stored, self._embedder.embed(first))
        self._take(missing[: len(others)], others)
        # Under the same name there may be another model by now.
        stale = [one for one, vector in self.by_hash.items() if len(vector) != len(asked)]
        left = [*missing[len(others) :], *stale]
        total, done = len(first) + len(left), len(first)
        for batch in _batches(self._texts(left)):
            self._embedder.progress(done, total)
            at = done - len(first)
            self._take(left[at : at + len(batch)], map(as_stored, self._embedder.embed(batch)))
            done += len(batch)
        return asked

    def _texts(self, hashes: Iterable[str]) -> list[str]:
        return [self._passages[one].text for one in hashes]

    def _take(self, hashes: Sequence[str], vectors: Iterable[StoredVector]) -> None:
        for one, vector in zip(hashes, vectors, strict=True):
            self.by_hash[one] = vector
            self.made.append(PassageVector(one, self._passages[one].passage_id, vector))

    def keep(self, file: IndexFile) -> str:
        """Store what was made; return a notice where that cannot be."""
        if not self.made:
            return ""
        try:
            with file.writing() as connection:
                write_vectors(connection, self._embedder.made_by, self.made)
        except IndexFileError as error:
            return _NOT_KEPT.format(error)
        return ""


def _confidences(ranking: WordRanking, fused: Sequence[FusedRank]) -> list[float]:
    """Return how well each passage fits, never rising: as the words have it, and for one without any of them less than
    the last that has one, in proportion to its cosine."""
    by_words = {one.record_id: worth for one, worth in ranking.found}
    last = min(by_words.values(), default=1.0)
    others = [one.cosine or 0.0 for one in fused if one.record_id not in by_words]
    highest = max(others, default=0.0) or 1.0
    falling: list[float] = []
    for one in fused:
        worth = by_words.get(one.record_id, last * (one.cosine or 0.0) / highest)
        falling.append(min(worth, *falling[-1:]) if falling else worth)
    return falling


def _fused(
    ranking: WordRanking, passages: Sequence[_ComparedPassage], question: Vector, vectors: _Vectors, most: int
) -> dict[int, float]:
    """Return the scores of the passages in the ranking of both, by their ids. Raises BadInput."""
    of_records = {one.record_id: vectors.by_hash[one.sha256] for one in passages}
    numbers = {one.record_id: one.passage_id for one in (*passages, *(one for one, _ in ranking.found))}
    by_words = [one.record_id for one, _ in ranking.found]
    fused = fuse_rankings(by_words, question, of_records, most=max(most, LOOKED_AT))
    near = [one for one in fused if one.record_id in by_words or (one.cosine or 0.0) > 0][:most]
    confidences = _confidences(ranking, near)
    return {numbers[one.record_id]: worth for one, worth in zip(near, confidences, strict=True)}


def _hits(file: IndexFile, ranking: WordRanking, worths: dict[int, float]) -> tuple[SearchHit, ...]:
    with file.reading() as connection:
        return () if connection is None else hits_of(ranking.question, rows_of(connection, worths))


def search_with_vectors(file: IndexFile, query: VectorQuery, embedder: Embedder) -> VectorSearchResult:
    """Return the passages that fit a question by its words and by vectors; see `SearchIndex.search_with_vectors`."""
    within = SearchFilter(
        sources=None if query.sources is None else frozenset(map(as_text, query.sources)),
        collections=None if query.collections is None else frozenset(map(as_text, query.collections)),
    )
    asked = read_question(query.text, query.synonyms)
    with file.reading() as connection:
        ranking = connection and rank_by_words(connection, asked, within, most=query.most, search_in=query.search_in)
        if connection is None or ranking is None:
            return VectorSearchResult(())
        passages, notice = _compared(connection, ranking, query)
        vectors = _Vectors(embedder, passages)
        vectors.read(connection)
    worths = {one.passage_id: worth for one, worth in ranking.found[: query.most]}
    not_kept = ""
    try:
        try:
            question = vectors.ask(query.text[:_LONGEST_TEXT])
        finally:
            not_kept = vectors.keep(file)
        worths = _fused(ranking, passages, question, vectors, query.most)
    except (ServiceError, BadInput) as error:
        notice = _FAILED.format(embedder.made_by.service, unmarked(str(error)))
    return VectorSearchResult(_hits(file, ranking, worths), " ".join(filter(None, (notice, not_kept))))
