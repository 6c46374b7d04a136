"""A workbook (.xlsx): the sheet whose first row names the columns of a table of speech."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from core.transcripts.readers.documents.archive import ZipParts
from core.transcripts.readers.documents.relationships import Relationship, relationships_of
from core.transcripts.readers.documents.word_paragraphs import MAX_CHARACTERS, MAX_PARAGRAPHS, TooMuchText
from core.transcripts.readers.documents.workbook_parts import (
    SharedStrings,
    SheetRows,
    TimeStyles,
    WorkbookCell,
    WorkbookRow,
    WorkbookSheets,
)
from core.transcripts.readers.pieces import Given, Piece, Reading, Tally
from core.transcripts.readers.product_files import QUOTE_TABLE
from core.transcripts.readers.refusal import refusal, refusal_of_other
from core.transcripts.readers.tables.columns import SpeechColumns, find_columns, is_quote_table, piece_of_row
from core.transcripts.readers.tier_choice import ask_for, chosen_of
from core.transcripts.readers.xml_events import XmlHandler

_WHAT = "this workbook (XLSX)"
_ROWS_ABOVE = 10  # rows that may stand above the names of the columns


class _SpeechSheet(NamedTuple):
    """A sheet with a table of speech: its name, its part, its columns, the number of the row that names them."""

    name: str
    part: str
    columns: SpeechColumns
    header: int


def _texts(row: Mapping[int, WorkbookCell]) -> list[str]:
    return [row[column].text if column in row else "" for column in range(1 + max(row))]


class WorkbookReader:
    """A workbook with what its cells share."""

    def __init__(self, parts: ZipParts, main: str, name: str) -> None:
        self._parts, self._name = parts, name
        self._related = relationships_of(parts, main, _WHAT)
        self._strings, self._styles = SharedStrings(), TimeStyles()
        self._strings_part = self._read_related("sharedStrings", self._strings)
        self._read_related("styles", self._styles)
        book = WorkbookSheets()
        parts.read(main, book, _WHAT)
        self.sheets = book.sheets

    def _read_related(self, kind: str, handler: XmlHandler) -> str:
        part = next((one.part for one in self._related.values() if one.kind == kind), "")
        if part in self._parts.names:
            self._parts.read(part, handler, _WHAT)
        return part

    def rows(self, part: str) -> Iterator[Mapping[int, WorkbookCell]]:
        """Yield the rows of a sheet that hold something."""
        return (row.cells for row in self.numbered_rows(part))

    def numbered_rows(self, part: str) -> Iterator[WorkbookRow]:
        """Yield the rows of a sheet that hold something, each with its number."""
        sheet = SheetRows(part, (self._strings_part, self._strings), self._styles.times)
        for _ in self._parts.steps(part, sheet, _WHAT):
            rows, sheet.rows = sheet.rows, []
            yield from rows

    def visible_parts(self) -> Mapping[str, str]:
        """Return the part of each sheet that is not hidden, by the sheet's name."""
        found = ((sheet, self._related.get(sheet.ident, Relationship("", "")).part) for sheet in self.sheets)
        return {sheet.name: part for sheet, part in found if not sheet.hidden and part in self._parts.names}

    def speech_sheets(self, left_out: Tally) -> Iterator[_SpeechSheet]:
        """Yield the sheets that hold a table of speech; others are counted."""
        visible = self.visible_parts()
        for sheet in self.sheets:
            part = visible.get(sheet.name)
            found = None if part is None else self._find_table(sheet.name, part)
            if found:
                yield found
            else:
                left_out.add("sheets", "they are hidden, or their first row names no column of words")

    def _find_table(self, name: str, part: str) -> _SpeechSheet | None:
        for number, row in enumerate(self.rows(part)):
            columns = find_columns(_texts(row))
            if is_quote_table(_texts(row)):
                raise refusal_of_other(self._name, *QUOTE_TABLE, is_table=True)
            if columns is not None:
                return _SpeechSheet(name, part, columns, number)
            if number == _ROWS_ABOVE:
                break
        return None

    def pieces(self, sheet: _SpeechSheet, left_out: Tally, given: Given) -> Iterator[Piece]:
        """Yield what each row of a sheet says. Raises TranscriptError where they say too much."""
        unused = len(sheet.columns.header) - len(sheet.columns.used)
        left_out.add("columns", "their names are not those of words, speakers or times", unused)
        left_out.add("rows above the names of the columns", "they are no speech", sheet.header)
        characters = 0
        for number, row in enumerate(self.rows(sheet.part)):
            said = row.get(sheet.columns.text)
            characters += len(said.text) if said else 0
            if characters > MAX_CHARACTERS or number > MAX_PARAGRAPHS:
                raise _too_much(given)
            if number > sheet.header:
                piece = piece_of_row(sheet.columns, _texts(row), said.place if said else None, left_out)
                if piece is not None:
                    yield piece


def _too_much(given: Given) -> Exception:
    message = f"{_WHAT} holds more than {MAX_CHARACTERS:,} characters or {MAX_PARAGRAPHS:,} rows, more than is read."
    return refusal(given.name, message, "Split it into one table for each recording.")


def read_workbook(parts: ZipParts, main: str, given: Given) -> Reading:
    """Read a workbook whose own part is `main`.

    Raises TranscriptError where no sheet holds a table of speech, and where several do and nobody chose.
    """
    left_out = Tally()
    try:
        book = WorkbookReader(parts, main, given.name)
    except TooMuchText as error:
        raise _too_much(given) from error
    sheets = list(book.speech_sheets(left_out))
    if not sheets:
        message = f"{_WHAT} has no table of speech: no sheet names a column of words with speakers or times."
        remedy = 'Name the columns in its first row, for example "Start", "Speaker" and "Text", and use that file.'
        raise refusal(given.name, message, remedy)
    names = [sheet.name for sheet in sheets]
    if len(sheets) > 1:
        message = f"{_WHAT} has several sheets that hold a table of speech; one is read."
        chosen = ask_for(names, given if len(given.chosen) == 1 else given._replace(chosen=()), message)
    else:
        chosen = chosen_of(names, given)
    sheet = next(one for one in sheets if one.name in chosen)
    left_out.add("sheets that were not chosen", "another one was", len(sheets) - 1)
    return Reading("table", "xlsx", book.pieces(sheet, left_out, given), left_out, [sheet.columns.notice()])
