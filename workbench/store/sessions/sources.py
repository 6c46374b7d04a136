"""Source files: each stored once under the hash of its bytes, as long as a session, a run or an experiment needs it."""

import sqlite3
from hashlib import sha256

from core.errors import BadInput, Problem
from workbench.store.errors import UnknownRecord
from workbench.store.names import MAX_NAME, one_line
from workbench.store.records import SourceFile

MAX_SOURCE_BYTES = 20_000_000


def check_size(data: bytes, place: str) -> None:
    """Raise BadInput if a source is too big."""
    if len(data) > MAX_SOURCE_BYTES:
        raise BadInput(
            Problem(
                place=place,
                message=f"this file has {len(data):,} bytes; {MAX_SOURCE_BYTES:,} (20 MB) may be kept.",
                remedy="Choose a smaller file, or split it.",
            )
        )


def keep(connection: sqlite3.Connection, name: str, data: bytes) -> SourceFile:
    """Store the bytes of a file; bytes under their hash are written again, in case they were damaged.

    Raises BadInput if the file is too big or its name is invalid.
    """
    name = one_line(name, "the name of the file", most=MAX_NAME)
    check_size(data, name)
    source = SourceFile(name=name, sha256=sha256(data).hexdigest(), size=len(data))
    connection.execute(
        "INSERT INTO sources (sha256, size, data) VALUES (?, ?, ?) "
        "ON CONFLICT (sha256) DO UPDATE SET size = excluded.size, data = excluded.data",
        (source.sha256, source.size, data),
    )
    return source


def drop_unused(connection: sqlite3.Connection) -> None:
    """Remove the sources that no session, run or experiment refers to; a deleted session keeps its sources while it can
    be restored."""
    connection.execute(
        """DELETE FROM sources WHERE sha256 NOT IN (
            SELECT transcript_sha256 FROM sessions WHERE transcript_sha256 IS NOT NULL
            UNION SELECT evidence_sha256 FROM sessions WHERE evidence_sha256 IS NOT NULL
            UNION SELECT transcript_sha256 FROM runs WHERE transcript_sha256 IS NOT NULL
            UNION SELECT transcript_sha256 FROM open_runs WHERE transcript_sha256 IS NOT NULL
            UNION SELECT evidence_sha256 FROM open_runs WHERE evidence_sha256 IS NOT NULL
            UNION SELECT sha256 FROM experiment_sources
            UNION SELECT results_sha256 FROM number_checks WHERE results_sha256 IS NOT NULL
        )"""
    )


def is_kept(connection: sqlite3.Connection, sha256: str) -> bool:
    """Tell whether the bytes with this hash are stored."""
    return connection.execute("SELECT 1 FROM sources WHERE sha256 = ?", (sha256,)).fetchone() is not None


def read(connection: sqlite3.Connection, wanted: str) -> bytes:
    """Return the bytes with this hash, checked against it: a proof rests on them.

    Raises UnknownRecord if there are none, sqlite3.DatabaseError if they are damaged.
    """
    row = connection.execute("SELECT data FROM sources WHERE sha256 = ?", (wanted,)).fetchone()
    if row is None:
        raise UnknownRecord("This file is no longer kept: no session uses it. Choose it again on the sources page.")
    data = bytes(row["data"])
    if sha256(data).hexdigest() != wanted:
        raise sqlite3.DatabaseError("a source is not what its hash says")
    return data
