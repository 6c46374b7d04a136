"""The history of a session: every act of a person on its evidence map, in order; none is removed, undone ones are
marked.

The map that counts is the session's evidence map with the acts in force put over it. An act is stored only while what
it touches looks as the person saw it, and taken back or done again only where no other act rests on it.
"""

import sqlite3
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from core.errors import EvidenceError
from core.evidence.evidence_map import EvidenceMap, read_evidence
from core.map_making.acts.act_records import ActRefusal
from core.map_making.acts.act_sentences import act_in_words
from core.map_making.acts.make_act import MadeAct
from core.map_making.acts.map_rows import MapRows, rows_of
from core.map_making.acts.replay import replay
from workbench.store.database.clock import now
from workbench.store.database.json_text import as_json, from_json
from workbench.store.errors import Conflict, UnknownRecord
from workbench.store.records import Session, SourceFile, StoredAct
from workbench.store.sessions import sessions, sources
from workbench.store.sessions.numbered_rows import NumberedRows, next_number

_NOTHING = "There is no act to {} in this session."
_RESTS = "{} rests on it: {}. Take that back first, then this."
_OTHER_TRANSCRIPT = (
    "The transcript of this session was replaced in another tab or program, so nothing was done. Look at it, then make "
    "your change again if it is still wanted."
)
_OTHER_ACTS = (
    "The map of this session was changed meanwhile in another tab or program, so nothing was replaced. Look at what "
    "becomes of the changes now, then confirm again."
)

_MOST_KNOWN = 4  # maps whose rows are held: to read one takes longer than any act
_NO_ROWS = rows_of(EvidenceMap(chapters=()))
_known: dict[str, MapRows] = {}

Make = Callable[[MapRows], MadeAct | ActRefusal]
"""Makes an act for the map as it is in the moment when the act is stored."""


class DoneAct(NamedTuple):
    """An act that was taken back, or done again, and what it does in the middle of a sentence."""

    stored: StoredAct
    sentence: str


def next_to_undo(acts: Sequence[StoredAct]) -> StoredAct | None:
    """Return the latest act that is not undone, None where there is none."""
    return next((one for one in reversed(acts) if not one.undone), None)


def next_to_redo(acts: Sequence[StoredAct]) -> StoredAct | None:
    """Return the act that was taken back last and has no later one in force behind it, None where there is none."""
    latest = next_to_undo(acts)
    return next((one for one in acts if one.undone and one.number > (latest.number if latest else 0)), None)


def given_rows(connection: sqlite3.Connection, source: SourceFile | None) -> MapRows:
    """Return the rows of an evidence map as it was given; of none, or one that cannot be read any more, no rows."""
    rows = _known.get(source.sha256) if source else _NO_ROWS
    if source and rows is None:
        try:
            rows = rows_of(read_evidence(sources.read(connection, source.sha256), source.name))
        except EvidenceError:
            return _NO_ROWS  # made by another version of this program: no act on it counts until it is replaced
        while len(_known) >= _MOST_KNOWN:
            _known.pop(next(iter(_known)), None)
        _known[source.sha256] = rows
    return rows or _NO_ROWS


def _refused(rows: MapRows, acts: Sequence[StoredAct]) -> set[int]:
    """Return the numbers of the acts that do not fit the map."""
    standing = [one for one in acts if not one.undone]
    return {standing[one.place].number for one in replay(rows, (one.act for one in standing)).refused}


def _rows_before(rows: MapRows, acts: Sequence[StoredAct], number: int) -> MapRows:
    return replay(rows, (one.act for one in acts if not one.undone and one.number < number)).rows


