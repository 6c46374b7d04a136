"""Runs: finished editions with their certificates; chapters and raw replies have tables of their own."""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress

from pydantic import ValidationError

from core.enforcement.results import ChapterDraft, Edition
from core.errors import BadInput
from core.generation.settings import Settings
from workbench.store.database.clock import check_time
from workbench.store.database.json_text import as_json, from_json, json_text, text_from_json
from workbench.store.errors import Conflict, UnknownRecord
from workbench.store.records import FinishedRun, RunSummary
from workbench.store.runs import calls
from workbench.store.runs.call_records import CallRecord
from workbench.store.sessions import sessions, sources

_SUMMARY = tuple(RunSummary.model_fields)
_COLUMNS = ", ".join(_SUMMARY)


def _summary(row: sqlite3.Row) -> RunSummary:
    return RunSummary.model_validate({name: row[name] for name in _SUMMARY})


def summaries(connection: sqlite3.Connection, session_id: str) -> tuple[RunSummary, ...]:
    """Return the runs of a session by number. Raises UnknownSession."""
    sessions.check(connection, session_id)
    query = f"SELECT {_COLUMNS} FROM runs WHERE session_id = ? ORDER BY number"  # noqa: S608 - constants
    return tuple(_summary(row) for row in connection.execute(query, (session_id,)))


def last_runs(connection: sqlite3.Connection) -> dict[str, tuple[RunSummary, str | None]]:
    """Return the newest run of each session that has one, with the sha256 of its transcript if that is stored."""
    query = f"SELECT {_COLUMNS}, transcript_sha256, max(number) FROM runs GROUP BY session_id"  # noqa: S608 - constants
    return {row["session_id"]: (_summary(row), row["transcript_sha256"]) for row in connection.execute(query)}


def _columns_of_run(connection: sqlite3.Connection, run_id: str, columns: str) -> sqlite3.Row:
    query = f"SELECT {columns} FROM runs WHERE run_id = ?"  # noqa: S608 - constants
    row = connection.execute(query, (run_id,)).fetchone()
    if row is None:
        raise UnknownRecord(
            "There is no such run here. It may be in another database; choose one from the list of runs."
        )
    return row


def summary(connection: sqlite3.Connection, run_id: str) -> RunSummary:
    """Return the summary of a run. Raises UnknownRecord."""
    return _summary(_columns_of_run(connection, run_id, _COLUMNS))


def settings(connection: sqlite3.Connection, session_id: str) -> dict[str, Settings]:
    """Return the settings of the runs of a session by their ids, except those of another program version that this one
    cannot read. Raises UnknownSession."""
    sessions.check(connection, session_id)
    found = connection.execute("SELECT run_id, settings FROM runs WHERE session_id = ? ORDER BY number", (session_id,))
    read: dict[str, Settings] = {}
    for row in found:
        with suppress(ValidationError):
            read[row["run_id"]] = from_json(Settings, row["settings"])
    return read


def next_number(connection: sqlite3.Connection, session_id: str) -> int:
    """Return the number of the session's next run; an open run has one too. Raises UnknownSession."""
    sessions.check(connection, session_id)
    query = """SELECT coalesce(max(number), 0) + 1 FROM (
        SELECT number FROM runs WHERE session_id = :of UNION ALL SELECT number FROM open_runs WHERE session_id = :of
    )"""
    return connection.execute(query, {"of": session_id}).fetchone()[0]


def read(connection: sqlite3.Connection, run_id: str) -> FinishedRun:
    """Return a run with its edition. Raises UnknownRecord."""
    row = _columns_of_run(connection, run_id, "*")
    query = "SELECT content FROM chapters WHERE run_id = ? ORDER BY position"
    chapters = tuple(from_json(ChapterDraft, content) for (content,) in connection.execute(query, (run_id,)))
    if len(chapters) != row["chapters"]:
        raise sqlite3.DatabaseError("a run has lost chapters")
    return FinishedRun(
        summary=_summary(row),
        settings=from_json(Settings, row["settings"]),
        edition=from_json(Edition, row["edition"]).model_copy(update={"chapters": chapters}),
        certificate=row["certificate"],
    )


