"""A whole edition as a book (EPUB 3): a page for each chapter, and a footnote with the proof of each quotation."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from core.editions.export.documents.book_parts import CONTAINER, MIMETYPE, STYLE, contents, package, page
from core.editions.export.documents.document_blocks import EDITION_ALONE, DocumentProof, document_blocks
from core.editions.export.documents.document_notes import DocumentNote, NoteWriter
from core.editions.export.documents.xml_words import xml_slice, xml_words
from core.enforcement.results import Edition
from core.prose.model import Block, Heading, Inline, ListBlock, Paragraph, Quote, QuoteBlock
from core.prose.render import unmarked
from core.text.zip_file import write_zip

_CHAPTER = 2  # the level of the headings that begin a page


def _linked(words: str, note: DocumentNote) -> str:
    return f'<a href="{escape(note.link)}">{words}</a>' if note.link else words


def _reference(note: DocumentNote) -> str:
    number = note.number
    return f'<a class="note" epub:type="noteref" id="ref-{number}" href="#note-{number}">{number}</a>'


def _footnote(note: DocumentNote) -> str:
    number = note.number
    words = f'<a href="#ref-{number}">{number}</a>. {xml_words(note.words)}'
    return f'<aside epub:type="footnote" id="note-{number}"><p>{words}</p></aside>'


class _BookWriter:
    """Writes blocks as elements, those of one line each."""

    def __init__(self, edition: Edition, recording_url: str) -> None:
        self.notes = NoteWriter(edition, recording_url)

    def _inline(self, inline: Inline) -> str:
        if isinstance(inline, Quote):
            note = self.notes.note(inline)
            words = _linked(f"“{xml_slice(inline.text)}”", note)
            return f'<span class="quote">{words}</span>{_reference(note)}'
        words = xml_words(inline.text)
        return f"<{inline.emphasis}>{words}</{inline.emphasis}>" if inline.emphasis else words

    def _block(self, block: Block) -> Iterator[str]:
        match block:
            case Heading():
                yield f"<h{block.level}>{''.join(map(self._inline, block.inlines))}</h{block.level}>"
            case Paragraph():
                yield f"<p>{''.join(map(self._inline, block.inlines))}</p>"
            case QuoteBlock():
                note = self.notes.note(block.quote)
                yield "<blockquote>"
                yield f"<p>{_linked(xml_slice(block.quote.text), note)}{_reference(note)}</p>"
                yield f"<footer>{xml_words(note.signature)}</footer>"
                yield "</blockquote>"
            case ListBlock():
                tag = "ol" if block.ordered else "ul"
                yield f"<{tag}>"
                for item in block.items:
                    yield from ("<li>", *self._blocks(item), "</li>")
                yield f"</{tag}>"

    def _blocks(self, blocks: Iterable[Block]) -> Iterator[str]:
        for block in blocks:
            yield from self._block(block)

    def section(self, title: str, blocks: Iterable[Block]) -> str:
        """Return a page with its blocks, and the notes of its quotations behind them."""
        before = len(self.notes.notes)
        lines = list(self._blocks(blocks))
        return page(title, (*lines, *map(_footnote, self.notes.notes[before:])))


def _sections(blocks: Iterable[Block]) -> list[list[Block]]:
    """Return the blocks of each page: what stands above the first chapter, and each chapter."""
    sections: list[list[Block]] = [[]]
    for block in blocks:
        if isinstance(block, Heading) and block.level == _CHAPTER and sections[-1]:
            sections.append([])
        sections[-1].append(block)
    return sections


def _title_of(section: Sequence[Block], title: str) -> str:
    """Return the words of the heading that a page begins with, of the book where it has none or one without letters."""
    heading = section[0]
    if not isinstance(heading, Heading) or heading.level != _CHAPTER:
        return title
    words = "".join(f"“{one.text}”" if isinstance(one, Quote) else one.text for one in heading.inlines)
    return unmarked(words) if any(map(str.isalnum, words)) else title


def write_epub(edition: Edition, proof: DocumentProof = EDITION_ALONE) -> bytes:
    """Return the edition as a book; the same edition gives the same bytes.

    Each quotation has a footnote (`epub:type`) `Name, 0:12:03, raw 120–180`, and links its seconds where the address of
    the recording is known. The certificate's SHA-256 is a property of the book, `qw:certificate`.
    """
    title = unmarked(edition.title)
    sections = _sections(document_blocks(edition, proof))
    book_title = xml_words(title).strip()
    titles = [xml_words(_title_of(section, title)).strip() or "-" for section in sections]
    writer = _BookWriter(edition, proof.recording_url)
    pages = {
        f"EPUB/section-{number}.xhtml": writer.section(book_title, blocks)
        for number, blocks in enumerate(sections, start=1)
    }
    parts = {
        "mimetype": MIMETYPE,
        "META-INF/container.xml": CONTAINER,
        "EPUB/package.opf": package(title, proof.certificate_sha256, proof.made_at, len(sections)),
        "EPUB/nav.xhtml": contents(book_title, titles),
        "EPUB/style.css": STYLE,
        **pages,
    }
    return write_zip(((name, text.encode()) for name, text in parts.items()), packed=False)
