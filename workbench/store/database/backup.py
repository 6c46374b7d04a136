"""A copy of an older database, made before it is migrated."""

import contextlib
import os
import sqlite3
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from workbench.sqlite_file import make_private
from workbench.store.database.sqlite_errors import damaged
from workbench.store.errors import BackupFailure


def _free_name(path: Path) -> Path:
    day = datetime.now(UTC).strftime("%Y-%m-%d")
    names = (path.with_name(f"{path.name}.backup-{day}-{number}") for number in count(1))
    return next(name for name in names if not name.exists())


def _copy(path: Path, target: Path) -> bool:
    """Copy a database that others may read meanwhile, and tell whether the copy is complete."""
    make_private(target)
    source = f"{path.absolute().as_uri()}?mode=ro"
    with (
        contextlib.closing(sqlite3.connect(source, uri=True)) as old,
        contextlib.closing(sqlite3.connect(target)) as new,
    ):
        # No journal, which could be mistaken for another file's; an incomplete copy is deleted anyway.
        new.execute("PRAGMA journal_mode = OFF")
        old.backup(new)
        return new.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def _sync_folder(folder: Path) -> None:
    # On systems that cannot open a folder like a file, nothing makes the rename more durable.
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _keep_copy(path: Path) -> Path:
    target = _free_name(path)
    unfinished = target.with_name(target.name + ".unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        if not _copy(path, unfinished):
            raise damaged(path)
        unfinished.rename(target)
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
    _sync_folder(path.parent)
    return target


def make_backup(path: Path) -> Path:
    """Copy the database to a new file beside it and return that; the caller must prevent other writes.

    Raises InvalidDatabase if the database is damaged, BackupFailure if no copy can be made.
    """
    try:
        return _keep_copy(path)
    except (sqlite3.Error, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BackupFailure(
            path,
            f"an older program made these sessions, and no copy of them could be made beside the file ({reason}).",
            "They were left as they are. Make room and allow writing to the folder, then start again.",
        ) from error
