"""Folders with sources in them, and what a test may know of an index past the library."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from workbench.search import SearchHit, SearchIndex


class Folder:
    """A folder of a person, whose files can be changed as a person does."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self.path.mkdir(parents=True, exist_ok=True)
        self._moment = 1_700_000_000

    def write(self, name: str, content: str | bytes) -> Path:
        """Write a file; every write is a second later than the one before."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        self.touch(name)
        return path

    def touch(self, name: str) -> None:
        """Give a file a new time and leave its words."""
        self._moment += 1
        os.utime(self.path / name, (self._moment, self._moment))

    def key(self, name: str) -> str:
        """Return what the index calls a file."""
        return str(self.path / name)


def talk(*lines: str) -> str:
    """Return a transcript in which two people take turns."""
    return "".join(f"**{('Ada', 'Ben')[number % 2]}:** {line}\n\n" for number, line in enumerate(lines))


def ids(hits: tuple[SearchHit, ...]) -> list[str]:
    """Return the record ids of what was found, the best first."""
    return [hit.citation.record_id for hit in hits]


def lit(hit: SearchHit) -> list[str]:
    """Return the highlighted words of a text."""
    return [span.slice(hit.citation.text) for span in hit.highlights]


def contents(library: SearchIndex) -> list[tuple[object, ...]]:
    """Return everything that the passages hold, whatever numbers the tables give them; checks the file on the way."""
    with closing(sqlite3.connect(library.path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        # What the search index has is what the passages have.
        connection.execute("INSERT INTO passages_fts (passages_fts, rank) VALUES ('integrity-check', 1)")
        counted = (
            "SELECT key, passages, count(passage_id) FROM sources LEFT JOIN passages ON passage_id >> 24 = source_id"
        )
        for _, said, held in connection.execute(f"{counted} GROUP BY key"):
            assert said == held
        query = (
            "SELECT sources.key, record_id, offset, lead, rest, spaced_lead, speaker, start_seconds, metadata "
            "FROM placed JOIN sources USING (key) ORDER BY 1, passage_id"
        )
        return connection.execute(query).fetchall()
