"""Passages for a question, the best first."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.answers.records import Citation, Passage
from core.answers.terms import Question, read_question
from workbench.library.expression import expression_of
from workbench.library.highlighting import highlights_of
from workbench.library.records import Hit, Kind, SearchIn
from workbench.library.stored import passage_of
from workbench.library.tables import POSITION_BITS, POSITIONS

_MORE = 50  # beside those asked for: one that fits as well as the last of them may have an earlier id
_MOST_ALIKE = 5_000


class Within(NamedTuple):
    """The sources that a search is held to, by key or collection; None for either is no bound, both together add up."""

    sources: frozenset[str] | None = None
    collections: frozenset[str] | None = None

    @property
    def is_everything(self) -> bool:
        """Whether there is no bound at all."""
        return self.sources is None and self.collections is None


class _Ranked(NamedTuple):
    passage_id: int
    rank: float  # lower is better


def _chosen(connection: sqlite3.Connection, within: Within) -> list[int]:
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
    # Ordered by the number too, SQLite keeps so many rows only; by the rank alone, FTS5 would sort all that match.
    query += " ORDER BY rank, rowid LIMIT ?"
    found = [_Ranked(*row) for row in connection.execute(query, (*values, most))]
    return found, len(found) == most


def _with_equals(connection: sqlite3.Connection, asked: str, sources: Sequence[int] | None, most: int) -> list[_Ranked]:
    """Return at least the `most` best passages, and all that fit as well as the last of those."""
    limit = most + _MORE
    found, more = _best(connection, asked, sources, limit)
    while more and found[-1].rank == found[most - 1].rank and limit < _MOST_ALIKE:
        limit = min(limit * 10, _MOST_ALIKE)
        found, more = _best(connection, asked, sources, limit)
    return found


def _rows(connection: sqlite3.Connection, ranked: Sequence[_Ranked], most: int) -> list[tuple[sqlite3.Row, float]]:
    """Return the passages themselves, the best first, equals by their ids."""
    ranks = dict(ranked)
    numbers = json.dumps(list(ranks))
    names = dict(
        connection.execute(
            "SELECT passage_id, record_id FROM passages WHERE passage_id IN (SELECT value FROM json_each(?))",
            (numbers,),
        )
    )
    chosen = sorted(names, key=lambda number: (ranks[number], names[number]))[:most]
    query = "SELECT * FROM placed WHERE passage_id IN (SELECT value FROM json_each(?))"
    rows = {row["passage_id"]: row for row in connection.execute(query, (json.dumps(chosen),))}
    return [(rows[number], ranks[number]) for number in chosen]


def _citation(passage: Passage, row: sqlite3.Row, index: int, confidence: float) -> Citation:
    is_file = row["kind"] == Kind.TRANSCRIPT
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


def _hits(question: Question, found: Iterable[tuple[sqlite3.Row, float]]) -> tuple[Hit, ...]:
    best: float | None = None
    citations: list[Citation] = []
    for index, (row, rank) in enumerate(found, 1):
        best = rank if best is None else best
        citations.append(_citation(passage_of(row), row, index, rank / best if best else 0.0))
    texts = [text for citation in citations for text in (citation.text, citation.summary)]
    spans = highlights_of(question, texts)
    return tuple(
        Hit(citation=citation, highlights=own, summary_highlights=of_summary)
        for citation, own, of_summary in zip(citations, spans[::2], spans[1::2], strict=True)
    )


def search(
    connection: sqlite3.Connection, question: str, within: Within, *, most: int, search_in: SearchIn
) -> tuple[Hit, ...]:
    """Return the passages that fit a question; see `Library.search`."""
    asked = read_question(question)
    expression = expression_of(asked, search_in)
    sources = None if within.is_everything else _chosen(connection, within)
    if not expression.any_word or most < 1 or sources == []:
        return ()
    ranked = _with_equals(connection, expression.all_phrases, sources, most) if expression.all_phrases else []
    ranked = ranked or _with_equals(connection, expression.any_word, sources, most)
    return _hits(asked, _rows(connection, ranked, most))
