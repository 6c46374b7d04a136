"""What was said in the transcripts of an index, passage by passage, in the order of the transcripts."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from workbench.search.index_records import IndexedSourceKind
from workbench.search.schema import POSITION_BITS, POSITIONS

_COLUMNS = "p.passage_id, p.lead, p.speaker, p.offset, p.turn, p.goes_on, p.unspoken, p.start_seconds"


class SpokenPassage(NamedTuple):
    """A passage of a transcript: `text` is `raw[offset : offset + len(text)]`, `turn` counts from 1.

    The next passage has the next id, and with `goes_on` the same turn. `unspoken` is as `SpokenPlace` has it.
    """

    passage_id: int
    text: str
    speaker: str | None
    offset: int
    turn: int | None
    goes_on: bool
    unspoken: str | None
    start_seconds: float | None

    @property
    def source_id(self) -> int:
        """The number of its source."""
        return self.passage_id >> POSITION_BITS


class PassageQuery(NamedTuple):
    """Which passages: of FTS5's expression `match` those that fit, "" for all; with `going_on` those alone whose turn
    goes on in the next one; of one source alone, where that is given."""

    match: str = ""
    going_on: bool = False
    source_id: int | None = None


class SpokenSources:
    """The transcripts with some keys, in an index that is open."""

    def __init__(self, connection: sqlite3.Connection, keys: Iterable[str]) -> None:
        self._connection = connection
        query = (
            "SELECT source_id, key FROM sources WHERE kind = ? AND key IN (SELECT value FROM json_each(?)) "
            "ORDER BY source_id"
        )
        self.key_of: dict[int, str] = dict(
            map(tuple, connection.execute(query, (IndexedSourceKind.TRANSCRIPT, json.dumps(list(keys)))))
        )
        """The key of each source, by its number."""

    def passages(self, asked: PassageQuery) -> Iterator[SpokenPassage]:
        """Yield passages in the order of their ids."""
        if not self.key_of:
            return
        numbers = list(self.key_of) if asked.source_id is None else [asked.source_id]
        bounds = numbers[0] << POSITION_BITS, numbers[-1] << POSITION_BITS | POSITIONS
        where = " AND p.goes_on" if asked.going_on else ""
        if asked.match:
            # A join in this order: FTS5 says which passages, and each is looked up by its id.
            source = "passages_fts AS f CROSS JOIN passages AS p ON p.passage_id = f.rowid"
            query = f"SELECT {_COLUMNS} FROM {source} WHERE f.passages_fts MATCH ? AND f.rowid BETWEEN ? AND ?"  # noqa: S608 - our own names
            values: tuple[object, ...] = (asked.match, *bounds)
            order = "f.rowid"
        else:
            query = f"SELECT {_COLUMNS} FROM passages AS p WHERE p.passage_id BETWEEN ? AND ?"  # noqa: S608 - our own names
            values, order = bounds, "p.passage_id"
        cursor = self._connection.cursor()
        cursor.row_factory = None
        cursor.execute(f"{query}{where} ORDER BY {order}", values)
        known = self.key_of
        for row in cursor:
            if row[0] >> POSITION_BITS in known:
                yield SpokenPassage._make(row)

    def joined(self) -> Iterator[tuple[int, bytes | None]]:
        """Yield for each source its passages as UTF-8, with the byte FF between two; None where something of them was
        not said, or a turn goes on over several."""
        query = (
            "SELECT CAST(group_concat(CAST(lead AS BLOB), x'ff') AS BLOB), count(unspoken) + total(goes_on) FROM "
            "(SELECT lead, unspoken, goes_on FROM passages WHERE passage_id BETWEEN ? AND ? ORDER BY passage_id)"
        )
        for source_id in self.key_of:
            data, others = self._connection.execute(query, self._bounds(source_id)).fetchone()
            yield source_id, None if others else data or b""

    def labels(self, source_id: int) -> list[str]:
        """Return whose each passage of a source is, "" for nobody's."""
        query = "SELECT speaker FROM passages WHERE passage_id BETWEEN ? AND ? ORDER BY passage_id"
        return [label or "" for (label,) in self._connection.execute(query, self._bounds(source_id))]

    @staticmethod
    def _bounds(source_id: int) -> tuple[int, int]:
        return source_id << POSITION_BITS, source_id << POSITION_BITS | POSITIONS

    def following(self, passage: SpokenPassage, most: int) -> Iterator[SpokenPassage]:
        """Yield the passages that go on with the turn of one, as many as are taken, `most` at the most."""
        query = f"SELECT {_COLUMNS} FROM passages AS p WHERE p.passage_id BETWEEN ? AND ? ORDER BY p.passage_id"  # noqa: S608 - our own names
        last = min(passage.passage_id + most, passage.passage_id | POSITIONS)
        goes_on = passage.goes_on
        for row in self._connection.execute(query, (passage.passage_id + 1, last)):
            if not goes_on:
                return
            found = SpokenPassage._make(row)
            yield found
            goes_on = found.goes_on
