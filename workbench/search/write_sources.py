"""Write sources and their passages to the tables, and remove them."""

import json
import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from core.answers.query_terms import with_spaced_pairs
from core.answers.record_ids import record_stems, with_distinct_ids
from core.answers.records import Passage
from core.errors import Problem
from workbench.search.index_records import NO_TIME, IndexedSource, IndexedSourceKind, SourceMetadata
from workbench.search.read_source import AS_IT_IS, READ_BY, SourceContents, names_tiers_alone
from workbench.search.schema import POSITION_BITS, POSITIONS
from workbench.search.speech.spoken_places import SpokenPlace
from workbench.search.talk_facts import facts_as_json

_FAST = 1  # the file gets a little larger, but writing is three times as fast
_COLUMNS = (
    "passage_id, record_id, offset, lead, rest, spaced_lead, spaced_rest, speaker, start_seconds, metadata, "
    "turn, goes_on, unspoken"
)
_PROBLEMS = TypeAdapter(tuple[Problem, ...])


class SourceRecord(NamedTuple):
    """The row of a source in the index."""

    source_id: int
    given: SourceMetadata
    stem: str
    read_by: str
    passages: int
    problems: tuple[Problem, ...]

    def is_of(self, given: SourceMetadata) -> bool:
        """Tell whether the same bytes were read before, with the same readers and mapping."""
        return (self.read_by, self.given.sha256) == (READ_BY, given.sha256) and self._is_read_as(given)

    def looks_like(self, given: SourceMetadata) -> bool:
        """Tell whether a file of the same size and time was read before, with the same readers and mapping."""
        same = (self.given.size, self.given.mtime_ns) == (given.size, given.mtime_ns)
        return same and given.mtime_ns != NO_TIME and self.read_by == READ_BY and self._is_read_as(given)

    def _is_read_as(self, given: SourceMetadata) -> bool:
        is_same = (self.given.kind, self.given.name) == (given.kind, given.name)
        return is_same and (self.given.mapping == given.mapping or self._has_no_tiers(given))

    def _has_no_tiers(self, given: SourceMetadata) -> bool:
        """Tell whether a transcript was read without any tier being chosen, so that those that are named for it now are
        none of its own."""
        is_free = self.given.mapping == AS_IT_IS and not self.problems
        return is_free and given.kind is IndexedSourceKind.TRANSCRIPT and names_tiers_alone(given.mapping)


def _known(row: sqlite3.Row) -> SourceRecord:
    return SourceRecord(
        source_id=row["source_id"],
        given=SourceMetadata(*(row[field] for field in SourceMetadata._fields))._replace(
            kind=IndexedSourceKind(row["kind"])
        ),
        stem=row["stem"],
        read_by=row["read_by"],
        passages=row["passages"],
        problems=_PROBLEMS.validate_json(row["problems"]) if row["problems"] != "[]" else (),
    )


def known_sources(connection: sqlite3.Connection) -> dict[str, SourceRecord]:
    """Return all sources by key."""
    rows = connection.execute("SELECT * FROM sources ORDER BY key")
    return {row["key"]: _known(row) for row in rows}


def known_source(connection: sqlite3.Connection, key: str) -> SourceRecord | None:
    """Return one source, None if it is not there."""
    row = connection.execute("SELECT * FROM sources WHERE key = ?", (key,)).fetchone()
    return _known(row) if row is not None else None


def as_listed(known: SourceRecord) -> IndexedSource:
    """Return the public record of a source."""
    given = known.given
    return IndexedSource(
        key=given.key,
        name=given.name,
        collection=given.collection,
        kind=given.kind,
        size=given.size,
        passages=known.passages,
        problems=known.problems,
        stem=known.stem,
    )


def _row(source_id: int, passage: Passage, spoken: SpokenPlace | None) -> tuple[Any, ...]:
    lead, rest = (passage.summary, passage.text) if passage.summary.strip() else (passage.text, None)
    metadata = json.dumps(passage.metadata, ensure_ascii=False, default=str) if passage.metadata else None
    return (
        source_id << POSITION_BITS | passage.position,
        passage.record_id,
        passage.offset,
        lead,
        rest,
        with_spaced_pairs(lead) or None,
        with_spaced_pairs(rest or "") or None,
        passage.speaker or None,
        passage.start_seconds,
        metadata,
        *(spoken or (None, None, None)),
    )


def _free_stem(connection: sqlite3.Connection, key: str, stem: str) -> str:
    """Return a free stem for the ids of a source; another program may have taken the wanted one."""
    if connection.execute("SELECT 1 FROM sources WHERE stem = ?", (stem,)).fetchone() is None:
        return stem
    taken = [name for (name,) in connection.execute("SELECT stem FROM sources")]
    return record_stems([key], taken)[key]


