"""Sessions: created, found, and changed only on the basis of their last version."""

import json
import re
import sqlite3
from collections.abc import Mapping, Sequence
from secrets import choice, token_urlsafe
from string import ascii_letters

from core.errors import BadInput, Problem
from core.generation.settings import Settings
from core.transcripts.readers import AS_WORDS
from workbench.store.database.clock import now
from workbench.store.database.json_text import as_json, from_json
from workbench.store.errors import Conflict, UnknownSession
from workbench.store.names import one_line, web_address
from workbench.store.records import Recording, Session, SourceFile
from workbench.store.sessions import sources

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_SHOWN = 60  # characters of a title in a message

_WITH_SIZES = """
    SELECT sessions.*, transcript.size AS transcript_size, evidence.size AS evidence_size FROM sessions
    LEFT JOIN sources AS transcript ON transcript.sha256 = sessions.transcript_sha256
    LEFT JOIN sources AS evidence ON evidence.sha256 = sessions.evidence_sha256
"""


def new_id() -> str:
    """Return twelve url-safe characters that nobody can guess, the first a letter.

    An id is typed behind a command and written into tables: one that began with a dash was an option there, and a
    formula.
    """
    return choice(ascii_letters) + token_urlsafe(9)[1:]


def _source(row: sqlite3.Row, what: str) -> SourceFile | None:
    if row[f"{what}_sha256"] is None:
        return None
    source = SourceFile(name=row[f"{what}_name"], sha256=row[f"{what}_sha256"], size=row[f"{what}_size"])
    if what != "transcript":
        return source
    chosen = tuple(json.loads(row["transcript_chosen"]))
    return source.model_copy(update={"form": row["transcript_form"], "chosen": chosen})


def from_row(row: sqlite3.Row) -> Session:
    """Read a session from a row of `rows`."""
    return Session(
        session_id=row["session_id"],
        title=row["title"],
        version=row["version"],
        created_at=row["created_at"],
        changed_at=row["changed_at"],
        transcript=_source(row, "transcript"),
        evidence=_source(row, "evidence"),
        settings=from_json(Settings, row["settings"]),
        under_pseudonyms=bool(row["under_pseudonyms"]),
        recording=None if row["recording"] is None else from_json(Recording, row["recording"]),
        recording_confirmed=bool(row["recording_confirmed"]),
        recording_url=row["recording_url"],
    )


def rows(connection: sqlite3.Connection, *, deleted: bool) -> list[sqlite3.Row]:
    """Return the rows of all sessions, either the deleted or the other ones, the newest change first."""
    order = "ORDER BY coalesce(sessions.deleted_at, sessions.changed_at) DESC, sessions.rowid DESC"
    query = f"{_WITH_SIZES} WHERE (sessions.deleted_at IS NOT NULL) = ? {order}"
    return connection.execute(query, (deleted,)).fetchall()


def check(connection: sqlite3.Connection, session_id: str) -> None:
    """Raise UnknownSession if there is no such session or it was deleted."""
    row = connection.execute("SELECT deleted_at FROM sessions WHERE session_id = ?", (session_id,)).fetchone()
    if row is None or row["deleted_at"] is not None:
        raise UnknownSession(session_id, deleted=row is not None)


def get(connection: sqlite3.Connection, session_id: str) -> Session:
    """Return a session. Raises UnknownSession if there is none or it was deleted."""
    check(connection, session_id)
    query = f"{_WITH_SIZES} WHERE sessions.session_id = ?"
    return from_row(connection.execute(query, (session_id,)).fetchone())


def note_change(connection: sqlite3.Connection, session_id: str) -> int:
    """Record a change of a session, and return the number of the change.

    The number serves as a version: it is never used again, even if its record was deleted. Raises UnknownSession.
    """
    check(connection, session_id)
    connection.execute(
        "UPDATE sessions SET changes = changes + 1, changed_at = ? WHERE session_id = ?", (now(), session_id)
    )
    (number,) = connection.execute("SELECT changes FROM sessions WHERE session_id = ?", (session_id,)).fetchone()
    return number


def create(
    connection: sqlite3.Connection, title: str, *, session_id: str | None = None, created_at: str = ""
) -> Session:
    """Make an empty session; it gets an id if none is given.

    Raises BadInput for an invalid title or id, Conflict if the id is taken.
    """
    title = one_line(title, "the title")
    if session_id is not None and not _ID.fullmatch(session_id):
        remedy = "Use 1 to 64 letters, digits, - and _."
        raise BadInput(Problem(place="the id of the session", message="cannot stand in an address.", remedy=remedy))
    made = now()
    session_id = session_id or new_id()
    if connection.execute("SELECT 1 FROM sessions WHERE session_id = ?", (session_id,)).fetchone():
        raise Conflict("There is a session with this id already, perhaps among the deleted ones.", None)
    connection.execute(
        "INSERT INTO sessions (session_id, title, version, changes, created_at, changed_at, settings) "
        "VALUES (?, ?, 1, 0, ?, ?, ?)",
        (session_id, title, created_at or made, made, as_json(Settings())),
    )
    return get(connection, session_id)


def _words_of(source: SourceFile | None) -> str:
    return f"is now “{source.name}”" if source else "was taken away"


def _sounds(session: Session) -> tuple[object, ...]:
    return session.recording, session.recording_confirmed, session.recording_url


