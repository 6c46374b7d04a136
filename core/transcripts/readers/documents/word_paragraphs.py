"""The paragraphs of a Word document as columns: where each stands in the text, in the file, in a table."""

import io
from array import array
from typing import NamedTuple

from core.record import Columns

MAX_CHARACTERS = 20_000_000
MAX_PARAGRAPHS = 500_000


class TooMuchText(ValueError):
    """A document that holds more text than is read."""


class Cell(NamedTuple):
    """Where in a table a paragraph stands: which table from 1, row and column from 0, the element of the cell.

    Table 0 is none.
    """

    table: int = 0
    row: int = 0
    column: int = 0
    element: int = 0


class OpenTable:
    """A table that is being walked, with the row and the cell in which the walk is."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.row = self.column = -1
        self.span = 1
        self.element = 0

    def begin_row(self) -> None:
        """Go to the next row."""
        self.row += 1
        self.column, self.span = -1, 1

    def begin_cell(self, element: int) -> None:
        """Go to the next cell; `element` is its own."""
        self.column += self.span
        self.span, self.element = 1, element

    @property
    def cell(self) -> Cell:
        """The cell in which the walk is."""
        return Cell(self.number, max(0, self.row), max(0, self.column), self.element)


class WordParagraph(NamedTuple):
    """A paragraph: its text, its element, how many characters at its beginning are bold.

    `runs_on` says that the end of the paragraph before was deleted, so that this one goes on with its last word.
    """

    text: str
    element: int
    bold: int = 0
    heading: bool = False
    runs_on: bool = False
    cell: Cell = Cell()


class WordParagraphs(Columns[WordParagraph]):
    """The paragraphs of a document that hold text, in order."""

    def __init__(self) -> None:
        self._written = io.StringIO()
        self._text = ""
        self._stops = array("I")
        self._elements, self._bolds = array("I"), array("I")
        self._flags = bytearray()
        self._cells = array("I")  # numbers in the list of cells
        self._places: list[Cell] = [Cell()]

    def __len__(self) -> int:
        return len(self._elements)

    def add(self, one: WordParagraph) -> None:
        """Add the next paragraph. Raises TooMuchText where there are too many."""
        self._written.write(one.text)
        stop = self._written.tell()
        if stop > MAX_CHARACTERS or len(self) >= MAX_PARAGRAPHS:
            raise TooMuchText
        self._stops.append(stop)
        self._elements.append(one.element)
        self._bolds.append(one.bold)
        self._flags.append(one.heading + 2 * one.runs_on)
        if one.cell.table and one.cell != self._places[-1]:
            self._places.append(one.cell)
        self._cells.append(len(self._places) - 1 if one.cell.table else 0)

    def _record(self, index: int) -> WordParagraph:
        if not self._text and self._stops:
            self._text = self._written.getvalue()
        start = self._stops[index - 1] if index else 0
        flags = self._flags[index]
        return WordParagraph(
            self._text[start : self._stops[index]],
            self._elements[index],
            self._bolds[index],
            heading=bool(flags & 1),
            runs_on=bool(flags & 2),
            cell=self._places[self._cells[index]],
        )
