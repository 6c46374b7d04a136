"""Changes of the index that are stored together.

A batch is one transaction of about a second: a kill loses no more than that, other programs get their turn in between,
and memory holds one batch, however many files there are.
"""

import sqlite3
from typing import NamedTuple

from workbench.search.index_file import IndexFile
from workbench.search.read_source import SourceContents
from workbench.search.write_sources import SourceMetadata, SourceRecord, known_source, put, remove, touch

MOST_TEXT = 1_000_000  # code points
MOST_CHANGES = 200


class SourceInsert(NamedTuple):
    """A source that was read; its ids begin with `stem`."""

    given: SourceMetadata
    stem: str
    contents: SourceContents

    @property
    def size(self) -> int:
        """How much text there is to index."""
        return sum(len(passage.text) + len(passage.summary) for passage in self.contents.passages)

    def apply(self, connection: sqlite3.Connection) -> None:
        """Put it in, unless another program that takes in the same files was faster."""
        known = known_source(connection, self.given.key)
        if known is None or not known.is_of(self.given):
            put(connection, self.given, self.stem, self.contents)


class SourceTouch(NamedTuple):
    """A source whose words are the same, and whose time or collection is not."""

    known: SourceRecord
    given: SourceMetadata

    @property
    def size(self) -> int:
        """How much text there is to index."""
        return 0

    def apply(self, connection: sqlite3.Connection) -> None:
        """Note the new time."""
        touch(connection, self.known.source_id, self.given)


class SourceRemoval(NamedTuple):
    """A source that is there no longer."""

    known: SourceRecord

    @property
    def size(self) -> int:
        """How much text there is to take out, roughly."""
        return self.known.given.size

    def apply(self, connection: sqlite3.Connection) -> None:
        """Take it out."""
        remove(connection, self.known.source_id)


class ChangeBatch:
    """Changes that wait to be stored."""

    def __init__(self, file: IndexFile) -> None:
        self._file = file
        self._waiting: list[SourceInsert | SourceTouch | SourceRemoval] = []

    def add(self, change: SourceInsert | SourceTouch | SourceRemoval) -> None:
        """Let a change wait for others; enough of them are stored."""
        self._waiting.append(change)
        if len(self._waiting) >= MOST_CHANGES or sum(waiting.size for waiting in self._waiting) >= MOST_TEXT:
            self.store()

    def store(self) -> None:
        """Store what waits: all of it, or nothing where it raises. Raises IndexTrouble."""
        if self._waiting:
            with self._file.writing() as connection:
                for change in self._waiting:
                    change.apply(connection)
            self._waiting = []
