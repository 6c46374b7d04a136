"""Changes of the index that are stored together.

A batch is one transaction of about a second: a crash loses no more than that, other programs can write between two
batches, and memory holds one batch, however many files there are.
"""

import sqlite3
from typing import NamedTuple

from workbench.search.index_file import IndexFile
from workbench.search.index_records import SourceMetadata
from workbench.search.read_source import SourceContents
from workbench.search.write_sources import SourceRecord, known_source, put, remove, touch

MOST_TEXT = 1_000_000  # code points
MOST_CHANGES = 200


class SourceInsert(NamedTuple):
    """Add a source that was read; its record ids begin with `stem`."""

    given: SourceMetadata
    stem: str
    contents: SourceContents

    @property
    def size(self) -> int:
        """How much text there is to index."""
        return sum(len(passage.text) + len(passage.summary) for passage in self.contents.passages)

    def apply(self, connection: sqlite3.Connection) -> None:
        """Add the source, unless another program that indexes the same files was faster."""
        known = known_source(connection, self.given.key)
        if known is None or not known.is_of(self.given):
            put(connection, self.given, self.stem, self.contents)


class SourceTouch(NamedTuple):
    """Update a source whose bytes are the same, but whose time or collection is not."""

    known: SourceRecord
    given: SourceMetadata

    @property
    def size(self) -> int:
        """How much text there is to index: none."""
        return 0

    def apply(self, connection: sqlite3.Connection) -> None:
        """Store the new time and collection."""
        touch(connection, self.known.source_id, self.given)


class SourceRemoval(NamedTuple):
    """Remove a source that no longer exists."""

    known: SourceRecord

    @property
    def size(self) -> int:
        """How much text there is to remove, roughly."""
        return self.known.given.size

    def apply(self, connection: sqlite3.Connection) -> None:
        """Remove the source."""
        remove(connection, self.known.source_id)


class ChangeBatch:
    """Changes that are not stored yet."""

    def __init__(self, file: IndexFile) -> None:
        self._file = file
        self._waiting: list[SourceInsert | SourceTouch | SourceRemoval] = []
        self._size = 0

    def add(self, change: SourceInsert | SourceTouch | SourceRemoval) -> None:
        """Add a change; the batch is stored when it is large enough."""
        self._waiting.append(change)
        self._size += change.size
        if len(self._waiting) >= MOST_CHANGES or self._size >= MOST_TEXT:
            self.store()

    def store(self) -> None:
        """Store all waiting changes, or none if it raises. Raises SearchIndexError."""
        if self._waiting:
            with self._file.writing() as connection:
                for change in self._waiting:
                    change.apply(connection)
            self._waiting, self._size = [], 0
