"""Rows of fields from a file (JSON, JSON lines or CSV, recognised by its content); fields go by their usual names.

Each kind of rows (results of a query, feedback records) says what its fields are called; problems are given to
`complain`, each with its line or row, so that all of them are reported at once.
"""

import codecs
import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.text.documents import MAX_BYTES, is_list, is_object
from core.text.tables.table_kinds import (
    ColumnMapping,
    Complain,
    DuplicateFields,
    NumberText,
    RowKind,
    RowTable,
    check_header,
    find_columns,
    first_problems,
    mark_formula,
    plain_name,
    refuse,
    unmark_formula,
    up_to,
)
from core.text.well_formed import holds_half_escape, well_formed_values

__all__ = [
    "ColumnMapping",
    "Complain",
    "DuplicateFields",
    "NumberText",
    "RowKind",
    "RowTable",
    "check_header",
    "decode_rows",
    "find_columns",
    "first_problems",
    "load",
    "mark_formula",
    "plain_name",
    "read_rows",
    "refuse",
    "tell_apart",
    "unmark_formula",
    "up_to",
]

MOST_LINES = 1_000_000
"""Of a table: each is held while the file is read."""
_MOST_WRONG = 10_000  # lines that hold no row, each of which is a problem of its own
_SEPARATORS = (",", ";", "\t", "|")
_SEPARATOR_LINE = re.compile("sep=(.)", re.IGNORECASE)  # by which a spreadsheet names its separator


def _header(lines: Sequence[str], separator: str) -> tuple[tuple[str, ...], int]:
    """Return the names in the first row, and how many lines it takes."""
    reader = csv.reader(lines, delimiter=separator)
    try:
        return tuple(" ".join(unmark_formula(field).split()) for field in next(reader)), reader.line_num
    except (csv.Error, StopIteration):
        return (), 1


def tell_apart(header: Sequence[str]) -> tuple[str, ...]:
    """Return the names of columns; one without a name, or with another's, is named by its place."""
    names: dict[str, None] = {}
    for number, name in enumerate(header, start=1):
        own = name or f"column {number}"
        while own in names:
            own = f"{own} ({number})"
        names[own] = None
    return tuple(names)


def _check_lines(text: str, name: str, kind: RowKind) -> None:
    if max(text.count("\n"), text.count("\r")) > MOST_LINES:
        refuse(name, kind, f"holds more than {MOST_LINES:,} lines.", "Split it into several files.")


def _count_wrong(wrong: int, place: str, complain: Complain) -> int:
    """Return how many lines hold no row with one more; of the last that is read it is said that it is the last."""
    if wrong + 1 == _MOST_WRONG:
        complain(place, f"is the line number {_MOST_WRONG:,} that holds no row.", "Correct those first.")
    return wrong + 1


def _rows_under(
    lines: Sequence[str], separator: str, header: Sequence[str], place: tuple[int, Complain]
) -> Iterator[tuple[str, object]]:
    """Yield the rows under a header; `place` holds the number of lines before them and the function for problems."""
    before, complain = place
    names = tell_apart(header)
    reader = csv.reader(lines, delimiter=separator, strict=True)
    wrong = 0
    while reader.line_num < len(lines) and wrong < _MOST_WRONG:
        done = reader.line_num
        line = f"line {before + done + 1}"
        try:
            fields = next(reader)
        except csv.Error as error:
            complain(line, f"is not CSV: {error}.", "Look for a quotation mark that is not closed.")
            wrong = _count_wrong(wrong, line, complain)
            if reader.line_num > done + 1:
                return  # behind a quotation mark that is not closed, fields and separators would be confused
            continue
        if any(field.strip() for field in fields[len(header) :]):
            message = f"has {len(fields)} columns, and the header {len(header)}."
            complain(line, message, "Put a value that holds the columns' separator in quotation marks.")
            wrong = _count_wrong(wrong, line, complain)
        elif any(field.strip() for field in fields):
            yield line, dict(zip(names, map(unmark_formula, fields), strict=False))


def csv_rows(text: str, kind: RowKind, complain: Complain) -> RowTable:
    """Read a text that is not blank as CSV; of the usual separators, the one with which the header has most fields."""
    lines = list(io.StringIO(text, newline=""))
    before = next(index for index, line in enumerate(lines) if line.strip())
    named = _SEPARATOR_LINE.fullmatch(lines[before].strip("\r\n"))
    before += named is not None
    lines = lines[before:]

    def fits(separator: str) -> tuple[int, int]:
        names, _ = _header(lines, separator)
        return len(kind.columns_of(names).of_field), len(names)

    separator = named[1] if named else max(_SEPARATORS, key=fits)
    header, taken = _header(lines, separator)
    return RowTable(header, _rows_under(lines[taken:], separator, header, (before + taken, complain)))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    return fields if len(fields) == len(pairs) else DuplicateFields(fields)


