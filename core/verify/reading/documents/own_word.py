"""A Word document of this program, read by its closed grammar: the lines that the writer makes, and no other part.

Strict where a word processor is lenient: what is the same in all documents is known by its SHA-256, and every paragraph
stands on a line of one shape. So there is no hidden text, box, field, tracked change or outside part that is not seen.
"""

import re
from collections.abc import Mapping
from hashlib import sha256
from html import unescape

from core.verify.reading.documents.document_text import (
    DocumentParagraph,
    DocumentPiece,
    DocumentText,
    ParagraphKind,
    ParagraphReader,
)

CERTIFICATE_NAME = b"CertificateSHA256"
"""What names the certificate in a part of properties: a document with it says that it is ours."""
# SHA-256 of the parts that are the same in every document; those of earlier versions stay.
OWN_PARTS: Mapping[str, frozenset[str]] = {
    "[Content_Types].xml": frozenset(
        {
            "0572f0dfcae6295f990562c151a4f450170735b0ca5bfd0eac762312417dedf8",
        }
    ),
    "_rels/.rels": frozenset(
        {
            "2b34cd95e3ba70fc5adf0b230129689f936c0730c0472276da6fea4f731267dc",
        }
    ),
    "docProps/core.xml": frozenset(
        {
            "17e27dadcae64bdf57b7a5fd0124f84b016897baf039eb99016a7aedec9dea77",
        }
    ),
    "docProps/custom.xml": frozenset(
        {
            "89336f6636fc8775ec66e62ca581b0dac8cbc93990b1bf1357b2cb64a634b6ed",
        }
    ),
    "word/_rels/document.xml.rels": frozenset(
        {
            "24bae2925392bf506f4a1147bc535592780454c5e83176a371ab7b5343c07191",
        }
    ),
    "word/document.xml": frozenset(
        {
            "b38310924085a414fb876540d50e60a2c330aca7ad465038345e98aa3f9493b4",
            "53ab01ce71df9e3663002c1729dd14eca5ec041cf0736cc1fb78a7b6bb4c89c5",
        }
    ),
    "word/footnotes.xml": frozenset(
        {
            "9290387d31a43232d535d382413ca30de97d1cde67608337561b9956b831b748",
        }
    ),
    "word/numbering.xml": frozenset(
        {
            "1b6b5c9230f3167ad6c36a4f8edda2dabbbae65798b5b9fc29c2dae6686aba1d",
            "7bc6cdbd5f248d6ad37d6ed46b630947ce38d8716a93c98772a0313593a4e96c",
        }
    ),
    "word/settings.xml": frozenset(
        {
            "5c1fa4ffe48a8f8cd69d747441cc00a727f2be7bd2a46a3074bd7cd77ef3f931",
        }
    ),
    "word/styles.xml": frozenset(
        {
            "6bb5fe5cd8a14980c6e462aab81e42a6c97bf38f4d2121d618ae77017b962edc",
        }
    ),
}
_DOCUMENT, _FOOTNOTES, _NUMBERING = "word/document.xml", "word/footnotes.xml", "word/numbering.xml"
_RELATIONSHIPS = "word/_rels/document.xml.rels"
_CORE, _CUSTOM = "docProps/core.xml", "docProps/custom.xml"
_READ_APART = frozenset((_DOCUMENT, _FOOTNOTES, _NUMBERING, _RELATIONSHIPS, _CORE, _CUSTOM))
_PARTS = frozenset(OWN_PARTS) | _READ_APART

