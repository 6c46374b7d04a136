"""The parts of a workbook: its sheets, its shared strings, which of its styles are times, the rows of a sheet."""

import io
import re
from array import array
from collections.abc import Mapping
from typing import NamedTuple

from core.transcripts.readers.documents.word_paragraphs import MAX_CHARACTERS, TooMuchText
from core.transcripts.readers.xml_events import local, value_of
from core.transcripts.units import Place

_MOST_COLUMNS = 1_000
_SECONDS_OF_A_DAY = 86_400
_BUILT_IN_TIMES = frozenset({18, 19, 20, 21, 45, 46, 47})
_NO_TIME = re.compile(r'"[^"]*"|\\.|\[[^\]hms]*\]')
_CODED = re.compile("_x([0-9A-Fa-f]{4})_")
_ADDRESS = re.compile(r"([A-Z]{1,3})\d")


class Sheet(NamedTuple):
    """A sheet of a workbook: its name, the id of its part, whether it is hidden."""

    name: str
    ident: str
    hidden: bool


class WorkbookSheets:
    """Takes the workbook's own part."""

    def __init__(self) -> None:
        self.sheets: list[Sheet] = []

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Take a start tag."""
        if local(name) == "sheet":
            hidden = attributes.get("state", "visible") != "visible"
            self.sheets.append(Sheet(attributes.get("name", ""), value_of(attributes, "id") or "", hidden))

    def end(self, name: str) -> None:
        """Take an end tag."""

    def text(self, text: str) -> None:
        """Take a stretch of text: there is none."""


class TimeStyles:
    """Takes the part with the styles; `times` are the numbers of those that show a time."""

    def __init__(self) -> None:
        self.times: set[int] = set()
        self._formats: set[str] = set()
        self._count = 0
        self._in_cells = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Take a start tag."""
        match local(name):
            case "numFmt":
                code = _NO_TIME.sub("", attributes.get("formatCode", "")).casefold()
                if "h" in code or "s" in code:
                    self._formats.add(attributes.get("numFmtId", ""))
            case "cellXfs":
                self._in_cells = True
            case "xf" if self._in_cells:
                ident = attributes.get("numFmtId", "")
                if ident in self._formats or (ident.isdecimal() and int(ident[:6]) in _BUILT_IN_TIMES):
                    self.times.add(self._count)
                self._count += 1
            case _:
                pass

    def end(self, name: str) -> None:
        """Take an end tag."""
        if local(name) == "cellXfs":
            self._in_cells = False

    def text(self, text: str) -> None:
        """Take a stretch of text: there is none."""


class SharedStrings:
    """Takes the part with the texts that cells share; rich text is one text, the reading aid above it is none."""

    def __init__(self) -> None:
        self._written = io.StringIO()
        self._text = ""
        self._stops, self._elements = array("I"), array("I")
        self._element = -1
        self._in_text = self._in_aid = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Take a start tag."""
        del attributes
        self._element += 1
        match local(name):
            case "si":
                self._elements.append(self._element)
            case "rPh":
                self._in_aid = True
            case "t":
                self._in_text = not self._in_aid
            case _:
                pass

    def end(self, name: str) -> None:
        """Take an end tag."""
        match local(name):
            case "si":
                self._stops.append(self._written.tell())
            case "rPh":
                self._in_aid = False
            case "t":
                self._in_text = False
            case _:
                pass

    def text(self, text: str) -> None:
        """Take a stretch of text. Raises TooMuchText where there is too much."""
        if self._in_text:
            self._written.write(text)
            if self._written.tell() > MAX_CHARACTERS:
                raise TooMuchText

    def __getitem__(self, number: int) -> tuple[str, int]:
        """Return a text and its element."""
        if not self._text:
            self._text = self._written.getvalue()
        start = self._stops[number - 1] if number else 0
        return self._text[start : self._stops[number]], self._elements[number]

    def __len__(self) -> int:
        return len(self._stops)


class WorkbookCell(NamedTuple):
    """A cell: its text and where the words of it stand."""

    text: str
    place: Place


class WorkbookRow(NamedTuple):
    """A row that holds something: its number as the workbook shows it, its cells by the numbers of their columns."""

    number: int
    cells: Mapping[int, WorkbookCell]


class SheetRows:
    """Takes the part of a sheet; `rows` are those that were read since they were taken."""

    def __init__(self, part: str, strings: tuple[str, SharedStrings], times: set[int]) -> None:
        self.rows: list[WorkbookRow] = []
        self._number = 0
        self._part = part
        self._strings_part, self._strings = strings
        self._times = times
        self._element = self._column = -1
        self._row: dict[int, WorkbookCell] = {}
        self._cell: tuple[int, str, bool] = (0, "", False)  # its element, its type, whether it is a time
        self._parts: list[str] = []
        self._in_value = self._in_aid = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Take a start tag."""
        self._element += 1
        match local(name):
            case "row":
                self._row, self._column = {}, -1
                number = attributes.get("r", "")
                self._number = int(number) if number.isdecimal() and len(number) < 10 else self._number + 1
            case "c":
                self._start_cell(attributes)
            case "rPh":
                self._in_aid = True
            case "v" | "t":
                self._in_value = not self._in_aid
            case _:
                pass

    def _start_cell(self, attributes: Mapping[str, str]) -> None:
        address = _ADDRESS.match(attributes.get("r", ""))
        self._column += 1
        if address:
            column = 0
            for letter in address[1]:
                column = 26 * column + ord(letter) - 64
            self._column = column - 1
        style = attributes.get("s", "")
        is_time = style.isdecimal() and int(style[:9]) in self._times
        self._cell = self._element, attributes.get("t", "n"), is_time
        self._parts = []

    def end(self, name: str) -> None:
        """Take an end tag."""
        match local(name):
            case "row":
                if self._row:
                    self.rows.append(WorkbookRow(self._number, self._row))
            case "c":
                self._end_cell()
            case "rPh":
                self._in_aid = False
            case "v" | "t":
                self._in_value = False
            case _:
                pass

    def _end_cell(self) -> None:
        value = "".join(self._parts)
        element, kind, is_time = self._cell
        place = Place(self._part, element)
        if kind == "s":
            number = int(value) if value.strip().isdecimal() and len(value) < 10 else len(self._strings)
            if number >= len(self._strings):
                return
            value, element = self._strings[number]
            place = Place(self._strings_part, element)
            value = _resolved(value)
        elif kind in ("str", "inlineStr"):
            value = _resolved(value)
        elif kind == "n" and is_time:
            value = _time_of_day(value)
        if value.strip() and kind != "e" and self._column < _MOST_COLUMNS:
            self._row[self._column] = WorkbookCell(value, place)

    def text(self, text: str) -> None:
        """Take a stretch of text."""
        if self._in_value:
            self._parts.append(text)


def _resolved(text: str) -> str:
    """Return a text with the characters that no XML file can hold, and that a workbook writes as `_x000D_`."""
    return _CODED.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text


def _time_of_day(value: str) -> str:
    """Return the seconds of a time that a workbook keeps as a part of a day."""
    try:
        return f"{float(value) * _SECONDS_OF_A_DAY:.3f}"
    except (ValueError, OverflowError):
        return value
