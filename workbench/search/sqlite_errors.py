"""What SQLite says of the index when it cannot, in words that a person can act on."""

import json
import sqlite3
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from pydantic import ValidationError

from workbench.search.index_errors import (
    DamagedIndex,
    ForeignFile,
    FullIndexDisk,
    IndexFileError,
    LockedIndex,
    ReadOnlyIndex,
    UnreachableIndex,
)
from workbench.sqlite_file import why_out_of_reach

APPLICATION_ID = 0x51574278
_HEADER = b"SQLite format 3\0"
_APPLICATION_ID_AT = 68
_ELSEWHERE = "choose another file with --index PATH or WORKBENCH_INDEX"


def is_ours(path: Path) -> bool:
    """Tell whether a file says of itself that it is an index of this program, however damaged the rest."""
    try:
        with path.open("rb") as file:
            head = file.read(_APPLICATION_ID_AT + 4)
    except OSError:
        return False
    return head.startswith(_HEADER) and head[_APPLICATION_ID_AT:] == APPLICATION_ID.to_bytes(4, "big")


def damaged(path: Path) -> IndexFileError:
    """Say that the index must be made anew, or that the file is none."""
    if not is_ours(path):
        return ForeignFile(
            path,
            "this is no index of this program, or damaged beyond recognition.",
            f"It was left as it is. Move it away, or {_ELSEWHERE}.",
        )
    return DamagedIndex(
        path, "the index is damaged.", "Nothing is lost: take the sources in again, and it is made anew from them."
    )


def other_version(path: Path) -> DamagedIndex:
    """Say that another version of this program made the index."""
    return DamagedIndex(
        path,
        "another version of this program made this index.",
        "Nothing is lost: take the sources in again, and it is made anew from them.",
    )


def unreachable(path: Path, reason: str) -> UnreachableIndex:
    """Say that there is no way to the file."""
    return UnreachableIndex(path, f"the index cannot be opened here: {reason}.", f"Check the path, or {_ELSEWHERE}.")


def _read_only(path: Path) -> ReadOnlyIndex:
    return ReadOnlyIndex(
        path,
        "this file, or the folder it is in, may be read but not written, so nothing can be taken in.",
        f"What is in it can be searched. Allow writing to both, or {_ELSEWHERE}.",
    )


def _cannot_open(path: Path) -> IndexFileError:
    why = why_out_of_reach(path)
    return _read_only(path) if why is None else unreachable(path, why)


def _in_words(path: Path, error: sqlite3.DatabaseError) -> IndexFileError:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return LockedIndex(
            path,
            "another program is taking sources into this index and did not let go in time.",
            "What was taken in so far stays. Try again when it has finished; it goes on where it was.",
        )
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return _read_only(path)
    if code == sqlite3.SQLITE_CANTOPEN:
        return _cannot_open(path)
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        return FullIndexDisk(
            path,
            "the disk refused to read or write: it may be full, over a quota, failing, or no longer connected.",
            f"What was taken in so far stays. Make room and take the sources in again, or {_ELSEWHERE}.",
        )
    return damaged(path)


@contextmanager
def translate_sqlite_errors(path: Path) -> Generator[None]:
    """Turn what SQLite raises into errors that a person can act on; our own bugs (wrong SQL) go through."""
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise
    except (zlib.error, json.JSONDecodeError, UnicodeDecodeError, ValidationError) as error:
        raise damaged(path) from error
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) == sqlite3.SQLITE_ERROR:
            raise
        raise _in_words(path, error) from error
