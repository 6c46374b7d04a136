"""The index file: opened for one operation, checked, closed again.

Rollback journal and full synchronisation, one writer at a time, as for the sessions: a kill or a power cut leaves what
the last whole batch made of it. Source: decisions.md#sqlite.
"""

import contextlib
import sqlite3
from collections.abc import Generator
from pathlib import Path

from workbench.search.index_errors import DamagedIndex
from workbench.search.schema import IndexFileState, make_tables, mark_damaged, state_of
from workbench.search.sqlite_errors import damaged, is_ours, other_version, translate_sqlite_errors, unreachable
from workbench.sqlite_file import transaction

PATIENCE = 10.0  # seconds to wait for another program's batch; one takes about a second
_SMALLEST = 512  # bytes of a database; what is smaller SQLite would take for an empty one, and write over


class IndexFile:
    """An index file; `patience` is how many seconds an operation waits for another program's."""

    def __init__(self, path: Path, *, patience: float = PATIENCE) -> None:
        self.path = path.expanduser().absolute()
        self._patience = patience

    @contextlib.contextmanager
    def reading(self) -> Generator[sqlite3.Connection | None]:
        """Open for one operation that reads; None where nothing was ever taken in. Makes no file."""
        if not self._is_there():
            yield None
            return
        with self._opened("rw", "BEGIN") as connection:
            yield connection if self._is_made(connection) else None

    @contextlib.contextmanager
    def writing(self) -> Generator[sqlite3.Connection]:
        """Open for one change: all of it is stored when this ends, or nothing where it raises."""
        self._make_folder()
        self._is_there()
        with self._opened("rwc", "BEGIN IMMEDIATE") as connection:
            if not self._is_made(connection):
                make_tables(connection)
            yield connection

    def throw_away(self) -> None:
        """Remove an index that is damaged or of another version. Raises ForeignFile for anything else."""
        if self._is_there() and not is_ours(self.path):
            raise damaged(self.path)
        # Nobody may be in the middle of a change; where the damage hides even that, nobody can be.
        with contextlib.suppress(DamagedIndex), self._opened("rw", "BEGIN EXCLUSIVE"):
            self._unlink()
        self._unlink()

    @contextlib.contextmanager
    def _opened(self, mode: str, begin: str) -> Generator[sqlite3.Connection]:
        try:
            with (
                translate_sqlite_errors(self.path),
                contextlib.closing(self._connect(mode)) as connection,
                transaction(connection, begin),
            ):
                yield connection
        except DamagedIndex as error:
            if isinstance(error.__cause__, sqlite3.DatabaseError):
                self._mark_damaged()
            raise

    def _mark_damaged(self) -> None:
        with contextlib.suppress(sqlite3.Error), contextlib.closing(self._connect("rw")) as connection:
            mark_damaged(connection)

    def _is_made(self, connection: sqlite3.Connection) -> bool:
        """Tell whether the tables are there; nothing at all may be. Raises DamagedIndex, ForeignFile."""
        state = state_of(connection)
        if state is IndexFileState.OTHER_VERSION:
            raise other_version(self.path)
        if state in (IndexFileState.FOREIGN, IndexFileState.DAMAGED):
            raise damaged(self.path)
        return state is IndexFileState.CURRENT

    def _unlink(self) -> None:
        try:
            # The journal first: left beside a new file, it would be taken for that one's.
            self.path.with_name(self.path.name + "-journal").unlink(missing_ok=True)
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise unreachable(self.path, f"it cannot be removed ({error.strerror or error})") from error

    def _is_there(self) -> bool:
        """Tell whether there is a file with something in it. Raises ForeignFile, UnreachableIndex."""
        try:
            size = self.path.stat().st_size
        except FileNotFoundError:
            return False
        except OSError as error:
            raise unreachable(self.path, error.strerror or str(error)) from error
        if 0 < size < _SMALLEST and self.path.is_file():
            raise damaged(self.path)
        return size > 0

    def _connect(self, mode: str) -> sqlite3.Connection:
        address = f"{self.path.as_uri()}?mode={mode}"
        connection = sqlite3.connect(address, uri=True, timeout=self._patience, isolation_level=None)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    def _make_folder(self) -> None:
        try:
            if not self.path.parent.is_dir():
                # Transcripts may be confidential: a folder of our own is for its owner alone.
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise unreachable(self.path, f"its folder cannot be made ({error.strerror or error})") from error