def load(text: str) -> Any:
    """Parse JSON whose numbers stay as they are written, its texts well-formed. Raises ValueError and
    RecursionError."""
    value = json.loads(
        text,
        parse_int=NumberText,
        parse_float=NumberText,
        parse_constant=NumberText,
        object_pairs_hook=_object,
    )
    return well_formed_values(value) if holds_half_escape(text) else value


def trouble_of(error: Exception, *, with_line: bool) -> str:
    """Say what is wrong with a text that could not be parsed."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if not isinstance(error, json.JSONDecodeError):
        return str(error)
    return f"line {error.lineno}: {error.msg}" if with_line else error.msg


def _only_list(value: Mapping[str, Any]) -> str:
    """Return the one field of an object that is a list of objects, "" where there is none, or several."""
    found = [field for field, inside in value.items() if is_list(inside) and inside and all(map(is_object, inside))]
    return found[0] if len(found) == 1 else ""


def json_rows(value: object, name: str, kind: RowKind) -> Iterator[tuple[str, object]]:
    """Return the rows of a parsed value. Raises `kind.error` where it holds none."""
    within = other = ""
    if is_object(value):
        missing = len(kind.columns_of(tuple(value)).missing)
        within = next((field for field in kind.lists if is_list(value.get(field))), "")
        if not within and missing:
            other = next((what for field, what in kind.others if field in value), "")
            within = _only_list(value) if kind.any_list and not other else ""
        is_row = not within and not other and missing < len(kind.needed)
        value = [value] if is_row else value.get(within)
    if not is_list(value):
        refuse(name, kind, f"is {other} and holds no {kind.what}." if other else f"holds no list of {kind.what}.")
    return ((f"{within} row {number}".strip(), row) for number, row in enumerate(value, 1))


def line_rows(text: str, complain: Complain) -> Iterator[tuple[str, object]]:
    """Yield what each line holds; lines that are not JSON are reported to `complain`."""
    wrong = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if wrong == _MOST_WRONG:
            return
        if not line.strip():
            continue
        try:
            row = load(line)
        except (ValueError, RecursionError) as error:
            what = trouble_of(error, with_line=False)
            complain(f"line {number}", f"is not JSON: {what}.", "Write one object on each line.")
            wrong = _count_wrong(wrong, f"line {number}", complain)
            continue
        yield f"line {number}", row


def decode_rows(data: bytes | str, name: str, kind: RowKind) -> str:
    """Return the text of a file: UTF-8, or UTF-16 with its mark. Raises `kind.error`."""
    if len(data) > MAX_BYTES:
        message = f"is too big: {len(data):,} bytes, {MAX_BYTES:,} may be read."
        refuse(name, kind, message, "Split it into several files.")
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        refuse(name, kind, f"is not UTF-8 text (byte {error.start}).", "Save it in UTF-8.")


def _is_object(line: str) -> bool:
    try:
        return is_object(load(line))
    except (ValueError, RecursionError):
        return False


def read_rows(data: bytes | str, name: str, kind: RowKind, complain: Complain) -> RowTable:
    """Read the rows of a file: JSON (a list, or an object with one), JSON lines, or CSV with a header.

    CSV's separator is the one that yields most of the fields, or the one that `sep=` names; the apostrophe that
    `mark_formula` puts before a formula is taken off. JSON's numbers are `NumberText`. Raises `kind.error` where the
    file as a whole holds no rows; other problems are reported while the rows are read.
    """
    text = decode_rows(data, name, kind)
    begins = text.lstrip()
    if not begins:
        refuse(name, kind, "is empty.")
    if begins[0] not in "[{" and not name.lower().endswith((".json", ".jsonl", ".ndjson")):
        _check_lines(text, name, kind)
        return csv_rows(text, kind, complain)
    first, _, rest = (part.strip() for part in begins.partition("\n"))
    if name.lower().endswith((".jsonl", ".ndjson")) or (rest and _is_object(first)):
        _check_lines(text, name, kind)
        return RowTable(None, line_rows(text, complain))
    try:
        value = load(text)
    except (ValueError, RecursionError) as error:
        if rest and first[0] == "{" and first[-1] == "}":
            _check_lines(text, name, kind)
            return RowTable(None, line_rows(text, complain))
        refuse(name, kind, f"is not JSON ({trouble_of(error, with_line=True)}).")
    return RowTable(None, json_rows(value, name, kind))
