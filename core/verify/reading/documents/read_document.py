"""A document that is a zip file: one of this program by its closed grammar, any other as an article."""

from collections.abc import Mapping

from core.errors import EditionError, Problem
from core.verify.reading.documents.document_article import read_book_article, read_word_article
from core.verify.reading.documents.own_book import read_own_book, says_it_is_own_book
from core.verify.reading.documents.own_word import read_own_word, says_it_is_own_word
from core.verify.reading.documents.parts import read_parts
from core.verify.reading.page import VisibleBlock
from core.verify.reading.read_file import EditionFile, file_of_document, says_it_is_own

_WORD, _BOOK = "word/document.xml", ".opf"
_NOT_OURS = "a document that says it is an edition of this program, without its certificate"


def _article(blocks: list[VisibleBlock], obstacle: tuple[int, str] | None = None) -> EditionFile:
    if says_it_is_own(blocks):
        return EditionFile(blocks, is_own=True, obstacle=(1, _NOT_OURS))
    return EditionFile(blocks, is_own=False, obstacle=obstacle)


def _read_word(parts: Mapping[str, bytes], name: str) -> EditionFile:
    if says_it_is_own_word(parts):
        return file_of_document(read_own_word(parts))
    return _article(read_word_article(parts, name))


def _read_book(parts: Mapping[str, bytes]) -> EditionFile:
    if says_it_is_own_book(parts):
        return file_of_document(read_own_book(parts))
    return _article(*read_book_article(parts))


def read_document(data: bytes, name: str) -> EditionFile:
    """Read a Word document or an EPUB, called `name` in messages. Raises EditionError where it is damaged or something
    else."""
    parts = read_parts(data, name)
    if _WORD in parts:
        return _read_word(parts, name)
    if any(part.endswith(_BOOK) for part in parts):
        return _read_book(parts)
    message = "this zip file is no Word document and no EPUB."
    remedy = "Give a .docx or an .epub, or the text as Markdown or HTML."
    raise EditionError(Problem(place=name, message=message, remedy=remedy))
