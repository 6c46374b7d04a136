"""The list of sessions, with what matters of each at a glance."""

import sqlite3

from workbench.store.database.json_text import as_json, from_json
from workbench.store.records import LineSummary, SessionSummary
from workbench.store.runs import runs
from workbench.store.sessions import sessions


def note_glance(connection: sqlite3.Connection, session_id: str, glance: LineSummary) -> None:
    """Keep a glance; the session counts as unchanged. Raises UnknownSession."""
    sessions.check(connection, session_id)
    connection.execute("UPDATE sessions SET glance = ? WHERE session_id = ?", (as_json(glance), session_id))


def _holds(row: sqlite3.Row, wanted: str) -> bool:
    # Not SQL's LIKE: that knows no other letters than A to Z by their case, and reads % and _ as wildcards.
    names = (row["title"], row["transcript_name"] or "", row["evidence_name"] or "")
    return any(wanted in name.casefold() for name in names)


def find(connection: sqlite3.Connection, search: str = "", *, deleted: bool = False) -> tuple[SessionSummary, ...]:
    """Return the sessions whose title or sources hold `search`, case ignored, the newest change first."""
    wanted = search.strip().casefold()
    last = runs.last_runs(connection)
    found: list[SessionSummary] = []
    for row in sessions.rows(connection, deleted=deleted):
        if _holds(row, wanted):
            run, transcript = last.get(row["session_id"], (None, None))
            found.append(
                SessionSummary(
                    session=sessions.from_row(row),
                    glance=from_json(LineSummary, row["glance"]) if row["glance"] else None,
                    last_run=run,
                    of_its_transcript=transcript == row["transcript_sha256"],
                )
            )
    return tuple(found)
