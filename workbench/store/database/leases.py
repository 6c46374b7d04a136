"""Leases of rows that only one worker at a time may write: taken, renewed, released, or lost.

The row itself holds the lease: taking the lease or removing the row changes it, and from then on no write of the former
holder is stored. An expired lease that nobody took still belongs to its holder.
"""

import sqlite3
from typing import NamedTuple

from core.record import Record
from workbench.store.database import clock
from workbench.store.errors import Conflict, LostLease

_MOST_OF_A_MESSAGE = 2_000  # characters
_RUNNING = "running"


class LeaseTable(NamedTuple):
    """A table whose rows are leased, its key, and the noun for a row.

    It has the columns `owner`, `leased_until`, `state`, `message` and `stop_requested`.
    """

    table: str
    key: str
    what: str


RUNS = LeaseTable("open_runs", "run_id", "run")
EXPERIMENTS = LeaseTable("experiments", "experiment_id", "experiment")
PROPOSALS = LeaseTable("map_proposals", "proposal_id", "proposal")


class LeasedRecord(NamedTuple):
    """A record of a leased row, with the holder of its lease, "" for nobody, and when that runs out."""

    record: Record
    owner: str
    leased_until: float


def leased_until(seconds: float) -> float:
    """Return when a lease of `seconds` that begins now runs out."""
    return clock.seconds() + min(seconds, clock.LONGEST_LEASE)


def _update(connection: sqlite3.Connection, rows: LeaseTable, row_id: str, **columns: object) -> bool:
    """Change a row; tell whether it exists."""
    changes = ", ".join(f"{column} = ?" for column in columns)
    query = f"UPDATE {rows.table} SET {changes} WHERE {rows.key} = ?"  # noqa: S608 - constants
    return connection.execute(query, (*columns.values(), row_id)).rowcount > 0


def check_owner(connection: sqlite3.Connection, rows: LeaseTable, row_id: str, owner: str) -> None:
    """Raise LostLease unless this worker still holds the row's lease."""
    query = f"SELECT 1 FROM {rows.table} WHERE {rows.key} = ? AND owner = ? AND owner <> ''"  # noqa: S608 - constants
    if connection.execute(query, (row_id, owner)).fetchone() is None:
        raise LostLease(row_id, rows.what)


def refuse_held(stored: LeasedRecord, what: str, and_now: str, *, instead_of: str, living: str) -> None:
    """Raise Conflict if `living`, or any other worker than `instead_of`, works on a row.

    `what` names the row, and `and_now` says what becomes of it.
    """
    if living and stored.owner == living:
        raise Conflict(f"{what} is being worked on here. {and_now}", stored.record)
    if stored.owner != instead_of and clock.is_held(stored.owner, stored.leased_until, clock.seconds()):
        raise Conflict(f"{what} is being worked on in another tab or program. {and_now}", stored.record)


def take(connection: sqlite3.Connection, rows: LeaseTable, row_id: str, owner: str, seconds: float) -> None:
    """Give a row's lease to an owner, whoever had it, and set its state to running."""
    until = leased_until(seconds)
    _update(connection, rows, row_id, owner=owner, leased_until=until, state=_RUNNING, message="", stop_requested=False)


def renew(connection: sqlite3.Connection, rows: LeaseTable, row_id: str, owner: str, seconds: float) -> None:
    """Renew a lease for `seconds`. Raises LostLease."""
    check_owner(connection, rows, row_id, owner)
    _update(connection, rows, row_id, leased_until=leased_until(seconds))


def release(
    connection: sqlite3.Connection, rows: LeaseTable, row_id: str, owner: str, state: str, message: str
) -> None:
    """Release a lease and store the row's state and the reason. Raises LostLease."""
    check_owner(connection, rows, row_id, owner)
    # A client's error may hold anything; a failure that could not be stored would look like a running row.
    said = message.encode("utf-8", "backslashreplace").decode()[:_MOST_OF_A_MESSAGE]
    _update(connection, rows, row_id, owner="", leased_until=0, state=state, message=said, stop_requested=False)


def request_stop(connection: sqlite3.Connection, rows: LeaseTable, row_id: str) -> bool:
    """Request the worker of a row to stop; tell whether the row exists."""
    return _update(connection, rows, row_id, stop_requested=True)
