"""Units of experiments: each stored once, in its place, by the worker that holds the experiment's lease."""

import sqlite3

from workbench.store.database import leases
from workbench.store.database.json_text import as_json, from_json
from workbench.store.errors import Conflict
from workbench.store.experiments.experiment_records import PlanCell, StoredUnit

OF_UNIT = "experiment_id = ? AND repeat = ? AND subject = ? AND variant = ? AND position = ?"

UnitPosition = tuple[PlanCell, int]
"""A unit's cell, and its position there."""


def columns_of(experiment_id: str, place: UnitPosition) -> tuple[str, int, int, int, int]:
    """Return the values of the columns of a unit's place, as `OF_UNIT` names them."""
    cell, position = place
    return experiment_id, cell.repeat, cell.subject, cell.variant, position


def place_of(row: sqlite3.Row) -> UnitPosition:
    """Return a unit's place from the columns of a row."""
    return PlanCell(variant=row["variant"], subject=row["subject"], repeat=row["repeat"]), row["position"]


def read(connection: sqlite3.Connection, experiment_id: str) -> tuple[StoredUnit, ...]:
    """Return the units that are done, in the order in which they are written."""
    query = """SELECT content FROM experiment_units WHERE experiment_id = ?
        ORDER BY repeat, subject, variant, position"""
    return tuple(from_json(StoredUnit, content) for (content,) in connection.execute(query, (experiment_id,)))


def answered(connection: sqlite3.Connection, experiment_id: str) -> dict[UnitPosition, int]:
    """Return the number of the writer's answered calls for each unit that is done; no unit is read."""
    query = "SELECT repeat, subject, variant, position, answered FROM experiment_units WHERE experiment_id = ?"
    return {place_of(row): row["answered"] for row in connection.execute(query, (experiment_id,))}


def put(connection: sqlite3.Connection, experiment_id: str, owner: str, done: StoredUnit, *, answers: int) -> None:
    """Store a unit; `answers` counts the writer's answered calls.

    Raises LostLease, Conflict if another one is stored in its place.
    """
    leases.check_owner(connection, leases.EXPERIMENTS, experiment_id, owner)
    place, content = columns_of(experiment_id, (done.cell, done.position)), as_json(done)
    query = f"SELECT content FROM experiment_units WHERE {OF_UNIT}"  # noqa: S608 - a constant
    row = connection.execute(query, place).fetchone()
    if row is None:
        connection.execute("INSERT INTO experiment_units VALUES (?, ?, ?, ?, ?, ?, ?)", (*place, answers, content))
    elif row["content"] != content:
        raise Conflict(f"“{done.unit.title}” is stored already; it was left as it is.", None)
