"""Read passages from the tables, alone and with their neighbours."""

import json
import sqlite3
import zlib
from collections.abc import Iterable

from core.answers.records import Passage
from workbench.search.index_records import IndexedSourceKind
from workbench.search.schema import POSITION_BITS, POSITIONS


def passage_of(row: sqlite3.Row) -> Passage:
    """Return the passage of a row, as it was stored."""
    return Passage(
        record_id=row["record_id"],
        text=row["lead"] if row["rest"] is None else row["rest"],
        source=row["name"],
        position=row["passage_id"] & POSITIONS,
        offset=row["offset"],
        summary="" if row["rest"] is None else row["lead"],
        speaker=row["speaker"] or "",
        start_seconds=row["start_seconds"],
        metadata=json.loads(row["metadata"]) if row["metadata"] else {},
    )


def find(connection: sqlite3.Connection, record_id: str) -> sqlite3.Row | None:
    """Return the row of a passage, None if there is none."""
    return connection.execute("SELECT * FROM placed WHERE record_id = ?", (record_id,)).fetchone()


def around(connection: sqlite3.Connection, row: sqlite3.Row, before: int, after: int) -> tuple[Passage, ...]:
    """Return a passage with its neighbours, in order; feedback records have no neighbours."""
    if row["kind"] == IndexedSourceKind.FEEDBACK:
        return (passage_of(row),)
    number = row["passage_id"]
    query = "SELECT * FROM placed WHERE passage_id BETWEEN ? AND ? ORDER BY passage_id DESC LIMIT ?"
    earlier = connection.execute(query, (number & ~POSITIONS, number - 1, max(0, before))).fetchall()
    query = "SELECT * FROM placed WHERE passage_id BETWEEN ? AND ? ORDER BY passage_id LIMIT ?"
    later = connection.execute(query, (number + 1, number | POSITIONS, max(0, after)))
    return tuple(map(passage_of, (*reversed(earlier), row, *later)))


def text_behind(connection: sqlite3.Connection, row: sqlite3.Row) -> str:
    """Return the text that a passage's offset refers to: its transcript's raw, or the record's own text."""
    source = row["passage_id"] >> POSITION_BITS
    stored = connection.execute("SELECT data FROM texts WHERE source_id = ?", (source,)).fetchone()
    return passage_of(row).text if stored is None else zlib.decompress(stored["data"]).decode()


def speeches_of(connection: sqlite3.Connection, keys: Iterable[str]) -> dict[str, str]:
    """Return the canonical form of the transcripts among these sources, by key."""
    query = (
        "SELECT key, data FROM sources JOIN speeches USING (source_id) WHERE key IN (SELECT value FROM json_each(?))"
    )
    rows = connection.execute(query, (json.dumps(list(keys)),))
    return {key: zlib.decompress(data).decode() for key, data in rows}
