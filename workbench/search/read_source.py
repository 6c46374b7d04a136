"""Read the passages of a source from its bytes, with the reader for its kind."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from core.answers.feedback import take_feedback
from core.answers.passages import passages_of
from core.answers.records import Passage
from core.errors import BadInput, Problem, TiersToChoose
from core.record import Record
from core.transcripts.readers import READER_VERSION, read_transcript
from core.transcripts.readers.decoding import MAX_BYTES
from core.transcripts.transcript import TranscriptPair
from workbench.files.read_file import read_bytes
from workbench.search.index_records import IndexedSourceKind, SourceMetadata
from workbench.search.speech.spoken_places import SpokenPlace, places_in_speech
from workbench.search.talk_facts import TalkFacts, measure_talk

PASSAGES_VERSION = "7"
FORM, CHOSEN, TIERS = "form", "chosen", "tiers"
OF_TRANSCRIPTS = (FORM, CHOSEN, TIERS)
READ_BY = f"{READER_VERSION}.{PASSAGES_VERSION}"
"""The version of the readers; passages made by another version are read again."""


AS_IT_IS = "null"
"""The stored mapping of what is read without one."""


def names_tiers_alone(mapping: str) -> bool:
    """Tell whether a stored mapping names tiers and nothing else."""
    fields: dict[str, str] = json.loads(mapping) or {}
    return list(fields) == [TIERS]


def tiers_of(mapping: str) -> str:
    """Return the tiers, as a JSON list, that a stored mapping names."""
    fields: dict[str, str] = json.loads(mapping) or {}
    return fields.get(TIERS, "[]")


class SourceContents(Record):
    """The contents of a source: its passages in order, and `raw`, which their offsets refer to ("" for feedback).

    A transcript has its facts in `talk`, its canonical form in `speech`, in `spoken` where each passage stands in its
    speech, and in `chosen` the tiers that had to be chosen. A source that cannot be read has `problems` and nothing
    else.
    """

    passages: tuple[Passage, ...] = ()
    raw: str = ""
    speech: str = ""
    talk: TalkFacts | None = None
    spoken: tuple[SpokenPlace, ...] = ()
    chosen: tuple[str, ...] = ()
    notes: tuple[Problem, ...] = ()
    problems: tuple[Problem, ...] = ()


def read_chosen(data: bytes, name: str, tiers: Sequence[str]) -> TranscriptPair:
    """Read one transcript of several, of whose tiers one has to be chosen in some: those of `tiers` that it has.

    Raises TiersToChoose where it has none of them, TranscriptError.
    """
    try:
        return read_transcript(data, name)
    except TiersToChoose as asked:
        chosen = [one for one in asked.names if one in tiers]
        if not chosen:
            raise
    return read_transcript(data, name, chosen=chosen)


def _contents_of(transcript: TranscriptPair, name: str, stem: str) -> SourceContents:
    passages = passages_of(transcript, name, stem=stem)
    return SourceContents(
        passages=passages,
        raw=transcript.raw,
        speech=transcript.canonical,
        talk=measure_talk(transcript),
        spoken=tuple(places_in_speech(transcript, passages)),
        chosen=transcript.source.chosen,
    )


def _transcript_data(data: bytes, name: str, tiers: Sequence[str]) -> TranscriptPair | None:
    """Return the transcript in JSON that is certainly one, None where the file may hold records.

    Raises TiersToChoose.
    """
    if data.lstrip()[:1] not in (b"{", b"["):
        return None
    try:
        read = read_chosen(data, name, tiers)
    except TiersToChoose:
        raise
    except BadInput:
        return None
    return read if read.source.sure and read.source.reader == "json" else None


def _records(data: bytes, name: str, reading: Mapping[str, str], stem: str) -> SourceContents:
    """Read records, or a transcript that is JSON as they are."""
    asked: TiersToChoose | None = None
    try:
        transcript = _transcript_data(data, name, json.loads(reading.get(TIERS, "[]")))
    except TiersToChoose as error:
        transcript, asked = None, error
    if transcript is not None:
        return _contents_of(transcript, name, stem)
    fields = {field: column for field, column in reading.items() if field not in OF_TRANSCRIPTS}
    try:
        feedback = take_feedback(data, name, fields or None)
    except BadInput:
        if asked is not None:
            raise asked from None
        raise
    return SourceContents(passages=feedback.passages, notes=feedback.notes)


def _read(
    data: bytes, name: str, kind: IndexedSourceKind, mapping: Mapping[str, str] | None, stem: str
) -> SourceContents:
    reading = mapping or {}
    if kind is IndexedSourceKind.FEEDBACK:
        return _records(data, name, reading, stem)
    if FORM in reading or CHOSEN in reading:
        chosen = json.loads(reading.get(CHOSEN, "[]"))
        transcript = read_transcript(data, name, form=reading.get(FORM), chosen=chosen)
    else:
        transcript = read_chosen(data, name, json.loads(reading.get(TIERS, "[]")))
    return _contents_of(transcript, name, stem)


def read_contents(
    data: bytes, name: str, kind: IndexedSourceKind, mapping: Mapping[str, str] | None = None, *, stem: str = ""
) -> SourceContents:
    """Read a source; `mapping` (field to column) is for feedback, the ids of other passages begin with `stem`.

    For a transcript `mapping` says under `FORM` and `CHOSEN` (a JSON list) how a session reads it, or under `TIERS` (a
    JSON list) which tiers are meant where it has to be chosen.

    Problems are in the result and never raised.
    """
    try:
        return _read(data, name, kind, mapping, stem)
    except BadInput as error:
        return SourceContents(problems=error.problems)


class SourceToRead(NamedTuple):
    """A file that is to be read, here or in another process: the ids of its passages begin with `stem`, and bytes with
    the hash `same_as` were read before in the same way."""

    given: SourceMetadata
    stem: str
    path: str
    same_as: str = ""


class SourceReading(NamedTuple):
    """What was read of a file: None where its bytes are those that were read before, or where it `cannot_open`."""

    given: SourceMetadata
    contents: SourceContents | None = None
    cannot_open: tuple[Problem, ...] = ()


def read_source(task: SourceToRead, data: bytes) -> SourceReading:
    """Return what is in the bytes of a source."""
    given = task.given._replace(sha256=hashlib.sha256(data).hexdigest())
    if given.sha256 == task.same_as:
        return SourceReading(given)
    contents = read_contents(data, given.name, given.kind, json.loads(given.mapping), stem=task.stem)
    is_transcript = given.kind is IndexedSourceKind.TRANSCRIPT and contents.talk is not None
    if is_transcript and not contents.chosen and names_tiers_alone(given.mapping):
        given = given._replace(mapping=AS_IT_IS)  # whichever tiers are named, it has none to choose from
    return SourceReading(given, contents)


def read_source_file(task: SourceToRead) -> SourceReading:
    """Open a file and read it; what cannot be opened is said in the result and never raised."""
    given = task.given
    try:
        if given.size > MAX_BYTES:
            message = f"this file has {given.size:,} bytes; the most is {MAX_BYTES:,}."
            raise BadInput(Problem(place=given.name, message=message, remedy="Split it."))
        data = read_bytes(Path(task.path), MAX_BYTES, regular=True)
    except BadInput as error:
        return SourceReading(given, cannot_open=error.problems)
    return read_source(task, data)
