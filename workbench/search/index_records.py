"""Records of the index: sources, collections, search hits, and the report of an ingest."""

from enum import StrEnum
from typing import NamedTuple

from core.answers.records import Citation
from core.errors import Problem
from core.record import Record
from core.span import Span

NO_TIME = -1
"""The time of a source that is not a file: its bytes are compared each time."""


class IndexedSourceKind(StrEnum):
    """The kind of a source, which decides how it is read."""

    TRANSCRIPT = "transcript"
    FEEDBACK = "feedback"


class SourceMetadata(NamedTuple):
    """A source as it was given: its name, its collection, and facts about its bytes."""

    key: str
    name: str
    collection: str
    kind: IndexedSourceKind
    size: int
    mtime_ns: int
    sha256: str = ""
    mapping: str = "null"


class SearchScope(StrEnum):
    """Where to search in records that have a summary; in others the text is always searched."""

    SUMMARIES = "summaries"
    BOTH = "both"


class SearchHit(Record):
    """A found passage, and where the words of the question occur in it.

    `highlights` are spans of `citation.text`, `summary_highlights` of `citation.summary`: code points, half-open, in
    order, never overlapping, whole words (of scripts without spaces: characters).
    """

    citation: Citation
    highlights: tuple[Span, ...] = ()
    summary_highlights: tuple[Span, ...] = ()


class IndexedSource(Record):
    """A source as the index knows it.

    `key` identifies it (a file's full path, or the key that it was added with), `name` is shown to people. A source
    that could not be read has `problems` and no passages. `size` is in bytes. Its record ids begin with `stem`; those
    of feedback records only if another source has the same ids.
    """

    key: str
    name: str
    collection: str
    kind: IndexedSourceKind
    size: int
    passages: int
    problems: tuple[Problem, ...] = ()
    stem: str = ""


class SourceCollection(Record):
    """A named group of sources: those of one folder, or those added under one collection name."""

    name: str
    sources: int
    passages: int


class UnreadableFile(Record):
    """A file or folder that could not be read, with all its problems."""

    key: str
    name: str
    problems: tuple[Problem, ...]


class IngestReport(Record):
    """The result of adding files; sources by their keys, in order.

    `opened` counts the files that were read, `passages` those in the added and changed ones together. `notes` say what
    was left out of readable sources (records without words). `notice` is "" unless the index had to be rebuilt.
    """

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    unreadable: tuple[UnreadableFile, ...] = ()
    notes: tuple[Problem, ...] = ()
    opened: int = 0
    passages: int = 0
    notice: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of all given sources that could be read, as a filter for a search."""
        return tuple(sorted((*self.added, *self.changed, *self.unchanged)))
