"""A walk over the body of a Word document: what a person sees as its text, paragraph by paragraph.

Tracked insertions and what was moved here count, deletions, what was moved away and hidden text do not. Text boxes,
notes, comments and the codes of fields are no text of a paragraph.
"""

from collections.abc import Mapping
from typing import ClassVar

from core.transcripts.readers.documents.word_paragraphs import Cell, OpenTable, WordParagraph, WordParagraphs
from core.transcripts.readers.documents.word_styles import WordStyle, WordStyles, is_heading_level, is_on
from core.transcripts.readers.pieces import Tally
from core.transcripts.readers.xml_events import value_of

_NAMESPACES = (
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
)
_COMPATIBILITY = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_NOT_SPOKEN = "they are no speech"
# What is passed over with all that is in it, and as what it is counted.
_PASSED_OVER: Mapping[str, tuple[str, str]] = {
    "del": ("deleted stretches", "tracked changes took them out"),
    "moveFrom": ("moved stretches at their old place", "they are read where they were moved to"),
    "txbxContent": ("text boxes", _NOT_SPOKEN),
    "altChunk": ("embedded documents", "they are files of their own"),
}
_UNCOUNTED = frozenset({"Fallback", "instrText", "delText", "delInstrText", "rt", "tblPr", "tblGrid", "sectPr"})
_MARKS = {"br": "\n", "cr": "\n", "tab": "\t", "ptab": "\t", "noBreakHyphen": "\u2011", "softHyphen": "\u00ad"}
_MOST_MERGED = 100_000
_NOTES = {
    "footnoteReference": "footnotes",
    "endnoteReference": "endnotes",
    "commentReference": "comments",
}


def _character(code: str | None) -> str:
    """Return the character of a symbol."""
    try:
        char = chr(int(code or "", 16))
    except (ValueError, OverflowError):
        return ""
    return char if char.isprintable() or char in "\ue000\uf8ff" or "\ue000" < char < "\uf8ff" else ""


