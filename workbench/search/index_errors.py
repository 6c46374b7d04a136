"""Errors of the index; each message says what is wrong, where, and what to do.

SearchIndexError (a WorkbenchError)
├── UnknownIndexEntry        no such source or passage is in it
└── IndexFileError           the file itself; sources and sessions are not touched by it
    ├── UnreachableIndex     it cannot be opened or made where it should be
    ├── DamagedIndex         it is damaged, or another version of this program made it: it is rebuilt from the sources
    ├── ForeignFile          the file is not an index; it was not touched
    ├── LockedIndex          another program is adding sources
    ├── ReadOnlyIndex        it may be read, not written
    └── FullIndexDisk        the disk is full, or refused to write
"""

from core.errors import WorkbenchError
from workbench.sqlite_file import SQLiteFileError


class SearchIndexError(WorkbenchError):
    """An operation of the index failed."""


class UnknownIndexEntry(SearchIndexError):
    """The index does not have this source or passage, or no longer has it."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} is not in the index, or no longer. Add its source again.")


class IndexFileError(SQLiteFileError, SearchIndexError):
    """The index file cannot be used; `path` is its path."""


class UnreachableIndex(IndexFileError):
    """The file cannot be opened or made."""


class DamagedIndex(IndexFileError):
    """The index is damaged or of another version; adding sources makes it again."""


class ForeignFile(IndexFileError):
    """The file is not an index of this program and was not touched."""


class LockedIndex(IndexFileError):
    """Another program locked the index for too long."""


class ReadOnlyIndex(IndexFileError):
    """The file, or its folder, may not be written."""


class FullIndexDisk(IndexFileError):
    """The disk is full, or refused to read or write."""
