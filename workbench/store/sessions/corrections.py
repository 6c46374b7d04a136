"""Mends: what a person did with refused quotes, in order; none is ever forgotten, those taken back are marked so."""

import sqlite3

from core.whitelist.corrections import Mend
from workbench.store.database.clock import now
from workbench.store.database.json_text import as_json, from_json
from workbench.store.errors import Conflict, UnknownRecord
from workbench.store.records import StoredCorrection
from workbench.store.sessions import sessions


def read(connection: sqlite3.Connection, session_id: str) -> tuple[StoredCorrection, ...]:
    """Return the mends of a session by number, those taken back too. Raises UnknownSession."""
    sessions.check(connection, session_id)
    found = connection.execute("SELECT * FROM mends WHERE session_id = ? ORDER BY number", (session_id,))
    return tuple(
        StoredCorrection(
            number=row["number"],
            mend=from_json(Mend, row["content"]),
            made_at=row["made_at"],
            undone=bool(row["undone"]),
        )
        for row in found
    )


def _refuse_second(mends: tuple[StoredCorrection, ...], mend: Mend) -> None:
    for stored in mends:
        if not stored.undone and stored.mend.evidence_id == mend.evidence_id:
            raise Conflict(
                f"The quote of {mend.evidence_id} is mended already (mend {stored.number}), perhaps in another tab or "
                "program. Take that mend back first, then make this one.",
                stored,
            )


def _numbered(mends: tuple[StoredCorrection, ...], number: int) -> StoredCorrection:
    for stored in mends:
        if stored.number == number:
            return stored
    raise UnknownRecord(f"There is no mend {number} in this session. Open the page again to see those that are there.")


def write(connection: sqlite3.Connection, session_id: str, stored: StoredCorrection) -> StoredCorrection:
    """Store a mend under its number, whatever stood there."""
    connection.execute(
        "INSERT INTO mends (session_id, number, evidence_id, content, made_at, undone) VALUES (?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (session_id, number) DO UPDATE SET undone = excluded.undone",
        (session_id, stored.number, stored.mend.evidence_id, as_json(stored.mend), stored.made_at, stored.undone),
    )
    return stored


def add(connection: sqlite3.Connection, session_id: str, mend: Mend) -> StoredCorrection:
    """Store a new mend. Raises Conflict where one of the same evidence stands already, UnknownSession."""
    mends = read(connection, session_id)
    _refuse_second(mends, mend)
    sessions.note_change(connection, session_id)
    number = mends[-1].number + 1 if mends else 1
    return write(connection, session_id, StoredCorrection(number=number, mend=mend, made_at=now(), undone=False))


def mark(connection: sqlite3.Connection, session_id: str, number: int, *, undone: bool) -> StoredCorrection:
    """Take a mend back, or make it again; one that is so already stays.

    Raises NotStored, UnknownSession, Conflict where another mend of the same evidence stands meanwhile.
    """
    mends = read(connection, session_id)
    stored = _numbered(mends, number)
    if stored.undone == undone:
        return stored
    if not undone:
        _refuse_second(mends, stored.mend)
    sessions.note_change(connection, session_id)
    return write(connection, session_id, stored.model_copy(update={"undone": undone}))


def replace(connection: sqlite3.Connection, session_id: str, number: int, mend: Mend) -> StoredCorrection:
    """Take a mend back and store a new one in its place.

    Raises NotStored, UnknownSession, Conflict where another mend of the same evidence stands.
    """
    mark(connection, session_id, number, undone=True)
    return add(connection, session_id, mend)
