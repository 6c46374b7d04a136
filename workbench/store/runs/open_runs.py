"""Open runs: being written, stopped or failed; a session has at most one. This module begins, leases and removes them.

The worker of an open run holds its lease; `workbench.store.runs.open_run_writes` has its writes.
"""

import sqlite3

from core.enforcement.results import ChapterDraft
from core.llm.client import Answer, Purpose, Reply
from workbench.store.database import clock, leases
from workbench.store.database.json_text import as_json, from_json, text_from_json
from workbench.store.errors import Conflict, UnknownRecord
from workbench.store.records import SourceFile
from workbench.store.runs import calls, runs
from workbench.store.runs.run_plans import (
    ChapterProgress,
    OpenChapter,
    OpenRun,
    OpenRunProgress,
    RunLease,
    RunPlan,
    RunState,
)
from workbench.store.sessions import sessions, sources

_COLUMNS = tuple(name for name in OpenRun.model_fields if name not in ("recipe", "chapters"))
_LEASE = tuple(RunLease.model_fields)
_NO_RUN = "This run is not open any more: it was finished or removed, perhaps in another tab or program."


def _chapter(row: sqlite3.Row, answers: tuple[Answer, ...]) -> OpenChapter:
    reply = None if row["reply"] is None else text_from_json(row["reply"])
    if reply is not None and not answers:
        # An older program stored no calls.
        answers = (Answer(purpose=Purpose.FIRST, reply=Reply(text=reply)),)
    return OpenChapter(
        position=row["position"],
        chapter_index=row["chapter_index"],
        calls=row["calls"],
        reply=reply,
        draft=None if row["draft"] is None else from_json(ChapterDraft, row["draft"]),
        answers=answers,
    )


def chapter_from_row(connection: sqlite3.Connection, row: sqlite3.Row) -> OpenChapter:
    """Read a chapter from its row, with its replies."""
    answers = calls.answers(connection, row["run_id"], row["position"])
    return _chapter(row, answers.get(row["position"], ()))


def _from_row(connection: sqlite3.Connection, row: sqlite3.Row) -> OpenRun:
    query = "SELECT * FROM open_chapters WHERE run_id = ? ORDER BY position"
    recipes = connection.execute("SELECT content FROM open_recipes WHERE run_id = ?", (row["run_id"],)).fetchall()
    if not recipes:
        raise sqlite3.DatabaseError("an open run has lost its recipe")
    recipe = from_json(RunPlan, recipes[0]["content"])
    answers = calls.answers(connection, row["run_id"])
    found = connection.execute(query, (row["run_id"],))
    chapters = tuple(_chapter(one, answers.get(one["position"], ())) for one in found)
    if len(chapters) != len(recipe.chapters):
        raise sqlite3.DatabaseError("an open run has lost chapters")
    held = {name: row[name] for name in _COLUMNS}
    return OpenRun.model_validate({**held, "recipe": recipe, "chapters": chapters})


def read(connection: sqlite3.Connection, session_id: str) -> OpenRun | None:
    """Return the open run of a session, None where it has none. Raises UnknownSession."""
    sessions.check(connection, session_id)
    row = connection.execute("SELECT * FROM open_runs WHERE session_id = ?", (session_id,)).fetchone()
    return None if row is None else _from_row(connection, row)


def _lease_of(row: sqlite3.Row) -> dict[str, object]:
    return {name: row[name] for name in _LEASE}


def lease_of(connection: sqlite3.Connection, run_id: str) -> RunLease:
    """Return the lease of an open run, without its texts. Raises UnknownRecord."""
    row = connection.execute("SELECT * FROM open_runs WHERE run_id = ?", (run_id,)).fetchone()
    if row is None:
        raise UnknownRecord(_NO_RUN)
    return RunLease.model_validate(_lease_of(row))


