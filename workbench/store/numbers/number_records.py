"""What a session keeps of its numbers: narratives with a person's changes, and the results and rules of their check."""

from core.record import Record
from core.span import Span
from workbench.store.records import SourceFile

MAX_NARRATIVES = 50
MAX_NARRATIVE_BYTES = 2_000_000
MAX_CHANGES = 1_000
"""Changes of a narrative that can be undone; of more, the last ones."""


class NarrativeChange(Record):
    """What undoes a change: these words stood where `span` is now (code points, half-open)."""

    span: Span
    words: str


class NarrativeContents(Record):
    """A narrative as it reads now; `changes` are a person's, the first one first."""

    name: str
    text: str
    changes: tuple[NarrativeChange, ...] = ()


class StoredNarrative(NarrativeContents):
    """A narrative with its number in the session, from 1, and the version that a change must name."""

    number: int
    version: int


class NumberCheck(Record):
    """What the narratives of a session are checked against, and whether the chapters of its edition are too.

    `table` is that of a database of results; `citation` and `verification` are rules as YAML, "" for the defaults.
    """

    results: SourceFile | None = None
    table: str = ""
    citation: str = ""
    verification: str = ""
    with_chapters: bool = False


class StoredNumberCheck(NumberCheck):
    """The check of a session with the version that a change must name, 0 where none is stored."""

    version: int = 0
