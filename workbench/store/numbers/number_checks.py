"""What the narratives of a session are checked against: one row, changed only on the basis of its last version."""

import sqlite3

from workbench.store.errors import Conflict
from workbench.store.numbers.number_records import StoredNumberCheck
from workbench.store.records import SourceFile
from workbench.store.sessions import sessions, sources


def read(connection: sqlite3.Connection, session_id: str) -> StoredNumberCheck:
    """Return the check of a session. Raises UnknownSession."""
    sessions.check(connection, session_id)
    query = """SELECT number_checks.*, size FROM number_checks
        LEFT JOIN sources ON sources.sha256 = results_sha256 WHERE session_id = ?"""
    row = connection.execute(query, (session_id,)).fetchone()
    if row is None:
        return StoredNumberCheck()
    results = None
    if row["results_sha256"] is not None:
        results = SourceFile(name=row["results_name"], sha256=row["results_sha256"], size=row["size"])
    return StoredNumberCheck(
        results=results,
        table=row["results_table"],
        citation=row["citation"],
        verification=row["verification"],
        with_chapters=bool(row["with_chapters"]),
        version=row["version"],
    )


def write(connection: sqlite3.Connection, session_id: str, check: StoredNumberCheck) -> StoredNumberCheck:
    """Store the check of a session, whatever was stored; the bytes of its results are stored already."""
    connection.execute(
        "INSERT OR REPLACE INTO number_checks (session_id, results_name, results_sha256, results_table, citation, "
        "verification, with_chapters, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            session_id,
            check.results and check.results.name,
            check.results and check.results.sha256,
            check.table,
            check.citation,
            check.verification,
            check.with_chapters,
            check.version,
        ),
    )
    return check


def put(connection: sqlite3.Connection, session_id: str, changed: StoredNumberCheck) -> StoredNumberCheck:
    """Store another table, other rules, or without results, over the version that the person saw.

    Raises Conflict, UnknownSession.
    """
    stored = read(connection, session_id)
    if stored.version != changed.version:
        raise Conflict(
            "The results or the rules of this session were changed in another tab or program. Nothing was overwritten. "
            "Look at what is stored now, then make your change again if it is still wanted.",
            stored,
        )
    if stored == changed:
        return stored
    version = sessions.note_change(connection, session_id)
    written = write(connection, session_id, changed.model_copy(update={"version": version}))
    sources.drop_unused(connection)
    return written


def put_results(
    connection: sqlite3.Connection, session_id: str, changed: StoredNumberCheck, name: str, data: bytes
) -> StoredNumberCheck:
    """Store other results, at most 20 MB, with the rest as `put` does. Raises Conflict, UnknownSession, BadInput."""
    results = sources.keep(connection, name, data)
    return put(connection, session_id, changed.model_copy(update={"results": results}))