def _what_changed(seen: Session, stored: Session) -> str:
    title = stored.title if len(stored.title) <= _SHOWN else stored.title[:_SHOWN] + "…"
    changed = [
        f"its title is now “{title}”" if seen.title != stored.title else "",
        f"its transcript {_words_of(stored.transcript)}" if seen.transcript != stored.transcript else "",
        f"its evidence map {_words_of(stored.evidence)}" if seen.evidence != stored.evidence else "",
        "its settings were changed" if seen.settings != stored.settings else "",
        "it is shown under other names" if seen.under_pseudonyms != stored.under_pseudonyms else "",
        "its recording is another" if _sounds(seen) != _sounds(stored) else "",
    ]
    return ", ".join(part for part in changed if part) or "changed and changed back"


def last_seen(connection: sqlite3.Connection, seen: Session) -> Session:
    """Return the stored session if `seen` is its last version. Raises Conflict with the stored one, or
    UnknownSession."""
    stored = get(connection, seen.session_id)
    if stored.version != seen.version:
        raise Conflict(
            f"This session was changed in another tab or program: {_what_changed(seen, stored)}. Nothing was "
            "overwritten. Look at what is stored now, then make your change again if it is still wanted.",
            stored,
        )
    return stored


def save(connection: sqlite3.Connection, session: Session) -> None:
    """Store title, sources and settings of a session as its next version, whatever was stored."""
    connection.execute(
        """UPDATE sessions SET title = ?, transcript_name = ?, transcript_sha256 = ?, transcript_form = ?,
            transcript_chosen = ?, evidence_name = ?, evidence_sha256 = ?, settings = ?, under_pseudonyms = ?,
            recording = ?, recording_confirmed = ?, recording_url = ?, version = version + 1
            WHERE session_id = ?""",
        (
            session.title,
            session.transcript and session.transcript.name,
            session.transcript and session.transcript.sha256,
            session.transcript.form if session.transcript else AS_WORDS,
            json.dumps(session.transcript.chosen if session.transcript else ()),
            session.evidence and session.evidence.name,
            session.evidence and session.evidence.sha256,
            as_json(session.settings),
            session.under_pseudonyms,
            as_json(session.recording) if session.recording else None,
            session.recording_confirmed,
            session.recording_url,
            session.session_id,
        ),
    )


def create_with(
    connection: sqlite3.Connection, title: str, transcript: tuple[str, bytes], evidence: tuple[str, bytes] | None = None
) -> Session:
    """Make a session that has its sources, each a name and bytes of at most 20 MB, from the beginning.

    Raises BadInput.
    """
    session = put_transcript(connection, create(connection, title), *transcript)
    return put_evidence(connection, session, *evidence) if evidence is not None else session


def put_version(connection: sqlite3.Connection, session: Session, version: int) -> Session:
    """Store a session that is new here under a later version, so that no tab takes it for what it has seen before."""
    query = "UPDATE sessions SET version = ?, changes = max(changes, ?) WHERE session_id = ?"
    connection.execute(query, (version, version, session.session_id))
    return get(connection, session.session_id)


def _alter(connection: sqlite3.Connection, seen: Session, changes: Mapping[str, object]) -> Session:
    """Store a session with other fields and return that; without any difference there is no new version."""
    stored = last_seen(connection, seen)
    changed = stored.model_copy(update=changes)
    if changed == stored:
        return stored
    save(connection, changed)
    note_change(connection, stored.session_id)
    sources.drop_unused(connection)
    return get(connection, stored.session_id)


def rename(connection: sqlite3.Connection, seen: Session, title: str) -> Session:
    """Store another title. Raises Conflict, UnknownSession, BadInput."""
    return _alter(connection, seen, {"title": one_line(title, "the title")})


def put_settings(connection: sqlite3.Connection, seen: Session, settings: Settings) -> Session:
    """Store other settings. Raises Conflict, UnknownSession."""
    return _alter(connection, seen, {"settings": settings})


def put_under_pseudonyms(connection: sqlite3.Connection, seen: Session, *, on: bool) -> Session:
    """Store whether speakers are shown and exported under pseudonyms. Raises Conflict, UnknownSession."""
    return _alter(connection, seen, {"under_pseudonyms": on})


def put_transcript(
    connection: sqlite3.Connection, seen: Session, name: str, data: bytes, *, chosen: Sequence[str] = ()
) -> Session:
    """Store another transcript, at most 20 MB, and what a person chose in it; its content decides how it is read.

    Raises Conflict, UnknownSession, BadInput.
    """
    last_seen(connection, seen)
    kept = sources.keep(connection, name, data)
    return _alter(connection, seen, {"transcript": kept.model_copy(update={"form": "", "chosen": tuple(chosen)})})


def put_evidence(connection: sqlite3.Connection, seen: Session, name: str, data: bytes) -> Session:
    """Store another evidence map, at most 20 MB. Raises Conflict, UnknownSession, BadInput."""
    last_seen(connection, seen)
    return _alter(connection, seen, {"evidence": sources.keep(connection, name, data)})


def put_recording(connection: sqlite3.Connection, seen: Session, recording: Recording | None) -> Session:
    """Store which recording a person named here, None where the session is to have none.

    Raises Conflict, UnknownSession.
    """
    return _alter(connection, seen, {"recording": recording, "recording_confirmed": recording is not None})


def put_recording_url(connection: sqlite3.Connection, seen: Session, url: str) -> Session:
    """Store a link to the recording on the web, "" for none. Raises Conflict, UnknownSession, BadInput."""
    return _alter(connection, seen, {"recording_url": web_address(url, "the link") if url.strip() else ""})
