"""A program of its own that reads a SQLite file which anybody may have made, and prints what is in it as JSON lines.

A view may never end, grow without bound, or use up the memory before its first step. So a file of others is opened in a
process of its own (`sqlite_results` starts it), read-only and with its schema not trusted; only SELECT is allowed, and
steps, time and memory have limits. It imports nothing of this program, so that it starts in a moment.
"""

import json
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing

SECONDS = 5.0
"""For how long one table or view may be read."""
STEPS = 200_000_000
"""How many instructions of SQLite's machine that may take."""
MEMORY = 200_000_000
"""How many bytes SQLite may hold meanwhile, its temporary tables included."""
LENGTH = 100_000
"""How many bytes a cell may have."""

_AT_A_TIME = 10_000  # steps between two looks at the clock
_ALLOWED = {
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_FUNCTION,
    sqlite3.SQLITE_RECURSIVE,
}
_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: LENGTH,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 100,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}
_SETTINGS = (
    "trusted_schema = OFF",
    "query_only = ON",
    "cell_size_check = ON",
    "mmap_size = 0",
    "temp_store = MEMORY",
    f"hard_heap_limit = {MEMORY}",
)

Clock = Callable[[], float]


def limit_steps(connection: sqlite3.Connection, clock: Clock) -> None:
    """End each statement of a connection ("interrupted") that takes more than STEPS, or SECONDS of a clock from now."""
    last = clock() + SECONDS
    left = STEPS // _AT_A_TIME

    def is_over() -> bool:
        nonlocal left
        left -= 1
        return left < 0 or clock() > last

    connection.set_progress_handler(is_over, _AT_A_TIME)


def _may(action: int, *_: object) -> int:
    return sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY


def open_guarded(address: str, clock: Clock) -> sqlite3.Connection:
    """Return a connection to the URI of a file on which only SELECT can be executed, within the limits."""
    connection = sqlite3.connect(address, uri=True)
    for limit, most in _LIMITS.items():
        connection.setlimit(limit, most)
    for setting in _SETTINGS:
        connection.execute(f"PRAGMA {setting}")
    limit_steps(connection, clock)
    connection.set_authorizer(_may)
    connection.text_factory = _text
    return connection


def _text(data: bytes) -> str | None:
    # As JSON, `false` stands for bytes that are no text: a message names their place without showing them.
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return False  # type: ignore[return-value]


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    found = connection.execute(f"SELECT * FROM {_quoted(table)} LIMIT 0")  # noqa: S608 - quoted
    return [column[0] for column in found.description]


def contents(connection: sqlite3.Connection, table: str) -> Iterator[object]:
    """Yield the tables with their columns, and the views; the columns of a view only if it is the one named."""
    # Virtual tables have no page of their own. Their code would read tables that the file's author wrote by hand.
    query = "SELECT name, type FROM sqlite_master WHERE type = 'view' OR (type = 'table' AND rootpage > 0)"
    kinds = {str(name): kind for name, kind in connection.execute(query) if not str(name).startswith("sqlite_")}
    read = [name for name, kind in kinds.items() if kind == "table" or name == table]
    yield {name: _columns(connection, name) if name in read else None for name in kinds}
    yield [name for name, kind in kinds.items() if kind == "view"]


def rows(connection: sqlite3.Connection, table: str, columns: list[str]) -> Iterator[list[object]]:
    """Yield the named columns of the rows of a table or view; other columns may be large."""
    wanted = ", ".join(map(_quoted, columns))
    for row in connection.execute(f"SELECT {wanted} FROM {_quoted(table)}"):  # noqa: S608 - quoted
        yield [False if isinstance(cell, bytes) else cell for cell in row]


def _main(address: str, table: str, columns: list[str]) -> None:
    with closing(open_guarded(address, time.monotonic)) as connection:
        for found in rows(connection, table, columns) if columns else contents(connection, table):
            sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    try:
        _main(**json.load(sys.stdin))
    except (sqlite3.Error, MemoryError, ValueError) as error:
        name = "SQLITE_NOMEM" if isinstance(error, MemoryError) else getattr(error, "sqlite_errorname", "")
        sys.stderr.write(json.dumps([name, str(error)]))
        sys.exit(1)
