"""A model's Markdown as a reader would see it: blocks of plain text, with entities, escapes and markup resolved.

A real CommonMark parser reads it. Kept are headings, paragraphs, lists, block quotes and emphasis; everything else
(HTML, code, tables, images, footnotes) becomes text. Setext headings and link definitions are plain text, because
a stream cannot know them before the next line.
"""

import html
import re
from collections.abc import Container, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from core.prose.model import Block, Emphasis, Heading, Inline, ListBlock, Paragraph, Quote, QuoteBlock, TextRun
from core.prose.parse_simple import BlockKind, SourceBlock, StyledSpan, read_plain_block
from core.prose.render import one_line, unmarked
from core.prose.typed_ticks import read_typed_ticks
from core.span import Span
from core.text.confusables import without_order_controls

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

__all__ = [
    "BlockKind",
    "SourceBlock",
    "code_lines",
    "prepare",
    "quoted_lines",
    "read_back",
    "read_markdown",
    "texts_of",
]

_NESTING = 60  # of block quotes and lists together; what is deeper is flattened before parsing
_MARKER = r"[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))"
_DEEP_MARKERS = re.compile(rf"^((?:{_MARKER}){{12}})(?:{_MARKER})+", re.MULTILINE)
_DEEP_LIST = re.compile(r"^[ \t]{40,}", re.MULTILINE)
_LEAD = "a "  # makes a line go on with a paragraph
_TAG = re.compile(r"<(?:!--.*?-->|[^>]*>?)", re.DOTALL)
_QUOTING_TAG = re.compile(r"</?\s*blockquote\b", re.IGNORECASE)
_TAG_NAME = re.compile(r"</?\s*(?P<name>[A-Za-z][\w-]*)(?P<rest>[^>]*)>?\Z", re.DOTALL)
_QUOTED_VALUE = re.compile(r"""\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)""")
_WORDS_ALONE = re.compile(r"[^\s=/]+\s+[^\s=/]+\s*(?=\s|/|\Z)")  # two attributes in a row without a value: words
_ELEMENT_NAMES = """
    a abbr address article aside audio b base bdi bdo big blockquote body br button canvas caption center cite
    code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure
    font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label
    legend li link main map mark marquee math menu meta meter nav nobr noscript object ol optgroup option output p
    param picture pre progress q rp rt ruby s samp script search section select slot small source span strike
    strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul
    var video wbr
"""
_ELEMENTS = frozenset(_ELEMENT_NAMES.split())
_LINES = frozenset("dd div dt h1 h2 h3 h4 h5 h6 li p td th tr".split())  # what is in them stands on a line of its own
_SURROGATE = re.compile("[\ud800-\udfff\0]")


class _Inline:
    """Collects a block's text and its emphasised stretches."""

    def __init__(self) -> None:
        self.text = ""
        self.styled: list[StyledSpan] = []
        self._open: list[tuple[int, Emphasis]] = []

    def add(self, token: "Token") -> None:
        match token.type:
            case "text" | "code_inline" | "text_special":
                self.text += without_order_controls(token.content)  # an entity may have named one
            case "softbreak" | "hardbreak":
                self.text += "\n"
            case "image":
                self.text += without_order_controls(token.content)
            case "html_inline":
                self.text += _tag_text(token.content)
            case "em_open" | "strong_open":
                emphasis = Emphasis.ITALIC if token.type == "em_open" else Emphasis.BOLD
                self._open.append((len(self.text), emphasis))
            case "em_close" | "strong_close":
                start, emphasis = self._open.pop()
                self.styled.append(StyledSpan(Span(start, len(self.text)), emphasis))
            case _:
                pass


def _tag_text(tag: str) -> str:
    """Return what a reader sees of an inline tag: `<q>` and `<blockquote>` write marks, `<br>` a line, most nothing.

    What only looks like a tag ("<<I never said so>>") is text.
    """
    named = _TAG_NAME.match(tag)
    if named is None:
        return "" if tag.startswith(("<!", "<?")) else tag
    name, rest = named["name"].casefold(), named["rest"]
    if name in ("q", "blockquote"):
        return "”" if tag.startswith("</") else "“"
    if name == "br":
        return "\n"
    return "" if name in _ELEMENTS and not _WORDS_ALONE.search(_QUOTED_VALUE.sub("=", rest)) else tag


def _text_block(kind: BlockKind, token: "Token", level: int) -> SourceBlock:
    inline = _Inline()
    for child in token.children or ():
        inline.add(child)
    return SourceBlock(kind=kind, text=inline.text, styled=tuple(inline.styled), level=level)


def _block_tag_text(tag: re.Match[str]) -> str:
    """Return what a block of HTML shows of a tag: marks for `<q>`, words that only look like a tag, else a space."""
    shown = _tag_text(tag.group())
    named = _TAG_NAME.match(tag.group())
    if named and named["name"].casefold() == "q":
        return shown
    if named and named["name"].casefold() in _LINES:
        return "\n"
    return f" {shown} " if shown == tag.group() else " "


def _html_block(content: str) -> SourceBlock:
    text = without_order_controls(html.unescape(_TAG.sub(_block_tag_text, content))).strip()
    paragraph = SourceBlock(kind=BlockKind.PARAGRAPH, text=text)
    if _QUOTING_TAG.search(content):
        return SourceBlock(kind=BlockKind.QUOTE, blocks=(paragraph,))
    return paragraph


