"""Rows of CSV, whatever separates their columns."""

import csv
import io
import re
from collections.abc import Iterator, Sequence

from core.text.tables.table_kinds import Complain, RowKind, RowTable

_SEPARATORS = (",", ";", "\t", "|")
_SEPARATOR_LINE = re.compile("sep=(.)", re.IGNORECASE)  # by which a spreadsheet names its separator


def _header(lines: Sequence[str], separator: str) -> tuple[tuple[str, ...], int]:
    """Return the names in the first row, and how many lines it takes."""
    reader = csv.reader(lines, delimiter=separator)
    try:
        return tuple(" ".join(field.split()) for field in next(reader)), reader.line_num
    except (csv.Error, StopIteration):
        return (), 1


def tell_apart(header: Sequence[str]) -> tuple[str, ...]:
    """Return the names of columns; one without a name, or with another's, is told by its place."""
    names: dict[str, None] = {}
    for number, name in enumerate(header, start=1):
        own = name or f"column {number}"
        while own in names:
            own = f"{own} ({number})"
        names[own] = None
    return tuple(names)


def _rows_under(
    lines: Sequence[str], separator: str, header: Sequence[str], place: tuple[int, Complain]
) -> Iterator[tuple[str, object]]:
    """Yield the rows under a header; `place` says how many lines of the file stand before them, and who hears of it."""
    before, complain = place
    names = tell_apart(header)
    reader = csv.reader(lines, delimiter=separator, strict=True)
    while reader.line_num < len(lines):
        done = reader.line_num
        line = f"line {before + done + 1}"
        try:
            fields = next(reader)
        except csv.Error as error:
            complain(line, f"is not CSV: {error}.", "Look for a quotation mark that is not closed.")
            if reader.line_num > done + 1:
                return  # what follows would be read inside out
            continue
        if any(field.strip() for field in fields[len(header) :]):
            message = f"has {len(fields)} columns, and the header {len(header)}."
            complain(line, message, "Put a value that holds the columns' separator in quotation marks.")
        elif any(field.strip() for field in fields):
            yield line, dict(zip(names, fields, strict=False))


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
