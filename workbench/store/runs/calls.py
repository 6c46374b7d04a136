"""Calls to clients, stored as long as the session.

Facts and texts have separate tables: listing thousands of calls reads no texts, and when a run is discarded its texts
go while its usage stays in the sums.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.errors import Problem
from core.llm.client import Answer
from workbench.store.database.clock import is_time
from workbench.store.database.json_text import as_json, from_json, json_text, text_from_json
from workbench.store.errors import UnknownRecord, UnknownSession
from workbench.store.runs.call_records import CallFacts, CallRecord, SessionCall, answer_of
from workbench.store.runs.run_plans import OpenRun
from workbench.store.sessions import sessions

# Whether a row of `calls` has an answer, which a failed call has not.
IS_ANSWER = "json_extract(facts, '$.outcome') IN ('complete', 'truncated', 'refused')"
_STANDING = """SELECT 1 FROM runs WHERE run_id = :run UNION ALL SELECT 1 FROM open_runs WHERE run_id = :run
    UNION ALL SELECT 1 FROM map_proposals WHERE proposal_id = :run"""


class RunReference(NamedTuple):
    """The run that a call is made for, with its number in the session and its writing mode; or the proposal of a map,
    which has the number 0."""

    session_id: str
    run_id: str
    number: int
    mode: str


def problems_of(calls: Sequence[CallRecord], chapters: Sequence[int]) -> Iterator[Problem]:
    """Yield the problems of a finished run's calls; `chapters` are its chapters in the evidence map.

    Places begin with the call's, as "[2].number".
    """
    made: dict[int, int] = {}
    for index, call in enumerate(calls):
        following = made.get(call.position, 0) + 1
        made[call.position] = call.number
        remedy = "Store the calls as they were made."
        if call.number != following:
            message = f"must be {following}: the calls of a chapter are numbered from 1 in their order."
            yield Problem(place=f"[{index}].number", message=message, remedy=remedy)
        if call.position < len(chapters) and call.chapter_index != chapters[call.position]:
            message = f"must be {chapters[call.position]}, as that of the chapter at its position."
            yield Problem(place=f"[{index}].chapter_index", message=message, remedy=remedy)
        if not is_time(call.started_at):
            yield Problem(place=f"[{index}].started_at", message="is no date and time in ISO 8601.", remedy=remedy)


def write(connection: sqlite3.Connection, made_for: RunReference, call: CallRecord) -> None:
    """Store a new call."""
    cursor = connection.execute(
        "INSERT INTO calls (session_id, run_id, run_number, mode, position, number, facts) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (*made_for, call.position, call.number, as_json(call.facts)),
    )
    reply = None if call.reply is None else json_text(call.reply)
    connection.execute(
        "INSERT INTO call_texts (call_id, reply, system, prompt) VALUES (?, ?, ?, ?)",
        (cursor.lastrowid, reply, json_text(call.system), json_text(call.prompt)),
    )


def as_stored(call: CallRecord) -> CallRecord:
    """Return a call as it will be read: well-formed."""
    return from_json(CallRecord, as_json(call))


def of_chapter(connection: sqlite3.Connection, run_id: str, position: int | None) -> tuple[CallRecord, ...]:
    """Return the calls for one chapter of a run, None for all, in order of chapters and numbers."""
    query = """SELECT facts, texts.* FROM calls LEFT JOIN call_texts AS texts USING (call_id)
        WHERE run_id = :run AND (:at IS NULL OR position = :at) ORDER BY position, number"""
    return tuple(_from_row(row) for row in connection.execute(query, {"run": run_id, "at": position}))


def _from_row(row: sqlite3.Row) -> CallRecord:
    if row["prompt"] is None:
        raise sqlite3.DatabaseError("a call has lost its texts")
    facts = from_json(CallFacts, row["facts"])
    return CallRecord(
        **{name: getattr(facts, name) for name in CallFacts.model_fields},
        system=text_from_json(row["system"]),
        prompt=text_from_json(row["prompt"]),
        reply=None if row["reply"] is None else text_from_json(row["reply"]),
    )


def add_late(connection: sqlite3.Connection, open_run: OpenRun, call: CallRecord) -> None:
    """Store a call whose run has another worker by now, or is gone, for the usage alone; `open_run` is the run as it
    was.

    It comes after the run's chapters and all its other calls, where no answer is looked up, so it takes no number that
    the run's worker needs. For a discarded run its texts are not stored. Raises UnknownSession.
    """
    mode = open_run.recipe.material.settings.mode
    made_for = RunReference(open_run.session_id, open_run.run_id, open_run.number, mode.value)
    write_late(connection, made_for, call, behind=len(open_run.chapters))


def write_late(connection: sqlite3.Connection, made_for: RunReference, call: CallRecord, *, behind: int) -> None:
    """Store a call that is too late to be used, behind all others and at least at the position `behind`. Raises
    UnknownSession."""
    query = "SELECT 1 FROM sessions WHERE session_id = ?"
    if connection.execute(query, (made_for.session_id,)).fetchone() is None:
        raise UnknownSession(made_for.session_id)
    query = "SELECT max(position) FROM calls WHERE run_id = ?"
    (last,) = connection.execute(query, (made_for.run_id,)).fetchone()
    position = max(behind, 0 if last is None else last + 1)
    write(connection, made_for, call.model_copy(update={"position": position, "number": 1}))
    if connection.execute(_STANDING, {"run": made_for.run_id}).fetchone() is None:
        forget_texts(connection, made_for.run_id)


def read(connection: sqlite3.Connection, run_id: str, position: int | None = None) -> tuple[CallRecord, ...]:
    """Return the calls of a finished or open run, or of one of its chapters, in order. Raises UnknownRecord."""
    if connection.execute(_STANDING, {"run": run_id}).fetchone() is None:
        raise UnknownRecord("This is not there any more: it was removed, perhaps in another tab or program.")
    return of_chapter(connection, run_id, position)


def answers(connection: sqlite3.Connection, run_id: str, position: int | None = None) -> dict[int, tuple[Answer, ...]]:
    """Return the replies for the chapters of a run, or for one of them, by position, in order."""
    query = f"""SELECT position, facts, reply FROM calls LEFT JOIN call_texts USING (call_id)
        WHERE run_id = :run AND (:at IS NULL OR position = :at) AND {IS_ANSWER} ORDER BY position, number"""  # noqa: S608
    found: dict[int, tuple[Answer, ...]] = {}
    for row in connection.execute(query, {"run": run_id, "at": position}):
        reply = None if row["reply"] is None else text_from_json(row["reply"])
        answer = answer_of(from_json(CallFacts, row["facts"]), reply)
        found[row["position"]] = (*found.get(row["position"], ()), answer)
    return found


def renumber(connection: sqlite3.Connection, run_id: str, positions: Sequence[int]) -> None:
    """Give the calls of a run new positions: the chapter at `positions[n]` moves to n."""
    # Through unused numbers, so that no two calls have the same position meanwhile.
    connection.executemany(
        "UPDATE calls SET position = ? WHERE run_id = ? AND position = ?",
        ((-1 - new, run_id, old) for new, old in enumerate(positions)),
    )
    connection.execute(
        "UPDATE calls SET position = -1 - position, facts = json_set(facts, '$.position', -1 - position) "
        "WHERE run_id = ? AND position < 0",
        (run_id,),
    )


def forget_texts(connection: sqlite3.Connection, run_id: str) -> None:
    """Remove the prompts and replies of a run, but not its usage."""
    connection.execute(
        "DELETE FROM call_texts WHERE call_id IN (SELECT call_id FROM calls WHERE run_id = ?)", (run_id,)
    )


def of_session(connection: sqlite3.Connection, session_id: str) -> tuple[SessionCall, ...]:
    """Return the facts of all calls of a session, also of open and discarded runs, ordered by the run's number,
    position and number; of two runs with one number the discarded one first. Raises UnknownSession."""
    sessions.check(connection, session_id)
    query = """SELECT run_id, run_number, mode, facts FROM calls WHERE session_id = ?
        ORDER BY run_number, min(call_id) OVER (PARTITION BY run_id), position, number"""
    return tuple(
        SessionCall(
            run_id=row["run_id"],
            run_number=row["run_number"],
            mode=row["mode"],
            facts=from_json(CallFacts, row["facts"]),
        )
        for row in connection.execute(query, (session_id,))
    )
