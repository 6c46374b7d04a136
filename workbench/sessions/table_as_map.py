"""A file that was given as evidence map and is one in another form: a table or a list of quotes, a REFI-QDA file."""

from collections.abc import Mapping
from pathlib import PurePath
from typing import NamedTuple

from core.errors import BadInput, ColumnsToChoose, Problem
from core.evidence.evidence_map import write_evidence
from core.evidence.map_roster import roster_of
from core.map_making.tables.columns import guess_columns
from core.map_making.tables.quote_table import LeftOutRow, QuoteTable, read_quote_table
from core.record import Record
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import prove_quotes
from workbench.files.names import clean_name
from workbench.labels import count
from workbench.sessions.recognise_file import (
    AcceptedSource,
    IntakeResult,
    RejectedSource,
    SourceKind,
    take_in,
    transcript_in,
)

_TABLES = (".csv", ".tsv", ".tab", ".xlsx", ".qdpx", ".qdc")
_LISTS = (".txt", ".md", "")  # and what was pasted
_ZIP = b"PK\x03\x04"
_BESIDE = "Bring the transcript first; then bring this again."


class UndecidedTable(Record):
    """A table of which a person has to say which column is which; `guesses` are columns by their fields."""

    name: str
    data: bytes
    columns: tuple[str, ...]
    guesses: Mapping[str, str]
    why: tuple[str, ...]


class TableAsMap(NamedTuple):
    """The map that a table makes, as a file that was given, and what is to be said of the table's rows."""

    source: IntakeResult
    notices: tuple[str, ...]
    left_out: tuple[LeftOutRow, ...]


def _rejected(name: str, *problems: Problem) -> RejectedSource:
    return RejectedSource(kind=SourceKind.EVIDENCE, name=name, problems=problems)


def _made(name: str, read: QuoteTable) -> TableAsMap:
    data = write_evidence(read.evidence_map).encode()
    source = take_in(SourceKind.EVIDENCE, f"{PurePath(name).stem}.evidence.json", data)
    return TableAsMap(source, read.notices, read.left_out)


def read_table(
    name: str, data: bytes, transcript: TranscriptPair | None, mapping: Mapping[str, str] | None = None
) -> TableAsMap | UndecidedTable | RejectedSource:
    """Return the map of a table, the question which column is which, or all that is wrong with it.

    `mapping` is a person's, column by field, "" for none.
    """
    name = clean_name(name)
    if transcript is None:
        message = "a table of quotes is read beside its transcript, which this session does not have yet."
        return _rejected(name, Problem(place=name, message=message, remedy=_BESIDE))
    try:
        return _made(name, read_quote_table(data, name, transcript, mapping=mapping))
    except ColumnsToChoose as error:
        why = tuple(problem.message for problem in error.problems)
        guesses = {**guess_columns(error.columns), **(mapping or {})}
        return UndecidedTable(name=name, data=data, columns=error.columns, guesses=guesses, why=why)
    except BadInput as error:
        return _rejected(name, *error.problems)


def _list_of_quotes(name: str, data: bytes, transcript: TranscriptPair) -> TableAsMap | None:
    """Return the map of a text with a quote in each line; None where no line stands in the transcript."""
    try:
        read = read_quote_table(data, name, transcript)
    except BadInput:
        return None
    made = read.evidence_map
    return _made(name, read) if prove_quotes(made, transcript, roster_of(made, transcript.labels)).quotes else None


def take_map(name: str, data: bytes, transcript: TranscriptPair | None) -> IntakeResult | TableAsMap | UndecidedTable:
    """Recognise a file that was given as evidence map, also one in another form.

    `transcript` is the session's. A text is a list of quotes where one of its lines at least stands in it.
    """
    suffix = PurePath(clean_name(name)).suffix.lower()
    if suffix in _TABLES or data.startswith(_ZIP):
        return read_table(name, data, transcript)
    outcome = take_in(SourceKind.EVIDENCE, name, data)
    if isinstance(outcome, AcceptedSource) or transcript is None or suffix not in _LISTS:
        return outcome
    if transcript_in(data, name) is not None:
        return outcome
    return _list_of_quotes(clean_name(name), data, transcript) or outcome


def notes_of(table: TableAsMap) -> tuple[str, ...]:
    """Return what is to be said of a table's rows, those about other talks last."""
    if not table.left_out:
        return table.notices
    rows = (f"{row.place} is about {row.document}: {row.quote}" for row in table.left_out)
    return (*table.notices, f"{count(len(table.left_out), 'row')} about another talk left out.", *rows)