class WordWalk:
    """Takes the tags of a Word document's body in order; `paragraphs` and `left_out` are what comes of it.

    `one_with_above` are the cells, without their element, that go on with the cell above them.
    """

    def __init__(self, styles: WordStyles, left_out: Tally) -> None:
        self.paragraphs = WordParagraphs()
        self.one_with_above: set[Cell] = set()
        self._styles = styles
        self._left_out = left_out
        self._names: dict[str, str] = {}
        self._elements = -1
        self._level = self._passed = 0  # the level at which what is passed over began, 0 outside
        self._tables: list[OpenTable] = []
        self._count_tables = 0
        self._fields: list[bool] = []  # of each open field whether its result has begun
        self._placeholder = False
        self._in_marks = self._in_run = self._in_text = False
        self._mark_deleted = self._carries = False
        self._begin_paragraph()

    def _begin_paragraph(self) -> None:
        self._element = max(0, self._elements)
        self._parts: list[str] = []
        self._length = self._bold = 0
        self._bold_goes_on = True
        self._heading = self._mark_deleted = False
        self._style = WordStyle()
        self._run = WordStyle()

    def _name(self, name: str) -> str:
        short = self._names.get(name)
        if short is None:
            namespace, _, own = name.rpartition(" ")
            known = namespace in _NAMESPACES or (namespace == _COMPATIBILITY and own == "Fallback")
            short = self._names[name] = own if known else ""
        return short

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Take a start tag."""
        short = self._name(name)
        self._elements += 1
        self._level += 1
        if self._passed:
            return
        if self._in_marks and short in ("del", "moveFrom"):
            self._mark_deleted = True
        elif short in _PASSED_OVER or short in _UNCOUNTED or short.endswith("Change"):
            self._pass_over(short)
        elif short:
            action = self._STARTS.get(short)
            if action is not None:
                action(self, attributes)
            elif short in _MARKS and self._in_run:
                self._add(_MARKS[short])
            elif short in _NOTES:
                self._left_out.add(_NOTES[short], _NOT_SPOKEN)

    def _pass_over(self, short: str) -> None:
        self._passed = self._level
        if short in _PASSED_OVER:
            self._left_out.add(*_PASSED_OVER[short])

    def _start_paragraph(self, _: Mapping[str, str]) -> None:
        self._begin_paragraph()

    def _start_marks(self, _: Mapping[str, str]) -> None:
        self._in_marks = True

    def _start_paragraph_style(self, attributes: Mapping[str, str]) -> None:
        self._style = self._styles.of(value_of(attributes, "val") or "")
        self._heading = bool(self._style.heading)

    def _start_outline(self, attributes: Mapping[str, str]) -> None:
        self._heading = is_heading_level(value_of(attributes, "val"))

    def _start_run(self, _: Mapping[str, str]) -> None:
        self._in_run = True
        self._run = self._style

    def _start_run_style(self, attributes: Mapping[str, str]) -> None:
        style = self._styles.of(value_of(attributes, "val") or "")
        if style.bold is not None:
            self._run = self._run._replace(bold=style.bold)
        if style.hidden is not None:
            self._run = self._run._replace(hidden=style.hidden)

    def _start_bold(self, attributes: Mapping[str, str]) -> None:
        if self._in_run:
            self._run = self._run._replace(bold=is_on(attributes))

    def _start_hidden(self, attributes: Mapping[str, str]) -> None:
        if self._in_run:
            self._run = self._run._replace(hidden=is_on(attributes))

    def _start_text(self, _: Mapping[str, str]) -> None:
        self._in_text = self._in_run
        if self._in_run and self._run.hidden and self._is_result:
            self._left_out.add("hidden stretches", "a reader of the document does not see them")

    def _start_symbol(self, attributes: Mapping[str, str]) -> None:
        self._add(_character(value_of(attributes, "char")))

    def _start_field(self, attributes: Mapping[str, str]) -> None:
        kind = value_of(attributes, "fldCharType")
        if kind == "begin":
            self._fields.append(False)
        elif kind == "separate" and self._fields:
            self._fields[-1] = True
        elif kind == "end" and self._fields:
            self._fields.pop()

    def _start_placeholder(self, attributes: Mapping[str, str]) -> None:
        self._placeholder = is_on(attributes)

    def _start_content(self, _: Mapping[str, str]) -> None:
        if self._placeholder:
            self._pass_over("")
        self._placeholder = False

    def _start_table(self, _: Mapping[str, str]) -> None:
        self._count_tables += 1
        self._tables.append(OpenTable(self._count_tables))

    def _start_row(self, _: Mapping[str, str]) -> None:
        if self._tables:
            self._tables[-1].begin_row()

    def _start_cell(self, _: Mapping[str, str]) -> None:
        if self._tables:
            self._tables[-1].begin_cell(self._elements)

    def _start_span(self, attributes: Mapping[str, str]) -> None:
        width = value_of(attributes, "val") or ""
        if self._tables and width.isdecimal():
            self._tables[-1].span = min(max(1, int(width[:3])), 100)

    def _start_merge(self, attributes: Mapping[str, str]) -> None:
        if self._tables:
            cell = self._tables[-1].cell._replace(element=0)
            if value_of(attributes, "val") != "restart" and len(self.one_with_above) < _MOST_MERGED:
                self.one_with_above.add(cell)

    @property
    def _is_result(self) -> bool:
        return not self._fields or all(self._fields)

    def _add(self, text: str) -> None:
        if not self._in_run or self._run.hidden or not self._is_result or not text:
            return
        self._parts.append(text)
        self._length += len(text)
        if text.strip():
            self._bold_goes_on = self._bold_goes_on and bool(self._run.bold)
            if self._bold_goes_on:
                self._bold = self._length

    def text(self, text: str) -> None:
        """Take a stretch of text."""
        if self._in_text and not self._passed:
            self._add(text)

    def end(self, name: str) -> None:
        """Take an end tag."""
        if self._passed == self._level:
            self._passed = 0
        elif not self._passed:
            short = self._name(name)
            if short == "t":
                self._in_text = False
            elif short == "r":
                self._in_run = False
            elif short == "pPr":
                self._in_marks = False
            elif short == "p":
                self._end_paragraph()
            elif short == "tbl" and self._tables:
                self._tables.pop()
        self._level -= 1

    def _end_paragraph(self) -> None:
        text = "".join(self._parts)
        if text.strip():
            cell = self._tables[-1].cell if self._tables else Cell()
            self.paragraphs.add(
                WordParagraph(text, self._element, self._bold, self._heading, self._carries and not cell.table, cell)
            )
            self._carries = self._mark_deleted
        elif not self._mark_deleted:
            self._carries = False
        self._begin_paragraph()

    _STARTS: ClassVar = {
        "p": _start_paragraph,
        "pPr": _start_marks,
        "pStyle": _start_paragraph_style,
        "outlineLvl": _start_outline,
        "r": _start_run,
        "rStyle": _start_run_style,
        "b": _start_bold,
        "vanish": _start_hidden,
        "t": _start_text,
        "sym": _start_symbol,
        "fldChar": _start_field,
        "showingPlcHdr": _start_placeholder,
        "sdtContent": _start_content,
        "tbl": _start_table,
        "tr": _start_row,
        "tc": _start_cell,
        "gridSpan": _start_span,
        "vMerge": _start_merge,
    }
