"""The narratives that a person gives: pasted, dropped, or chapters of an edition. Nothing here is stored: they live in
the tab that has them."""

from collections.abc import Sequence

from core.errors import BadInput, Problem
from core.numbers.fixes import Fix, apply_fix
from core.numbers.narrative_size import check_narrative_size
from core.record import Record
from core.span import Span
from core.transcripts.readers.decoding import decode
from workbench.file_types import is_database, name_container
from workbench.sessions.recognise_file import clean_name

MAX_BYTES = 2_000_000
MAX_NARRATIVES = 50
PASTED = "Pasted narrative"
_DATA = (".json", ".jsonl", ".ndjson", ".csv", ".tsv")
_REMEDY = "Save it as plain text or Markdown (.txt, .md) in UTF-8, or paste its words."


class NarrativeChange(Record):
    """What takes a change back: these words stood where `span` is now (code points, half-open)."""

    span: Span
    words: str


class NumberNarrative(Record):
    """A text full of numbers, as it reads now.

    `exempt` are the stretches whose numbers are the speaker's (code points, half-open); `address` opens the place where
    the text can be edited, relative to the app: one that has an address is not changed here. `changes` are what a
    person changed here, the first one first.
    """

    name: str
    text: str
    exempt: tuple[Span, ...] = ()
    address: str = ""
    changes: tuple[NarrativeChange, ...] = ()

    @property
    def identity(self) -> str:
        """What names it among all narratives, however its text changes."""
        return f"{self.address} {self.name}"


def _refuse(name: str, message: str, remedy: str = _REMEDY) -> BadInput:
    return BadInput(Problem(place=name, message=message, remedy=remedy))


def take_narrative(name: str, data: bytes) -> NumberNarrative:
    """Return what a person gave as a narrative; `name` is what the browser sent, whatever it holds. Raises BadInput."""
    name = clean_name(name)
    if not data.strip():
        raise _refuse(name, "there are no words in it.", "Paste a narrative, or choose a file that holds one.")
    if len(data) > MAX_BYTES:
        message = f"this has {len(data):,} bytes; a narrative may have {MAX_BYTES:,} (2 MB)."
        raise _refuse(name, message, "Check it in parts.")
    if is_database(data) or name.casefold().endswith(_DATA):
        raise _refuse(name, "this holds data, not a narrative.", 'Put query results into the box "Results".')
    container = name_container(data)
    if container is not None:
        raise _refuse(name, f"this is {container.what}, not a text.")
    try:
        text = decode(data, name).text
    except BadInput as error:
        raise BadInput(*(problem.model_copy(update={"remedy": _REMEDY}) for problem in error.problems)) from error
    check_narrative_size(text, name)
    return NumberNarrative(name=name, text=text)


def _free_name(name: str, taken: Sequence[str]) -> str:
    """Return a name that nothing else has: "report.md", "report.md (2)"."""
    names = (name if number == 1 else f"{name} ({number})" for number in range(1, len(taken) + 2))
    return next(one for one in names if one not in taken)


def add(narratives: Sequence[NumberNarrative], one: NumberNarrative) -> tuple[NumberNarrative, ...]:
    """Return the narratives with one more, under a name of its own; the same one again is the one that is there.

    Raises BadInput where there are as many as may be looked at together.
    """
    if any((known.name, known.text) == (one.name, one.text) for known in narratives):
        return tuple(narratives)
    if len(narratives) >= MAX_NARRATIVES:
        message = f"there are {MAX_NARRATIVES} narratives already, which is as many as are checked together."
        raise _refuse(one.name, message, "Remove one first.")
    name = _free_name(one.name, [known.name for known in narratives])
    return (*narratives, one.model_copy(update={"name": name}))


def with_fix(narrative: NumberNarrative, fix: Fix) -> NumberNarrative:
    """Return a narrative with a fix that a person pressed."""
    start = fix.span.start
    change = NarrativeChange(span=Span(start, start + len(fix.replacement)), words=fix.span.slice(narrative.text))
    return narrative.model_copy(
        update={"text": apply_fix(narrative.text, fix), "changes": (*narrative.changes, change)}
    )


def without_last_fix(narrative: NumberNarrative) -> NumberNarrative:
    """Return a narrative without the last change, itself where nothing was changed."""
    if not narrative.changes:
        return narrative
    *before, last = narrative.changes
    text = narrative.text[: last.span.start] + last.words + narrative.text[last.span.end :]
    return narrative.model_copy(update={"text": text, "changes": tuple(before)})
