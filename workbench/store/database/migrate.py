"""Find the migrations that a database has, and apply the missing ones."""

import sqlite3
from typing import TYPE_CHECKING

from workbench.store.database.migrations import STEPS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlite_utils import Database, Migrations

MIGRATION_SET = "quote_workbench"
_RECORDS = "_sqlite_migrations"  # sqlite-utils' own table


def _step(parts: "Sequence[str | Callable[[sqlite3.Connection], None]]") -> "Callable[[Database], None]":
    def apply(database: "Database") -> None:
        for part in parts:
            if isinstance(part, str):
                database.execute(part)
            else:
                part(database.conn)

    return apply


def migrations() -> "Migrations":
    """Return the migrations as sqlite-utils applies them; it costs up to two seconds to import, so nothing else may."""
    from sqlite_utils import Migrations

    ours = Migrations(MIGRATION_SET)
    for name, parts in STEPS.items():
        ours(name=name)(_step(parts))
    return ours


def applied(connection: sqlite3.Connection) -> tuple[str, ...] | None:
    """Return the migrations that a database has, in their order; None if it holds something else than sessions."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    names: list[str] = []
    if _RECORDS in tables:
        query = f"SELECT name FROM {_RECORDS} WHERE migration_set = ? ORDER BY id"  # noqa: S608 - a constant
        names = [name for (name,) in connection.execute(query, (MIGRATION_SET,))]
    return tuple(names) if names or not tables else None


def made_at(connection: sqlite3.Connection) -> str:
    """Return when the first migration was applied, to the microsecond: it tells a database and its copies from others.

    The database must have one.
    """
    query = f"SELECT applied_at FROM {_RECORDS} WHERE migration_set = ? ORDER BY id LIMIT 1"  # noqa: S608 - a constant
    return str(connection.execute(query, (MIGRATION_SET,)).fetchone()[0])


def migrate(connection: sqlite3.Connection) -> None:
    """Apply the missing migrations inside the caller's transaction, so that all of them are applied or none."""
    from sqlite_utils import Database

    migrations().apply(Database(connection, execute_plugins=False, recursive_triggers=False))
