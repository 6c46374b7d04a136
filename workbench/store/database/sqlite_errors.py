"""The errors for people when SQLite cannot read or write the sessions."""

from pathlib import Path

from workbench.sqlite_file import ErrorText, FileErrors
from workbench.store.errors import (
    DiskFailure,
    FullDisk,
    InvalidDatabase,
    LockedDatabase,
    LostDatabase,
    ReadOnlyDatabase,
    ReplacedDatabase,
    UnreachableDatabase,
)

_AS_IT_WAS = "Nothing was changed; what was saved before stays as it was."


def damaged(path: Path) -> InvalidDatabase:
    """Return the error for a file that cannot be read as a database of this program."""
    return InvalidDatabase(
        path,
        "this is not a database of this program, or it is damaged.",
        "It was left as it is. Put a backup in its place (files beside it whose names hold “backup”), or start with "
        "another file: workbench --db PATH.",
    )


def lost(path: Path) -> LostDatabase:
    """Return the error for a file that is gone, or empty, though this program has opened it before."""
    return LostDatabase(
        path,
        "the database was deleted, moved or emptied while this program was using it.",
        "Nothing is stored until it is back in its place, or a new one is begun.",
    )


def replaced(path: Path) -> ReplacedDatabase:
    """Return the error for a file that is another database than the one that this program has opened before."""
    return ReplacedDatabase(
        path,
        "another database is in the place of the one that this program was using.",
        "Nothing is stored until the first one is back, or you go on with this one.",
    )


DATABASE_ERRORS = FileErrors(
    damaged=damaged,
    unreachable=ErrorText(
        UnreachableDatabase,
        "the sessions cannot be opened here: {}.",
        "Check the path, or choose another file with workbench --db PATH or the variable WORKBENCH_DB.",
    ),
    read_only=ErrorText(
        ReadOnlyDatabase,
        "this file, or the folder it is in, may be read but not written.",
        f"{_AS_IT_WAS} Allow writing to both, or choose another file with workbench --db PATH.",
    ),
    locked=ErrorText(
        LockedDatabase,
        "another program is writing to this file and did not finish in time.",
        f"{_AS_IT_WAS} Try again in a moment, or close the other program.",
    ),
    full=ErrorText(
        FullDisk,
        "there is no room left on this disk.",
        f"{_AS_IT_WAS} Free some space, then make the change again.",
    ),
    failed=ErrorText(
        DiskFailure,
        "the disk refused to read or write: it may be full, over a quota, failing, or no longer connected.",
        f"{_AS_IT_WAS} Check the disk, then make the change again.",
    ),
)
