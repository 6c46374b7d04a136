"""A document by anybody: its words in the order of its parts, whatever they are shown as."""

from collections.abc import Mapping
from xml.parsers import expat

from core.errors import EditionError, Problem
from core.verify.reading.hidden_text import find_display_obstacles
from core.verify.reading.page import PageBuilder, VisibleBlock
from core.verify.reading.read_html import read_html

_WORD_PARTS = ("word/document", "word/footnotes", "word/endnotes", "word/comments", "word/header", "word/footer")
_PAGES = (".xhtml", ".html", ".htm")
_AGAIN = "Save it again in the program that it comes from."


def _own(name: str) -> str:
    return name.rpartition(" ")[2]


class _WordWalk:
    """Takes the words of a part paragraph by paragraph; those of a text box stand in a paragraph of their own."""

    def __init__(self, page: PageBuilder, paragraph: int) -> None:
        self.paragraph = paragraph
        self._page = page
        self._in_text = self._is_quote = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Take a start tag."""
        match _own(name):
            case "p":
                self._end_paragraph()
                self.paragraph += 1
            case "pStyle":
                style = (next((value for key, value in attributes.items() if _own(key) == "val"), "")).casefold()
                if "quot" in style and not self._is_quote:
                    self._page.open_quote()
                    self._is_quote = True
                elif style.startswith("heading") or style == "title":
                    self._page.begin_heading(int(style[7:8]) + 1 if style[7:8].isdigit() else 1)
            case "t" | "delText":
                self._in_text = True
            case "tab":
                self._page.write(" ", self.paragraph)
            case "br" | "cr":
                self._page.break_line()
            case _:
                pass

    def end(self, name: str) -> None:
        """Take an end tag."""
        if _own(name) == "p":
            self._end_paragraph()
        elif _own(name) in ("t", "delText"):
            self._in_text = False

    def text(self, text: str) -> None:
        """Take a stretch of text."""
        if self._in_text:
            self._page.write(text, max(self.paragraph, 1))

    def _end_paragraph(self) -> None:
        if self._is_quote:
            self._page.close_quote()
        self._page.end_block()
        self._is_quote = False


def _refuse_declarations(*_: object) -> None:
    raise ValueError("it declares entities")  # which can grow without end


def _walk(data: bytes, walk: _WordWalk) -> None:
    parser = expat.ParserCreate(None, " ")
    parser.StartElementHandler, parser.EndElementHandler = walk.start, walk.end
    parser.CharacterDataHandler = walk.text
    parser.EntityDeclHandler = _refuse_declarations
    parser.Parse(data, True)  # noqa: FBT003


def read_word_article(parts: Mapping[str, bytes], name: str) -> list[VisibleBlock]:
    """Return the blocks of a Word document, its notes and comments behind its text; lines are paragraphs. Raises
    EditionError where a part is no XML."""
    page = PageBuilder()
    paragraph = 0
    chosen = [part for start in _WORD_PARTS for part in parts if part.startswith(start) and part.endswith(".xml")]
    for part in chosen:
        walk = _WordWalk(page, paragraph)
        try:
            _walk(parts[part], walk)
        except (expat.ExpatError, ValueError) as error:
            message = f"its part {part} is no XML that can be read ({error})."
            raise EditionError(Problem(place=name, message=message, remedy=_AGAIN)) from error
        paragraph = walk.paragraph
    return page.finish()


def read_book_article(parts: Mapping[str, bytes]) -> tuple[list[VisibleBlock], tuple[int, str] | None]:
    """Return the blocks of an EPUB's pages in the order of their names, and the first thing that may show other words
    than it holds, as an obstacle; lines are those of the pages, one behind the other."""
    pages = [parts[name].decode("utf-8", "replace") for name in sorted(parts) if name.endswith(_PAGES)]
    text = "\n".join(pages)
    obstacle = next((one for page in pages for one in find_display_obstacles(page)), None)
    return read_html(text), obstacle
