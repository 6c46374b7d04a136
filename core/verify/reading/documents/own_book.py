"""An EPUB of this program, read by its closed grammar: the lines that the writer makes, and no other part."""

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from html import unescape

from core.verify.reading.documents.document_text import (
    DocumentParagraph,
    DocumentPiece,
    DocumentText,
    ParagraphKind,
    ParagraphReader,
)
from core.verify.reading.quoted_spans import find_quoted

CERTIFICATE_NAME = b"urn:quote-workbench:"
"""What names the certificate in the package of a book: one with it says that it is ours."""
PACKAGE = "EPUB/package.opf"
# SHA-256 of the parts, or of what is the same in them, in every book; those of earlier versions stay.
OWN_PARTS: Mapping[str, frozenset[str]] = {
    "EPUB/nav.xhtml": frozenset(
        {
            "1b255dc656e937f010ba3cfbfb2c4bb03871deb181045a5a23e2a3d5dbe5efad",
        }
    ),
    "EPUB/package.opf": frozenset(
        {
            "25d1c9beeac693f1075548799819ae81fb07181e2f5f110b3f2a3853d501ee77",
        }
    ),
    "EPUB/style.css": frozenset(
        {
            "8d0b308a29eb58c0fc1f24404f151883ca2a399a0f24c08fe969fc889072ad37",
        }
    ),
    "META-INF/container.xml": frozenset(
        {
            "df54b2f48d069af914d371a44c39c96f2f8f363a7ea60b01faf4ca4ce0a401b7",
        }
    ),
    "mimetype": frozenset(
        {
            "e468e350d1143eb648f60c7b0bd6031101ec0544a361ca74ecef256ac901f48b",
        }
    ),
    "pages": frozenset(
        {
            "5cf3aadf62c1485ef96a47c4934c4e738c3189ecbcd55739b1e814c0031e2606",
        }
    ),
}
_NAV, _SECTION = "EPUB/nav.xhtml", "EPUB/section-{}.xhtml"
_FIXED = frozenset(("mimetype", "META-INF/container.xml", PACKAGE, _NAV, "EPUB/style.css"))
_PAGES = "pages"  # what stands around the lines of a page

_WORDS = r"(?:[^<>&\n]|&(?:amp|lt|gt);)"
_REFERENCE = r'<a class="note" epub:type="noteref" id="ref-(?P<note>\d{1,6})" href="#note-(?P=note)">(?P=note)</a>'
_HREF = r'<a href="(?P<{}>[^"<>\n]++)">'
_PIECE = re.compile(
    rf'<span class="quote">(?:{_HREF.format("link")}(?P<linked>{_WORDS}++)</a>|(?P<quoted>{_WORDS}++))</span>'
    rf"|{_HREF.format('apart')}(?P<alone>{_WORDS}++)</a>"
    rf"|{_REFERENCE}|<(?P<tag>em|strong)>(?P<set>{_WORDS}*+)</(?P=tag)>|(?P<words>{_WORDS}++)"
)
_MARKUP = re.compile(rf"{_REFERENCE}|<[^>]*>")
_BLOCK = re.compile(r"<(?P<tag>h[1-6]|p|footer)>(?P<inside>.*)</(?P=tag)>")
_ASIDE = re.compile(
    r'<aside epub:type="footnote" id="note-(?P<number>\d{1,6})"><p><a href="#ref-(?P=number)">(?P=number)</a>\. '
    rf"(?P<words>{_WORDS}++)</p></aside>"
)
_HEAD = re.compile(rf"(<head><title>)({_WORDS}*+)(</title>.*+)")
_ENTRY = re.compile(rf'<li><a href="section-(\d{{1,6}})\.xhtml">({_WORDS}++)</a></li>')
_ITEM = re.compile(
    r'<item id="section-(\d{1,6})" href="section-(\d{1,6})\.xhtml" media-type="application/xhtml\+xml"/>'
)
_ITEMREF = re.compile(r'<itemref idref="section-(\d{1,6})"/>')
_TITLE = re.compile(rf"<dc:title>({_WORDS}*+)</dc:title>")
_HASH = r"([0-9a-f]{64}|none)"
_IDENTIFIER = re.compile(rf'<dc:identifier id="id">urn:quote-workbench:certificate:{_HASH}</dc:identifier>')
_CERTIFICATE = re.compile(rf'<meta property="qw:certificate">{_HASH}</meta>')
_MODIFIED = re.compile(r'<meta property="dcterms:modified">[0-9T:-]{19}Z</meta>')
_NOT_LETTER = re.compile(r"[\W_ˮʺ]+")
_LISTS = {"<ul>": "-", "<ol>": "1."}
_CHAPTER = "<h2>"


