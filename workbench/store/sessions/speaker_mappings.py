"""Speaker mappings: whom each label of a session's transcript means, as a person decided; one row for each label."""

import sqlite3

from core.evidence.speaker_mapping import Cast
from workbench.store.database.json_text import as_json, from_json
from workbench.store.errors import Conflict
from workbench.store.names import one_line
from workbench.store.records import StoredSpeakerMapping
from workbench.store.sessions import sessions


def _from_row(row: sqlite3.Row) -> StoredSpeakerMapping:
    return StoredSpeakerMapping(cast=from_json(Cast, row["content"]), version=row["version"])


def read(connection: sqlite3.Connection, session_id: str) -> tuple[StoredSpeakerMapping, ...]:
    """Return the speaker mappings of a session in order of their labels. Raises UnknownSession."""
    sessions.check(connection, session_id)
    found = connection.execute("SELECT * FROM casts WHERE session_id = ? ORDER BY label", (session_id,))
    return tuple(_from_row(row) for row in found)


def write(connection: sqlite3.Connection, session_id: str, cast: Cast, version: int) -> StoredSpeakerMapping:
    """Store a speaker mapping under a version, whatever was stored."""
    connection.execute(
        "INSERT INTO casts (session_id, label, content, version) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (session_id, label) DO UPDATE SET content = excluded.content, version = excluded.version",
        (session_id, cast.label, as_json(cast), version),
    )
    return StoredSpeakerMapping(cast=cast, version=version)


def clean_cast(cast: Cast) -> Cast:
    """Return a speaker mapping with its names on one line. Raises BadInput if one of them is invalid."""
    names = {"person": "the name of the person", "pseudonym": "the pseudonym"}
    given = {field: getattr(cast, field) for field in names if getattr(cast, field)}
    return cast.model_copy(update={field: one_line(name, names[field]) for field, name in given.items()})


def put(connection: sqlite3.Connection, session_id: str, cast: Cast, *, version: int | None) -> StoredSpeakerMapping:
    """Store a speaker mapping over the version that the person saw, None if they saw none.

    Raises Conflict, UnknownSession, BadInput for an invalid name.
    """
    cast = clean_cast(cast)
    here = {stored.cast.label: stored for stored in read(connection, session_id)}
    stored = here.get(cast.label)
    if (stored and stored.version) != version:
        means = stored.cast.person if stored and stored.cast.person else "as the evidence map says"
        role = stored.cast.role.value if stored and stored.cast.role else "as the evidence map says"
        raise Conflict(
            f"The label “{cast.label}” was changed in another tab or program: person: {means}; role: {role}; "
            f"pseudonym: {(stored and stored.cast.pseudonym) or 'none'}. "
            "Nothing was overwritten. Make your change again if it is still wanted.",
            stored,
        )
    if stored and stored.cast == cast:
        return stored
    return write(connection, session_id, cast, sessions.note_change(connection, session_id))