def replies(connection: sqlite3.Connection, run_id: str) -> tuple[str | None, ...]:
    """Return the model's replies as received, None where there was none. Raises UnknownRecord."""
    _columns_of_run(connection, run_id, "run_id")
    found = connection.execute("SELECT content FROM replies WHERE run_id = ? ORDER BY position", (run_id,))
    return tuple(None if content is None else text_from_json(content) for (content,) in found)


def write(connection: sqlite3.Connection, run: FinishedRun, raw_replies: Sequence[str | None]) -> RunSummary:
    """Store a run with its chapters and replies under the session, id and number of its summary."""
    stored = run.summary.model_copy(update={"chapters": len(run.edition.chapters)})
    transcript = run.edition.transcript_sha256
    columns = {
        **stored.model_dump(),
        "settings": as_json(run.settings),
        "edition": as_json(run.edition.model_copy(update={"chapters": ()})),
        "certificate": run.certificate,
        # A run refers to the transcript it was made from, so that it can be checked again whatever the session has now.
        "transcript_sha256": transcript if sources.is_kept(connection, transcript) else None,
    }
    places = ", ".join("?" * len(columns))
    connection.execute(
        f"INSERT INTO runs ({', '.join(columns)}) VALUES ({places})",  # noqa: S608 - constants
        tuple(columns.values()),
    )
    connection.executemany(
        "INSERT INTO chapters (run_id, position, content) VALUES (?, ?, ?)",
        ((stored.run_id, position, as_json(chapter)) for position, chapter in enumerate(run.edition.chapters)),
    )
    connection.executemany(
        "INSERT INTO replies (run_id, position, content) VALUES (?, ?, ?)",
        (
            (stored.run_id, position, None if reply is None else json_text(reply))
            for position, reply in enumerate(raw_replies)
        ),
    )
    return stored


def keep(connection: sqlite3.Connection, run: FinishedRun, raw_replies: Sequence[str | None]) -> RunSummary:
    """Store a run as a change of its session. Raises UnknownSession, BadInput if its times are invalid."""
    check_time("started_at", run.summary.started_at)
    check_time("finished_at", run.summary.finished_at)
    sessions.note_change(connection, run.summary.session_id)
    return write(connection, run, raw_replies)


def write_calls(connection: sqlite3.Connection, stored: RunSummary, made: Sequence[CallRecord]) -> None:
    """Store the calls of a run that has none."""
    made_for = calls.RunReference(stored.session_id, stored.run_id, stored.number, stored.mode)
    for call in made:
        calls.write(connection, made_for, call)


def _check_calls(run: FinishedRun, made: Sequence[CallRecord]) -> None:
    problems = list(calls.problems_of(made, [chapter.chapter_index for chapter in run.edition.chapters]))
    if problems:
        raise BadInput(*(problem.model_copy(update={"place": f"calls{problem.place}"}) for problem in problems))


def add(
    connection: sqlite3.Connection,
    session_id: str,
    run: FinishedRun,
    raw_replies: Sequence[str | None],
    made: Sequence[CallRecord] = (),
) -> RunSummary:
    """Store a new run with its calls; it gets the session's next number, and an id if it has none.

    Raises UnknownSession, Conflict if a run with its id exists, BadInput if its times are invalid or its calls are not
    its own.
    """
    _check_calls(run, made)
    number = next_number(connection, session_id)
    run_id = run.summary.run_id or sessions.new_id()
    if connection.execute("SELECT 1 FROM runs WHERE run_id = ?", (run_id,)).fetchone():
        raise Conflict("This run is stored already.", summary(connection, run_id))
    placed = run.summary.model_copy(update={"run_id": run_id, "session_id": session_id, "number": number})
    stored = keep(connection, run.model_copy(update={"summary": placed}), raw_replies)
    write_calls(connection, stored, made)
    return stored
