"""Leases of rows that one worker at a time may write: who takes one, keeps it, gives it back, or has lost it.

The row decides: whoever takes its lease or removes it changes that row, and no write of the former holder is stored any
more. A lease that ran out and that nobody took is still its holder's.
"""

import sqlite3
from typing import NamedTuple

from workbench.store.database import clock
from workbench.store.errors import LostLease

_MOST_OF_A_MESSAGE = 2_000  # characters
_RUNNING = "running"


class LeaseTable(NamedTuple):
    """A table whose rows are leased, its key, and what people call one.

    It has the columns `owner`, `leased_until`, `state`, `message` and `stop_requested`.
    """

    table: str
    key: str
    what: str


RUNS = LeaseTable("open_runs", "run_id", "run")
EXPERIMENTS = LeaseTable("experiments", "experiment_id", "experiment")


def leased_until(seconds: float) -> float:
    """Return when a lease of so many seconds that begins now runs out."""
    return clock.seconds() + min(seconds, clock.LONGEST_LEASE)


def _update(connection: sqlite3.Connection, rows: LeaseTable, row_id: str, **columns: object) -> bool:
    """Change a row; tell whether there is one."""
    changes = ", ".join(f"{column} = ?" for column in columns)
    query = f"UPDATE {rows.table} SET {changes} WHERE {rows.key} = ?"  # noqa: S608 - constants
    return connection.execute(query, (*columns.values(), row_id)).rowcount > 0


def check_owner(connection: sqlite3.Connection, rows: LeaseTable, row_id: str, owner: str) -> None:
    """Raise LostLease unless the row is still this worker's to write."""
    query = f"SELECT 1 FROM {rows.table} WHERE {rows.key} = ? AND owner = ? AND owner <> ''"  # noqa: S608 - constants
    if connection.execute(query, (row_id, owner)).fetchone() is None:
        raise LostLease(row_id, rows.what)


def take(connection: sqlite3.Connection, rows: LeaseTable, row_id: str, owner: str, seconds: float) -> None:
    """Give a row's lease to an owner, whoever had it; it is running with that."""
    until = leased_until(seconds)
    _update(connection, rows, row_id, owner=owner, leased_until=until, state=_RUNNING, message="", stop_requested=False)


def renew(connection: sqlite3.Connection, rows: LeaseTable, row_id: str, owner: str, seconds: float) -> None:
    """Keep a lease for so many seconds more. Raises LostLease."""
    check_owner(connection, rows, row_id, owner)
    _update(connection, rows, row_id, leased_until=leased_until(seconds))


def release(
    connection: sqlite3.Connection, rows: LeaseTable, row_id: str, owner: str, state: str, message: str
) -> None:
    """Give a lease back and say how the row stands and why. Raises LostLease."""
    check_owner(connection, rows, row_id, owner)
    # A client's error may hold anything; what cannot say why it failed would look as if it still ran.
    said = message.encode("utf-8", "backslashreplace").decode()[:_MOST_OF_A_MESSAGE]
    _update(connection, rows, row_id, owner="", leased_until=0, state=state, message=said, stop_requested=False)


def request_stop(connection: sqlite3.Connection, rows: LeaseTable, row_id: str) -> bool:
    """Ask whoever writes a row to stop; tell whether there is one."""
    return _update(connection, rows, row_id, stop_requested=True)
