"""What came of an import: each file that was looked at is in one of four lists, or the map of a session."""

from core.errors import Problem
from core.record import Record


class MadeSession(Record):
    """A session that was made: the file it was read from, its id and title, and the file of its map.

    `notes` say what was left out of a map that was made of a table, and whose names were found.
    """

    file: str
    session: str
    title: str
    map: str | None = None
    notes: tuple[str, ...] = ()


class SkippedFile(Record):
    """A file that nobody need look at, and why; `session` is the id of the one that has its words already."""

    file: str
    why: str
    session: str | None = None


class CopiedFile(Record):
    """A file with the same words as another one of the same talk, which keeps more and is read in its place."""

    file: str
    of: str


class RefusedFile(Record):
    """A file that may hold a transcript or a map and cannot be read, with all its problems."""

    file: str
    problems: tuple[Problem, ...]


class ImportReport(Record):
    """The four lists, each in the order in which its files were found."""

    made: tuple[MadeSession, ...] = ()
    skipped: tuple[SkippedFile, ...] = ()
    copies: tuple[CopiedFile, ...] = ()
    refused: tuple[RefusedFile, ...] = ()
