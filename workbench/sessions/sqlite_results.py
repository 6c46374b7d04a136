"""Query results from a table of a SQLite file, which a process of its own opens read-only (`sqlite_rows`)."""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Any, NamedTuple, NoReturn

from core.errors import Problem, ResultsError
from core.numbers.records import QueryResult
from core.numbers.results import NEEDED, ResultRows, add_all, columns_of
from core.text.tables import NumberText
from workbench.file_types import DATABASE, is_database
from workbench.files.read_file import read_bytes
from workbench.sessions import sqlite_rows

_THROUGH_LOG = b"\x02\x02"  # the format's versions for writing and reading, two bytes behind the header
MAX_BYTES = 20_000_000
"""How large a file may be, its log included."""
_PATIENCE = 10.0  # seconds; a statement may take so long to prepare that its own limit comes too late


class _Database(NamedTuple):
    """A file that can be read: under which address, and what it holds."""

    path: Path
    address: str
    columns: dict[str, tuple[str, ...]]
    views: frozenset[str]

    @property
    def tables(self) -> list[str]:
        """The tables, without the views."""
        return [name for name in self.columns if name not in self.views]

    @property
    def fitting(self) -> list[str]:
        """The tables that have the needed columns."""
        return [name for name in self.tables if not columns_of(self.columns[name]).missing]


def _refuse(path: Path, message: str, remedy: str) -> NoReturn:
    raise ResultsError(Problem(place=path.name, message=message, remedy=remedy))


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(f'"{name}"' for name in names[:20])
    return f"{shown} and {len(names) - 20} more" if len(names) > 20 else shown


def _choose(database: _Database, table: str | None) -> str:
    """Return the table to read: the named one, else the only one with the needed columns."""
    path, tables, fitting = database.path, database.tables, database.fitting
    if table is None:
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            _refuse(path, "holds several tables of results.", f"Say which one: {_listed(fitting)}.")
        remedy = f"Its tables are {_listed(tables)}." if tables else "It has no tables at all."
        _refuse(path, f"holds no table with the columns {' and '.join(NEEDED)}.", remedy)
    if table not in database.columns:
        remedy = f"Its tables are {_listed(tables)}." if tables else "It has no tables at all."
        _refuse(path, f'holds no table "{table}".', remedy)
    missing = columns_of(database.columns[table]).missing
    if missing:
        remedy = f"Its columns are {_listed(database.columns[table])}."
        _refuse(path, f'has no {" and no ".join(missing)} in the table "{table}".', remedy)
    return table


def _refuse_unread(path: Path, table: str, error: str) -> NoReturn:
    """Refuse a file for what the reading process wrote about its end, "" where it was ended from here."""
    name, reason = json.loads(error) if error else ("SQLITE_INTERRUPT", "")
    what = f'the table or view "{table}"' if table else "the list of its tables"
    remedy = "Copy the rows that are needed into a table of their own, and give that."
    match name:
        case "SQLITE_INTERRUPT":
            most = f"{sqlite_rows.SECONDS:.0f} seconds or {sqlite_rows.STEPS:,} steps of SQLite"
            _refuse(path, f"takes more than {most} to read {what}.", remedy)
        case "SQLITE_NOMEM":
            _refuse(path, f"takes more than {sqlite_rows.MEMORY:,} bytes of memory to read {what}.", remedy)
        case "SQLITE_TOOBIG":
            _refuse(path, f"has a cell of more than {sqlite_rows.LENGTH:,} bytes in {what}.", remedy)
        case _:
            _refuse(path, f"cannot be read as a SQLite database: {reason}.", "Make a fresh copy of it.")


