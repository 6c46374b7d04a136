"""What whoever holds the lease of an open run may do with it: each is one transaction that first looks who holds it.

Who deletes the session or removes the run ends the lease as well; what a lease is: `workbench.store.database.leases`.
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
    """Keep the lease for so many seconds more, and return how it stands now, where a stop may be requested.

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

    Raises LostLease, UnknownRecord for a position there is not, Conflict where the chapter is written already.
    """
    _refuse_done(connection, _row_to_write(connection, run_id, owner, position))
    query = "UPDATE open_chapters SET calls = calls + 1 WHERE run_id = ? AND position = ?"
    connection.execute(query, (run_id, position))


def _check_following(row: sqlite3.Row, call: CallRecord, stored: Sequence[CallRecord]) -> None:
    """Raise Conflict unless a call comes after those that are stored of its chapter."""
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
    # Not the whole recipe: it may hold all the replies of a scripted client.
    query = """SELECT session_id, run_id, number, json_extract(content, '$.material.settings.mode')
        FROM open_runs JOIN open_recipes USING (run_id) WHERE run_id = ?"""
    row = connection.execute(query, (run_id,)).fetchone()
    if row is None:
        raise sqlite3.DatabaseError("an open run has lost its recipe")
    return calls.RunReference(*row)


def add_call(connection: sqlite3.Connection, run_id: str, owner: str, call: CallRecord) -> None:
    """Store a call that was made for a chapter, before anything is done to its reply and whatever came of it; one that
    is stored so already may be stored again.

    Raises LostLease, UnknownRecord for a position there is not, BadInput where its time is none, Conflict where the
    chapter is written already or another call is stored under its number.
    """
    row = _row_to_write(connection, run_id, owner, call.position)
    stored = calls.of_chapter(connection, run_id, call.position)
    if calls.as_stored(call) in stored:
        return
    _refuse_done(connection, row)
    _check_following(row, call, stored)
    check_time("started_at", call.started_at)
    calls.write(connection, _made_for(connection, run_id), call)


def _put(connection: sqlite3.Connection, row: sqlite3.Row, column: str, text: str) -> None:
    """Store what belongs to a chapter that is not done; what is stored so already may be stored again."""
    if row[column] != text:
        _refuse_done(connection, row)
        query = f"UPDATE open_chapters SET {column} = ? WHERE run_id = ? AND position = ?"  # noqa: S608 - two constants
        connection.execute(query, (text, row["run_id"], row["position"]))


def put_reply(connection: sqlite3.Connection, run_id: str, owner: str, position: int, reply: str) -> None:
    """Store what a chapter is going to be made of. Raises LostLease, UnknownRecord, Conflict where it is written from
    another reply."""
    _put(connection, _row_to_write(connection, run_id, owner, position), "reply", json_text(reply))


def put_chapter(connection: sqlite3.Connection, run_id: str, owner: str, position: int, draft: ChapterDraft) -> None:
    """Store a chapter, text and report together; it is done with that.

    Raises LostLease, UnknownRecord, Conflict where another text is stored.
    """
    _put(connection, _row_to_write(connection, run_id, owner, position), "draft", as_json(draft))


def release(connection: sqlite3.Connection, run_id: str, owner: str, state: RunState, message: str) -> None:
    """Give the lease back and say how the run stands (stopped, failed) and why. Raises LostLease."""
    leases.release(connection, leases.RUNS, run_id, owner, state.value, message)


def finish(connection: sqlite3.Connection, run_id: str, owner: str, run: FinishedRun) -> RunSummary:
    """Move a run to the finished ones, under its own id and number, with the replies of the chapters it has, and
    with all of its calls.

    Raises LostLease, Conflict where its chapters are not those that are done, BadInput where its times are none.
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
