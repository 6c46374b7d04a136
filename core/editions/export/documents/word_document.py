"""A whole edition as a Word document (.docx): real styles, and a footnote with the proof of each quotation."""

from collections.abc import Iterable, Sequence

from core.editions.export.documents.document_blocks import EDITION_ALONE, DocumentProof, document_blocks
from core.editions.export.documents.document_notes import DocumentNote, NoteWriter
from core.editions.export.documents.word_parts import (
    CONTENT_TYPES,
    PACKAGE_RELATIONSHIPS,
    SETTINGS,
    XML,
    R,
    W,
    core_properties,
    custom_properties,
    document_relationships,
    numbering,
)
from core.editions.export.documents.word_styles import STYLES
from core.editions.export.documents.xml_words import xml_slice, xml_words
from core.enforcement.results import Edition
from core.prose.model import Block, Emphasis, Heading, Inline, ListBlock, Paragraph, Quote, QuoteBlock
from core.prose.render import unmarked
from core.text.zip_file import write_zip

_PAGE = (
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1418" w:right="1418" w:bottom="1418" w:left="1418" '
    'w:header="709" w:footer="709" w:gutter="0"/></w:sectPr>'
)
_EMPHASES = {Emphasis.NONE: "", Emphasis.ITALIC: "<w:rPr><w:i/></w:rPr>", Emphasis.BOLD: "<w:rPr><w:b/></w:rPr>"}
_IN_TEXT = '<w:rPr><w:rStyle w:val="QuoteChar"/></w:rPr>'
_AS_NOTE = '<w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr>'
_DEEPEST = 9
_BULLETS = 1
_SEPARATORS = "\n".join(
    f'<w:footnote w:type="{kind}" w:id="{number}"><w:p><w:pPr><w:pStyle w:val="FootnoteText"/></w:pPr>'
    f"<w:r><w:{kind}/></w:r></w:p></w:footnote>"
    for number, kind in ((-1, "separator"), (0, "continuationSeparator"))
)


def _run(words: str, properties: str = "") -> str:
    return f'<w:r>{properties}<w:t xml:space="preserve">{words}</w:t></w:r>' if words else ""


def _reference(note: DocumentNote) -> str:
    return f'<w:r>{_AS_NOTE}<w:footnoteReference w:id="{note.number}"/></w:r>'


def _linked(run: str, note: DocumentNote) -> str:
    return f'<w:hyperlink r:id="q{note.number}">{run}</w:hyperlink>' if note.link else run


def _footnote(note: DocumentNote) -> str:
    return (
        f'<w:footnote w:id="{note.number}"><w:p><w:pPr><w:pStyle w:val="FootnoteText"/></w:pPr>'
        f"<w:r>{_AS_NOTE}<w:footnoteRef/></w:r>{_run(f' {xml_words(note.words)}')}</w:p></w:footnote>"
    )


class _BodyWriter:
    """Writes blocks as paragraphs, one a line."""

    def __init__(self, edition: Edition, recording_url: str) -> None:
        self.notes = NoteWriter(edition, recording_url)
        self.lines: list[str] = []
        self.ordered = 0
        self._has_title = False
        self._lists: list[int] = []  # the numbers of the open lists
        self._begins_item = False

    def _paragraph(self, style: str, runs: str) -> None:
        depth = min(len(self._lists), _DEEPEST)
        place = f'<w:ind w:left="{720 * depth}"/>' if depth else ""
        if self._begins_item:
            number = f'<w:ilvl w:val="{depth - 1}"/><w:numId w:val="{self._lists[-1]}"/>'
            place, self._begins_item = f"<w:numPr>{number}</w:numPr>", False
        self.lines.append(f'<w:p><w:pPr><w:pStyle w:val="{style}"/>{place}</w:pPr>{runs}</w:p>')

    def _quotation(self, quote: Quote) -> str:
        note = self.notes.note(quote)
        return _linked(_run(f"“{xml_slice(quote.text)}”", _IN_TEXT), note) + _reference(note)

    def _runs(self, inlines: Sequence[Inline]) -> str:
        return "".join(
            self._quotation(one) if isinstance(one, Quote) else _run(xml_words(one.text), _EMPHASES[one.emphasis])
            for one in inlines
        )

    def _heading_style(self, level: int) -> str:
        if level == 1 and not self._has_title:
            self._has_title = True
            return "Title"
        return f"Heading{max(level - 1, 1)}"

    def _block(self, block: Block) -> None:
        match block:
            case Heading():
                self._paragraph(self._heading_style(block.level), self._runs(block.inlines))
            case Paragraph():
                self._paragraph("ListParagraph" if self._lists else "BodyText", self._runs(block.inlines))
            case QuoteBlock():
                note = self.notes.note(block.quote)
                self._paragraph("Quote", _linked(_run(xml_slice(block.quote.text)), note) + _reference(note))
                self._paragraph("QuoteSource", _run(xml_words(note.signature)))
            case ListBlock():
                self._list(block)

    def _list(self, block: ListBlock) -> None:
        self.ordered += block.ordered
        self._lists.append(self.ordered + _BULLETS if block.ordered else _BULLETS)
        for item in block.items:
            self._begins_item = True
            if not item or isinstance(item[0], ListBlock):
                self._paragraph("ListParagraph", "")  # the marker of a list in it would take its place
            self.write(item)
        self._lists.pop()

    def write(self, blocks: Iterable[Block]) -> None:
        """Write blocks one below the other."""
        for block in blocks:
            self._block(block)


def write_docx(edition: Edition, proof: DocumentProof = EDITION_ALONE) -> bytes:
    """Return the edition as a Word document; the same edition gives the same bytes.

    Styles are Title, Heading 1 to 5, Quote and their like; each quotation has a footnote `Name, 0:12:03, raw 120–180`,
    and is a link to its seconds where the address of the recording is known.
    The certificate's SHA-256 is a property of the file, `CertificateSHA256`.
    """
    body = _BodyWriter(edition, proof.recording_url)
    body.write(document_blocks(edition, proof))
    notes = (_footnote(note) for note in body.notes.notes)
    links = {note.number: note.link for note in body.notes.notes if note.link}
    spaces = f"{W} {R}" if links else W
    parts = {
        "[Content_Types].xml": CONTENT_TYPES,
        "_rels/.rels": PACKAGE_RELATIONSHIPS,
        "docProps/core.xml": core_properties(unmarked(edition.title), proof.made_at),
        "docProps/custom.xml": custom_properties(proof.certificate_sha256),
        "word/document.xml": "\n".join(
            (f"{XML}<w:document {spaces}>", "<w:body>", *body.lines, _PAGE, "</w:body>", "</w:document>\n")
        ),
        "word/_rels/document.xml.rels": document_relationships(links),
        "word/styles.xml": STYLES,
        "word/settings.xml": SETTINGS,
        "word/numbering.xml": numbering(body.ordered),
        "word/footnotes.xml": "\n".join((f"{XML}<w:footnotes {W}>", _SEPARATORS, *notes, "</w:footnotes>\n")),
    }
    return write_zip(((name, text.encode()) for name, text in parts.items()), packed=False)