_WORDS = r"(?:[^<>&\n]|&(?:amp|lt|gt);)"
_AS_NOTE = '<w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr>'
_RUN = re.compile(
    r'<w:r>(?:<w:rPr>(?:<w:[bi]/>|(?P<quotes><w:rStyle w:val="QuoteChar"/>))</w:rPr>)?'
    rf'<w:t xml:space="preserve">(?P<words>{_WORDS}++)</w:t></w:r>'
)
_HYPERLINK = re.compile(r'<w:hyperlink r:id="q(\d{1,6})">')
_HYPERLINK_END = "</w:hyperlink>"
_OUTSIDE = re.compile(
    r'<Relationship Id="q(?P<number>[1-9]\d{0,5})" '
    r'Type="http://schemas\.openxmlformats\.org/officeDocument/2006/relationships/hyperlink" '
    r'Target="(?P<address>[^"<>\n]++)" TargetMode="External"/>'
)
_REFERENCE = re.compile(rf'<w:r>{_AS_NOTE}<w:footnoteReference w:id="(\d{{1,6}})"/></w:r>')
_PARAGRAPH = re.compile(
    r'<w:p><w:pPr><w:pStyle w:val="(?P<style>[A-Za-z]{1,20}[1-5]?)"/>'
    r'(?:<w:numPr><w:ilvl w:val="(?P<level>[0-8])"/><w:numId w:val="(?P<list>\d{1,6})"/></w:numPr>'
    r'|<w:ind w:left="(?P<left>\d{3,4})"/>)?</w:pPr>(?P<runs>.*+)(?<=</w:p>)'
)
_FOOTNOTE = re.compile(
    r'<w:footnote w:id="(?P<number>\d{1,6})"><w:p><w:pPr><w:pStyle w:val="FootnoteText"/></w:pPr>'
    rf'<w:r>{_AS_NOTE}<w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> (?P<words>{_WORDS}++)</w:t></w:r>'
    r"</w:p></w:footnote>"
)
_TITLE = re.compile(rf"<dc:title>({_WORDS}*+)</dc:title>")
_CREATED = re.compile(r'<dcterms:created xsi:type="dcterms:W3CDTF">[0-9T:.+Z-]{4,40}</dcterms:created>')
_PROPERTY = re.compile(r".*<vt:lpwstr>([0-9a-f]{64}|none)</vt:lpwstr></property>")
_LIST = re.compile(r'<w:num w:numId="(\d{1,6})">(.*+)')
_KINDS: Mapping[str, ParagraphKind] = {
    "BodyText": "prose",
    "ListParagraph": "prose",
    "Quote": "quote",
    "QuoteSource": "source",
}
_BULLETS = "1"
_INDENT = 720


