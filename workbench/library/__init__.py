"""The index that questions are asked of: transcripts and feedback records in one SQLite file with full-text search."""

from workbench.library.door import MOST_HITS, Library
from workbench.library.errors import (
    DamagedIndex,
    ForeignFile,
    IndexDiskFull,
    IndexLocked,
    IndexTrouble,
    LibraryError,
    NotIndexed,
    ReadOnlyIndex,
    UnreachableIndex,
)
from workbench.library.highlighting import highlights_of
from workbench.library.location import INDEX_VARIABLE, index_path
from workbench.library.reading import Contents, read_contents
from workbench.library.records import Collection, Hit, IndexedSource, Kind, SearchIn, TakenIn, Unreadable
from workbench.library.walking import SUFFIXES

__all__ = [
    "INDEX_VARIABLE",
    "MOST_HITS",
    "SUFFIXES",
    "Collection",
    "Contents",
    "DamagedIndex",
    "ForeignFile",
    "Hit",
    "IndexDiskFull",
    "IndexLocked",
    "IndexTrouble",
    "IndexedSource",
    "Kind",
    "Library",
    "LibraryError",
    "NotIndexed",
    "ReadOnlyIndex",
    "SearchIn",
    "TakenIn",
    "UnreachableIndex",
    "Unreadable",
    "highlights_of",
    "index_path",
    "read_contents",
]
