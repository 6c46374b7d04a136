"""What was said in the transcripts of an index, passage by passage, in the order of the transcripts."""

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import copy
from itertools import groupby
from typing import NamedTuple

from workbench.search.index_records import IndexedSourceKind
from workbench.search.schema import POSITION_BITS, POSITIONS

_COLUMNS = "p.passage_id, p.lead, p.speaker, p.offset, p.turn, p.goes_on, p.unspoken, p.start_seconds"
# Joins in this order: FTS5 says which passages, and each is looked up by its id.
_MATCHED = "passages_fts AS f CROSS JOIN passages AS p ON p.passage_id = f.rowid"
_UNSPOKEN = "passages_fts AS f CROSS JOIN passages AS p INDEXED BY passages_unspoken ON p.passage_id = f.rowid"
_NOT_SAID, _GOES_ON = " AND p.unspoken NOT NULL", " AND p.goes_on"
_WHERE_UNSPOKEN = {None: "", True: _NOT_SAID, False: " AND p.unspoken IS NULL"}
_JOINED = "CAST(ifnull(group_concat(CAST(ifnull({}, '') AS BLOB), x'ff'), '') AS BLOB)"
_OWNER = f"(p.passage_id >> {POSITION_BITS}) || ' ' || ifnull(p.speaker, '')"
_WHOLE_TEXTS = ", ".join(map(_JOINED.format, ("p.passage_id", _OWNER, "p.lead")))
SOURCES_AT_ONCE = 512
"""Sources whose texts are read as one: a word that is in all passages takes 30 MB."""
TEXTS_END = b"\xff"
"""What stands between texts that are read as one: no text in UTF-8 has this byte."""


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


class WordFilters(NamedTuple):
    """FTS5 expressions that each passage with some words in a row fits: for all of them, for all in a row where all of
    the passage was said, for the first; and those of the words with one of which the next passage begins if they go on
    there. Empty where that is not known."""

    together: str
    in_a_row: str
    first: str
    later: tuple[str, ...]


class PassageQuery(NamedTuple):
    """Which passages: of FTS5's expression `match` those that fit, "" for all; with `going_on` those alone whose turn
    goes on in the next one; of which something was not said or all was said, None for both; of one source alone, where
    that is given."""

    match: str = ""
    going_on: bool = False
    unspoken: bool | None = None
    source_id: int | None = None


class WholeTexts(NamedTuple):
    """Passages of which all was said: their ids, whose each is (the number of its source, a space, the label or
    nothing), and their texts; all in UTF-8, with the byte FF between two."""

    ids: bytes
    owners: bytes
    data: bytes

    def counts(self, numbers: Iterable[int]) -> Iterator[tuple[tuple[int, str], int]]:
        """Yield how often the passages with some numbers, from 0, are named, by source and label."""
        for owner, count in Counter(map(self.owners.split(TEXTS_END).__getitem__, numbers)).items():
            source_id, _, label = owner.partition(b" ")
            yield (int(source_id), label.decode()), count


