"""The writes of the worker that holds the lease of an open run: each is one transaction that checks the lease first.

Deleting the session or removing the run ends the lease too. `workbench.store.database.leases` explains leases.
"""

import sqlite3
from collections.abc import Sequence

from core.enforcement.results import ChapterDraft
from workbench.store.database import leases
from workbench.store.database.clock import check_time
from workbench.store.database.json_text import as_json, json_text, text_from_json
from workbench.store.errors import Conflict, UnknownRecord
from workbench.store.records import FinishedRun, RunSummary
from workbench.store.runs import calls, open_runs, runs
from workbench.store.runs.call_records import CallRecord
from workbench.store.runs.run_plans import RunLease, RunState


def renew(connection: sqlite3.Connection, run_id: str, owner: str, seconds: float) -> RunLease:
    """Renew the lease for `seconds`, and return its present state, which may request a stop.

    Raises LostLease.
    """
    leases.renew(connection, leases.RUNS, run_id, owner, seconds)
    return open_runs.lease_of(connection, run_id)


def _row_to_write(connection: sqlite3.Connection, run_id: str, owner: str, position: int) -> sqlite3.Row:
    leases.check_owner(connection, leases.RUNS, run_id, owner)
    query = "SELECT * FROM open_chapters WHERE run_id = ? AND position = ?"
    row = connection.execute(query, (run_id, position)).fetchone()
    if row is None:
        raise UnknownRecord(f"This run has no chapter at position {position}.")
    return row


def _refuse_done(connection: sqlite3.Connection, row: sqlite3.Row) -> None:
    if row["draft"] is not None:
        message = f"Chapter {row['chapter_index'] + 1} is written already; it was left as it is."
        raise Conflict(message, open_runs.chapter_from_row(connection, row))


def begin_call(connection: sqlite3.Connection, run_id: str, owner: str, position: int) -> None:
    """Count a call that is about to be made for a chapter.

    Raises LostLease, UnknownRecord for an unknown position, Conflict if the chapter is written already.
    """
    _refuse_done(connection, _row_to_write(connection, run_id, owner, position))
    query = "UPDATE open_chapters SET calls = calls + 1 WHERE run_id = ? AND position = ?"
    connection.execute(query, (run_id, position))


def _check_following(row: sqlite3.Row, call: CallRecord, stored: Sequence[CallRecord]) -> None:
    """Raise Conflict unless a call comes after the stored ones of its chapter."""
    chapter, here = row["chapter_index"] + 1, len(stored)
    if call.chapter_index != row["chapter_index"]:
        raise Conflict(f"This call is not of chapter {chapter}; nothing was stored.", None)
    if call.number <= here:
        message = f"Call {call.number} of chapter {chapter} is stored already, with something else."
        raise Conflict(f"{message} It was left as it is.", stored[call.number - 1])
    if call.number > here + 1:
        message = f"Call {call.number} of chapter {chapter} does not come next"
        raise Conflict(f"{message}: {here} are stored. It was not stored.", None)


def _made_for(connection: sqlite3.Connection, run_id: str) -> calls.RunReference:
    # Not the whole plan, which may hold all the replies of a scripted client.
    query = """SELECT session_id, run_id, number, json_extract(content, '$.material.settings.mode')
        FROM open_runs JOIN open_recipes USING (run_id) WHERE run_id = ?"""
    row = connection.execute(query, (run_id,)).fetchone()
    if row is None:
        raise sqlite3.DatabaseError("an open run has lost its recipe")
    return calls.RunReference(*row)


def add_call(connection: sqlite3.Connection, run_id: str, owner: str, call: CallRecord) -> None:
    """Store a call of a chapter, answered or failed, before its reply is used; storing the same call twice is allowed.

    Raises LostLease, UnknownRecord for an unknown position, BadInput if its time is invalid, Conflict if the chapter is
    written already or another call has its number.
    """
    row = _row_to_write(connection, run_id, owner, call.position)
    stored = calls.of_chapter(connection, run_id, call.position)
    if stored and calls.as_stored(call) in stored:
        return
    _refuse_done(connection, row)
    _check_following(row, call, stored)
    check_time("started_at", call.started_at)
    calls.write(connection, _made_for(connection, run_id), call)


def _put(connection: sqlite3.Connection, row: sqlite3.Row, column: str, text: str) -> None:
    """Store a column of an unfinished chapter; storing the same value twice is allowed."""
    if row[column] != text:
        _refuse_done(connection, row)
        query = f"UPDATE open_chapters SET {column} = ? WHERE run_id = ? AND position = ?"  # noqa: S608 - two constants
        connection.execute(query, (text, row["run_id"], row["position"]))


def put_reply(connection: sqlite3.Connection, run_id: str, owner: str, position: int, reply: str) -> None:
    """Store the reply that a chapter will be made of. Raises LostLease, UnknownRecord, Conflict if it is made of
    another reply."""
    _put(connection, _row_to_write(connection, run_id, owner, position), "reply", json_text(reply))


def put_chapter(connection: sqlite3.Connection, run_id: str, owner: str, position: int, draft: ChapterDraft) -> None:
    """Store a chapter, text and report together, which makes it done.

    Raises LostLease, UnknownRecord, Conflict if another text is stored.
    """
    _put(connection, _row_to_write(connection, run_id, owner, position), "draft", as_json(draft))


def release(connection: sqlite3.Connection, run_id: str, owner: str, state: RunState, message: str) -> None:
    """Release the lease and store the run's state (stopped, failed) and the reason. Raises LostLease."""
    leases.release(connection, leases.RUNS, run_id, owner, state.value, message)


def finish(connection: sqlite3.Connection, run_id: str, owner: str, run: FinishedRun) -> RunSummary:
    """Move a run to the finished ones, with its id and number, the replies of its chapters, and all its calls.

    Raises LostLease, Conflict if its chapters are not those that are done, BadInput if its times are invalid.
    """
    leases.check_owner(connection, leases.RUNS, run_id, owner)
    stored = open_runs.lease_of(connection, run_id)
    query = "SELECT chapter_index, reply FROM open_chapters WHERE run_id = ? AND draft IS NOT NULL ORDER BY position"
    done = connection.execute(query, (run_id,)).fetchall()
    if [row["chapter_index"] for row in done] != [draft.chapter_index for draft in run.edition.chapters]:
        raise Conflict("The edition does not hold the chapters that are written; nothing was finished.", stored)
    of_this = {"run_id": run_id, "session_id": stored.session_id, "number": stored.number}
    placed = run.model_copy(update={"summary": run.summary.model_copy(update=of_this)})
    replies = [None if row["reply"] is None else text_from_json(row["reply"]) for row in done]
    summary = runs.keep(connection, placed, replies)
    order = "SELECT position FROM open_chapters WHERE run_id = ? ORDER BY draft IS NULL, position"
    calls.renumber(connection, run_id, [position for (position,) in connection.execute(order, (run_id,))])
    connection.execute("DELETE FROM open_runs WHERE run_id = ?", (run_id,))
    return summary
