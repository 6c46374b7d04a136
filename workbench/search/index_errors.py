"""What can go wrong with the index; each message says what, where, and what to do.

LibraryError (a WorkbenchError)
├── NotIndexed               no such source or passage is in it
└── IndexTrouble             the file itself; sources and sessions are not touched by it
    ├── UnreachableIndex     it cannot be opened or made where it should be
    ├── DamagedIndex         it is damaged, or another version of this program made it: it is made anew from the sources
    ├── ForeignFile          something else is there; it was not touched
    ├── IndexLocked          another program is taking sources in
    ├── ReadOnlyIndex        it may be read, not written
    └── IndexDiskFull        there is no room, or the disk refused
"""

from pathlib import Path

from core.errors import WorkbenchError


class SearchIndexError(WorkbenchError):
    """The index could not do what was asked of it."""


class UnknownIndexEntry(SearchIndexError):
    """A source or passage that is not, or no longer, in the index."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} is not in the index, or no longer. Take its source in again.")


class IndexFileError(SearchIndexError):
    """The index file cannot be used as it should; `path` is where it is."""

    def __init__(self, path: Path, what: str, remedy: str) -> None:
        self.path = path
        super().__init__(f"{path}: {what} {remedy}")


class UnreachableIndex(IndexFileError):
    """The file cannot be opened or made."""


class DamagedIndex(IndexFileError):
    """The file is an index, and damaged or of another version: taking sources in makes it anew."""


class ForeignFile(IndexFileError):
    """The file is no index of this program and was not touched."""


class LockedIndex(IndexFileError):
    """Another program kept the index to itself for too long."""


class ReadOnlyIndex(IndexFileError):
    """The file, or its folder, may not be written."""


class FullIndexDisk(IndexFileError):
    """There is no room for the index, or the disk refused."""
