"""What the index holds and says: its sources, what was found for a question, and what came of taking files in."""

from enum import StrEnum

from core.answers.records import Citation
from core.errors import Problem
from core.record import Record
from core.span import Span


class IndexedSourceKind(StrEnum):
    """What a source is, which decides how it is read."""

    TRANSCRIPT = "transcript"
    FEEDBACK = "feedback"


class SearchScope(StrEnum):
    """Where the words of a question are looked for in records that have a summary; of others it is always the text."""

    SUMMARIES = "summaries"
    BOTH = "both"


class SearchHit(Record):
    """A passage that was found, and where the words of the question stand in it.

    `highlights` are spans of `citation.text`, `summary_highlights` of `citation.summary`: code points, half-open, in
    order, never overlapping, whole words (of scripts without spaces: characters).
    """

    citation: Citation
    highlights: tuple[Span, ...] = ()
    summary_highlights: tuple[Span, ...] = ()


class IndexedSource(Record):
    """A source as the index knows it.

    `key` names it (a file's full path, or what it was called when it was taken in), `name` is what people call it. One
    that could not be read has `problems` and no passages. `size` is in bytes. `stem` is what its ids begin with (those
    of records where another source has them too).
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
    """Sources that belong together: those of one folder, or of one name that they were given."""

    name: str
    sources: int
    passages: int


class UnreadableFile(Record):
    """A file or folder that could not be taken in, and all that is wrong with it."""

    key: str
    name: str
    problems: tuple[Problem, ...]


class IngestReport(Record):
    """What came of taking files in; sources by their keys, in order.

    `opened` counts the files that were read, `passages` what the changed and added ones hold together. `notes` say what
    was left out of sources that were read (records without words). `notice` is "" but where the index had to be made
    anew.
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
        """The keys of all sources that were given and could be read: what a search may be held to."""
        return tuple(sorted((*self.added, *self.changed, *self.unchanged)))
