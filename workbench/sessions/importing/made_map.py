"""The map of a talk: a file's own, or made of a table of quotes or a REFI-QDA file with the talk's words."""

from typing import NamedTuple

from core.errors import BadInput
from core.evidence.evidence_map import write_evidence
from core.map_making.tables.quote_table import QuoteTable, read_quote_table
from core.transcripts.readers import read_transcript
from workbench.sessions.importing.given_files import stem_of
from workbench.sessions.importing.import_report import RefusedFile
from workbench.sessions.importing.sort_files import MapFile, TableFile, TalkFile, refused_file
from workbench.sessions.recognise_file import EvidenceFacts


class MadeMap(NamedTuple):
    """A map as a session keeps it; `title` is its own, `notes` say what became of a table's rows."""

    shown: str
    name: str
    data: bytes
    title: str
    notes: tuple[str, ...] = ()


def _of_map(found: MapFile) -> MadeMap:
    facts = found.map.facts
    title = facts.title if isinstance(facts, EvidenceFacts) else ""
    return MadeMap(found.file.shown, found.map.name, found.map.data, title)


def _notes(read: QuoteTable) -> tuple[str, ...]:
    left = (f"{row.place} is about {row.document}, and was left out." for row in read.left_out)
    return (*read.notices, *left)


def map_of_talk(found: MapFile | TableFile, talk: TalkFile, data: bytes) -> MadeMap | RefusedFile:
    """Return the map of a talk whose file is `data`; a table that cannot be read is refused with all its problems."""
    if isinstance(found, MapFile):
        return _of_map(found)
    try:
        read = read_quote_table(found.data, found.file.name, read_transcript(data, talk.name))
        taken = write_evidence(read.evidence_map).encode()
    except BadInput as error:
        return refused_file(found.file, error.problems)
    name = f"{stem_of(found.file.name)}.evidence.json"
    return MadeMap(found.file.shown, name, taken, read.evidence_map.title, _notes(read))
