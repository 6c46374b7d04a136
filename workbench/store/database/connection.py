"""The database file: opened for one operation, checked, migrated if it is older, closed again.

Rollback journal and full synchronisation: an acknowledged write survives a crash and a power cut. A change takes the
lock for writing before it reads (BEGIN IMMEDIATE): two transactions that read first and write later would refuse each
other at once, without waiting. Source: decisions.md#sqlite.
"""

import contextlib
import random
import sqlite3
import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

from workbench.sqlite_file import SQLiteFile, take_rights_from_others, transaction
from workbench.store.database.backup import make_backup
from workbench.store.database.migrate import applied, made_at, migrate
from workbench.store.database.migrations import STEPS
from workbench.store.database.sqlite_errors import DATABASE_ERRORS, damaged, lost, replaced
from workbench.store.errors import DatabaseFileError, NewerDatabase

PATIENCE = 5.0  # seconds to wait for another program's change
# Another program that migrates must copy a whole database first.
_PATIENCE_WITH_MIGRATIONS = 12
_PAUSE = (0.005, 0.05)  # seconds until a file in write-ahead mode is tried again


def _use_rollback_journal(connection: sqlite3.Connection, *, is_last: bool) -> bool:
    """Switch a file that was switched to write-ahead mode back, and tell whether that was done; where others have it
    open, they keep it from that, and SQLite does not wait for them. `is_last` raises then."""
    try:
        # Not before the file was checked: this may write, and a newer program's file must not be changed.
        connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        if is_last or error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            raise
        return False
    return True


@dataclass
class _Seen:
    """When the database that this program uses was made, "" before it was opened first."""

    made_at: str = ""


class Database(SQLiteFile):
    """A database file; `patience` is how many seconds an operation waits for another program's change.

    Once it has been opened, it is not made again where it is gone, and no other database is used in its place, until
    `begin_anew`.
    """

    def __init__(self, path: Path, *, patience: float = PATIENCE) -> None:
        super().__init__(path, DATABASE_ERRORS, patience=patience)
        self._seen = _Seen()

    def with_patience(self, patience: float) -> "Database":
        """Return the same database with another patience."""
        other = Database(self.path, patience=patience)
        other._seen = self._seen
        return other

    def begin_anew(self) -> None:
        """Use from now on whatever is at the path; where there is nothing, the next operation makes a database."""
        self._seen.made_at = ""

    def take_rights_from_others(self) -> tuple[str, ...]:
        """Let nobody but its owner read the file, its backups and what SQLite keeps beside it; returns what there is
        to say. Raises InvalidDatabase where it is no database of this program, and leaves it."""
        if self._is_gone():
            return ()
        with self.reading():
            return take_rights_from_others(self.path)

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
        if self._is_gone():  # deleted since it was opened: what was written went with it
            raise lost(self.path)

    @contextlib.contextmanager
    def _opened(self) -> Generator[sqlite3.Connection]:
        try:
            with self._opened_file() as connection:
                yield connection
        except DatabaseFileError as error:
            if self._seen.made_at and self._is_gone():
                raise lost(self.path) from error
            raise

    @contextlib.contextmanager
    def _opened_file(self) -> Generator[sqlite3.Connection]:
        before = self._seen.made_at
        if not before:
            self._make_folder()
        last = time.monotonic() + self._patience
        while True:
            with self._connected(making=not before) as connection:
                self._prepare(connection, before)
                if _use_rollback_journal(connection, is_last=time.monotonic() > last):
                    connection.execute("PRAGMA synchronous = FULL")
                    connection.execute("PRAGMA foreign_keys = ON")
                    yield connection
                    return
            time.sleep(random.uniform(*_PAUSE))  # noqa: S311 - so that not all come back at once

    def _prepare(self, connection: sqlite3.Connection, before: str) -> None:
        """Check the file, and bring it up to date."""
        names = applied(connection)
        if before:
            self._check_same(connection, names, before)
        if not self._is_current(names):
            self._update(connection)
        if not before:
            self._seen.made_at = made_at(connection)

    def _check_same(self, connection: sqlite3.Connection, names: tuple[str, ...] | None, before: str) -> None:
        """Raise LostDatabase if the file is empty or another database than the one there was `before`."""
        if names == ():
            raise lost(self.path)
        if names and made_at(connection) != before:
            raise replaced(self.path)

    def _is_gone(self) -> bool:
        try:
            self.path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return True
        except OSError:
            return False
        return False

    def _is_current(self, names: tuple[str, ...] | None) -> bool:
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
            names = applied(connection)
            if not self._is_current(names):
                if names:
                    make_backup(self.path)
                migrate(connection)
        connection.execute(f"PRAGMA busy_timeout = {int(self._patience * 1000)}")
