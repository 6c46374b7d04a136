"""A file as a whole: whether it says that it is an edition of this program, and then whether all of it is."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.text.confusables import plain_letters
from core.verify.reading.documents.document_text import DocumentText, QuotationNote
from core.verify.reading.documents.own_obsidian import read_own_obsidian, says_it_is_own_obsidian
from core.verify.reading.hidden_text import find_display_obstacles
from core.verify.reading.own_data.read_json import JsonEdition, parse_json
from core.verify.reading.own_markdown import find_stray_line, read_declaration, read_own_markdown, unescape
from core.verify.reading.own_pages.own_page import read_own_page
from core.verify.reading.own_pages.page_frame import find_torn, with_records
from core.verify.reading.page import VisibleBlock
from core.verify.reading.read_edition import Form, read_edition, read_texts
from core.verify.reading.recording_links import RecordingLink
from core.verify.reading.statements import Statements
from core.verify.result import SpeakerDeclaration

_LINE_END = re.compile(r"\r\n?")
_NOT_LETTER = re.compile(r"[\W_]+")
# Letters of ASCII with which no such line begins: most need not be read as they are seen.
_BEGINS_OTHERWISE = re.compile(r"[\x00-/:-@\[-`{-\x7f]*+[0-9b-pr-zB-PR-Z]")
_SAYS_SO = frozenset(("aboutthisedition", "quoteworkbenchedition"))
_LONGEST = 200  # of a line that says so, with whatever is put between its letters


class EditionFile(NamedTuple):
    """A text as it is read.

    `is_own` says that it is by this program, or says so itself. `obstacle` is what keeps it from being read: its line,
    from 1, and the piece. `declared` is what an own file says about labels, and in which lines; `notes` is what the
    notes of a document, or the cards of a page, say of its quotations; `data` is all that an edition as data holds;
    `unshown` is where a page says to machines what it does not show; `links` are those of an own file's quotations;
    `statements` is what it says of words besides its text.
    """

    blocks: Sequence[VisibleBlock]
    is_own: bool
    obstacle: tuple[int, str] | None = None
    declared: tuple[SpeakerDeclaration, ...] = ()
    declared_lines: tuple[int, ...] = ()
    data: JsonEdition | None = None
    notes: tuple[QuotationNote, ...] = ()
    unshown: tuple[int, str] | None = None
    links: tuple[RecordingLink, ...] = ()
    statements: Statements = Statements()


def says_it_is_own(blocks: Iterable[VisibleBlock]) -> bool:
    """Tell whether a line of its own says what the writers let their editions say."""
    return any(
        _NOT_LETTER.sub("", plain_letters(line).casefold()) in _SAYS_SO
        for block in blocks
        for line in block.text.split("\n")
        if len(line) < _LONGEST and not _BEGINS_OTHERWISE.match(line)
    )


def read_part(text: str, declared: Iterable[SpeakerDeclaration] = ()) -> EditionFile:
    """Read Markdown that this program has just written, a chapter or an answer, with whom labels mean."""
    return EditionFile(
        blocks=read_edition(text, "markdown"), is_own=True, obstacle=find_stray_line(text), declared=tuple(declared)
    )


def read_article(text: str, form: Form) -> EditionFile:
    """Read a text by anybody; nothing that it says about itself is believed."""
    obstacle = next(find_display_obstacles(text), None) if form == "html" else None
    return EditionFile(blocks=read_edition(text, form), is_own=False, obstacle=obstacle)


def _read_data(data: JsonEdition) -> EditionFile:
    texts = (*data.texts, *data.about)
    strays = ((one.line, stray[1]) for one in texts if (stray := find_stray_line(one.markdown)))
    declared = [(read_declaration(unescape(one.markdown)), one.line) for one in data.declared]
    return EditionFile(
        blocks=read_texts(texts),
        is_own=True,
        obstacle=next(strays, None),
        declared=tuple(one for one, _ in declared if one),
        declared_lines=tuple(line for one, line in declared if one),
        data=data,
        statements=data.statements,
    )


def file_of_document(document: DocumentText) -> EditionFile:
    """Return a document of this program as it is read; its lines are paragraphs."""

    def paragraph(line: int) -> int:
        return document.lines[min(line, len(document.lines)) - 1] if document.lines else 1

    read = read_own_markdown(document.markdown)
    strays = [document.obstacle, read.obstacle and (paragraph(read.obstacle[0]), read.obstacle[1])]
    blocks = (
        block._replace(anchors=tuple((offset, paragraph(line)) for offset, line in block.anchors))
        for block in read_edition(document.markdown, "markdown")
    )
    return EditionFile(
        blocks=list(blocks),
        is_own=True,
        obstacle=min(filter(None, strays), default=None),
        declared=read.declared,
        declared_lines=tuple(map(paragraph, read.declared_lines)),
        notes=document.notes,
        links=tuple(one._replace(line=paragraph(one.line)) for one in read.links),
    )


def read_file(text: str, form: Form) -> EditionFile:
    """Read a file: one that says that it is an edition of this program by its grammar, any other as an article.

    Total and linear.
    """
    data = parse_json(text.removeprefix("\ufeff")) if form == "json" else None
    if data is not None:
        return _read_data(data)
    plain = _LINE_END.sub("\n", text.removeprefix("\ufeff"))
    if form != "html" and says_it_is_own_obsidian(plain):
        return file_of_document(read_own_obsidian(plain))
    article = read_article(text, form)
    if not says_it_is_own(article.blocks):
        return article
    if form == "html":
        page = read_own_page(plain)
        page = page._replace(obstacle=page.obstacle or find_torn(article.blocks))
        return EditionFile(with_records(article.blocks), is_own=True, **page._asdict())
    blocks = article.blocks if form == "markdown" else read_edition(text, "markdown")
    return EditionFile(blocks, is_own=True, **read_own_markdown(plain)._asdict())
