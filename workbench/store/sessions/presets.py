"""Presets: thresholds with a name that a person gave."""

import sqlite3

from core.coverage.levels import CoverageThresholds
from workbench.store.database.json_text import as_json, from_json
from workbench.store.errors import Conflict
from workbench.store.names import one_line
from workbench.store.records import Preset
from workbench.store.sessions import sessions


def read(connection: sqlite3.Connection, session_id: str) -> tuple[Preset, ...]:
    """Return the presets of a session in order of their names. Raises UnknownSession."""
    sessions.check(connection, session_id)
    found = connection.execute("SELECT * FROM presets WHERE session_id = ? ORDER BY name", (session_id,))
    return tuple(
        Preset(name=row["name"], thresholds=from_json(CoverageThresholds, row["thresholds"]), version=row["version"])
        for row in found
    )


def _stored(connection: sqlite3.Connection, session_id: str, name: str, version: int | None) -> Preset | None:
    """Return the preset of a name if it has the version that the person saw."""
    stored = {preset.name: preset for preset in read(connection, session_id)}.get(name)
    if (stored and stored.version) != version:
        happened = "was changed" if stored and version is not None else "was made" if stored else "was deleted"
        raise Conflict(
            f"The preset “{name}” {happened} in another tab or program. Nothing was overwritten. Make your change "
            "again if it is still wanted.",
            stored,
        )
    return stored


def write(connection: sqlite3.Connection, session_id: str, preset: Preset) -> Preset:
    """Store a preset, whatever was stored under its name."""
    connection.execute(
        "INSERT INTO presets (session_id, name, thresholds, version) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (session_id, name) DO UPDATE SET thresholds = excluded.thresholds, version = excluded.version",
        (session_id, preset.name, as_json(preset.thresholds), preset.version),
    )
    return preset


def put(
    connection: sqlite3.Connection, session_id: str, name: str, thresholds: CoverageThresholds, *, version: int | None
) -> Preset:
    """Store thresholds under a name, over the version that the person saw, None where they saw none.

    Raises Conflict, UnknownSession, BadInput for an invalid name.
    """
    name = one_line(name, "the name of the preset")
    stored = _stored(connection, session_id, name, version)
    if stored and stored.thresholds == thresholds:
        return stored
    number = sessions.note_change(connection, session_id)
    return write(connection, session_id, Preset(name=name, thresholds=thresholds, version=number))


def delete(connection: sqlite3.Connection, session_id: str, preset: Preset) -> None:
    """Remove a preset. Raises Conflict if it is no longer the one that the person saw, UnknownSession."""
    _stored(connection, session_id, preset.name, preset.version)
    sessions.note_change(connection, session_id)
    connection.execute("DELETE FROM presets WHERE session_id = ? AND name = ?", (session_id, preset.name))
