"""The rows of a file of quotes, whatever its form: CSV, TSV, a workbook, lines of a text."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from core.errors import EvidenceError, TranscriptError
from core.map_making.tables.columns import quote_rows
from core.text.documents import is_object
from core.text.tables import Complain, RowKind, decode_rows, read_rows, refuse, tell_apart
from core.transcripts.readers.documents.archive import ZipParts
from core.transcripts.readers.documents.relationships import main_part
from core.transcripts.readers.documents.word_paragraphs import TooMuchText
from core.transcripts.readers.documents.workbook import WorkbookReader
from core.transcripts.readers.documents.workbook_parts import WorkbookRow
from core.transcripts.readers.pieces import Given

_ZIP = b"PK\x03\x04"
_TABLES = (".csv", ".tsv", ".xlsx", ".tab")
_ROWS_ABOVE = 10  # rows that may stand above the names of the columns of a workbook
MAX_TABLE_BYTES = 20_000_000
_BULLET = re.compile(r"\A\s*(?:[-*•‣–]\s+|\d{1,3}[.)]\s+)?")


class QuoteCells(NamedTuple):
    """The rows of a file, each with its place; `header` are the names of the columns, None of plain lines.

    The rows are read lazily; problems of their file's form are reported then.
    """

    header: tuple[str, ...] | None
    rows: Iterator[tuple[str, Mapping[str, object]]]
    notices: tuple[str, ...] = ()


def _lines(text: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    for number, line in enumerate(text.splitlines(), start=1):
        quote = _BULLET.sub("", line, count=1).strip()
        if quote:
            yield f"line {number}", {"quote": quote}


def _objects(rows: Iterator[tuple[str, object]], complain: Complain) -> Iterator[tuple[str, Mapping[str, object]]]:
    for place, row in rows:
        if is_object(row):
            yield place, row
        else:
            complain(place, "must be an object with fields.", 'Write {"quote": "...", "speaker": "..."}.')


def _text_cells(text: str, name: str, kind: RowKind, complain: Complain) -> QuoteCells:
    table = read_rows(text, name, kind, complain)
    if table.header is None:
        return QuoteCells(None, _objects(table.rows, complain))
    known = kind.columns_of(table.header).of_field
    if "quote" not in known and len(known) < 2 and not name.lower().endswith(_TABLES):
        return QuoteCells(None, _lines(text))
    return QuoteCells(table.header, _objects(table.rows, complain))


def _texts(row: WorkbookRow) -> list[str]:
    return [row.cells[column].text if column in row.cells else "" for column in range(1 + max(row.cells))]


def _header_row(rows: Iterator[WorkbookRow], kind: RowKind) -> WorkbookRow | None:
    """Return the first of the first rows that names the column of the quotes."""
    return next(
        (row for row in islice(rows, _ROWS_ABOVE) if "quote" in kind.columns_of(tuple(_texts(row))).of_field), None
    )


def _sheet_rows(rows: Iterator[WorkbookRow], header: WorkbookRow) -> Iterator[tuple[str, Mapping[str, object]]]:
    names = tell_apart([" ".join(name.split()) for name in _texts(header)])
    for row in rows:
        if row.number > header.number:
            yield f"row {row.number}", dict(zip(names, _texts(row), strict=False))


def _of_sheet(book: WorkbookReader, part: str, header: WorkbookRow, notices: Sequence[str]) -> QuoteCells:
    names = tuple(" ".join(name.split()) for name in _texts(header))
    return QuoteCells(names, _sheet_rows(book.numbered_rows(part), header), tuple(notices))


def _workbook_cells(data: bytes, name: str, kind: RowKind) -> QuoteCells:
    parts = ZipParts(Given(name, data, ""))
    main = main_part(parts)
    if not (main.startswith("xl/") and main.endswith(".xml")):
        refuse(name, kind, "is a zip file and no workbook (.xlsx).")
    book = WorkbookReader(parts, main, name)
    sheets = book.visible_parts()
    named = ((title, part, _header_row(book.numbered_rows(part), kind)) for title, part in sheets.items())
    title, part, header = next((one for one in named if one[2] is not None), ("", "", None))
    if header is not None:
        others = ", ".join(one for one in sheets if one != title)
        return _of_sheet(book, part, header, (f"The sheet {title} was read; left out: {others}.",) if others else ())
    firsts = ((part, next(book.numbered_rows(part), None)) for part in sheets.values())
    part, header = next((one for one in firsts if one[1] is not None), ("", None))
    if header is None:
        refuse(name, kind, "holds no rows.")
    return _of_sheet(book, part, header, ())


def read_cells(data: bytes, name: str, mapping: Mapping[str, str], complain: Complain) -> QuoteCells:
    """Return the rows of a file of quotes; `mapping` is a person's, by which columns are known as well.

    Raises EvidenceError where the file holds no table and no lines.
    """
    kind = quote_rows(mapping)
    if not data.startswith(_ZIP):
        return _text_cells(decode_rows(data, name, kind), name, kind, complain)
    if len(data) > MAX_TABLE_BYTES:
        refuse(name, kind, f"is too big: {len(data):,} bytes, {MAX_TABLE_BYTES:,} may be read.", "Split it.")
    try:
        cells = _workbook_cells(data, name, kind)
        rows = list(cells.rows)
    except TranscriptError as error:
        raise EvidenceError(*error.problems) from error
    except TooMuchText:
        refuse(name, kind, "holds too much text.", "Split it into several files.")
    return cells._replace(rows=iter(rows))
