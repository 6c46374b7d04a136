"""The narratives whose numbers are checked: those that a session keeps, and the chapters of its edition."""

from core.errors import BadInput, Problem
from core.numbers.narrative_size import check_narrative_size
from core.record import Record
from core.span import Span
from core.transcripts.readers.binary_kinds import binary_kind_of
from core.transcripts.readers.decoding import decode
from workbench.file_types import is_database
from workbench.files.names import clean_name
from workbench.store import MAX_NARRATIVE_BYTES, NarrativeChange, StoredNarrative

PASTED = "Pasted narrative"
_DATA = (".json", ".jsonl", ".ndjson", ".csv", ".tsv")
_REMEDY = "Save it as plain text or Markdown (.txt, .md) in UTF-8, or paste its words."


class NumberNarrative(Record):
    """A text full of numbers, as it reads now.

    `exempt` are the stretches whose numbers are the speaker's (code points, half-open); `address` opens the place where
    the text can be edited, relative to the app: one that has an address is not changed here. `stored` is what the
    session keeps of it, None for a chapter.
    """

    name: str
    text: str
    exempt: tuple[Span, ...] = ()
    address: str = ""
    stored: StoredNarrative | None = None

    @classmethod
    def of(cls, stored: StoredNarrative) -> "NumberNarrative":
        """Return a narrative that a session keeps."""
        return cls(name=stored.name, text=stored.text, stored=stored)

    @property
    def identity(self) -> str:
        """What names it among all narratives, however its name and its text change."""
        return f"{self.address} {self.stored.number if self.stored else self.name}"

    @property
    def changes(self) -> tuple[NarrativeChange, ...]:
        """What a person changed here, the first one first."""
        return self.stored.changes if self.stored else ()


def _refuse(name: str, message: str, remedy: str = _REMEDY) -> BadInput:
    return BadInput(Problem(place=name, message=message, remedy=remedy))


def take_narrative(name: str, data: bytes) -> NumberNarrative:
    """Return what a person gave as a narrative; `name` is what the browser sent, whatever it holds. Raises BadInput."""
    name = clean_name(name)
    if not data.strip():
        raise _refuse(name, "there are no words in it.", "Paste a narrative, or choose a file that holds one.")
    if len(data) > MAX_NARRATIVE_BYTES:
        message = f"this has {len(data):,} bytes; a narrative may have {MAX_NARRATIVE_BYTES:,} (2 MB)."
        raise _refuse(name, message, "Check it in parts.")
    if is_database(data) or name.casefold().endswith(_DATA):
        raise _refuse(name, "this holds data, not a narrative.", 'Put query results into the box "Results".')
    container = binary_kind_of(data)
    if container is not None:
        raise _refuse(name, f"this is {container.what}, not a text.")
    try:
        text = decode(data, name).text
    except BadInput as error:
        raise BadInput(*(problem.model_copy(update={"remedy": _REMEDY}) for problem in error.problems)) from error
    check_narrative_size(text, name)
    return NumberNarrative(name=name, text=text)
