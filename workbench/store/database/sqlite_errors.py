"""What SQLite says when it cannot, in words that a person can act on."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from pydantic import ValidationError

from core.errors import BadInput, Problem
from workbench.sqlite_file import why_out_of_reach
from workbench.store.errors import (
    DatabaseFileError,
    DiskFailure,
    FullDisk,
    InvalidDatabase,
    LockedDatabase,
    ReadOnlyDatabase,
    UnreachableDatabase,
)

_AS_IT_WAS = "Nothing was changed; what was saved before stays as it was."


def damaged(path: Path) -> InvalidDatabase:
    """Say that the file cannot be read as a database of this program."""
    return InvalidDatabase(
        path,
        "this is not a database of this program, or it is damaged.",
        "It was left as it is. Put a backup in its place (files beside it whose names hold “backup”), or start with "
        "another file: workbench --db PATH.",
    )


def unreachable(path: Path, reason: str) -> UnreachableDatabase:
    """Say that there is no way to the file."""
    return UnreachableDatabase(
        path,
        f"the sessions cannot be opened here: {reason}.",
        "Check the path, or choose another file with workbench --db PATH or the variable WORKBENCH_DB.",
    )


def _read_only(path: Path) -> ReadOnlyDatabase:
    return ReadOnlyDatabase(
        path,
        "this file, or the folder it is in, may be read but not written.",
        f"{_AS_IT_WAS} Allow writing to both, or choose another file with workbench --db PATH.",
    )


def _cannot_open(path: Path) -> DatabaseFileError:
    why = why_out_of_reach(path)
    return _read_only(path) if why is None else unreachable(path, why)


def in_words(path: Path, error: sqlite3.DatabaseError) -> DatabaseFileError:
    """Return what to tell a person about an error of SQLite."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return LockedDatabase(
            path,
            "another program is writing to this file and did not finish in time.",
            f"{_AS_IT_WAS} Try again in a moment, or close the other program.",
        )
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return _read_only(path)
    if code == sqlite3.SQLITE_CANTOPEN:
        return _cannot_open(path)
    if code == sqlite3.SQLITE_FULL:
        return FullDisk(
            path, "there is no room left on this disk.", f"{_AS_IT_WAS} Free some space, then make the change again."
        )
    if code == sqlite3.SQLITE_IOERR:
        return DiskFailure(
            path,
            "the disk refused to read or write: it may be full, over a quota, failing, or no longer connected.",
            f"{_AS_IT_WAS} Check the disk, then make the change again.",
        )
    return damaged(path)


@contextmanager
def translate_sqlite_errors(path: Path) -> Generator[None]:
    """Turn what SQLite raises into errors that a person can act on; our own bugs (wrong SQL) go through."""
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise
    except sqlite3.DatabaseError as error:
        raise in_words(path, error) from error
    except ValidationError as error:
        raise damaged(path) from error
    except UnicodeEncodeError as error:
        raise BadInput(
            Problem(
                place="",
                message="a text holds half a character (a lone surrogate), which cannot be stored.",
                remedy="Write the character itself.",
            )
        ) from error