def _renamed(passages: Sequence[Passage], before: str, stem: str) -> list[Passage]:
    """Return passages whose ids begin with another stem; ids of feedback records come from their files and stay."""
    names = (passage.record_id.partition("#") for passage in passages)
    return [
        passage.model_copy(update={"record_id": f"{stem}#{number}"}) if start == before and number else passage
        for passage, (start, _, number) in zip(passages, names, strict=True)
    ]


def _taken_ids(connection: sqlite3.Connection, passages: Iterable[Passage], stem: str) -> set[str]:
    asked = [name for passage in passages for name in (passage.record_id, f"{stem}#{passage.record_id}")]
    query = "SELECT record_id FROM passages WHERE record_id IN (SELECT value FROM json_each(?))"
    return {record_id for (record_id,) in connection.execute(query, (json.dumps(asked),))}


def remove(connection: sqlite3.Connection, source_id: int) -> None:
    """Remove a source and its passages, and what was worked out of bytes that no other source has."""
    of_others = "SELECT 1 FROM sources WHERE sha256 = results.sha256 AND source_id <> :gone"
    orphans = "DELETE FROM results WHERE sha256 = (SELECT sha256 FROM sources WHERE source_id = :gone)"
    connection.execute(f"{orphans} AND NOT EXISTS ({of_others})", {"gone": source_id})
    first = source_id << POSITION_BITS
    connection.execute("DELETE FROM passages WHERE passage_id BETWEEN ? AND ?", (first, first | POSITIONS))
    for table in ("texts", "speeches", "talks", "sources"):
        connection.execute(f"DELETE FROM {table} WHERE source_id = ?", (source_id,))  # noqa: S608 - our own names


def touch(connection: sqlite3.Connection, source_id: int, given: SourceMetadata) -> None:
    """Update the time, size and collection of a source whose contents are the same."""
    connection.execute(
        "UPDATE sources SET mtime_ns = ?, size = ?, collection = ? WHERE source_id = ?",
        (given.mtime_ns, given.size, given.collection, source_id),
    )


def put(connection: sqlite3.Connection, given: SourceMetadata, stem: str, contents: SourceContents) -> None:
    """Store a source in place of its earlier contents."""
    before = connection.execute("SELECT source_id FROM sources WHERE key = ?", (given.key,)).fetchone()
    if before is not None:
        remove(connection, before[0])
    free = _free_stem(connection, given.key, stem)
    passages = contents.passages
    if free != stem and given.kind is IndexedSourceKind.TRANSCRIPT:
        passages = _renamed(passages, stem, free)
    values = {**given._asdict(), "stem": free, "read_by": READ_BY, "passages": len(contents.passages)}
    values["problems"] = _PROBLEMS.dump_json(contents.problems).decode()
    names = ", ".join(values)
    query = f"INSERT INTO sources ({names}) VALUES ({', '.join('?' * len(values))})"  # noqa: S608 - our own names
    source_id = connection.execute(query, tuple(values.values())).lastrowid
    if source_id is None:
        raise AssertionError("an INSERT gives a row its id")
    if contents.raw:
        _put_text(connection, "texts", source_id, contents.raw)
    if contents.talk is not None:
        _put_text(connection, "speeches", source_id, contents.speech)
        facts = facts_as_json(contents.talk)
        connection.execute("INSERT INTO talks (source_id, facts) VALUES (?, ?)", (source_id, facts))
    taken = _taken_ids(connection, passages, free)
    named = with_distinct_ids(passages, taken, free)
    _put_passages(connection, source_id, zip_longest(named, contents.spoken))


def _put_text(connection: sqlite3.Connection, table: str, source_id: int, text: str) -> None:
    query = f"INSERT INTO {table} (source_id, data) VALUES (?, ?)"  # noqa: S608 - our own names
    connection.execute(query, (source_id, zlib.compress(text.encode(), _FAST)))


def _put_passages(
    connection: sqlite3.Connection, source_id: int, passages: Iterable[tuple[Passage, SpokenPlace | None]]
) -> None:
    """Store the passages with one statement, because FTS5 writes a segment for every statement."""
    rows = (_row(source_id, passage, spoken) for passage, spoken in passages)
    connection.execute(f"CREATE TEMP TABLE IF NOT EXISTS staged AS SELECT {_COLUMNS} FROM passages LIMIT 0")  # noqa: S608
    connection.executemany(f"INSERT INTO staged VALUES ({', '.join('?' * (_COLUMNS.count(',') + 1))})", rows)  # noqa: S608
    connection.execute(f"INSERT INTO passages ({_COLUMNS}) SELECT {_COLUMNS} FROM staged ORDER BY passage_id")  # noqa: S608
    connection.execute("DELETE FROM staged")
