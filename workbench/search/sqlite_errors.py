"""Recognise an index file of this program, and turn SQLite's errors into messages."""

import json
import sqlite3
import zlib
from pathlib import Path

from workbench.search.index_errors import (
    DamagedIndex,
    ForeignFile,
    FullIndexDisk,
    IndexFileError,
    LockedIndex,
    ReadOnlyIndex,
    UnreachableIndex,
)
from workbench.sqlite_file import ErrorText, FileErrors

APPLICATION_ID = 0x51574278
_HEADER = b"SQLite format 3\0"
_APPLICATION_ID_AT = 68
_ELSEWHERE = "choose another file with --index PATH or WORKBENCH_INDEX"


def is_ours(path: Path) -> bool:
    """Tell whether a file's header says that it is an index of this program, however damaged the rest is."""
    try:
        with path.open("rb") as file:
            head = file.read(_APPLICATION_ID_AT + 4)
    except OSError:
        return False
    return head.startswith(_HEADER) and head[_APPLICATION_ID_AT:] == APPLICATION_ID.to_bytes(4, "big")


def damaged(path: Path) -> IndexFileError:
    """Return the error for a damaged file: the index must be rebuilt, or the file is not an index."""
    if not is_ours(path):
        return ForeignFile(
            path,
            "this is not an index of this program, or it is too damaged to tell.",
            f"It was left as it is. Move it away, or {_ELSEWHERE}.",
        )
    return DamagedIndex(
        path, "the index is damaged.", "Nothing is lost: add the sources again, and it is rebuilt from them."
    )


def other_version(path: Path) -> DamagedIndex:
    """Return the error for an index that another version of this program made."""
    return DamagedIndex(
        path,
        "another version of this program made this index.",
        "Nothing is lost: add the sources again, and it is rebuilt from them.",
    )


_DISK = ErrorText(
    FullIndexDisk,
    "the disk refused to read or write: it may be full, over a quota, failing, or no longer connected.",
    f"Sources added so far stay. Make room and add the sources again, or {_ELSEWHERE}.",
)
INDEX_ERRORS = FileErrors(
    damaged=damaged,
    unreachable=ErrorText(
        UnreachableIndex, "the index cannot be opened here: {}.", f"Check the path, or {_ELSEWHERE}."
    ),
    read_only=ErrorText(
        ReadOnlyIndex,
        "this file, or the folder it is in, may be read but not written, so no source can be added.",
        f"Its sources can be searched. Allow writing to both, or {_ELSEWHERE}.",
    ),
    locked=ErrorText(
        LockedIndex,
        "another program is adding sources to this index and did not finish in time.",
        "Sources added so far stay. Try again when it has finished; only the missing sources are read.",
    ),
    full=_DISK,
    failed=_DISK,
    unreadable=(zlib.error, json.JSONDecodeError, UnicodeDecodeError),
    ours=(sqlite3.SQLITE_ERROR,),
)
