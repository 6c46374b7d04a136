"""Search the index: passages for a question, the best first."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from core.answers.query_terms import Question
from core.answers.records import Citation, Passage
from core.answers.stopwords import WRITERS
from core.answers.word_tokens import form_of, is_content_word
from workbench.search.fts_query import FtsQuery, expression_of, highlights_of
from workbench.search.index_records import IndexedSourceKind, SearchHit, SearchScope
from workbench.search.passages import passage_of
from workbench.search.ranking import PassageCandidate, by_worth
from workbench.search.schema import POSITION_BITS, POSITIONS

LOOKED_AT = 100  # passages that BM25 found are ranked again
_MORE = 50  # read in addition: passages with the same score as the last one may have an earlier id
_MOST_ALIKE = 5_000
_COMMON, _FEWEST = 3, 30  # a word that one of so many passages has is background, where there are so many passages
_BEHIND = 0.1  # the part of its score that a passage with background words alone keeps
_WRITERS = frozenset(map(form_of, WRITERS.split()))
_VARIETY = 20  # different scores among them; very many passages may have the same text ("great")
_ALIKE = 10


class SearchFilter(NamedTuple):
    """The sources that a search is limited to: the union of keys and collections; None for both means all sources."""

    sources: frozenset[str] | None = None
    collections: frozenset[str] | None = None

    @property
    def is_everything(self) -> bool:
        """Whether all sources are searched."""
        return self.sources is None and self.collections is None


class _Ranked(NamedTuple):
    passage_id: int
    rank: float  # lower is better


class WordRanking(NamedTuple):
    """The passages with words of a question and their scores, the best first; `sources` are those that were searched,
    None for all. `by_phrases`: only passages with the question's phrases count."""

    question: Question
    sources: Sequence[int] | None
    found: Sequence[tuple[PassageCandidate, float]]
    by_phrases: bool


def _chosen(connection: sqlite3.Connection, within: SearchFilter) -> list[int]:
    query = (
        "SELECT source_id FROM sources WHERE key IN (SELECT value FROM json_each(?)) "
        "OR collection IN (SELECT value FROM json_each(?)) ORDER BY source_id"
    )
    named = json.dumps(sorted(within.sources or ())), json.dumps(sorted(within.collections or ()))
    return [source_id for (source_id,) in connection.execute(query, named)]


def _best(
    connection: sqlite3.Connection, asked: str, sources: Sequence[int] | None, most: int
) -> tuple[list[_Ranked], bool]:
    """Return the best passages, and whether there may be more."""
    query, values = "SELECT rowid, rank FROM passages_fts WHERE passages_fts MATCH ?", [asked]
    if sources is not None:
        query += " AND rowid BETWEEN ? AND ?"
        values += [sources[0] << POSITION_BITS, sources[-1] << POSITION_BITS | POSITIONS]
    if sources is not None and len(sources) > 1:
        query += " AND rowid >> ? IN (SELECT value FROM json_each(?))"
        values += [POSITION_BITS, json.dumps(sources)]
    # Ordered by rowid too, SQLite keeps only LIMIT rows; ordered by rank alone, FTS5 would sort all matches.
    query += " ORDER BY rank, rowid LIMIT ?"
    found = [_Ranked(*row) for row in connection.execute(query, (*values, most))]
    return found, len(found) == most


def _is_varied(found: Sequence[_Ranked], most: int) -> bool:
    """Tell whether all passages with the score of the last wanted one are there, and enough different scores."""
    return found[-1].rank != found[most - 1].rank and len({one.rank for one in found}) >= _VARIETY


def _found(connection: sqlite3.Connection, asked: str, sources: Sequence[int] | None, most: int) -> list[_Ranked]:
    """Return at least the `most` best passages, and all with the same score as the last of those."""
    limit = most + _MORE
    found, more = _best(connection, asked, sources, limit)
    while more and not _is_varied(found, most) and limit < _MOST_ALIKE:
        limit = min(limit * 10, _MOST_ALIKE)
        found, more = _best(connection, asked, sources, limit)
    return found


def _varied(rows: Sequence[sqlite3.Row], ranks: Mapping[int, float], most: int) -> list[sqlite3.Row]:
    """Return the best passages, equal ones by their ids; if very many have one score, some of each score come first."""
    ordered = sorted(rows, key=lambda row: (ranks[row["passage_id"]], row["record_id"]))
    alike = Counter[float]()
    first: list[sqlite3.Row] = []
    others: list[sqlite3.Row] = []
    for row in ordered:
        rank = ranks[row["passage_id"]]
        alike[rank] += 1
        (first if alike[rank] <= _ALIKE else others).append(row)
    return [*first, *others][:most]


def _candidates(
    connection: sqlite3.Connection, ranked: Sequence[_Ranked], most: int, search_in: SearchScope
) -> list[PassageCandidate]:
    """Return the passages that are ranked again."""
    ranks = dict(ranked)
    query = (
        "SELECT passage_id, record_id, lead, rest FROM passages WHERE passage_id IN (SELECT value FROM json_each(?))"
    )
    rows = connection.execute(query, (json.dumps(list(ranks)),)).fetchall()
    found: list[PassageCandidate] = []
    for number, name, lead, rest in _varied(rows, ranks, most):
        searched = lead if rest is None or search_in is SearchScope.SUMMARIES else f"{lead}\n{rest}"
        found.append(PassageCandidate(number, name, -ranks[number], searched, lead if rest is None else rest))
    return found


