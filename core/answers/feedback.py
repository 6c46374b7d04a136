"""Feedback records from a file: one passage each, with its id, summary and metadata."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from core.answers.feedback_columns import MAPPED, kind_of_rows, open_row, paths_of, take_out
from core.answers.feedback_rows import FeedbackRows
from core.answers.records import Passage
from core.errors import Problem, RecordsError
from core.record import Record
from core.text.documents import is_object
from core.text.tables import RowKind, decode_rows, read_rows, refuse, tell_apart, up_to
from core.transcripts.readers.markdown import read_markdown
from core.transcripts.readers.text import read_text

MAX_ROWS = 200_000

_LOOKED_AT = 50_000  # characters, to recognise a transcript
_FEWEST_TURNS = 3
_SHOWN_ROWS = 5
_LOOKED_AT_ROWS, _MOST_NESTED = 50, 50  # rows whose objects are looked into, and how many columns are found there
_SHOWN_TEXT = 200  # characters of a cell
_SHOWN_NAMES = 12
_BEGINS_WITH_TIME = re.compile(r"\s*\[\s*\d")
_TRANSCRIPT = ("is a transcript and holds no feedback records.", "Add it as a transcript (.md or .txt).")


class Feedback(Record):
    """The records of a file in its order; `notes` list the harmless omissions and their places."""

    passages: tuple[Passage, ...]
    notes: tuple[Problem, ...] = ()


class FeedbackColumns(Record):
    """The names of a file's columns, and which field each is taken for.

    `mapping` gives each field its column, `missing` are needed fields without one. `rows` are the first of `count`
    rows, a text for each column, long ones cut.
    """

    columns: tuple[str, ...]
    mapping: dict[str, str]
    missing: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    count: int = 0


class _FormProblem(NamedTuple):
    """A place among the rows where the file's syntax is broken."""

    message: str
    remedy: str


class _FeedbackFile(NamedTuple):
    """A file's text, its rows and troubles with their places, in order, and the names of all its columns."""

    text: str
    rows: Sequence[tuple[str, object]]
    columns: tuple[str, ...]
    has_header: bool

    def objects(self) -> Iterator[dict[str, Any]]:
        return (row for _, row in self.rows if is_object(row))


def _looks_like_transcript(text: str) -> bool:
    beginning = text[:_LOOKED_AT]
    turns = read_markdown(beginning)[1] or read_text(beginning)
    return sum(turn.speaker is not None for turn in turns) >= _FEWEST_TURNS


def _read(data: bytes | str, name: str, kind: RowKind, mapping: Mapping[str, str]) -> _FeedbackFile:
    text = decode_rows(data, name, kind)
    if _BEGINS_WITH_TIME.match(text) and _looks_like_transcript(text):
        refuse(name, kind, *_TRANSCRIPT)
    rows: list[tuple[str, object]] = []

    def complain(place: str, message: str, remedy: str) -> None:
        rows.append((place, _FormProblem(message, remedy)))

    table = read_rows(text, name, kind, complain)
    for place, row in up_to(MAX_ROWS, table.rows, complain):
        rows.append((place, open_row(row, mapping) if is_object(row) else row))
    columns = dict.fromkeys(tell_apart(table.header or ()))
    for _, row in rows:
        if is_object(row):
            columns |= dict.fromkeys(row)
    if rows and not any(is_object(row) or isinstance(row, _FormProblem) for _, row in rows):
        refuse(name, kind, "holds no feedback records: none of its rows has fields.")
    return _FeedbackFile(text, rows, tuple(columns), table.header is not None)


def _listed(columns: Sequence[str]) -> str:
    names = ", ".join(f'"{" ".join(column.split())[:40]}"' for column in columns[:_SHOWN_NAMES])
    more = f" and {len(columns) - _SHOWN_NAMES} more" if len(columns) > _SHOWN_NAMES else ""
    return f"Its columns are {names}{more}." if names else ""


def _check_mapping(mapping: Mapping[str, str], columns: Sequence[str], kind: RowKind, name: str) -> None:
    """Refuse a mapping that names unknown fields or columns."""
    found = kind.columns_of(tuple(columns)).of_field
    problems: list[Problem] = []
    for field, column in mapping.items():
        if field not in MAPPED:
            message, remedy = f'there is no field called "{field}".', f"The fields are {', '.join(MAPPED)}."
        elif column and field not in found:
            message, remedy = f'no column is called "{column}", which was to be {field}.', _listed(columns)
        else:
            continue
        problems.append(Problem(place=name, message=message, remedy=remedy))
    if problems:
        raise RecordsError(*problems)