class ActRows(NumberedRows[StoredAct]):
    """The acts of a session."""

    def _session_of(self, connection: sqlite3.Connection, parent_id: str) -> str:
        sessions.check(connection, parent_id)
        return parent_id

    def _from_row(self, row: sqlite3.Row) -> StoredAct:
        text = f'{{"number":{row["number"]},"act":{row["content"]},"made_at":"","undone":false}}'
        read = from_json(StoredAct, text)
        return read.model_copy(update={"made_at": row["made_at"], "undone": bool(row["undone"])})

    def _columns(self, stored: StoredAct) -> dict[str, object]:
        return {"content": as_json(stored.act)}

    def _check_mark(
        self, connection: sqlite3.Connection, rows: tuple[StoredAct, ...], stored: StoredAct, parent_id: str
    ) -> None:
        """Raise Conflict if the act does not fit the map, or one that fits now would not fit it afterwards."""
        given = given_rows(connection, sessions.get(connection, parent_id).evidence)
        after = [one.model_copy(update={"undone": not one.undone}) if one == stored else one for one in rows]
        lost = _refused(given, after) - _refused(given, rows)
        if stored.number in lost:
            before = _rows_before(given, after, stored.number)
            (refusal,) = replay(before, [stored.act]).refused
            raise Conflict(refusal.message, stored)
        if lost:
            first = next(one for one in rows if one.number == min(lost))
            sentence = act_in_words(_rows_before(given, rows, first.number), first.act)
            raise Conflict(_RESTS.format("A later act", sentence), stored)

    def add(
        self, connection: sqlite3.Connection, session_id: str, make: Make, *, transcript: SourceFile | None
    ) -> StoredAct:
        """Store the act that `make` returns for the map as it is now.

        `transcript` is the one that the person saw. Raises Conflict, with the reason, where the act is refused or the
        transcript is another one, and UnknownSession.
        """
        session = sessions.get(connection, session_id)
        if session.transcript != transcript:
            raise Conflict(_OTHER_TRANSCRIPT, session)
        rows = self.read(connection, session_id)
        standing = (one.act for one in rows if not one.undone)
        made = make(replay(given_rows(connection, session.evidence), standing).rows)
        if isinstance(made, ActRefusal):
            raise Conflict(str(made), None)
        stored = StoredAct(number=next_number(rows), act=made.act, made_at=now(), undone=False)
        return self._write_change(connection, session_id, stored)

    def _mark_next(self, connection: sqlite3.Connection, session_id: str, *, undone: bool) -> DoneAct:
        rows = self.read(connection, session_id)
        found = next_to_undo(rows) if undone else next_to_redo(rows)
        if found is None:
            raise UnknownRecord(_NOTHING.format("take back" if undone else "do again"))
        given = given_rows(connection, sessions.get(connection, session_id).evidence)
        sentence = act_in_words(_rows_before(given, rows, found.number), found.act)
        return DoneAct(self._mark(connection, session_id, found.number, undone=undone), sentence)

    def undo_last(self, connection: sqlite3.Connection, session_id: str) -> DoneAct:
        """Take back the latest act that is not undone. Raises UnknownRecord where there is none, UnknownSession."""
        return self._mark_next(connection, session_id, undone=True)

    def redo_next(self, connection: sqlite3.Connection, session_id: str) -> DoneAct:
        """Do again the act that was taken back last; after a new act there is none.

        Raises UnknownRecord where there is none, Conflict where it does not fit any more, UnknownSession.
        """
        return self._mark_next(connection, session_id, undone=False)

    def replace_map(
        self, connection: sqlite3.Connection, seen: Session, name: str, data: bytes, *, dropped: Collection[int]
    ) -> Session:
        """Store another evidence map, and undo the acts that do not fit it: those of these numbers, as the person saw.

        Raises Conflict where they are others by now, or `seen` is not the last version; UnknownSession, BadInput.
        """
        session = sessions.put_evidence(connection, seen, name, data)
        rows = self.read(connection, seen.session_id)
        refused = _refused(given_rows(connection, session.evidence), rows)
        if refused != set(dropped):
            raise Conflict(_OTHER_ACTS, session)
        for stored in rows:
            if stored.number in refused:
                self.write(connection, seen.session_id, stored.model_copy(update={"undone": True}))
        return session


ACT_ROWS = ActRows(
    "map_acts", "session_id", "There is no act {} in this session. Open the page again to see those that are there."
)
