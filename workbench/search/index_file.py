"""The index file: opened for one operation, checked, closed again.

Rollback journal and full synchronisation, one writer at a time, as for the sessions: after a crash or a power cut the
index is as the last complete batch left it. By default it stands beside the sessions. Source: decisions.md#sqlite.
"""

import contextlib
import sqlite3
from collections.abc import Generator
from pathlib import Path

from workbench.search.index_errors import DamagedIndex
from workbench.search.schema import IndexFileState, make_tables, mark_damaged, state_of
from workbench.search.sqlite_errors import INDEX_ERRORS, damaged, is_ours, other_version
from workbench.sqlite_file import SQLiteFile, chosen_path, take_rights_from_others, transaction

INDEX_VARIABLE = "WORKBENCH_INDEX"
INDEX_NAME = "ask.db"

PATIENCE = 10.0  # seconds to wait for another program; one batch takes about a second
_SMALLEST = 512  # bytes of a database; SQLite would take a smaller file for an empty one, and overwrite it


def index_path(given: Path | None = None, *, database: Path | None = None) -> Path:
    """Return the path of the index: the given one, else that in WORKBENCH_INDEX, else `ask.db` beside the sessions.

    `database` is the file of the sessions if a person named one.
    """
    chosen = chosen_path(given, INDEX_VARIABLE)
    if chosen is not None:
        return chosen
    from workbench.store import database_path

    return database_path(database).with_name(INDEX_NAME)


class IndexFile(SQLiteFile):
    """An index file; `patience` is the number of seconds that an operation waits for another program."""

    def __init__(self, path: Path, *, patience: float = PATIENCE) -> None:
        super().__init__(path, INDEX_ERRORS, patience=patience)

    @contextlib.contextmanager
    def reading(self) -> Generator[sqlite3.Connection | None]:
        """Open the file for one operation that reads; yields None if there is no index yet. Creates no file."""
        if not self._is_there():
            yield None
            return
        with self._opened("BEGIN") as connection:
            yield connection if self._is_made(connection) else None

    @contextlib.contextmanager
    def writing(self) -> Generator[sqlite3.Connection]:
        """Open the file for one change, which is stored completely at the end, or not at all if it raises."""
        self._make_folder()
        self._is_there()
        with self._opened("BEGIN IMMEDIATE", making=True) as connection:
            if not self._is_made(connection):
                make_tables(connection)
            yield connection

    def take_rights_from_others(self) -> tuple[str, ...]:
        """Let nobody but its owner read an index, and what SQLite keeps beside it; returns what there is to say. Any
        other file is left as it is."""
        return take_rights_from_others(self.path) if is_ours(self.path) else ()

    def throw_away(self) -> None:
        """Remove an index that is damaged or of another version. Raises ForeignFile for any other file."""
        if not is_ours(self.path) and self._is_there():
            raise damaged(self.path)
        # No other program may be writing. If the file is too damaged for a lock, none can be.
        with contextlib.suppress(DamagedIndex), self._opened("BEGIN EXCLUSIVE"):
            self._unlink()
        self._unlink()

    @contextlib.contextmanager
    def _opened(self, begin: str, *, making: bool = False) -> Generator[sqlite3.Connection]:
        try:
            with self._connected(making=making) as connection:
                connection.execute("PRAGMA synchronous = FULL")
                with transaction(connection, begin):
                    yield connection
        except DamagedIndex as error:
            if isinstance(error.__cause__, sqlite3.DatabaseError):
                self._mark_damaged()
            raise

    def _mark_damaged(self) -> None:
        with contextlib.suppress(sqlite3.Error), contextlib.closing(self._connect(making=False)) as connection:
            mark_damaged(connection)

    def _is_made(self, connection: sqlite3.Connection) -> bool:
        """Tell whether the tables exist; the file may be empty. Raises DamagedIndex, ForeignFile."""
        state = state_of(connection)
        if state is IndexFileState.OTHER_VERSION:
            raise other_version(self.path)
        if state in (IndexFileState.FOREIGN, IndexFileState.DAMAGED):
            raise damaged(self.path)
        return state is IndexFileState.CURRENT

    def _unlink(self) -> None:
        try:
            # The journal first: SQLite would apply a leftover journal to the new file.
            self.path.with_name(self.path.name + "-journal").unlink(missing_ok=True)
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise self._errors.unreachable.at(self.path, f"it cannot be removed ({error.strerror or error})") from error

    def _is_there(self) -> bool:
        """Tell whether there is a file that is not empty. Raises ForeignFile, UnreachableIndex."""
        try:
            size = self.path.stat().st_size
        except FileNotFoundError:
            return False
        except OSError as error:
            raise self._errors.unreachable.at(self.path, error.strerror or str(error)) from error
        if 0 < size < _SMALLEST and self.path.is_file():
            raise damaged(self.path)
        return size > 0
