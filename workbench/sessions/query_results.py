"""The results that numbers are compared with, read from a file."""

import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from core.errors import Problem, ResultsError
from core.numbers.records import QueryResult
from core.numbers.results import read_results
from core.record import Record
from core.transcripts.readers.binary_kinds import binary_kind_of
from workbench.file_types import is_database
from workbench.files.names import clean_name
from workbench.sessions.sqlite_results import read_table, tables_of

MAX_BYTES = 20_000_000
PASTED = "Pasted results"
_FORMS = "Give JSON, JSON lines, CSV or a SQLite database with query_id, data_source, metric, value, unit and period."


class QueryResultSet(Record):
    """Query results as they were read; `key` names their content.

    Of a database `tables` are its tables, and `table` is the one that was read.
    """

    name: str
    key: str
    rows: tuple[QueryResult, ...]
    tables: tuple[str, ...] = ()
    table: str = ""

    @property
    def sources(self) -> tuple[str, ...]:
        """The data sources in order of appearance."""
        return tuple(dict.fromkeys(row.data_source for row in self.rows))

    @property
    def ids(self) -> tuple[str, ...]:
        """The query ids in order of appearance."""
        return tuple(dict.fromkeys(row.query_id for row in self.rows))


@contextmanager
def _as_file(data: bytes) -> Generator[Path]:
    """Lend a file of these bytes, because SQLite opens nothing else."""
    with tempfile.TemporaryDirectory(prefix="numbers-") as folder:
        path = Path(folder) / "results.db"
        path.write_bytes(data)
        yield path


def _named(name: str, error: ResultsError) -> ResultsError:
    """Return the error with the name that the person knows the file by."""
    problems = (one.model_copy(update={"place": one.place.replace("results.db", name)}) for one in error.problems)
    return ResultsError(*problems)


def _read_database(name: str, data: bytes, table: str) -> QueryResultSet:
    with _as_file(data) as path:
        try:
            tables = tables_of(path)
            chosen = table or next(iter(tables), None)
            rows = read_table(path, chosen)
        except ResultsError as error:
            raise _named(name, error) from error
    named = chosen or ""
    key = sha256(data + b"\0" + named.encode("utf-8", "replace")).hexdigest()
    return QueryResultSet(name=name, key=key, rows=rows, tables=tables, table=named)


def take_results(name: str, data: bytes, table: str = "") -> QueryResultSet:
    """Return what a person gave as results; of a database the table named, else the first. Raises ResultsError."""
    name = clean_name(name)
    if len(data) > MAX_BYTES:
        message = f"this has {len(data):,} bytes; {MAX_BYTES:,} (20 MB) may be read."
        raise ResultsError(Problem(place=name, message=message, remedy="Give only the rows that are cited."))
    if is_database(data):
        return _read_database(name, data, table)
    container = binary_kind_of(data)
    if container is not None:
        raise ResultsError(Problem(place=name, message=f"this is {container.what}.", remedy=_FORMS))
    return QueryResultSet(name=name, key=sha256(data).hexdigest(), rows=read_results(data, name))
