"""Rows of fields from a file, JSON, JSON lines or CSV, told by what is in it: fields by their usual names.

Each kind of rows (results of a query, feedback records) says what its fields are called; what is wrong with a file is
handed to `complain` with its line or row, so that all of it can be said at once.
"""

import codecs

from core.text.documents import MAX_BYTES, is_object
from core.text.tables.csv_rows import csv_rows, tell_apart
from core.text.tables.json_rows import json_rows, line_rows, load, trouble_of
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
    plain_name,
    refuse,
    up_to,
)

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
    "plain_name",
    "read_rows",
    "refuse",
    "tell_apart",
    "up_to",
]


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

    CSV is separated by what parts most of the fields, or by what `sep=` names. JSON's numbers are `NumberText`.
    Raises `kind.error` where the file as a whole holds no rows; the rest is complained of while the rows are taken.
    """
    text = decode_rows(data, name, kind)
    begins = text.lstrip()
    if not begins:
        refuse(name, kind, "is empty.")
    if begins[0] not in "[{" and not name.lower().endswith((".json", ".jsonl", ".ndjson")):
        return csv_rows(text, kind, complain)
    first, _, rest = (part.strip() for part in begins.partition("\n"))
    if name.lower().endswith((".jsonl", ".ndjson")) or (rest and _is_object(first)):
        return RowTable(None, line_rows(text, complain))
    try:
        value = load(text)
    except (ValueError, RecursionError) as error:
        if rest and first[0] == "{" and first[-1] == "}":
            return RowTable(None, line_rows(text, complain))
        refuse(name, kind, f"is not JSON ({trouble_of(error, with_line=True)}).")
    return RowTable(None, json_rows(value, name, kind))
