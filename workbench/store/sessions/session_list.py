"""The list of sessions with a summary of each; sessions are deleted and restored here."""

import sqlite3

from workbench.store.database.clock import days_ago, now
from workbench.store.database.json_text import as_json, from_json
from workbench.store.proposals import proposals
from workbench.store.records import LineSummary, Session, SessionSummary
from workbench.store.runs import open_runs, runs
from workbench.store.sessions import sessions, sources

DAYS_TO_RESTORE = 30
# To reject what is proposed makes no map, as `makes_rows` of the act says.
_ACTS_IN_FORCE = (
    "SELECT session_id, count(*) FROM map_acts "
    "WHERE undone = 0 AND CASE WHEN json_valid(content) THEN json_extract(content, '$.kind') ELSE '' END "
    "<> 'reject_proposed' GROUP BY session_id"
)


def put_line_summary(connection: sqlite3.Connection, session_id: str, summary: LineSummary) -> None:
    """Store the summary of a session's line; it is derived, so it makes neither a change nor a version. Raises
    UnknownSession."""
    sessions.check(connection, session_id)
    connection.execute("UPDATE sessions SET glance = ? WHERE session_id = ?", (as_json(summary), session_id))


def _holds(row: sqlite3.Row, wanted: str) -> bool:
    # Not SQL's LIKE: it ignores case only for A to Z, and reads % and _ as wildcards.
    names = (row["title"], row["transcript_name"] or "", row["evidence_name"] or "")
    return any(wanted in name.casefold() for name in names)


def find(connection: sqlite3.Connection, search: str = "", *, deleted: bool = False) -> tuple[SessionSummary, ...]:
    """Return the sessions whose title or sources hold `search`, case ignored, the newest change first.

    With `deleted` those that can be restored, the one deleted last first.
    """
    wanted = search.strip().casefold()
    last = runs.last_runs(connection)
    acts = dict(connection.execute(_ACTS_IN_FORCE).fetchall())
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
                    acts=acts.get(row["session_id"], 0),
                )
            )
    return tuple(found)


def delete(connection: sqlite3.Connection, seen: Session) -> None:
    """Delete a session, so that it can be restored for a month; those deleted earlier are removed for good.

    Raises Conflict, UnknownSession.
    """
    sessions.last_seen(connection, seen)
    connection.execute("DELETE FROM sessions WHERE deleted_at < ?", (days_ago(DAYS_TO_RESTORE),))
    connection.execute("UPDATE sessions SET deleted_at = ? WHERE session_id = ?", (now(), seen.session_id))
    sources.drop_unused(connection)
    open_runs.stop_with_session(connection, seen.session_id)
    proposals.stop_with_session(connection, seen.session_id)


def restore(connection: sqlite3.Connection, session_id: str) -> Session:
    """Restore a deleted session; one that was not deleted stays. Raises UnknownSession."""
    connection.execute("UPDATE sessions SET deleted_at = NULL WHERE session_id = ?", (session_id,))
    return sessions.get(connection, session_id)