def _letters(text: str) -> str:
    return _NOT_LETTER.sub("", unescape(text))


class _BookReader:
    """Reads the parts of a book; what the writer does not make is noted, and the rest read on."""

    def __init__(self, parts: Mapping[str, bytes]) -> None:
        self._parts = parts
        self._pages = 1
        while _SECTION.format(self._pages + 1) in parts:
            self._pages += 1
        self._titles: list[str] = []  # of the pages
        self._lists: list[str] = []  # the markers of the open lists
        self._marker = ""  # of an item that has begun
        self._in_quote = False
        self._text = ParagraphReader(self._notes())

    def _lines(self, part: str) -> list[str]:
        return self._parts.get(part, b"").decode("utf-8", "replace").split("\n")

    def _sections(self) -> Iterator[list[str]]:
        for number in range(1, self._pages + 1):
            yield self._lines(_SECTION.format(number))

    def _notes(self) -> Mapping[int, str]:
        notes: dict[int, str] = {}
        for lines in self._sections():
            for line in lines:
                if found := _ASIDE.fullmatch(line):
                    notes.setdefault(int(found["number"]), unescape(found["words"]))
        return notes

    def _known(self, part: str, lines: Sequence[str]) -> None:
        digest = sha256("\n".join(lines).encode("utf-8", "replace")).hexdigest()
        if digest not in OWN_PARTS.get(part, ()):
            self._text.stray(f"{part} that is not this program's")

    def _pieces(self, inside: str) -> list[DocumentPiece]:
        pieces: list[DocumentPiece] = []
        quoted: list[int] = []
        at = 0
        while at < len(inside):
            found = _PIECE.match(inside, at)
            if found is None or (found["note"] and (not pieces or pieces[-1].note is not None)):
                self._text.stray(inside[at:])
                break
            if found["note"]:
                pieces[-1] = pieces[-1]._replace(note=int(found["note"]))
            else:
                quoted += [len(pieces)] if found["quoted"] or found["linked"] or found["alone"] else []
                words = next(filter(None, map(found.group, ("quoted", "linked", "alone", "set", "words"))), "")
                pieces.append(DocumentPiece(unescape(words), link=found["link"] or found["apart"] or ""))
            at = found.end()
        if any(pieces[number].note is None for number in quoted):
            self._text.stray(inside)
        return pieces

    def _add(self, kind: ParagraphKind, pieces: Sequence[DocumentPiece], level: int = 0) -> None:
        marker, self._marker = self._marker, ""
        self._text.add(DocumentParagraph(kind, pieces, level, len(self._lists), marker))

    def _structure(self, line: str) -> bool:
        """Read a line that holds no words; tell whether it may stand here."""
        if line in ("<blockquote>", "</blockquote>"):
            self._in_quote = not self._in_quote
            return self._in_quote == (line == "<blockquote>")
        if line in _LISTS or line == "</li>":
            if self._marker:
                self._add("prose", ())
            if line != "</li>":
                self._lists.append(_LISTS[line])
            return not self._in_quote
        if line == "<li>" and self._lists:
            self._marker = self._lists[-1]
            return not self._in_quote
        return line in ("</ul>", "</ol>") and bool(self._lists) and _LISTS[f"<{line[2:]}"] == self._lists.pop()

    def _line(self, line: str) -> None:
        if self._structure(line):
            return
        self._text.begin_paragraph()
        found = _BLOCK.fullmatch(line)
        tag = found["tag"] if found else ""
        fits = tag in ("p", "footer") if self._in_quote else tag != "footer"
        if found is None or not fits:
            self._text.stray(line)
            return
        pieces = self._pieces(found["inside"])
        if tag == "footer":
            self._add("source", pieces)
        elif tag == "p":
            self._add("quote" if self._in_quote else "prose", pieces)
        else:
            self._add("heading", pieces, int(tag[1]))

    def _page(self, lines: Sequence[str], title: str) -> None:
        first = lines.index("<body>") + 1 if "<body>" in lines else len(lines)
        last = lines.index("</body>") if "</body>" in lines else first
        body = lines[first:last]
        notes = [found["number"] for line in body if (found := _ASIDE.fullmatch(line))]
        text = body[: len(body) - len(notes)]
        heads = [found for line in lines[:first] if (found := _HEAD.fullmatch(line))]
        if len(heads) != 1 or heads[0][2] != title:
            self._text.stray("another title of a page")
        self._known(_PAGES, [_HEAD.sub(r"\1\3", line) for line in (*lines[:first], *lines[last:])])
        self._titles.append(text[0] if text and text[0].startswith(_CHAPTER) else title)
        for line in text:
            self._line(line)
        if [found["note"] for line in text for found in re.finditer(_REFERENCE, line)] != notes or self._lists:
            self._text.stray("a page with other notes than quotations")

    def _contents(self, title: str) -> None:
        """Compare the contents with the titles of the pages."""
        kept: list[str] = []
        entries: list[tuple[str, str]] = []
        for line in self._lines(_NAV):
            if found := _ENTRY.fullmatch(line):
                entries.append((found[1], found[2]))
            else:
                kept.append(_HEAD.sub(r"\1\3", line))
        self._known(_NAV, kept)
        told = [_letters(_MARKUP.sub("", one)) or _letters(title) for one in self._titles]
        if [(str(number), words) for number, words in enumerate(told, start=1)] != [
            (number, _letters(entry)) for number, entry in entries
        ]:
            self._text.stray("other contents than chapters")
        for _, entry in entries:
            if find_quoted(unescape(entry)):
                self._text.stray(entry)

    def _package(self) -> tuple[str | None, str | None]:
        """Return the title and the certificate that the book says it has."""
        kept: list[str] = []
        titles: list[str] = []
        certificates: list[str] = []
        numbers: list[str] = []
        for line in self._lines(PACKAGE):
            if found := _TITLE.fullmatch(line):
                titles.append(found[1])
            elif found := _IDENTIFIER.fullmatch(line) or _CERTIFICATE.fullmatch(line):
                certificates.append(found[1])
            elif found := _ITEM.fullmatch(line) or _ITEMREF.fullmatch(line):
                numbers += set(found.groups())
            elif not _MODIFIED.fullmatch(line):
                kept.append(line)
        self._known(PACKAGE, kept)
        if numbers != [str(number) for number in range(1, self._pages + 1)] * 2:
            self._text.stray("other pages than the book has")
        one = len(set(certificates)) == 1 and len(certificates) == 2
        return titles[0] if len(titles) == 1 else None, certificates[0] if one else None

    def read(self) -> DocumentText:
        """Read all of it."""
        wanted = {*_FIXED, *(_SECTION.format(number) for number in range(1, self._pages + 1))}
        for part in sorted(self._parts.keys() ^ wanted):
            self._text.stray(f"{part} is missing" if part in wanted else part)
        if next(iter(self._parts), "") != "mimetype":
            self._text.stray("a book that does not begin with its mimetype")
        for part in _FIXED - {PACKAGE, _NAV}:
            self._known(part, self._lines(part))
        title, certificate = self._package()
        for lines in self._sections():
            self._page(lines, title or "")
        self._contents(title or "")
        return self._text.finish(title=None if title is None else unescape(title), certificate=certificate)


def says_it_is_own_book(parts: Mapping[str, bytes]) -> bool:
    """Tell whether the package of a book names a certificate of ours."""
    return any(CERTIFICATE_NAME in data for name, data in parts.items() if name.endswith(".opf"))


def read_own_book(parts: Mapping[str, bytes]) -> DocumentText:
    """Read the parts of an EPUB as an edition of this program. Total and linear."""
    return _BookReader(parts).read()