def _printed(path: Path, address: str, table: str, columns: Sequence[str] = ()) -> Iterator[Any]:
    """Yield what the reading process prints, line by line. Raises ResultsError where it ends otherwise."""
    command = [sys.executable, "-I", "-S", sqlite_rows.__file__]
    with tempfile.TemporaryFile() as wanted, tempfile.TemporaryFile() as errors:
        wanted.write(json.dumps({"address": address, "table": table, "columns": columns}).encode())
        wanted.seek(0)
        with subprocess.Popen(command, stdin=wanted, stdout=subprocess.PIPE, stderr=errors) as reading:  # noqa: S603 - our own program
            end = Timer(_PATIENCE, reading.kill)
            end.start()
            try:
                yield from map(json.loads, reading.stdout or ())
                reading.wait()
            finally:
                end.cancel()
                reading.kill()  # who has enough rows does not wait for the rest
        if reading.returncode != 0:
            errors.seek(0)
            _refuse_unread(path, table, errors.read().decode("utf-8", "replace"))


def _cell(printed: object) -> object:
    """Return a cell in the form that other result files have: numbers as text, blobs as bytes."""
    if printed is False:
        return b""
    return NumberText(printed) if isinstance(printed, int | float) else printed


def _rows(database: _Database, table: str) -> Iterator[tuple[str, object]]:
    columns = tuple(columns_of(database.columns[table]).of_field.values())
    for number, row in enumerate(_printed(database.path, database.address, table, columns), start=1):
        yield f"row {number}", dict(zip(columns, map(_cell, row), strict=True))


def is_database_file(path: Path) -> bool:
    """Tell whether a file begins like a SQLite file; False if it cannot be read, or is no file (a pipe, a device)."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return is_database(file.read(len(DATABASE)))
    except OSError:
        return False


@contextmanager
def _address(path: Path) -> Generator[str]:
    """Yield a URI that opens a file read-only, so that nothing is left beside it.

    A file in write-ahead mode without its log is opened as immutable; SQLite would create the log. One with its log
    that no program has open is copied with it; SQLite would create the log's index.
    """
    with path.open("rb") as file:
        through_log = file.read(len(DATABASE) + 4)[len(DATABASE) + 2 :] == _THROUGH_LOG
    log, index = path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")
    if not through_log or index.exists():
        yield f"{path.absolute().as_uri()}?mode=ro"
    elif not log.exists():
        yield f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    else:
        with tempfile.TemporaryDirectory(prefix="numbers-") as folder:
            copy = Path(folder) / "copy.db"
            shutil.copyfile(path, copy)
            shutil.copyfile(log, copy.with_name("copy.db-wal"))
            yield f"{copy.as_uri()}?mode=ro"


@contextmanager
def _opened(path: Path, table: str | None = None) -> Generator[_Database]:
    """Yield what a file holds, with the columns of its tables and of the view that is named.

    Raises ResultsError, and BadInput if the file cannot be read.
    """
    if not is_database_file(path):
        read_bytes(path, MAX_BYTES, regular=True)  # raises the right error if the file cannot be read at all
        _refuse(path, "is no SQLite database.", "Give a file that SQLite wrote, or results as JSON, JSON lines or CSV.")
    try:
        log = path.with_name(f"{path.name}-wal")
        size = path.stat().st_size + (log.stat().st_size if log.exists() else 0)
        if size > MAX_BYTES:
            message = f"has {size:,} bytes; {MAX_BYTES:,} (20 MB) may be read."
            _refuse(path, message, "Give only the rows that are cited.")
        with _address(path) as address:
            columns, views = _printed(path, address, table or "")
            listed = {name: tuple(found or ()) for name, found in columns.items()}
            yield _Database(path, address, listed, frozenset(views))
    except OSError as error:
        _refuse(path, f"cannot be read: {error.strerror or error}.", "Make a fresh copy of it.")


def tables_of(path: Path) -> tuple[str, ...]:
    """Return the tables of a SQLite file that have the needed columns; raises the same errors as `read_table`."""
    with _opened(path) as database:
        return tuple(database.fitting)


def read_table(path: Path, table: str | None = None) -> tuple[QueryResult, ...]:
    """Read query results from a table of a SQLite file; without a name, from the only one with the needed columns.

    Nothing is written to the file or beside it. Raises ResultsError with all problems, each with its row (from 1) and
    field, or where a table takes more than the limits of `sqlite_rows` to read, and BadInput if the file cannot be
    read.
    """
    with _opened(path, table) as database:
        return add_all(ResultRows(path.name), _rows(database, _choose(database, table)))