def rows_of(connection: sqlite3.Connection, worths: Mapping[int, float]) -> list[tuple[sqlite3.Row, float]]:
    """Return the rows of passages with their scores, without those that are gone; `worths` has the scores by id."""
    query = "SELECT * FROM placed WHERE passage_id IN (SELECT value FROM json_each(?))"
    rows = {row["passage_id"]: row for row in connection.execute(query, (json.dumps(list(worths)),))}
    return [(rows[number], worth) for number, worth in worths.items() if number in rows]


def _citation(passage: Passage, row: sqlite3.Row, index: int, confidence: float) -> Citation:
    is_file = row["kind"] == IndexedSourceKind.TRANSCRIPT
    belongs = row["key"] if is_file else passage.metadata.get("file")
    return Citation(
        index,
        title=passage.source if is_file else passage.record_id,
        text=passage.text,
        document_name=passage.source,
        confidence=confidence,
        file_path=str(belongs) if belongs else None,
        metadata=passage.metadata or None,
        record_id=passage.record_id,
        summary=passage.summary,
        speaker=passage.speaker,
        offset=passage.offset,
        start_seconds=passage.start_seconds,
    )


def hits_of(question: Question, found: Iterable[tuple[sqlite3.Row, float]]) -> tuple[SearchHit, ...]:
    """Return rows of passages with their scores as hits, in this order; the first one's confidence is 1, where it has a
    score."""
    best: float | None = None
    citations: list[Citation] = []
    for index, (row, worth) in enumerate(found, 1):
        best = worth if best is None else best
        citations.append(_citation(passage_of(row), row, index, worth / best if best else 0.0))
    texts = [text for citation in citations for text in (citation.text, citation.summary)]
    spans = highlights_of(question, texts)
    return tuple(
        SearchHit(citation=citation, highlights=own, summary_highlights=of_summary)
        for citation, own, of_summary in zip(citations, spans[::2], spans[1::2], strict=True)
    )


def _is_common(connection: sqlite3.Connection, word: str, limit: int, search_in: SearchScope) -> bool:
    """Tell whether more passages than `limit` have a word, whatever its ending."""
    asked = expression_of(Question(words=(word,)), search_in).any_word
    query = "SELECT count(*) FROM (SELECT 1 FROM passages_fts WHERE passages_fts MATCH ? LIMIT ?)"
    return connection.execute(query, (asked, limit + 1)).fetchone()[0] > limit


def _with_background(
    connection: sqlite3.Connection, asked: Question, sources: Sequence[int] | None, search_in: SearchScope
) -> Question:
    """Return a question that knows which of its words say little: those that a third of all passages have, and among
    feedback records those for its writers. One content word at least is none of them."""
    if len(asked.words) < 2:
        return asked
    rows = connection.execute("SELECT source_id, kind, passages FROM sources").fetchall()
    kinds = {row["kind"] for row in rows if sources is None or row["source_id"] in sources}
    writers = _WRITERS if kinds == {IndexedSourceKind.FEEDBACK} else frozenset[str]()
    count = sum(row["passages"] for row in rows)
    found = {
        word
        for word in asked.words
        if form_of(word) in writers or (count >= _FEWEST and _is_common(connection, word, count // _COMMON, search_in))
    }
    tells = any(is_content_word(word) for word in asked.words if word not in found)
    return asked.model_copy(update={"background": frozenset(found)}) if tells else asked


def _by_words(
    connection: sqlite3.Connection, asked: FtsQuery, sources: Sequence[int] | None, most: int
) -> list[_Ranked]:
    """Return the passages with any word of a question, those with background words alone behind all others."""
    if not asked.telling:
        return _found(connection, asked.any_word, sources, most)
    found = _found(connection, asked.telling, sources, most)
    if len(found) >= most:
        return found
    known = {one.passage_id for one in found}
    others = (one for one in _found(connection, asked.any_word, sources, most) if one.passage_id not in known)
    return [*found, *(one._replace(rank=one.rank * _BEHIND) for one in others)]


def rank_by_words(
    connection: sqlite3.Connection, asked: Question, within: SearchFilter, *, most: int, search_in: SearchScope
) -> WordRanking | None:
    """Return the passages that fit a question by its words; None where there is nothing to look for, or in."""
    sources = None if within.is_everything else _chosen(connection, within)
    if not asked.words or most < 1 or sources == []:
        return None
    asked = _with_background(connection, asked, sources, search_in)
    expression = expression_of(asked, search_in)
    looked_at = max(most, LOOKED_AT)
    ranked = _found(connection, expression.all_phrases, sources, looked_at) if expression.all_phrases else []
    by_phrases = bool(ranked)
    ranked = ranked or _by_words(connection, expression, sources, looked_at)
    found = by_worth(asked, _candidates(connection, ranked, looked_at, search_in))
    return WordRanking(asked, sources, found, by_phrases=by_phrases)


def search(
    connection: sqlite3.Connection, asked: Question, within: SearchFilter, *, most: int, search_in: SearchScope
) -> tuple[SearchHit, ...]:
    """Return the passages that fit a question; see `SearchIndex.search`."""
    ranking = rank_by_words(connection, asked, within, most=most, search_in=search_in)
    if ranking is None:
        return ()
    best = {candidate.passage_id: worth for candidate, worth in ranking.found[:most]}
    return hits_of(ranking.question, rows_of(connection, best))
