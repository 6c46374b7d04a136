"""The errors of the store; each message says what, where, and what to do.

StoreError (a WorkbenchError)
├── UnknownRecord            the record is not in the database
│   └── UnknownSession
├── Conflict                 it was changed in another tab or program since it was read; nothing was overwritten
├── LostLease                another worker has this run or experiment, or it is gone; nothing was stored
└── DatabaseFileError        the file itself; a session stays as it was
    ├── UnreachableDatabase  it cannot be opened or made where it should be
    ├── LostDatabase         it was deleted, moved or emptied while it was used; it is not made again
    │   └── ReplacedDatabase    another database of this program was put in its place
    ├── InvalidDatabase      it is damaged, or something else than a database of this program
    ├── NewerDatabase        a newer program made it; it was not touched
    ├── LockedDatabase       another program is writing to it
    ├── ReadOnlyDatabase     it may be read, not written
    ├── FullDisk             there is no room for the change
    ├── DiskFailure          the disk refused
    └── BackupFailure        an older database could not be copied, so it was not migrated

What a person typed or uploaded and what cannot be stored as it is, is a BadInput as everywhere.
"""

from core.errors import WorkbenchError
from core.record import Record
from workbench.sqlite_file import SQLiteFileError


class StoreError(WorkbenchError):
    """Something could not be stored or read."""


class UnknownRecord(StoreError):
    """A record that is not, or no longer, in the database."""


class UnknownSession(UnknownRecord):
    """A session that does not exist, or was deleted; `session_id` is the requested one."""

    def __init__(self, session_id: str, *, deleted: bool = False) -> None:
        self.session_id = session_id
        self.deleted = deleted
        super().__init__(
            "This session was deleted. It can be restored from the list of deleted sessions."
            if deleted
            else "There is no such session here. It may be in another database, or was deleted for good; "
            "choose one from the list of sessions."
        )


class Conflict(StoreError):
    """A change to a record that was changed elsewhere; `stored` is the present one, None if it is gone."""

    def __init__(self, message: str, stored: Record | None) -> None:
        self.stored = stored
        super().__init__(message)


class LostLease(StoreError):
    """A write by a worker that lost its lease, or to a removed row: an open run, say (`what`)."""

    def __init__(self, row_id: str, what: str = "run") -> None:
        self.row_id = row_id
        super().__init__(
            f"This {what} was stopped, taken over or removed in another tab or program. Nothing was stored; look at "
            f"the {what} as it is now."
        )


class DatabaseFileError(SQLiteFileError, StoreError):
    """The database file cannot be used as it should; `path` is where it is."""


class UnreachableDatabase(DatabaseFileError):
    """The file cannot be opened or made."""


class LostDatabase(DatabaseFileError):
    """The file was deleted, moved or emptied since it was opened first; nothing is made in its place."""


class ReplacedDatabase(LostDatabase):
    """Another database of this program is in the place of the one that was opened first."""


class InvalidDatabase(DatabaseFileError):
    """The file is damaged, or no database of this program."""


class NewerDatabase(DatabaseFileError):
    """The file was made by a newer program and was not changed."""


class LockedDatabase(DatabaseFileError):
    """Another program kept the file locked for too long."""


class ReadOnlyDatabase(DatabaseFileError):
    """The file, or its folder, may not be written."""


class FullDisk(DatabaseFileError):
    """There is no room for the change."""


class DiskFailure(DatabaseFileError):
    """The disk, or a file system in its place, refused to read or write."""


class BackupFailure(DatabaseFileError):
    """No copy could be made of an older database, so it stays as it is."""
