"""An edition in any of its forms, read as the blocks of text that its reader sees."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import unescape
from typing import TYPE_CHECKING, Literal

from core.verify.reading.page import OBJECT, PageBuilder, VisibleBlock
from core.verify.reading.read_html import HtmlReader, read_html
from core.verify.reading.read_json import JsonText, parse_json

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

Form = Literal["markdown", "html", "text", "json"]

_LINE_END = re.compile(r"\r\n?")
# What may stand before the words of a line without being words.
_CONTAINER = re.compile(r"(?:[\s>]|[*+\-](?=\s|$)|\d{1,9}[.)](?=\s))*+")
# What can begin markup inside a paragraph, and line ends that lose the white space around them.
_BEGINS_MARKUP = "\\`*_[<&"
_TRIMMED_ENDS = (" \n", "\n ", "\n\t")
_QUOTED_LINE = re.compile(r"\s*>[>\s]*")


class _MarkdownReader:
    """Walks the tokens of a CommonMark parser; raw HTML among them is read as HTML in which nothing is hidden."""

    def __init__(self) -> None:
        self.page = PageBuilder()
        self.read_lines: set[int] = set()
        self._html = HtmlReader(self.page)

    def walk(self, tokens: "Sequence[Token]") -> None:
        for token in tokens:
            self._block(token)
        self.page.end_block()

    def _block(self, token: "Token") -> None:
        page = self.page
        first, last = token.map or (0, 0)
        if not token.nesting or token.type == "heading_open":
            self.read_lines.update(range(first, last))
        if token.type == "inline":
            if token.children:
                self._inline(token.children, first + 1)
            else:
                self._plain(token.content, first + 1)
        elif token.type == "heading_open":
            page.begin_heading(int(token.tag[1:]))
        elif token.type == "list_item_open":
            page.begin_item()
        elif token.type == "list_item_close":
            page.end_item()
        elif token.type == "blockquote_open":
            page.open_quote()
        elif token.type == "blockquote_close":
            page.close_quote()
        elif token.type == "html_block":
            self._html.feed(token.content, first + 1)
        else:
            page.end_block()
            if token.type in ("fence", "code_block"):
                self._code(token.content, first + (2 if token.type == "fence" else 1))
                page.end_block()

    def _inline(self, tokens: "Sequence[Token]", line: int) -> int:
        for token in tokens:
            if token.type in ("softbreak", "hardbreak"):
                self.page.break_line()
                line += 1
            elif token.type == "html_inline":
                self._html.feed(token.content, line)
                line += token.content.count("\n")
            elif token.type == "image":
                self.page.write(OBJECT, line)
                line = self._inline(token.children or [], line)
                self.page.write(OBJECT, line)
            elif token.content:
                self.page.write(token.content, line)
        return line

    def _plain(self, content: str, line: int) -> None:
        for number, text in enumerate(content.split("\n")):
            if number:
                self.page.break_line()
            self.page.write(text, line + number)

    def _code(self, content: str, line: int) -> None:
        for number, text in enumerate(content.split("\n")):
            self.page.write(text, line + number)
            self.page.break_line()


def _same_address(url: str) -> str:
    return url


def _any_address(url: str) -> bool:
    del url
    return True


def _without_containers(line: str) -> str:
    before = _CONTAINER.match(line)
    end = before.end() if before else 0
    words = line[end:]
    return f"> {words}" if words and ">" in line[:end] else words


def _is_plain(content: str) -> bool:
    """Tell whether a paragraph holds nothing that CommonMark reads as anything but text and line ends."""
    if any(char in content for char in _BEGINS_MARKUP):
        return False
    return "\n" not in content or not any(ends in content for ends in _TRIMMED_ENDS)


def _parse_what_is_not_plain(state: "StateCore") -> None:
    """Take the place of the parser's step through all paragraphs: most of them are plain text."""
    for token in state.tokens:
        if token.type == "inline" and not _is_plain(token.content):
            token.children = state.md.inline.parse(token.content, state.md, state.env, [])


@lru_cache(maxsize=1)
def _make_parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark")
    parser.core.ruler.at("inline", _parse_what_is_not_plain)
    # Addresses are not text, and the parser's own treatment of them raises on lone surrogates.
    parser.normalizeLink = _same_address
    parser.validateLink = _any_address
    return parser


def _read_markdown(edition: str) -> list[VisibleBlock]:
    parser = _make_parser()
    reader = _MarkdownReader()
    lines = edition.split("\n")
    # The parser drops what is nested deeper than it goes, and link definitions: the first is read again without its
    # containers, the second as it stands.
    for prepare in (str, _without_containers, unescape):
        lines = [prepare(line) if number not in reader.read_lines else "" for number, line in enumerate(lines)]
        if prepare is unescape:
            for number, line in enumerate(lines, start=1):
                reader.page.write(line, number)
                reader.page.end_block()
        elif any(lines):
            reader.walk(parser.parse("\n".join(lines)))
    return sorted(reader.page.finish(), key=lambda block: block.line)


def _quoted_lines(edition: str) -> Iterator[tuple[bool, str]]:
    for line in edition.split("\n"):
        mark = _QUOTED_LINE.match(line)
        yield mark is not None, line[mark.end() :] if mark else line


def _read_text(edition: str) -> list[VisibleBlock]:
    page = PageBuilder()
    in_quote = False
    for number, (quoted, text) in enumerate(_quoted_lines(edition), start=1):
        if quoted and not in_quote:
            page.open_quote()
        elif in_quote and not quoted:
            page.close_quote()
        in_quote = quoted
        if not text.strip() and not quoted:
            page.end_block()
        else:
            page.write(text, number)
            page.break_line()
    return page.finish()


def read_texts(texts: Sequence[JsonText]) -> list[VisibleBlock]:
    """Return the blocks of Markdown texts that each stand in one line of a file."""
    return [block._replace(anchors=((0, text.line),)) for text in texts for block in _read_markdown(text.markdown)]


def read_edition(edition: str, form: Form) -> list[VisibleBlock]:
    """Return the blocks of an edition in reading order.

    Total: any text is an edition, a poor one perhaps. Lines are counted from 1, whatever line ends are used.
    """
    edition = _LINE_END.sub("\n", edition.removeprefix("\ufeff"))
    if form == "markdown":
        return _read_markdown(edition)
    data = parse_json(edition) if form == "json" else None
    if data is not None:
        return read_texts((*data.texts, *data.about))
    return read_html(edition) if form == "html" else _read_text(edition)
