"""The help as a parser reads it: tokens of Markdown, the sections of a page, and the anchor of each heading."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from workbench.help.pages import PAGES, HelpPage, read_page

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_NOT_IN_ANCHORS = re.compile(r"[^\w\- ]")
_CELLS = {"th_close", "td_close"}
_BLOCKS = {"inline", "fence", "code_block", "html_block"}


class HelpSection(NamedTuple):
    """A heading with what stands under it, up to the next heading; `blocks` are its paragraphs, items, rows of tables
    and examples as plain text."""

    page: HelpPage
    level: int
    heading: str
    anchor: str
    blocks: tuple[str, ...]


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table")


def tokens_of(text: str) -> "list[Token]":
    """Return the tokens of a text; HTML in it is text."""
    return _parser().parse(text)


def plain_text(token: "Token") -> str:
    """Return what a reader sees of a token: its words, without marks of emphasis, code and links."""
    if token.children is None:
        return token.content
    breaks = {"softbreak": " ", "hardbreak": " "}
    return "".join(breaks.get(child.type, child.content) for child in token.children)


def anchor_of(heading: str, taken: Sequence[str] = ()) -> str:
    """Return the anchor of a heading as GitHub makes it; the second of a name gets `-1`, the third `-2`."""
    anchor = _NOT_IN_ANCHORS.sub("", heading.strip().lower()).replace(" ", "-")
    before = sum(1 for one in taken if one == anchor or re.fullmatch(rf"{re.escape(anchor)}-\d+", one))
    return f"{anchor}-{before}" if before else anchor


def _lines_of(tokens: "Sequence[Token]") -> Iterator[str]:
    """Yield the blocks of some tokens as plain text; the cells of a row are one."""
    cells: list[str] = []
    in_row = False
    for token in tokens:
        if token.type == "tr_open":
            cells, in_row = [], True
        elif token.type == "tr_close":
            in_row = False
            yield " · ".join(filter(None, cells))
        elif token.type in _BLOCKS and in_row:
            cells.append(plain_text(token))
        elif token.type in _BLOCKS:
            yield " ".join(plain_text(token).split())


def _read_sections(page: HelpPage) -> Iterator[HelpSection]:
    tokens = tokens_of(read_page(page))
    starts = [at for at, token in enumerate(tokens) if token.type == "heading_open"]
    anchors: list[str] = []
    for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True):
        heading = plain_text(tokens[start + 1])
        anchors.append(anchor_of(heading, anchors))
        blocks = tuple(filter(None, _lines_of(tokens[start + 3 : end])))
        yield HelpSection(page, int(tokens[start].tag[1:]), heading, anchors[-1], blocks)


@cache
def sections_of(page: HelpPage) -> tuple[HelpSection, ...]:
    """Return the sections of a page in their order; the first one is what stands under its title."""
    return tuple(_read_sections(page))


def all_sections() -> tuple[HelpSection, ...]:
    """Return the sections of all pages."""
    return tuple(section for page in PAGES for section in sections_of(page))