def progress(connection: sqlite3.Connection, session_id: str) -> OpenRunProgress | None:
    """Return how far the open run of a session is, without its texts; None if it has none.

    Raises UnknownSession.
    """
    sessions.check(connection, session_id)
    row = connection.execute("SELECT * FROM open_runs WHERE session_id = ?", (session_id,)).fetchone()
    if row is None:
        return None
    answered = f"SELECT position FROM calls WHERE run_id = :run AND {calls.IS_ANSWER}"  # noqa: S608 - a constant
    query = f"""SELECT position, chapter_index, calls, draft IS NOT NULL AS done,
        reply IS NOT NULL OR position IN ({answered}) AS answered,
        coalesce(json_extract(draft, '$.fallback'), '') <> '' AS fell_back
        FROM open_chapters WHERE run_id = :run ORDER BY position"""  # noqa: S608 - constants
    found = connection.execute(query, {"run": row["run_id"]})
    chapters = tuple(ChapterProgress.model_validate(dict(one)) for one in found)
    return OpenRunProgress.model_validate({**_lease_of(row), "chapters": chapters})


def plan(connection: sqlite3.Connection, run_id: str) -> RunPlan:
    """Return the plan of an open run; it never changes. Raises UnknownRecord."""
    row = connection.execute("SELECT content FROM open_recipes WHERE run_id = ?", (run_id,)).fetchone()
    if row is None:
        raise UnknownRecord(_NO_RUN)
    return from_json(RunPlan, row["content"])


def chapter(connection: sqlite3.Connection, run_id: str, position: int) -> ChapterDraft:
    """Return a finished chapter of an open run; it never changes. Raises UnknownRecord."""
    query = "SELECT draft FROM open_chapters WHERE run_id = ? AND position = ? AND draft IS NOT NULL"
    row = connection.execute(query, (run_id, position)).fetchone()
    if row is None:
        raise UnknownRecord(_NO_RUN)
    return from_json(ChapterDraft, row["draft"])


def get(connection: sqlite3.Connection, run_id: str) -> OpenRun:
    """Return an open run. Raises UnknownRecord, UnknownSession."""
    row = connection.execute("SELECT * FROM open_runs WHERE run_id = ?", (run_id,)).fetchone()
    if row is None:
        raise UnknownRecord(_NO_RUN)
    sessions.check(connection, row["session_id"])
    return _from_row(connection, row)


def _kept(connection: sqlite3.Connection, source: SourceFile | None) -> str | None:
    if source is not None and not sources.is_kept(connection, source.sha256):
        message = f"“{source.name}” was replaced in another tab or program."
        raise Conflict(f"{message} Look at the session as it is now, then start again.", None)
    return source and source.sha256


def _check_next(connection: sqlite3.Connection, session_id: str, number: int) -> None:
    opened = read(connection, session_id)
    if opened is not None:
        message = f"Run {opened.number} of this session is not finished, perhaps started in another tab or program."
        raise Conflict(f"{message} Stop or finish it first; no second one was started.", opened)
    following = runs.next_number(connection, session_id)
    if number != following:
        finished = runs.summaries(connection, session_id)
        last = finished[-1] if finished else None
        message = f"Run {following - 1} was finished meanwhile" if number < following else "A run was removed meanwhile"
        raise Conflict(f"{message}, in another tab or program. Look at the runs, then start again.", last)


