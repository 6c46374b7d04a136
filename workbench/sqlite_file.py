"""What every SQLite file of ours needs: transactions that hold wholly or not at all, and why a file does not open."""

import contextlib
import os
import sqlite3
from collections.abc import Generator
from pathlib import Path


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection, begin: str) -> Generator[None]:
    """Carry out what is done inside as one transaction, opened by the statement `begin`; undone where anything is
    raised."""
    connection.execute(begin)
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # SQLite has undone everything already where the disk failed.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def why_out_of_reach(path: Path) -> str | None:
    """Return why SQLite could not open a file, in words for people; None where it may be read but not written."""
    try:
        if path.is_dir():
            return "this is a folder, not a file"
        if path.exists() and not os.access(path, os.R_OK):
            return "you may not read it"
    except OSError as error:
        return error.strerror or str(error)
    # A change needs a second file beside the first, which a folder that may not be written refuses.
    return "the file cannot be opened or made" if os.access(path.parent, os.W_OK) else None
