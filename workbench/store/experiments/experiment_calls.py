"""Calls of experiments: answered calls are stored under the hash of the whole request, and any experiment may use them.

A call is removed with the last experiment that uses it, because its prompt holds words of a transcript. Failed calls
are stored with the unit they were made for, and are never reused.
"""

import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from workbench.store.database.json_text import as_json, from_json
from workbench.store.errors import UnknownRecord
from workbench.store.experiments.experiment_units import UnitPosition, columns_of, place_of
from workbench.store.runs.call_records import CallRecord


class CachedCall(NamedTuple):
    """An answered call, and the experiment and unit that it was made for; None if the experiment was removed."""

    call: CallRecord
    experiment_id: str | None
    place: UnitPosition


class FailedCall(NamedTuple):
    """A call that failed, and whether it was the judge's."""

    call: CallRecord
    by_judge: bool


def find(connection: sqlite3.Connection, key: str) -> CachedCall | None:
    """Return the answered call under a key, made for any experiment; None if there is none."""
    row = connection.execute("SELECT * FROM experiment_calls WHERE asked = ?", (key,)).fetchone()
    return (
        None if row is None else CachedCall(from_json(CallRecord, row["content"]), row["experiment_id"], place_of(row))
    )


def known(connection: sqlite3.Connection, keys: Iterable[str]) -> frozenset[str]:
    """Return the keys that have an answered call."""
    query = "SELECT 1 FROM experiment_calls WHERE asked = ?"
    return frozenset(key for key in keys if connection.execute(query, (key,)).fetchone() is not None)


def use(connection: sqlite3.Connection, experiment_id: str, keys: Iterable[str]) -> None:
    """Store that an experiment uses calls, so that they stay as long as it does; removed calls are ignored."""
    connection.executemany(
        "INSERT OR IGNORE INTO experiment_uses (experiment_id, asked) "
        "SELECT ?, asked FROM experiment_calls WHERE asked = ?",
        ((experiment_id, key) for key in keys),
    )


def keep(
    connection: sqlite3.Connection, key: str, call: CallRecord, experiment_id: str, place: UnitPosition
) -> CachedCall:
    """Store an answered call for a unit before its reply is used; if another one is stored already, return that.

    Raises UnknownRecord if the experiment is gone: nothing of a removed experiment is stored.
    """
    query = "SELECT 1 FROM experiments WHERE experiment_id = ?"
    if connection.execute(query, (experiment_id,)).fetchone() is None:
        raise UnknownRecord("This experiment is not there any more: it was removed, perhaps in another tab or program.")
    connection.execute(
        "INSERT OR IGNORE INTO experiment_calls (asked, experiment_id, repeat, subject, variant, position, content) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (key, *columns_of(experiment_id, place), as_json(call)),
    )
    use(connection, experiment_id, (key,))
    return find(connection, key) or CachedCall(call, experiment_id, place)


def add_failed(connection: sqlite3.Connection, experiment_id: str, place: UnitPosition, failed: FailedCall) -> None:
    """Store a failed call of a unit: it counts, and is never reused. Nothing is stored for a removed experiment."""
    connection.execute(
        "INSERT INTO experiment_failures (experiment_id, repeat, subject, variant, position, by_judge, content) "
        "SELECT ?, ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM experiments WHERE experiment_id = ?)",
        (*columns_of(experiment_id, place), failed.by_judge, as_json(failed.call), experiment_id),
    )


def failed(connection: sqlite3.Connection, experiment_id: str) -> dict[UnitPosition, tuple[FailedCall, ...]]:
    """Return the failed calls of an experiment, in order, by unit."""
    query = "SELECT * FROM experiment_failures WHERE experiment_id = ? ORDER BY failure_id"
    found: dict[UnitPosition, tuple[FailedCall, ...]] = {}
    for row in connection.execute(query, (experiment_id,)):
        one = FailedCall(from_json(CallRecord, row["content"]), bool(row["by_judge"]))
        found[place_of(row)] = (*found.get(place_of(row), ()), one)
    return found


def drop_unused(connection: sqlite3.Connection) -> None:
    """Remove the calls that no experiment uses."""
    connection.execute("DELETE FROM experiment_calls WHERE asked NOT IN (SELECT asked FROM experiment_uses)")
