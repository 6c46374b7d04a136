"""An edition in any of its forms, read as the blocks of text that its reader sees."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import unescape
from itertools import pairwise, zip_longest
from operator import itemgetter
from typing import TYPE_CHECKING, Literal, NamedTuple

from core.verify.reading.backticks import keep_marks
from core.verify.reading.own_data.read_json import JsonText, parse_json
from core.verify.reading.page import OBJECT, PageBuilder, VisibleBlock
from core.verify.reading.read_html import HtmlReader, read_html

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

Form = Literal["markdown", "html", "text", "json"]

_LINE_END = re.compile(r"\r\n?")
# What may stand before the words of a line without being words.
_CONTAINER = re.compile(r"(?:[\s>]|[*+\-](?=\s|$)|\d{1,9}[.)](?=\s))*+")
# What can begin markup inside a paragraph, and line ends that lose the white space around them.
_BEGINS_MARKUP = re.compile(r"[\\`_\[<&]")  # and asterisks
_TRIMMED_ENDS = (" \n", "\n ", "\n\t")
_QUOTED_LINE = re.compile(r"\s*>[>\s]*")
# Emphasis whose first mark can only open, behind white space or an opening, and whose last one can only close.
_PLAIN_EMPHASIS = re.compile(r"\*(?<![^\s(“]\*)(\*?)(?=[^\W_])([^*]*+)(?<=[^\W_])\*\1(?![^\s.,;:!?)”…])")
# A line that begins so is a paragraph between blank lines, or its words behind a mark; but in a fence or raw HTML.
_BEGINS_PARAGRAPH = re.compile(r"(?:[^\W\d_]|[“\"(‘—]|\*\*?[^\W_])[^\r\n\0]*+(?<!\s)\Z")
# What a heading, the lines of a block quote or the items of a list begin with.
_PLAIN_LEADS = frozenset(("> ", "- ", *("#" * level + " " for level in range(1, 7))))
# What can reach across blank lines: fences and raw HTML that are not closed, and definitions of links.
_REACHES_ON = re.compile(r"\]:|^[ \t>*+\-\d.)]*+(?:<|```|~~~)", re.MULTILINE)
_REACHING = ("]:", "<", "```", "~~~")  # one of them stands in all of these


class _MarkdownReader:
    """Walks the tokens of a CommonMark parser; raw HTML among them is read as HTML in which nothing is hidden."""

    def __init__(self) -> None:
        self.page = PageBuilder()
        self.read_lines: set[int] = set()
        self._html = HtmlReader(self.page)

    def walk(self, tokens: "Sequence[Token]", begin: int = 0) -> None:
        """Read the tokens of the lines from number `begin` on, counted from 0."""
        for token in tokens:
            self._block(token, begin)
        self.page.end_block()

    def plain(self, block: "_PlainBlock", number: int) -> None:
        """Read a block that is text alone and begins in line `number`, counted from 0."""
        page, (lead, texts) = self.page, block
        for line, text in enumerate(texts, start=number + 1):
            self.read_lines.update(range(line - 1, line + text.count("\n")))
            if lead == "> ":
                page.open_quote()
                page.end_block()
                self._plain(text, line)
                page.end_block()
                page.close_quote()
            elif lead == "- ":
                page.begin_item()
                page.write(text, line)
                page.end_item()
            else:
                if lead:
                    page.begin_heading(len(lead) - 1)
                page.write(text, line)
                page.end_block()

    def _block(self, token: "Token", begin: int) -> None:
        page = self.page
        first, last = (begin + line for line in token.map or (0, 0))
        if not token.nesting or token.type == "heading_open":
            self.read_lines.update(range(first, last))
        if token.type == "inline":
            if token.children:
                self._inline(token.children, first + 1)
            else:
                self._plain(_plain_words(token.content) or "", first + 1)
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


def _plain_words(content: str) -> str | None:
    """Return the words of a paragraph that CommonMark reads as text, line ends and plain emphasis alone, else None."""
    if _BEGINS_MARKUP.search(content):
        return None
    if "\n" in content and any(ends in content for ends in _TRIMMED_ENDS):
        return None
    words = _PLAIN_EMPHASIS.sub(itemgetter(2), content) if "*" in content else content
    return None if "*" in words else words


def _parse_what_is_not_plain(state: "StateCore") -> None:
    """Take the place of the parser's step through all paragraphs: most of them are plain text."""
    for token in state.tokens:
        if token.type == "inline" and _plain_words(token.content) is None:
            token.children = state.md.inline.parse(token.content, state.md, state.env, [])