class _WordReader:
    """Reads the parts of a document; what the writer does not make is noted, and the rest read on."""

    def __init__(self, parts: Mapping[str, bytes]) -> None:
        self._parts = parts
        self._text = ParagraphReader(self._footnotes())
        self._has_title = False
        self._links: dict[int, str] = {}  # by the numbers of their notes, until a quotation has them

    def _lines(self, part: str) -> list[str]:
        return self._parts.get(part, b"").decode("utf-8", "replace").split("\n")

    def _footnotes(self) -> Mapping[int, str]:
        """Return the notes by their numbers, and leave what stands around them to be compared."""
        notes: dict[int, str] = {}
        self._around_notes: list[str] = []
        for line in self._lines(_FOOTNOTES):
            found = _FOOTNOTE.fullmatch(line)
            if found is None or int(found["number"]) in notes:
                self._around_notes.append(line)
            else:
                notes[int(found["number"])] = unescape(found["words"])
        return notes

    def _known(self, part: str, lines: list[str]) -> None:
        digest = sha256("\n".join(lines).encode("utf-8", "replace")).hexdigest()
        if digest not in OWN_PARTS.get(part, ()):
            self._text.stray(f"{part} that is not this program's")

    def _relationships(self) -> None:
        """Keep the addresses of the links, and compare what is left with what is the same in every document."""
        kept: list[str] = []
        for line in self._lines(_RELATIONSHIPS):
            found = _OUTSIDE.fullmatch(line)
            if found is None or int(found["number"]) in self._links:
                kept.append(line)
            else:
                self._links[int(found["number"])] = found["address"]
        self._known(_RELATIONSHIPS, kept)

    def _run(self, runs: str, at: int) -> tuple[re.Match[str] | None, int | None, int]:
        """Return the run at a place, the number of the link that it is, and where it ends."""
        link = _HYPERLINK.match(runs, at)
        found = _RUN.match(runs, link.end() if link else at)
        end = found.end() if found else at
        if found and link:
            found, end = (found, end + len(_HYPERLINK_END)) if runs.startswith(_HYPERLINK_END, end) else (None, at)
        return found, int(link[1]) if link else None, end

    def _linked(self, runs: str, piece: DocumentPiece, number: int, link: int | None) -> DocumentPiece:
        """Return a quotation with its note and its link, which has the same number."""
        address = self._links.pop(link, "") if link is not None else ""
        if link is not None and (link != number or not address):
            self._text.stray(runs)
        return piece._replace(note=number, link=address)

    def _pieces(self, runs: str) -> list[DocumentPiece]:
        """Return the runs of a paragraph; a note belongs to the run before it."""
        pieces: list[DocumentPiece] = []
        at, is_quotation, link = 0, False, None
        while at < len(runs) - len("</w:p>"):
            found, linked, end = self._run(runs, at)
            if found:
                if is_quotation:
                    self._text.stray(pieces[-1].text)
                pieces.append(DocumentPiece(unescape(found["words"])))
                is_quotation, link = found["quotes"] is not None or linked is not None, linked
            elif (reference := _REFERENCE.match(runs, at)) and pieces and pieces[-1].note is None:
                pieces[-1] = self._linked(runs, pieces[-1], int(reference[1]), link)
                is_quotation, link, end = False, None, reference.end()
            else:
                self._text.stray(runs[at:])
                break
            at = end
        if is_quotation:
            self._text.stray(pieces[-1].text)
        return pieces

    def _paragraph(self, line: str) -> None:
        self._text.begin_paragraph()
        found = _PARAGRAPH.fullmatch(line)
        if found is None:
            self._text.stray(line)
            return
        style, level = found["style"], 0
        kind = _KINDS.get(style)
        if style == "Title" and not self._has_title:
            kind, level, self._has_title = "heading", 1, True
        elif style.startswith("Heading") and style[7:].isdigit():
            kind, level = "heading", int(style[7:]) + 1
        if kind is None:
            self._text.stray(line)
            return
        depth = int(found["left"] or 0) // _INDENT if found["level"] is None else int(found["level"]) + 1
        marker = "" if found["list"] is None else "-" if found["list"] == _BULLETS else "1."
        self._text.add(DocumentParagraph(kind, self._pieces(found["runs"]), level, depth, marker))

    def _document(self) -> None:
        lines = self._lines(_DOCUMENT)
        first = next((number for number, line in enumerate(lines) if line.startswith("<w:p>")), len(lines))
        last = next((number for number in range(len(lines) - 1, -1, -1) if lines[number].startswith("<w:p>")), -1)
        self._known(_DOCUMENT, [*lines[:first], *lines[max(last + 1, first) :]])
        for line in lines[first : last + 1]:
            self._paragraph(line)

    def _numbering(self) -> None:
        """Compare the lists: the first has bullets, the others differ in nothing but their numbers."""
        kept: list[str] = []
        number = int(_BULLETS)
        for line in self._lines(_NUMBERING):
            found = _LIST.fullmatch(line)
            is_next = found is not None and found[1] == str(number + 1)
            number += is_next
            words = found[2] if found and is_next else line
            if not (is_next and kept[-1:] == [words]):
                kept.append(words)
        self._known(_NUMBERING, kept)

    def _properties(self) -> tuple[str | None, str | None]:
        """Return the title and the certificate that the document says it has."""
        core, custom = self._lines(_CORE), self._lines(_CUSTOM)
        titles = [found[1] for line in core if (found := _TITLE.fullmatch(line))]
        certificates = [found[1] for line in custom if (found := _PROPERTY.fullmatch(line))]
        left = [line for line in core if not _TITLE.fullmatch(line) and not _CREATED.fullmatch(line)]
        self._known(_CORE, left)
        self._known(_CUSTOM, [line.replace(certificates[0], "") if certificates else line for line in custom])
        title = unescape(titles[0]) if len(titles) == 1 else None
        return title, certificates[0] if len(certificates) == 1 else None

    def read(self) -> DocumentText:
        """Read all of it."""
        for part in sorted(self._parts.keys() ^ _PARTS):
            self._text.stray(f"{part} is missing" if part in _PARTS else part)
        for part in self._parts.keys() & OWN_PARTS.keys() - _READ_APART:
            self._known(part, self._lines(part))
        self._known(_FOOTNOTES, self._around_notes)
        self._numbering()
        title, certificate = self._properties()
        self._relationships()
        self._document()
        for address in self._links.values():
            self._text.stray(address)
        return self._text.finish(title=title, certificate=certificate)


def says_it_is_own_word(parts: Mapping[str, bytes]) -> bool:
    """Tell whether the properties of a Word document name a certificate of ours."""
    return any(CERTIFICATE_NAME in data for name, data in parts.items() if name.startswith("docProps/"))


def read_own_word(parts: Mapping[str, bytes]) -> DocumentText:
    """Read the parts of a Word document as an edition of this program. Total and linear."""
    return _WordReader(parts).read()
