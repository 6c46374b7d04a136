"""Answers: a session's history of questions, and the one question that is being answered.

The summary of an answer has a column of its own, so that hundreds are listed without reading one.
"""

import sqlite3

from core.errors import BadInput, Problem
from core.text.well_formed import well_formed
from workbench.store.answers.answer_records import (
    MAX_QUESTION,
    AnswerContents,
    AnswerSummary,
    OpenQuestion,
    StoredAnswer,
)
from workbench.store.database.clock import check_time
from workbench.store.database.clock import seconds as time_of_leases
from workbench.store.database.json_text import as_json, from_json
from workbench.store.errors import Conflict, UnknownRecord
from workbench.store.sessions import sessions

_GONE = "This answer is not there any more: it was removed, perhaps in another tab or program."


def check_question(text: str) -> str:
    """Return a question, well-formed and without white space around it. Raises BadInput if it is empty or too long."""
    question = well_formed(text).strip()
    if not question:
        message, remedy = "is empty.", "Type what you want to know."
    elif len(question) > MAX_QUESTION:
        message, remedy = f"has {len(question):,} characters; {MAX_QUESTION:,} is the most.", "Shorten it."
    else:
        return question
    raise BadInput(Problem(place="the question", message=message, remedy=remedy))


def summaries(connection: sqlite3.Connection, session_id: str) -> tuple[AnswerSummary, ...]:
    """Return the summaries of a session's answers, by number. Raises UnknownSession."""
    sessions.check(connection, session_id)
    found = connection.execute("SELECT summary FROM answers WHERE session_id = ? ORDER BY number", (session_id,))
    return tuple(from_json(AnswerSummary, summary) for (summary,) in found)


def _stored(row: sqlite3.Row) -> StoredAnswer:
    contents = from_json(AnswerContents, row["content"])
    fields = {name: getattr(contents, name) for name in AnswerContents.model_fields}
    return StoredAnswer(**fields, answer_id=row["answer_id"], number=row["number"])


def read_all(connection: sqlite3.Connection, session_id: str) -> tuple[StoredAnswer, ...]:
    """Return the answers of a session by number. Raises UnknownSession."""
    sessions.check(connection, session_id)
    found = connection.execute("SELECT * FROM answers WHERE session_id = ? ORDER BY number", (session_id,))
    return tuple(map(_stored, found))


def read(connection: sqlite3.Connection, answer_id: str) -> StoredAnswer:
    """Return an answer; it never changes. Raises UnknownRecord."""
    row = connection.execute("SELECT * FROM answers WHERE answer_id = ?", (answer_id,)).fetchone()
    if row is None:
        raise UnknownRecord(_GONE)
    return _stored(row)


def write(connection: sqlite3.Connection, session_id: str, stored: StoredAnswer) -> StoredAnswer:
    """Store a new answer under its id and number; return it as it will be read."""
    contents = AnswerContents(**{name: getattr(stored, name) for name in AnswerContents.model_fields})
    connection.execute(
        "INSERT INTO answers (answer_id, session_id, number, summary, content) VALUES (?, ?, ?, ?, ?)",
        (stored.answer_id, session_id, stored.number, as_json(stored.summary), as_json(contents)),
    )
    return stored


def add(connection: sqlite3.Connection, session_id: str, answer_id: str, contents: AnswerContents) -> StoredAnswer:
    """Store an answer as the session's last one, and end its open question.

    Raises UnknownSession, Conflict if it is stored already, BadInput if its time is invalid.
    """
    check_time("asked_at", contents.asked_at)
    sessions.note_change(connection, session_id)
    if connection.execute("SELECT 1 FROM answers WHERE answer_id = ?", (answer_id,)).fetchone():
        raise Conflict("This answer is stored already.", read(connection, answer_id))
    query = "SELECT coalesce(max(number), 0) + 1 FROM answers WHERE session_id = ?"
    (number,) = connection.execute(query, (session_id,)).fetchone()
    end(connection, session_id, answer_id)
    fields = {name: getattr(contents, name) for name in AnswerContents.model_fields}
    return write(connection, session_id, StoredAnswer(**fields, answer_id=answer_id, number=number))


def delete(connection: sqlite3.Connection, session_id: str, answer_id: str) -> None:
    """Remove an answer for good. Raises UnknownRecord if it does not exist, UnknownSession."""
    sessions.note_change(connection, session_id)
    query = "DELETE FROM answers WHERE session_id = ? AND answer_id = ?"
    if connection.execute(query, (session_id, answer_id)).rowcount == 0:
        raise UnknownRecord(_GONE)


def open_question(connection: sqlite3.Connection, session_id: str) -> OpenQuestion | None:
    """Return the question that is being answered or was interrupted, None if there is none. Raises UnknownSession."""
    sessions.check(connection, session_id)
    row = connection.execute("SELECT * FROM open_questions WHERE session_id = ?", (session_id,)).fetchone()
    if row is None:
        return None
    return from_json(OpenQuestion, row["content"]).model_copy(update={"leased_until": row["leased_until"]})


def begin(connection: sqlite3.Connection, session_id: str, question: OpenQuestion) -> None:
    """Store the open question with its lease, in place of an interrupted one.

    Raises UnknownSession, and Conflict if another one is being answered.
    """
    check_question(question.question)
    stands = open_question(connection, session_id)
    if stands is not None and stands.owner != question.owner and stands.leased_until > time_of_leases():
        raise Conflict(
            "A question of this session is being asked in another tab or program. Wait for its answer, or stop it "
            "there; then ask again.",
            stands,
        )
    connection.execute(
        "INSERT OR REPLACE INTO open_questions (session_id, answer_id, leased_until, content) VALUES (?, ?, ?, ?)",
        (session_id, question.answer_id, question.leased_until, as_json(question)),
    )


def renew(connection: sqlite3.Connection, session_id: str, answer_id: str, leased_until: float) -> None:
    """Renew the lease of an open question; do nothing if it is gone."""
    query = "UPDATE open_questions SET leased_until = ? WHERE session_id = ? AND answer_id = ?"
    connection.execute(query, (leased_until, session_id, answer_id))


def end(connection: sqlite3.Connection, session_id: str, answer_id: str) -> None:
    """Remove the open question; do nothing if it is gone."""
    query = "DELETE FROM open_questions WHERE session_id = ? AND answer_id = ?"
    connection.execute(query, (session_id, answer_id))
