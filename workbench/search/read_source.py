"""Read the passages of a source from its bytes, with the reader for its kind."""

import json
from collections.abc import Mapping

from core.answers.feedback import take_feedback
from core.answers.passages import passages_of
from core.answers.records import Passage
from core.errors import BadInput, Problem
from core.record import Record
from core.transcripts.readers import READER_VERSION, read_transcript
from core.transcripts.transcript import TranscriptPair
from workbench.search.index_records import IndexedSourceKind

PASSAGES_VERSION = "3"
FORM, CHOSEN = "form", "chosen"
READ_BY = f"{READER_VERSION}.{PASSAGES_VERSION}"
"""The version of the readers; passages made by another version are read again."""


class SourceContents(Record):
    """The contents of a source: its passages in order, and `raw`, which their offsets refer to ("" for feedback).

    A source that cannot be read has `problems` and nothing else.
    """

    passages: tuple[Passage, ...] = ()
    raw: str = ""
    notes: tuple[Problem, ...] = ()
    problems: tuple[Problem, ...] = ()


def _transcript_data(data: bytes, name: str) -> TranscriptPair | None:
    """Return the transcript in JSON that is certainly one, None where the file may hold records."""
    if data.lstrip()[:1] not in (b"{", b"["):
        return None
    try:
        read = read_transcript(data, name)
    except BadInput:
        return None
    return read if read.source.sure and read.source.reader == "json" else None


def _read(
    data: bytes, name: str, kind: IndexedSourceKind, mapping: Mapping[str, str] | None, stem: str
) -> SourceContents:
    known = _transcript_data(data, name) if kind is IndexedSourceKind.FEEDBACK else None
    if known is not None:
        return SourceContents(passages=passages_of(known, name, stem=stem), raw=known.raw)
    if kind is IndexedSourceKind.FEEDBACK:
        feedback = take_feedback(data, name, mapping)
        return SourceContents(passages=feedback.passages, notes=feedback.notes)
    reading = mapping or {}
    chosen = json.loads(reading.get(CHOSEN, "[]"))
    transcript = read_transcript(data, name, form=reading.get(FORM), chosen=chosen)
    return SourceContents(passages=passages_of(transcript, name, stem=stem), raw=transcript.raw)


def read_contents(
    data: bytes, name: str, kind: IndexedSourceKind, mapping: Mapping[str, str] | None = None, *, stem: str = ""
) -> SourceContents:
    """Read a source; `mapping` (field to column) is for feedback, the ids of other passages begin with `stem`.

    For a transcript `mapping` says under `FORM` and `CHOSEN` (a JSON list) how a session reads it.

    Problems are in the result and never raised.
    """
    try:
        return _read(data, name, kind, mapping, stem)
    except BadInput as error:
        return SourceContents(problems=error.problems)