@lru_cache(maxsize=1)
def _make_parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark")
    parser.core.ruler.at("inline", _parse_what_is_not_plain)
    keep_marks(parser)
    # Addresses are not text, and the parser's own treatment of them raises on lone surrogates.
    parser.normalizeLink = _same_address
    parser.validateLink = _any_address
    return parser


class _PlainBlock(NamedTuple):
    """What stands between two blank lines and is text alone: how each line begins, the words of the whole or of each
    item."""

    lead: str
    texts: list[str]


def _plain_block(lines: Sequence[str]) -> _PlainBlock | None:
    """Return lines as a paragraph or heading of one line, a block quote or a flat list, None where they may be more."""
    beginning = lines[0][: lines[0].find(" ") + 1]
    lead = beginning if beginning in _PLAIN_LEADS else ""
    if len(lines) > 1 and lead not in ("> ", "- "):
        return None
    if not all(line.startswith(lead) and _BEGINS_PARAGRAPH.match(line, len(lead)) for line in lines):
        return None
    contents = [line[len(lead) :] for line in lines]
    if lead == "> ":
        contents = ["\n".join(contents)]
    elif lead[:1] == "#" and contents[0].endswith("#"):
        return None
    texts = [words for content in contents if (words := _plain_words(content)) is not None]
    return _PlainBlock(lead, texts) if len(texts) == len(contents) else None


def _between_blanks(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Return where the stretches without a blank line begin and end."""
    blank = [-1, *(number for number, line in enumerate(lines) if not line.strip(" \t")), len(lines)]
    return [(before + 1, behind) for before, behind in pairwise(blank) if behind - before > 1]


def _read_piecewise(reader: _MarkdownReader, lines: Sequence[str]) -> None:
    """Read lines; what is text alone between blank lines, as most is, needs no parser."""
    parser = _make_parser()
    stretches = _between_blanks(lines)
    begin = 0
    waits = False  # whether lines from `begin` on wait for the parser
    for (start, end), (following, _) in zip_longest(stretches, stretches[1:], fillvalue=(len(lines), len(lines))):
        block = _plain_block(lines[start:end])
        # What is set in below an item goes on with it.
        if block is None or (block.lead == "- " and "".join(lines[following : following + 1])[:1] in (" ", "\t")):
            waits = True
            continue
        if waits:
            reader.walk(parser.parse("\n".join(lines[begin:start])), begin)
        reader.plain(block, start)
        begin, waits = end, False
    if waits:
        reader.walk(parser.parse("\n".join(lines[begin:])), begin)


def _read_markdown(edition: str) -> list[VisibleBlock]:
    parser = _make_parser()
    reader = _MarkdownReader()
    lines = edition.split("\n")
    if not (any(sign in edition for sign in _REACHING) and _REACHES_ON.search(edition)):
        _read_piecewise(reader, lines)
    # The parser drops what is nested deeper than it goes, and link definitions: the first is read again without its
    # containers, the second as it stands.
    for prepare in (str, _without_containers, unescape):
        lines = [prepare(line) if number not in reader.read_lines else "" for number, line in enumerate(lines)]
        if not any(lines) and not reader.page.is_open:
            break
        if prepare is unescape:
            for number, line in enumerate(lines, start=1):
                if line or reader.page.is_open:
                    reader.page.write(line, number)
                    reader.page.end_block()
        elif any(lines) and not (prepare is str and reader.read_lines):
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