def _check_columns(read: _FeedbackFile, name: str, kind: RowKind) -> None:
    """Refuse columns without a needed one, and a header with a field twice.

    A file with none of the needed columns gets a single message that says what it seems to be.
    """
    columns = kind.columns_of(read.columns)
    is_empty = not read.has_header and next(read.objects(), None) is None
    if columns.missing and not is_empty:
        if len(columns.missing) > 1 and _looks_like_transcript(read.text):
            refuse(name, kind, *_TRANSCRIPT)
        missing = " or ".join(f'"{field}"' for field in columns.missing)
        message = f"no column is called {missing}."
        remedy = f"{_listed(read.columns)} Say which of them is which, or rename them.".lstrip()
        refuse(name, kind, message if len(columns.missing) == 1 else f"holds no feedback records: {message}", remedy)
    if read.has_header and columns.twice:
        place = f"{name}: the header" if name else "the header"
        messages = (f"two columns are called {field}." for field in columns.twice)
        remedy = "Say which of them it is, or rename one."
        raise RecordsError(*(Problem(place=place, message=message, remedy=remedy) for message in messages))


def _shown(value: object) -> str:
    text = "" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN_TEXT else f"{text[:_SHOWN_TEXT]}…"


def _cell(row: Mapping[str, Any], column: str) -> object:
    found = (row[column], row) if column in row else take_out(row, column) if "." in column else None
    return found[0] if found else None


def feedback_columns(data: bytes | str, name: str = "", mapping: Mapping[str, str] | None = None) -> FeedbackColumns:
    """Return the columns of a feedback file and the field that each would be taken for.

    `mapping` gives some fields their columns, "" for none. Texts inside objects are columns too, by their path.
    Raises RecordsError if the file holds no rows at all; problems of single rows are left to `take_feedback`.
    """
    kind = kind_of_rows(mapping or {})
    read = _read(data, name, kind, mapping or {})
    columns = kind.columns_of(read.columns)
    rows = list(read.objects())
    nested = (path for row in rows[:_LOOKED_AT_ROWS] for path in paths_of(row))
    names = tuple(dict.fromkeys((*read.columns, *islice(dict.fromkeys(nested), _MOST_NESTED))))
    return FeedbackColumns(
        columns=names,
        mapping=dict(columns.of_field),
        missing=columns.missing,
        rows=tuple(tuple(_shown(_cell(row, column)) for column in names) for row in rows[:_SHOWN_ROWS]),
        count=len(rows),
    )


def take_feedback(data: bytes | str, name: str = "", mapping: Mapping[str, str] | None = None) -> Feedback:
    """Read feedback records, and list the rows that were left out without harm: empty ones and repeated ones.

    Reads and raises what `read_feedback` does.
    """
    kind = kind_of_rows(mapping or {})
    read = _read(data, name, kind, mapping or {})
    _check_mapping(mapping or {}, read.columns, kind, name)
    _check_columns(read, name, kind)
    rows = FeedbackRows(name, kind, mapping or {})
    for place, row in read.rows:
        if isinstance(row, _FormProblem):
            rows.complain(place, *row)
        else:
            rows.add(row, place)
    return Feedback(passages=rows.finish(), notes=rows.notes())


def read_feedback(data: bytes | str, name: str = "", mapping: Mapping[str, str] | None = None) -> tuple[Passage, ...]:
    """Read feedback records from JSON (a list, or an object with one), JSON lines or CSV (with a header).

    Fields are feedback_record_id, content, summary and metadata (an object, or one written as JSON), or their usual
    other names, or seed 4's own (`feedback_record` and `feedback_summary` as objects); `mapping` (field to column)
    decides before those, and reaches into objects (`content: feedback_record.content`). `course`, `difficulty`, `file`
    and all other columns are metadata too. A record's text is its content without white space at its ends.
    Raises RecordsError with all problems, each with its line or row (from 1) and field. Source: decisions.md#seed-4.
    """
    return take_feedback(data, name, mapping).passages
