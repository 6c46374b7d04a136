"""Values parted by commas, semicolons, tabs or strokes: the rows of a table with each cell's place in the file."""

import html
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from core.transcripts.readers.pieces import Given, Piece, Reading, Tally
from core.transcripts.readers.refusal import refusal
from core.transcripts.readers.tables.columns import SpeechColumns, find_columns, piece_of_row, seconds_in_cell
from core.transcripts.units import Place

_SEPARATORS = "\t;,|"
_STROKE = "|"  # parts columns only where the first row names them
_ENTITY = re.compile(r"&#?\w{1,31};")
_LONGEST_HEADER = 5_000
_LOOKED_AT = 50  # rows that decide whether a text is a table
_FEWEST_ROWS, _FEWEST_COLUMNS = 2, 3
_NUMBER = re.compile(r"[-+]?\d[\d.,:\s]*%?")
_WHISPER = ("start", "end", "text")


class FileCell(NamedTuple):
    """A cell of a table: its text with doubled quotation marks resolved, and where it stands in characters."""

    text: str
    first: int
    stop: int


def _pattern(separator: str, *, quotes: bool) -> re.Pattern[str]:
    separator = re.escape(separator)
    plain = rf"(?P<plain>[^{separator}\r\n]*+)"
    # A quotation mark that does not enclose the whole cell is a character.
    quoted = rf'"(?P<quoted>(?:[^"]|"")*+)"(?=[{separator}\r\n]|\Z)|' if quotes else ""
    return re.compile(rf"(?:{quoted}{plain})(?P<end>{separator}|\r\n|\n|\r|\Z)")


def _is_enclosed(text: str, separator: str) -> bool:
    """Tell whether quotation marks around a cell are the file's: where tabs part cells, only needed ones are."""
    return separator != "\t" or any(sign in text for sign in '\t\r\n",')


def rows_of(text: str, separator: str, *, quotes: bool = True) -> Iterator[Sequence[FileCell]]:
    """Yield the rows of a table; empty lines are none."""
    row: list[FileCell] = []
    for match in _pattern(separator, quotes=quotes).finditer(text):
        quoted = match["quoted"] if quotes else None
        if quoted is not None and _is_enclosed(quoted, separator):
            row.append(FileCell(quoted.replace('""', '"'), *match.span("quoted")))
        else:
            stop = match.start("end")
            row.append(FileCell(text[match.start() : stop], match.start(), stop))
        if match["end"] != separator:
            if len(row) > 1 or row[0].text.strip():
                yield row
            row = []
            if match.end() == len(text):
                return


def _trimmed(cell: FileCell) -> Place:
    """Return where the words of a cell stand, without white space at their ends; a place in characters."""
    # Doubled marks stand inside, so the white space at the ends is as long in the file.
    before = len(cell.text) - len(cell.text.lstrip())
    after = len(cell.text) - len(cell.text.rstrip())
    return Place("", cell.first + before, max(cell.first + before, cell.stop - after))


def _resolved(text: str) -> str:
    return _ENTITY.sub(lambda entity: html.unescape(entity.group()), text) if "&" in text else text


class _Table(NamedTuple):
    text: str
    separator: str
    columns: SpeechColumns

    @property
    def is_whisper(self) -> bool:
        """Whether this is Whisper's own table: thousandths of a second, and no names."""
        if self.separator != "\t" or tuple(self.columns.header) != _WHISPER:
            return False
        rows = islice(rows_of(self.text, "\t", quotes=False), 1, _LOOKED_AT)
        return all(cell.text.strip().isdecimal() for row in rows for cell in row[:2])

    def pieces(self, left_out: Tally, *, quotes: bool) -> Iterator[Piece]:
        """Yield what each row says."""
        unused = len(self.columns.header) - len(self.columns.used)
        left_out.add("columns", "their names are not those of words, speakers or times", unused)
        for row in islice(rows_of(self.text, self.separator, quotes=quotes), 1, None):
            cells = [_resolved(cell.text) for cell in row]
            said = row[self.columns.text] if self.columns.text < len(row) else None
            piece = piece_of_row(self.columns, cells, _trimmed(said) if said else None, left_out)
            if piece is not None:
                yield piece


def _find_table(text: str, separators: Sequence[str]) -> _Table | None:
    """Return the table of speech that a text is, by its first line; None where it is none."""
    for separator in separators:
        header = next(rows_of(text[:_LONGEST_HEADER], separator), ())
        columns = find_columns([cell.text for cell in header]) if len(header) > 1 else None
        if columns is not None:
            return _Table(text, separator, columns)
    return None


def _is_other_table(text: str, separator: str) -> bool:
    """Tell a table without known names above from a text with commas: as many cells in each row, one of numbers."""
    rows = [[cell.text.strip() for cell in row] for row in islice(rows_of(text, separator), _LOOKED_AT)]
    widths = Counter(map(len, rows))
    width = max(widths, key=widths.__getitem__, default=0)
    alike = [row for row in rows if len(row) == width]
    # The first and the last row may be cut, the first may be names.
    if width < _FEWEST_COLUMNS or len(alike) < _FEWEST_ROWS or len(rows) - len(alike) > max(2, len(rows) // 10):
        return False

    def is_numbers(column: int) -> bool:
        cells = [row[column] for row in alike if row[column]]
        numbers = sum(1 for cell in cells if seconds_in_cell(cell) is not None or _NUMBER.fullmatch(cell))
        return numbers > 1 and 2 * numbers >= len(cells)

    return any(map(is_numbers, range(width)))


def read(given: Given) -> Reading | None:
    """Read a table of speech; None where a text is no table. Raises TranscriptError for a table of something else, and
    for one without words."""
    text = given.text
    separators = [separator for separator in _SEPARATORS if separator in text]
    table = _find_table(text, separators)
    if table is None:
        if any(_is_other_table(text, one) for one in separators if one != _STROKE):
            message = "this is a table, and its first row names no column of words with speakers or times."
            remedy = 'Name its columns in the first row, for example "Start", "Speaker" and "Text", and use that file.'
            raise refusal(given.name, message, remedy)
        return None
    left_out = Tally()
    if table.is_whisper:
        table = table._replace(columns=table.columns._replace(parts=1000))
        return Reading("table", "whisper-tsv", table.pieces(left_out, quotes=False), left_out)
    dialect = "tsv" if table.separator == "\t" else "csv"
    return Reading("table", dialect, table.pieces(left_out, quotes=True), left_out, [table.columns.notice()])