class SpokenSources:
    """The transcripts with some keys, in an index that is open."""

    def __init__(self, connection: sqlite3.Connection, keys: Iterable[str]) -> None:
        self._connection = connection
        asked = frozenset(keys)
        # To read all keys costs less than to look each up.
        known = connection.execute(
            "SELECT source_id, key FROM sources WHERE kind = ? ORDER BY source_id", (IndexedSourceKind.TRANSCRIPT,)
        )
        self.key_of: dict[int, str] = {number: key for number, key in known if key in asked}
        """The key of each source, by its number."""

    def only(self, keys: Collection[str]) -> "SpokenSources":
        """Return some of these transcripts."""
        some = copy(self)
        some.key_of = {number: key for number, key in self.key_of.items() if key in keys}
        return some

    def passages(self, asked: PassageQuery) -> Iterator[SpokenPassage]:
        """Yield passages in the order of their ids."""
        if not self.key_of or (asked.unspoken and not self._is_there(_NOT_SAID)):
            return
        bounds = self._bounds(*self.key_of) if asked.source_id is None else self._bounds(asked.source_id)
        if asked.match:
            source = f"{_UNSPOKEN if asked.unspoken else _MATCHED} WHERE f.passages_fts MATCH ? AND f.rowid"
            values: tuple[object, ...] = (asked.match, *bounds)
            order = "f.rowid"
        else:
            source, values, order = "passages AS p WHERE p.passage_id", bounds, "p.passage_id"
        where = _WHERE_UNSPOKEN[asked.unspoken] + (_GOES_ON if asked.going_on else "")
        query = f"SELECT {_COLUMNS} FROM {source} BETWEEN ? AND ?{where} ORDER BY {order}"  # noqa: S608 - our own names
        yield from self._found(query, values)

    def passage(self, passage_id: int) -> SpokenPassage:
        """Return the passage with an id that was found."""
        query = f"SELECT {_COLUMNS} FROM passages AS p WHERE p.passage_id = ?"  # noqa: S608 - our own names
        return next(self._found(query, (passage_id,)))

    def whole_texts(self, match: str) -> Iterator[WholeTexts]:
        """Yield the passages that fit an expression of FTS5 and of which all was said, of some sources at a time, also
        of sources between those that were asked for."""
        query = (
            f"SELECT {_WHOLE_TEXTS} FROM {_MATCHED} "  # noqa: S608 - our own names
            "WHERE f.passages_fts MATCH ? AND f.rowid BETWEEN ? AND ? AND p.unspoken IS NULL"
        )
        # By their numbers: between two sources that were asked for there may be all others.
        for _, some in groupby(self.key_of, lambda number: number // SOURCES_AT_ONCE):
            yield WholeTexts(*self._connection.execute(query, (match, *self._bounds(*some))).fetchone())

    def going_on(self, filters: WordFilters) -> Iterator[SpokenPassage]:
        """Yield the passages whose turn goes on in the next one where some words may go on, in no order; one may be
        there twice."""
        if not self.key_of or not self._is_there(_GOES_ON):
            return
        # To look a passage up takes some four times as long as to find that it holds a word.
        if not filters.later or 4 * self._number_of(filters.first) < self._number_of(" OR ".join(filters.later)):
            yield from self.passages(PassageQuery(filters.first, going_on=True))
            return
        # The next passage begins with one of the later words, unless what was not said stands before it.
        columns, bounds = _COLUMNS.replace("p.", "before."), self._bounds(*self.key_of)
        reached = "before.passage_id = f.rowid - 1 AND before.goes_on WHERE f.passages_fts MATCH ? AND f.rowid"
        begins = f"SELECT {columns} FROM passages_fts AS f JOIN passages AS before ON {reached} BETWEEN ? AND ?"  # noqa: S608 - our own names
        yield from self._found(begins, (" OR ".join(f"^{word}" for word in filters.later), *bounds))
        holds = f"{begins.replace('passages_fts AS f', _UNSPOKEN)}{_NOT_SAID}"
        if self._is_there(_NOT_SAID):
            yield from self._found(holds, (" OR ".join(filters.later), *bounds))

    def _number_of(self, match: str) -> int:
        query = "SELECT count(*) FROM passages_fts WHERE passages_fts MATCH ?"
        return self._connection.execute(query, (match,)).fetchone()[0]

    def _is_there(self, where: str) -> bool:
        query = f"SELECT 1 FROM passages AS p WHERE p.passage_id BETWEEN ? AND ?{where} LIMIT 1"  # noqa: S608 - our own names
        return self._connection.execute(query, self._bounds(*self.key_of)).fetchone() is not None

    def _found(self, query: str, values: Sequence[object]) -> Iterator[SpokenPassage]:
        cursor = self._connection.cursor()
        cursor.row_factory = None
        for row in cursor.execute(query, values):
            if row[0] >> POSITION_BITS in self.key_of:
                yield SpokenPassage._make(row)

    def whole_sources(self) -> Iterator[tuple[int, WholeTexts | None]]:
        """Yield the number of each source with its passages; None for them where something was not said, or a turn goes
        on over several."""
        query = (
            f"SELECT {_WHOLE_TEXTS}, count(p.unspoken) + total(p.goes_on) FROM passages AS p "  # noqa: S608 - our own names
            "WHERE p.passage_id BETWEEN ? AND ?"
        )
        for source_id in self.key_of:
            *texts, others = self._connection.execute(query, self._bounds(source_id)).fetchone()
            yield source_id, None if others else WholeTexts(*texts)

    @staticmethod
    def _bounds(*source_ids: int) -> tuple[int, int]:
        return source_ids[0] << POSITION_BITS, source_ids[-1] << POSITION_BITS | POSITIONS

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
