"""A model's Markdown as a reader would see it: blocks of plain text, with entities, escapes and markup resolved.

A real CommonMark parser reads it. Kept are headings, paragraphs, lists, block quotes and emphasis; everything else
(HTML, code, tables, images, footnotes) becomes text. Setext headings and link definitions are plain text, because
a stream cannot know them before the next line.
"""

import html
import re
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from core.prose import Emphasis
from core.record import Record
from core.span import Span

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token
    from markdown_it.tree import SyntaxTreeNode

_NESTING = 60  # of block quotes and lists together; what is deeper is flattened before parsing
_DEEP_QUOTE = re.compile(r"^((?: {0,3}>[ \t]?){8})(?:[ \t]*>)+", re.MULTILINE)
_DEEP_LIST = re.compile(r"^[ \t]{40,}", re.MULTILINE)
_TAG = re.compile(r"<(?:!--.*?-->|[^>]*>?)", re.DOTALL)
_QUOTING_TAG = re.compile(r"</?\s*(?:q|blockquote)\b", re.IGNORECASE)
_SURROGATE = re.compile("[\ud800-\udfff\0]")


class BlockKind(StrEnum):
    """What a block of a reply is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    QUOTE = "quote"
    LIST = "list"
    ITEM = "item"


class Styled(NamedTuple):
    """An emphasised stretch of a block's text."""

    span: Span
    emphasis: Emphasis


class SourceBlock(Record):
    """A block as a reader sees it: `text` for headings and paragraphs (line breaks kept as \\n), `blocks` for what
    holds others."""

    kind: BlockKind
    text: str = ""
    styled: tuple[Styled, ...] = ()
    level: int = 0
    ordered: bool = False
    blocks: tuple["SourceBlock", ...] = ()


SourceBlock.model_rebuild()


class _Inline:
    """Collects a block's text and its emphasised stretches."""

    def __init__(self) -> None:
        self.text = ""
        self.styled: list[Styled] = []
        self._open: list[tuple[int, Emphasis]] = []

    def add(self, token: "Token") -> None:
        match token.type:
            case "text" | "code_inline" | "text_special":
                self.text += token.content
            case "softbreak" | "hardbreak":
                self.text += "\n"
            case "image":
                self.text += token.content
            case "html_inline":
                self.text += _tag_text(token.content)
            case "em_open" | "strong_open":
                emphasis = Emphasis.ITALIC if token.type == "em_open" else Emphasis.BOLD
                self._open.append((len(self.text), emphasis))
            case "em_close" | "strong_close":
                start, emphasis = self._open.pop()
                self.styled.append(Styled(Span(start, len(self.text)), emphasis))
            case _:
                pass


def _tag_text(tag: str) -> str:
    """Return what a reader sees of an inline tag: `<q>` writes marks, `<br>` a line, everything else nothing."""
    name = tag.strip("</> ").split()[0].casefold() if tag.strip("</> ") else ""
    if name == "q":
        return "”" if tag.startswith("</") else "“"
    return "\n" if name == "br" else ""


def _inline(children: Sequence["Token"]) -> _Inline:
    inline = _Inline()
    for child in children:
        inline.add(child)
    return inline


def _text_block(kind: BlockKind, node: "SyntaxTreeNode", level: int = 0) -> SourceBlock:
    tokens = node.children[0].token.children if node.children and node.children[0].token else None
    inline = _inline(tokens or ())
    return SourceBlock(kind=kind, text=inline.text, styled=tuple(inline.styled), level=level)


def _html_block(content: str) -> SourceBlock:
    text = html.unescape(_TAG.sub(" ", content)).strip()
    paragraph = SourceBlock(kind=BlockKind.PARAGRAPH, text=text)
    if _QUOTING_TAG.search(content):
        return SourceBlock(kind=BlockKind.QUOTE, blocks=(paragraph,))
    return paragraph


def _convert(node: "SyntaxTreeNode") -> SourceBlock | None:  # noqa: PLR0911 - one return for each kind of block
    match node.type:
        case "heading":
            return _text_block(BlockKind.HEADING, node, level=int(node.tag[1:]))
        case "paragraph":
            return _text_block(BlockKind.PARAGRAPH, node)
        case "blockquote":
            return SourceBlock(kind=BlockKind.QUOTE, blocks=_convert_all(node.children))
        case "bullet_list" | "ordered_list":
            return SourceBlock(
                kind=BlockKind.LIST, ordered=node.type == "ordered_list", blocks=_convert_all(node.children)
            )
        case "list_item":
            return SourceBlock(kind=BlockKind.ITEM, blocks=_convert_all(node.children))
        case "html_block":
            return _html_block(node.content)
        case "fence" | "code_block":
            return SourceBlock(kind=BlockKind.PARAGRAPH, text=node.content.strip("\n"))
        case _:
            return None


def _convert_all(nodes: Sequence["SyntaxTreeNode"]) -> tuple[SourceBlock, ...]:
    return tuple(block for node in nodes if (block := _convert(node)) is not None)


@lru_cache(maxsize=1)
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"maxNesting": _NESTING}).disable(["reference", "lheading"])


def prepare(text: str) -> str:
    """Return `text` as the parser gets it: no NUL, no lone surrogates, nesting within the parser's limit."""
    text = _SURROGATE.sub("\ufffd", text)
    return _DEEP_LIST.sub(" " * 40, _DEEP_QUOTE.sub(r"\1", text))


def quoted_lines(text: str) -> set[int]:
    """Return the numbers (from 0) of the lines that belong to block quotes, lazy lines included."""
    lines: set[int] = set()
    for token in _parser().parse(prepare(text)):
        if token.type == "blockquote_open" and token.map:
            lines.update(range(*token.map))
    return lines


def read_markdown(text: str) -> tuple[SourceBlock, ...]:
    """Return the blocks of a Markdown text as a reader sees them; total, no text is lost."""
    from markdown_it.tree import SyntaxTreeNode

    return _convert_all(SyntaxTreeNode(_parser().parse(prepare(text))).children)
