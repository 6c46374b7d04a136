"""The database file: opened for one operation, checked, migrated if it is older, closed again.

Rollback journal and full synchronisation: an acknowledged write survives a crash and a power cut. A change takes the
lock for writing before it reads (BEGIN IMMEDIATE): two transactions that read first and write later would refuse each
other at once, without waiting. Source: decisions.md#sqlite.
"""

import contextlib
import sqlite3
from collections.abc import Generator
from pathlib import Path

from workbench.sqlite_file import SQLiteFile, transaction
from workbench.store.database.backup import make_backup
from workbench.store.database.migrate import applied, migrate
from workbench.store.database.migrations import STEPS
from workbench.store.database.sqlite_errors import DATABASE_ERRORS, damaged
from workbench.store.errors import NewerDatabase

PATIENCE = 5.0  # seconds to wait for another program's change
# Another program that migrates must copy a whole database first.
_PATIENCE_WITH_MIGRATIONS = 12


class Database(SQLiteFile):
    """A database file; `patience` is how many seconds an operation waits for another program's change."""

    def __init__(self, path: Path, *, patience: float = PATIENCE) -> None:
        super().__init__(path, DATABASE_ERRORS, patience=patience)

    @contextlib.contextmanager
    def reading(self) -> Generator[sqlite3.Connection]:
        """Open for one operation that reads; all its reads see one moment."""
        with self._opened() as connection, transaction(connection, "BEGIN"):
            yield connection

    @contextlib.contextmanager
    def writing(self) -> Generator[sqlite3.Connection]:
        """Open for one change: all of it is stored at the end, or nothing if it raises."""
        with self._opened() as connection, transaction(connection, "BEGIN IMMEDIATE"):
            yield connection

    @contextlib.contextmanager
    def _opened(self) -> Generator[sqlite3.Connection]:
        self._make_folder()
        with self._connected() as connection:
            if not self._is_current(connection):
                self._update(connection)
            # Not earlier: setting the journal mode may write, and a newer program's file must not be changed.
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            yield connection

    def _is_current(self, connection: sqlite3.Connection) -> bool:
        names = applied(connection)
        if names is None:
            raise damaged(self.path)
        if not set(names) <= set(STEPS):
            raise NewerDatabase(
                self.path,
                "these sessions were made by a newer version of this program.",
                "Nothing was touched. Update this program, or choose another file with workbench --db PATH.",
            )
        return len(names) == len(STEPS)

    def _update(self, connection: sqlite3.Connection) -> None:
        """Make the tables of a new file, or bring those of an older program up to date after a backup."""
        connection.execute(f"PRAGMA busy_timeout = {int(self._patience * 1000 * _PATIENCE_WITH_MIGRATIONS)}")
        with transaction(connection, "BEGIN IMMEDIATE"):
            # Another program may have migrated while this one waited.
            if not self._is_current(connection):
                if applied(connection):
                    make_backup(self.path)
                migrate(connection)
        connection.execute(f"PRAGMA busy_timeout = {int(self._patience * 1000)}")