def begin(
    connection: sqlite3.Connection, session_id: str, recipe: RunPlan, *, number: int, owner: str, seconds: float
) -> OpenRun:
    """Begin the run of a session with this number, and take its lease for `seconds`.

    Raises UnknownSession, Conflict if the session has an open run, another number is next, or a source is gone.
    """
    _check_next(connection, session_id, number)
    material = recipe.material
    columns = {
        "run_id": sessions.new_id(),
        "session_id": session_id,
        "number": number,
        "started_at": clock.now(),
        "transcript_sha256": _kept(connection, material.transcript),
        "evidence_sha256": _kept(connection, material.evidence),
        "state": RunState.RUNNING.value,
        "message": "",
        "owner": owner,
        "leased_until": leases.leased_until(seconds),
        "stop_requested": False,
    }
    places = ", ".join("?" * len(columns))
    connection.execute(
        f"INSERT INTO open_runs ({', '.join(columns)}) VALUES ({places})",  # noqa: S608 - constants
        tuple(columns.values()),
    )
    connection.execute("INSERT INTO open_recipes (run_id, content) VALUES (?, ?)", (columns["run_id"], as_json(recipe)))
    connection.executemany(
        "INSERT INTO open_chapters (run_id, position, chapter_index, calls) VALUES (?, ?, ?, 0)",
        ((columns["run_id"], position, index) for position, index in enumerate(recipe.chapters)),
    )
    sessions.note_change(connection, session_id)
    return get(connection, str(columns["run_id"]))


def _is_anothers(stored: RunLease, instead_of: str) -> bool:
    """Tell whether another worker than `instead_of` holds the lease."""
    return stored.owner != instead_of and stored.is_held(clock.seconds())


def _refuse_living(stored: OpenRun, living: str) -> None:
    """Raise Conflict if the owner is known to be at work: even if its lease ran out, its work goes on."""
    if living and stored.owner == living:
        message = f"Run {stored.number} is being written here, so nothing was begun a second time. Stop it first."
        raise Conflict(message, stored)


def lease(
    connection: sqlite3.Connection, run_id: str, owner: str, seconds: float, *, instead_of: str = "", living: str = ""
) -> OpenRun:
    """Take the lease of a run to go on with it: a free one, or one that `instead_of` still holds and gives up.

    The lease of `living`, a worker that is known to be at work, is not taken even after it ran out. Every owner is a
    new name, so that of two workers that take the lease from the same holder the second one fails. Raises
    UnknownRecord, UnknownSession, Conflict if another worker holds it.
    """
    stored = get(connection, run_id)
    _refuse_living(stored, living)
    if _is_anothers(stored, instead_of):
        message = f"Run {stored.number} is being written in another tab or program. It was left to go on there."
        raise Conflict(message, stored)
    leases.take(connection, leases.RUNS, run_id, owner, seconds)
    return get(connection, run_id)


def request_stop(connection: sqlite3.Connection, run_id: str) -> None:
    """Request the worker of a run, in any program, to stop. Raises UnknownRecord."""
    if not leases.request_stop(connection, leases.RUNS, run_id):
        raise UnknownRecord(_NO_RUN)


def stop_with_session(connection: sqlite3.Connection, session_id: str) -> None:
    """End the lease of a deleted session's run, whoever holds it; a restored session can resume the run."""
    connection.execute(
        "UPDATE open_runs SET owner = '', leased_until = 0, state = ?, message = ? WHERE session_id = ? AND state = ?",
        (RunState.STOPPED.value, "The session was deleted meanwhile.", session_id, RunState.RUNNING.value),
    )


def discard(
    connection: sqlite3.Connection, run_id: str, session_id: str, *, instead_of: str = "", living: str = ""
) -> None:
    """Remove an open run of a session with its prompts and texts; the usage of its calls stays.

    Raises UnknownRecord, UnknownSession, Conflict if another worker than `instead_of` holds its lease, or `living` is
    its owner.
    """
    stored = get(connection, run_id)
    if stored.session_id != session_id:
        raise UnknownRecord(_NO_RUN)
    _refuse_living(stored, living)
    if _is_anothers(stored, instead_of):
        raise Conflict(f"Run {stored.number} is being written. Stop it first; it was left as it is.", stored)
    connection.execute("DELETE FROM open_runs WHERE run_id = ?", (run_id,))
    calls.forget_texts(connection, run_id)
    sessions.note_change(connection, session_id)
    sources.drop_unused(connection)
