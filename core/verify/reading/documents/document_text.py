"""The text of a document as the Markdown that this program writes, with whatever its closed grammar does not allow.

Whoever reads a Word document, an EPUB or an Obsidian note gives its paragraphs; what comes out is read and verified as
any Markdown of this program is. The notes are taken out, and compared with the transcript by themselves.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from core.verify.reading.page import collapse
from core.verify.reading.recording_links import read_link

_NOTE = re.compile(
    r"(?P<name>.{1,500}?)(?:, (?P<hours>\d{1,9}):(?P<minutes>[0-5]\d):(?P<seconds>[0-5]\d))?"
    r", raw (?P<start>\d{1,12})–(?P<end>\d{1,12})"
)
_VERDICTS = "Verified|Words verified, speakers not|Unproven|Redacted|Nothing to verify|Not checked"
_CLOSING = re.compile(
    rf"Verdict when this was written: (?:{_VERDICTS})\. "
    r"(?:SHA-256 of its certificate: (?P<certificate>[0-9a-f]{64})|It has no certificate)\."
)
NO_CERTIFICATE = "none"
_MARKUP = re.compile(r"([\\`*_\[\]<>|~&#])")
_LINE_START = re.compile(r"(?=[-+=])|(\d{1,9})(?=[.)])")
_DEEPEST = 40

ParagraphKind = Literal["heading", "prose", "quote", "source"]


class DocumentPiece(NamedTuple):
    """A stretch of a paragraph; the number of its note where it is a quotation, and the address that it links as the
    document has it, "" where it is no link."""

    text: str
    note: int | None = None
    link: str = ""


class DocumentParagraph(NamedTuple):
    """A paragraph as its document has it: what it is, its pieces, the level of a heading, the number of lists it stands
    in, and the marker of the list item that it begins, "" where it begins none."""

    kind: ParagraphKind
    pieces: Sequence[DocumentPiece]
    level: int = 0
    depth: int = 0
    marker: str = ""


class QuotationNote(NamedTuple):
    """A note of a document, or the card of a page: the words and line of its quotation, the name, the time in seconds,
    None where it has none, the place in raw, `start` to `end`, and all of it as it stands. `until` is where a time
    ends, and one that `is_exact` says the very beginning."""

    number: int
    words: str
    line: int
    name: str
    seconds: int | None
    start: int
    end: int
    text: str
    until: int | None = None
    is_exact: bool = False


class DocumentText(NamedTuple):
    """A document as read: its Markdown, the paragraph that each line of it is of, from 1, its notes, and as `obstacle`
    the first thing that the writer does not make: the paragraph and the piece."""

    markdown: str
    lines: tuple[int, ...]
    notes: tuple[QuotationNote, ...]
    obstacle: tuple[int, str] | None


def _with_links(pieces: Sequence[DocumentPiece]) -> str:
    """Return pieces as Markdown, wherever but at the start of a line they stand."""
    words = ((_MARKUP.sub(r"\\\1", piece.text), piece.link) for piece in pieces)
    written = "".join(f"[{text}]({link})" if link else text for text, link in words)
    return collapse(written.replace("![“", "\\![“"))  # which would be a picture


def _escaped(*pieces: DocumentPiece) -> str:
    """Return words as Markdown that a renderer shows as these words, wherever in a line they stand."""
    words = _with_links(pieces)
    start = _LINE_START.match(words)
    return f"{start[1] or ''}\\{words[start.end() :]}" if start else words


def _time_of(found: re.Match[str]) -> int | None:
    if found["hours"] is None:
        return None
    return int(found["hours"]) * 3600 + int(found["minutes"]) * 60 + int(found["seconds"])


def _note(number: int, words: str, line: int, text: str) -> QuotationNote | None:
    found = _NOTE.fullmatch(text)
    if found is None:
        return None
    start, end = int(found["start"]), int(found["end"])
    return QuotationNote(number, words, line, found["name"], _time_of(found), start, end, text)


class NoteReader:
    """Compares what a document says in its notes and of itself; `given` are all notes that it has, by their numbers."""

    def __init__(self, given: Mapping[int, str]) -> None:
        self._given = given
        self.notes: list[QuotationNote] = []
        self.number = 0
        self.obstacle: tuple[int, str] | None = None

    def stray(self, what: str) -> None:
        """Note something that the writer does not make, in the paragraph or line that is being read; the first one
        counts."""
        if self.obstacle is None:
            self.obstacle = (max(self.number, 1), what[:200])

    def begin_paragraph(self) -> None:
        """Count a paragraph, or a line."""
        self.number += 1

    def take_note(self, number: int, words: str) -> QuotationNote | None:
        """Return the note of the next quotation, None where it is no note of ours or has another number."""
        text = self._given.get(number)
        note = _note(number, collapse(words), self.number, text) if text is not None else None
        if note is None or number != len(self.notes) + 1:
            self.stray(text or words)
            return None
        self.notes.append(note)
        return note

    def check_end(self, last: str, certificate: str | None) -> None:
        """Compare the last paragraph with the certificate that the properties name, and the notes with those used."""
        if len(self.notes) != len(self._given):
            self.stray("a note without its quotation")
        closing = _CLOSING.fullmatch(collapse(last))
        if closing is None:
            self.stray(last or "the end of the document")
        elif (closing["certificate"] or NO_CERTIFICATE) != certificate:
            self.stray("another certificate in its properties")


def without_time(signature: str, note: QuotationNote) -> str | None:
    """Return what stands below a quotation without the time of its note, None where it has another or is no name."""
    time = note.text[len(note.name) : note.text.rfind(", raw ")]
    return signature.removesuffix(time) if signature.startswith("— ") and signature.endswith(time) else None


class ParagraphReader(NoteReader):
    """Takes the paragraphs of a document in order, and makes its text of them."""

    def __init__(self, given: Mapping[int, str]) -> None:
        super().__init__(given)
        self._lines: list[str] = []
        self._paragraphs: list[int] = []
        self._items: list[int] = []  # how many columns the content of each open item is moved
        self._signs: QuotationNote | None = None
        self._begun = ""  # the marker of an item without anything in it so far
        self._last = ""
        self._title: str | None = None
        self._linked: set[tuple[bool, bool]] = set()  # which quotations are links, and have a time

    def _take_linked(self, piece: DocumentPiece, words: str) -> QuotationNote | None:
        """Take the note of a quotation, which says the time that it links, where one does all that have a time."""
        note = self.take_note(piece.note, words) if piece.note is not None else None
        if note is not None:
            link = read_link(piece.link, words, self.number)
            if piece.link and (link is None or note.seconds != int(float(link.start))):
                self.stray(piece.link)
            self._linked.add((bool(piece.link), note.seconds is not None))
        return note

    def _running(self, pieces: Sequence[DocumentPiece]) -> str:
        for piece in pieces:
            if piece.note is None and piece.link:
                self.stray(piece.link)
            if piece.note is not None:
                if not (len(piece.text) > 2 and piece.text.startswith("“") and piece.text.endswith("”")):
                    self.stray(piece.text)
                self._take_linked(piece, piece.text[1:-1])
        return _escaped(*pieces)

    def _quote(self, pieces: Sequence[DocumentPiece]) -> str:
        words = "".join(piece.text for piece in pieces)
        self._signs = self._take_linked(pieces[0], words) if len(pieces) == 1 else None
        if self._signs is None or not words.strip():
            self.stray(words)
        return f"> {_escaped(*pieces)}"

    def _source(self, pieces: Sequence[DocumentPiece], signs: QuotationNote | None) -> str:
        """Return the line with the name; the time in it is that of the note."""
        text = "".join(piece.text for piece in pieces)
        name = without_time(text, signs) if signs else None
        if name is None or any(piece.note or piece.link for piece in pieces):
            self.stray(text)
        return f"> {_escaped(DocumentPiece(name or text))}"

    def _before(self, paragraph: DocumentParagraph) -> str:
        """Return what stands before the words of a paragraph in lists."""
        depth = paragraph.depth
        if depth > min(_DEEPEST, len(self._items) + bool(paragraph.marker)):
            self.stray("a list in no list")
            depth = min(depth, len(self._items))
        if not paragraph.marker:
            del self._items[depth:]
            return " " * sum(self._items)
        begun, self._begun = self._begun, ""
        del self._items[max(depth - 1, 0) :]
        before = begun or " " * sum(self._items)
        self._items.append(len(paragraph.marker) + 1)
        return f"{before}{paragraph.marker} "

    def _write(self, line: str, *, apart: bool) -> None:
        for one in ("", line) if apart and self._lines else (line,):
            self._lines.append(one.rstrip())
            self._paragraphs.append(self.number)

    def _end_empty_item(self) -> None:
        if self._begun:
            self._write(self._begun, apart=True)
        self._begun = ""

    def add(self, paragraph: DocumentParagraph) -> None:
        """Take the next paragraph."""
        signs, self._signs = self._signs, None
        text = "".join(piece.text for piece in paragraph.pieces)
        if (signs is not None) != (paragraph.kind == "source"):
            self.stray(text or "a quotation without its name")
        if not (paragraph.marker and paragraph.depth > len(self._items)):
            self._end_empty_item()
        before = self._before(paragraph)
        if paragraph.marker and not paragraph.pieces:
            self._begun = before  # a list may follow as the first thing in this item
            return
        self._write(f"{before}{self._line(paragraph, signs)}", apart=paragraph.kind != "source")
        if paragraph.kind == "prose":
            self._last = text

    def _line(self, paragraph: DocumentParagraph, signs: QuotationNote | None) -> str:
        if paragraph.kind == "source":
            return self._source(paragraph.pieces, signs)
        if paragraph.kind == "quote":
            return self._quote(paragraph.pieces)
        words = self._running(paragraph.pieces)
        if paragraph.kind == "prose":
            return words
        self._title = words if self._title is None else self._title
        return f"{'#' * paragraph.level} {words}"

    def finish(self, *, title: str | None, certificate: str | None) -> DocumentText:
        """Return the document; `title` and `certificate` are what its properties say."""
        if self._signs is not None:
            self.stray("a quotation without its name")
        if {(True, True), (False, True)} <= self._linked:
            self.stray("a quotation without its link")
        if title is None or _escaped(DocumentPiece(title)) != (self._title or ""):
            self.stray("another title in its properties")
        self.check_end(self._last, certificate)
        text = "\n".join(self._lines) + "\n"
        return DocumentText(text, tuple(self._paragraphs), tuple(self.notes), self.obstacle)
