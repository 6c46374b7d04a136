"""What a person heard in a session's recording where the transcript was unsure: one row for each quote of a transcript
and a recording."""

import sqlite3

from core.errors import BadInput, Problem
from core.text.well_formed import well_formed
from workbench.store.database.clock import now
from workbench.store.database.json_text import as_json, from_json
from workbench.store.errors import Conflict
from workbench.store.names import one_line
from workbench.store.records import EarVerdict
from workbench.store.sessions import sessions

MAX_NOTE = 1_000


def read(connection: sqlite3.Connection, session_id: str) -> tuple[EarVerdict, ...]:
    """Return the verdicts of a session, the oldest first, also those on other transcripts and recordings that it had.

    Raises UnknownSession.
    """
    sessions.check(connection, session_id)
    query = "SELECT content FROM ear_verdicts WHERE session_id = ?"
    found = [from_json(EarVerdict, row["content"]) for row in connection.execute(query, (session_id,))]
    return tuple(sorted(found, key=lambda one: (one.heard_at, one.key)))


def write(connection: sqlite3.Connection, session_id: str, verdict: EarVerdict) -> EarVerdict:
    """Store a verdict, whatever was stored on its quote."""
    connection.execute(
        "INSERT INTO ear_verdicts (session_id, quote_id, raw_sha256, recording_sha256, content) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (session_id, quote_id, raw_sha256, recording_sha256) DO UPDATE SET content = excluded.content",
        (session_id, *verdict.key, as_json(verdict)),
    )
    return verdict


def checked(verdict: EarVerdict) -> EarVerdict:
    """Return a verdict with its name on one line. Raises BadInput if the name or the note cannot be kept."""
    note = well_formed(verdict.note).strip()
    if len(note) > MAX_NOTE:
        message = f"has {len(note):,} characters; {MAX_NOTE:,} is the most."
        raise BadInput(Problem(place="the note", message=message, remedy="Shorten it."))
    return verdict.model_copy(update={"name": one_line(verdict.name, "your name"), "note": note})


def _check_seen(connection: sqlite3.Connection, session_id: str, verdict: EarVerdict, seen: EarVerdict | None) -> None:
    stored = next((one for one in read(connection, session_id) if one.key == verdict.key), None)
    if stored != seen:
        message = "Another tab or program has what somebody heard of this quote. Nothing was overwritten."
        raise Conflict(message, stored)


def put(
    connection: sqlite3.Connection, session_id: str, verdict: EarVerdict, *, seen: EarVerdict | None = None
) -> EarVerdict:
    """Store a verdict with the time of now, over the one that the person saw, None where they saw none.

    Raises Conflict, UnknownSession, BadInput for a name or a note that cannot be kept.
    """
    verdict = checked(verdict).model_copy(update={"heard_at": now()})
    _check_seen(connection, session_id, verdict, seen)
    sessions.note_change(connection, session_id)
    return write(connection, session_id, verdict)


def delete(connection: sqlite3.Connection, session_id: str, seen: EarVerdict) -> None:
    """Remove a verdict. Raises Conflict if it is no longer the one that the person saw, UnknownSession."""
    _check_seen(connection, session_id, seen, seen)
    sessions.note_change(connection, session_id)
    connection.execute(
        "DELETE FROM ear_verdicts WHERE session_id = ? AND quote_id = ? AND raw_sha256 = ? AND recording_sha256 = ?",
        (session_id, *seen.key),
    )
