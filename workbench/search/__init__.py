"""The search index: transcripts and feedback records in one SQLite file with full-text search."""

from workbench.search.find_files import SUFFIXES
from workbench.search.fts_query import highlights_of
from workbench.search.index import MOST_HITS, SearchIndex
from workbench.search.index_errors import (
    DamagedIndex,
    ForeignFile,
    FullIndexDisk,
    IndexFileError,
    LockedIndex,
    ReadOnlyIndex,
    SearchIndexError,
    UnknownIndexEntry,
    UnreachableIndex,
)
from workbench.search.index_file import INDEX_VARIABLE, index_path
from workbench.search.index_records import (
    IndexedSource,
    IndexedSourceKind,
    IngestReport,
    SearchHit,
    SearchScope,
    SourceCollection,
    UnreadableFile,
)
from workbench.search.read_source import SourceContents, read_contents

__all__ = [
    "INDEX_VARIABLE",
    "MOST_HITS",
    "SUFFIXES",
    "DamagedIndex",
    "ForeignFile",
    "FullIndexDisk",
    "IndexFileError",
    "IndexedSource",
    "IndexedSourceKind",
    "IngestReport",
    "LockedIndex",
    "ReadOnlyIndex",
    "SearchHit",
    "SearchIndex",
    "SearchIndexError",
    "SearchScope",
    "SourceCollection",
    "SourceContents",
    "UnknownIndexEntry",
    "UnreachableIndex",
    "UnreadableFile",
    "highlights_of",
    "index_path",
    "read_contents",
]
