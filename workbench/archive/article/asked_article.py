"""The article that is held against an archive: a text, a web page, a Word document or an EPUB by anybody."""

from pathlib import PurePath
from typing import NamedTuple

from core.editions.article_check import ArticleForm
from core.editions.article_check.article_page import read_page
from core.errors import BadInput, Problem
from core.transcripts.readers.binary_kinds import binary_kind_of
from core.transcripts.readers.decoding import decode
from core.verify.reading.documents.read_document import read_document
from core.verify.reading.read_file import EditionFile
from workbench.file_types import form_of, is_data, is_zip


class AskedArticle(NamedTuple):
    """An article as it is read, and how."""

    page: EditionFile
    form: ArticleForm


def _refuse(name: str, message: str, remedy: str) -> BadInput:
    return BadInput(Problem(place=name, message=message, remedy=remedy))


def _read(data: bytes, name: str) -> AskedArticle:
    if is_zip(data):
        return AskedArticle(read_document(data, name), "document")
    container = binary_kind_of(data)
    if container is not None:
        raise _refuse(name, f"this is {container.what}, not a text.", "Save it as text, Markdown or a web page.")
    text, path = decode(data, name).text, PurePath(name)
    if is_data(path, text):
        raise _refuse(name, "this is JSON, not an article.", "Give the article as readers see it.")
    form = form_of(path, text)
    return AskedArticle(read_page(text, form), form)


def read_asked_article(data: bytes, name: str) -> AskedArticle:
    """Read an article. Raises BadInput for what is none, and for an edition of this program."""
    article = _read(data, name)
    if article.page.is_own:
        message = "this is an edition of this program, which is of one talk and holds more than quotations."
        raise _refuse(name, message, "Check all of it with `workbench verify EDITION TRANSCRIPT`.")
    return article
