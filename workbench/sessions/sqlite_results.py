"""Query results from a table of a SQLite file, which is opened read-only."""

import sqlite3
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NoReturn

from core.errors import Problem, ResultsError
from core.numbers.records import QueryResult
from core.numbers.results import NEEDED, ResultRows, add_all, columns_of
from core.text.tables import NumberText
from workbench.file_types import DATABASE, is_database
from workbench.files import read_bytes

_THROUGH_LOG = b"\x02\x02"  # the format's versions for writing and reading, two bytes behind the header


def _refuse(path: Path, message: str, remedy: str) -> NoReturn:
    raise ResultsError(Problem(place=path.name, message=message, remedy=remedy))


def _written(value: object) -> object:
    """Return a cell in the form that other result files have: numbers as text, blobs as bytes."""
    return NumberText(value) if isinstance(value, int | float) else value


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(f'"{name}"' for name in names[:20])
    return f"{shown} and {len(names) - 20} more" if len(names) > 20 else shown


def _tables(database: Any) -> list[str]:
    return [name for name in database.table_names() if not name.startswith("sqlite_")]


def _fitting(database: Any) -> list[str]:
    """Return the tables that have the needed columns."""
    return [name for name in _tables(database) if not columns_of(tuple(database[name].columns_dict)).missing]


def _choose(database: Any, path: Path, table: str | None) -> str:
    """Return the table to read: the named one, else the only one with the needed columns."""
    tables, fitting = _tables(database), _fitting(database)
    if table is None:
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            _refuse(path, "holds several tables of results.", f"Say which one: {_listed(fitting)}.")
        remedy = f"Its tables are {_listed(tables)}." if tables else "It has no tables at all."
        _refuse(path, f"holds no table with the columns {' and '.join(NEEDED)}.", remedy)
    if table not in (*tables, *database.view_names()):
        remedy = f"Its tables are {_listed(tables)}." if tables else "It has no tables at all."
        _refuse(path, f'holds no table "{table}".', remedy)
    missing = columns_of(tuple(database[table].columns_dict)).missing
    if missing:
        remedy = f"Its columns are {_listed(list(database[table].columns_dict))}."
        _refuse(path, f'has no {" and no ".join(missing)} in the table "{table}".', remedy)
    return table


def _rows(database: Any, table: str) -> Iterator[tuple[str, object]]:
    from sqlite_utils.db import quote_identifier

    columns = columns_of(tuple(database[table].columns_dict)).of_field.values()
    wanted = ", ".join(map(quote_identifier, columns))  # the other columns may be large
    for number, row in enumerate(database[table].rows_where(select=wanted), start=1):
        yield f"row {number}", {name: _written(value) for name, value in row.items()}


def is_database_file(path: Path) -> bool:
    """Tell whether a file begins like a SQLite file; False if it cannot be read."""
    try:
        with path.open("rb") as file:
            return is_database(file.read(len(DATABASE)))
    except OSError:
        return False


def _address(path: Path) -> str:
    """Return the URI that opens a file read-only.

    A file in write-ahead mode without its log is opened as immutable; otherwise SQLite would create the log.
    """
    with path.open("rb") as file:
        through_log = file.read(len(DATABASE) + 4)[len(DATABASE) + 2 :] == _THROUGH_LOG
    frozen = through_log and not path.with_name(f"{path.name}-wal").exists()
    return f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if frozen else ''}"


def _text(data: bytes) -> str | bytes:
    """Return a cell's text; bytes that are not UTF-8 stay bytes, and the row's check reports them without showing
    them."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data


@contextmanager
def _opened(path: Path) -> Generator[Any]:
    """Yield the read-only database of a file. Raises ResultsError, and BadInput if the file cannot be read."""
    from sqlite_utils import Database

    if not is_database_file(path):
        read_bytes(path)  # raises the right error if the file cannot be read at all
        _refuse(path, "is no SQLite database.", "Give a file that SQLite wrote, or results as JSON, JSON lines or CSV.")
    try:
        with closing(sqlite3.connect(_address(path), uri=True)) as connection:
            connection.text_factory = _text
            yield Database(connection, execute_plugins=False)
    except sqlite3.Error as error:
        _refuse(path, f"cannot be read as a SQLite database: {error}.", "Make a fresh copy of it.")


def tables_of(path: Path) -> tuple[str, ...]:
    """Return the tables of a SQLite file that have the needed columns; raises the same errors as `read_table`."""
    with _opened(path) as database:
        return tuple(_fitting(database))


def read_table(path: Path, table: str | None = None) -> tuple[QueryResult, ...]:
    """Read query results from a table of a SQLite file; without a name, from the only one with the needed columns.

    Nothing is written to the file. Raises ResultsError with all problems, each with its row (from 1) and field, and
    BadInput if the file cannot be read.
    """
    with _opened(path) as database:
        return add_all(ResultRows(path.name), _rows(database, _choose(database, path, table)))