class _Tree:
    """Builds the blocks from the parser's flat list of tokens; a stack of open ones allows any depth."""

    def __init__(self) -> None:
        self._open: list[tuple[BlockKind | None, bool, list[SourceBlock]]] = [(None, False, [])]
        self._level = 0

    def add(self, token: "Token") -> None:
        match token.type:
            case "heading_open":
                self._level = int(token.tag[1:])
            case "paragraph_open":
                self._level = 0
            case "inline":
                kind = BlockKind.HEADING if self._level else BlockKind.PARAGRAPH
                self._put(_text_block(kind, token, self._level))
            case "html_block":
                self._put(_html_block(token.content))
            case "fence" | "code_block":
                self._put(SourceBlock(kind=BlockKind.PARAGRAPH, text=without_order_controls(token.content).strip("\n")))
            case "blockquote_open" | "bullet_list_open" | "ordered_list_open" | "list_item_open":
                self._open.append((_CONTAINERS[token.type], token.type == "ordered_list_open", []))
            case "blockquote_close" | "bullet_list_close" | "ordered_list_close" | "list_item_close":
                kind, ordered, blocks = self._open.pop()
                self._put(SourceBlock(kind=kind or BlockKind.PARAGRAPH, ordered=ordered, blocks=tuple(blocks)))
            case _:
                pass

    def _put(self, block: SourceBlock) -> None:
        self._open[-1][2].append(block)

    def blocks(self) -> tuple[SourceBlock, ...]:
        return tuple(self._open[0][2])


_CONTAINERS = {
    "blockquote_open": BlockKind.QUOTE,
    "bullet_list_open": BlockKind.LIST,
    "ordered_list_open": BlockKind.LIST,
    "list_item_open": BlockKind.ITEM,
}


@lru_cache(maxsize=4)
def _parser(*, links: bool, ticks: bool) -> "MarkdownIt":
    from markdown_it import MarkdownIt

    # To look for the end of a link behind every bracket is what costs most in a text of brackets.
    without = ["reference", "lheading", *(() if links else ("link", "image"))]
    parser = MarkdownIt("commonmark", {"maxNesting": _NESTING}).disable(without)
    if ticks:
        read_typed_ticks(parser)
    return parser


def _parse(text: str) -> "list[Token]":
    prepared = prepare(text)
    return _parser(links="](" in prepared, ticks="`" in prepared).parse(prepared)


def prepare(text: str) -> str:
    """Return `text` as the parser gets it: no NUL, no lone surrogates, nesting within the parser's limit."""
    text = _SURROGATE.sub("\ufffd", text)
    return _DEEP_LIST.sub(" " * 40, _DEEP_MARKERS.sub(r"\1", text))


def _lines_of(text: str, types: Container[str]) -> set[int]:
    lines: set[int] = set()
    for token in _parse(text):
        if token.type in types and token.map:
            lines.update(range(*token.map))
    return lines


def quoted_lines(text: str) -> set[int]:
    """Return the numbers (from 0) of the lines that belong to block quotes, lazy lines included."""
    return _lines_of(text, ("blockquote_open",))


def code_lines(text: str) -> set[int]:
    """Return the numbers (from 0) of the lines that belong to code, the fences around it included."""
    return _lines_of(text, ("fence", "code_block"))


def _without_lead(block: SourceBlock) -> SourceBlock:
    """Take the words off that made a text go on with a paragraph."""
    length = len(_LEAD)
    styled = tuple(StyledSpan(Span(s.start - length, s.end - length), how) for s, how in block.styled)
    return block._replace(text=block.text[length:], styled=styled)


def read_markdown(text: str, *, continues: bool = False) -> tuple[SourceBlock, ...]:
    """Return the blocks of a Markdown text as a reader sees them; total, no text is lost.

    Where the text `continues` a paragraph its first line is no heading, list or block quote, whatever it looks like.
    """
    plain = read_plain_block(text)
    if plain is not None and not (continues and plain.kind is not BlockKind.PARAGRAPH):
        return (plain,)
    tree = _Tree()
    for token in _parse(_LEAD + text.lstrip() if continues else text):
        tree.add(token)
    blocks = tree.blocks()
    return (_without_lead(blocks[0]), *blocks[1:]) if continues and blocks else blocks


def texts_of(block: SourceBlock) -> list[str]:
    """Return the texts of a block and all blocks inside, in reading order."""
    own = [block.text] if block.text else []
    return own + [text for inner in block.blocks for text in texts_of(inner)]


def _text_of(inlines: Sequence[Inline]) -> str:
    return one_line("".join(f"“{one_line(one.text)}”" if isinstance(one, Quote) else one.text for one in inlines))


def _read_block(block: Block) -> SourceBlock | None:
    match block:
        case QuoteBlock():
            text = f"{one_line(block.quote.text)}\n— {unmarked(block.quote.speaker.speaker_name)}"
            paragraph = SourceBlock(kind=BlockKind.PARAGRAPH, text=text)
            return SourceBlock(kind=BlockKind.QUOTE, blocks=(paragraph,))
        case ListBlock():
            items = [read_back(item) for item in block.items]
            if any(item is None for item in items):
                return None
            blocks = tuple(SourceBlock(kind=BlockKind.ITEM, blocks=item) for item in items if item is not None)
            return SourceBlock(kind=BlockKind.LIST, ordered=block.ordered, blocks=blocks)
        case Heading() | Paragraph():
            if any(isinstance(one, TextRun) and one.emphasis for one in block.inlines):
                return None
            heading = isinstance(block, Heading)
            kind, level = (BlockKind.HEADING, block.level) if heading else (BlockKind.PARAGRAPH, 0)
            return SourceBlock(kind=kind, text=_text_of(block.inlines), level=level)


def read_back(blocks: Sequence[Block]) -> tuple[SourceBlock, ...] | None:
    """Return what `read_markdown` would read from these blocks once written; None where emphasis needs the parser."""
    read = [_read_block(block) for block in blocks]
    return None if any(block is None for block in read) else tuple(block for block in read if block is not None)
