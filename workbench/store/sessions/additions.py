"""Promotions: passages that a person made supports of claims; none is forgotten, those taken back are marked so."""

import sqlite3

from core.whitelist.additions import Addition
from workbench.store.database.clock import now
from workbench.store.database.json_text import as_json, from_json
from workbench.store.errors import Conflict, UnknownRecord
from workbench.store.records import StoredAddition
from workbench.store.sessions import sessions


def read(connection: sqlite3.Connection, session_id: str) -> tuple[StoredAddition, ...]:
    """Return the promotions of a session by number, those taken back too. Raises UnknownSession."""
    sessions.check(connection, session_id)
    found = connection.execute("SELECT * FROM promotions WHERE session_id = ? ORDER BY number", (session_id,))
    return tuple(
        StoredAddition(
            number=row["number"],
            promotion=from_json(Addition, row["content"]),
            made_at=row["made_at"],
            undone=bool(row["undone"]),
        )
        for row in found
    )


def _refuse_second(promotions: tuple[StoredAddition, ...], promotion: Addition) -> None:
    for stored in promotions:
        if not stored.undone and stored.promotion.evidence_id == promotion.evidence_id:
            raise Conflict(
                f"This passage is in the evidence map already (promotion {stored.number}), perhaps from another tab or "
                "program. Take that promotion back first, then make this one.",
                stored,
            )


def write(connection: sqlite3.Connection, session_id: str, stored: StoredAddition) -> StoredAddition:
    """Store a promotion under its number, whatever stood there."""
    evidence_id, content = stored.promotion.evidence_id, as_json(stored.promotion)
    connection.execute(
        "INSERT INTO promotions (session_id, number, evidence_id, content, made_at, undone) VALUES (?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (session_id, number) DO UPDATE SET undone = excluded.undone",
        (session_id, stored.number, evidence_id, content, stored.made_at, stored.undone),
    )
    return stored


def add(connection: sqlite3.Connection, session_id: str, promotion: Addition) -> StoredAddition:
    """Store a new promotion. Raises Conflict where one of the same passage stands already, UnknownSession."""
    promotions = read(connection, session_id)
    _refuse_second(promotions, promotion)
    sessions.note_change(connection, session_id)
    number = promotions[-1].number + 1 if promotions else 1
    stored = StoredAddition(number=number, promotion=promotion, made_at=now(), undone=False)
    return write(connection, session_id, stored)


def mark(connection: sqlite3.Connection, session_id: str, number: int, *, undone: bool) -> StoredAddition:
    """Take a promotion back, or make it again; one that is so already stays.

    Raises NotStored, UnknownSession, Conflict where another promotion of the same passage stands meanwhile.
    """
    promotions = read(connection, session_id)
    stored = next((one for one in promotions if one.number == number), None)
    if stored is None:
        raise UnknownRecord(
            f"There is no promotion {number} in this session. Open the page again to see those there are."
        )
    if stored.undone == undone:
        return stored
    if not undone:
        _refuse_second(promotions, stored.promotion)
    sessions.note_change(connection, session_id)
    return write(connection, session_id, stored.model_copy(update={"undone": undone}))
