"""Markdown that is read without a parser: most blocks of a chapter are plain lines, and a parser costs most there.

Read here is only what CommonMark reads in one way whatever stands around it: one line of words, a heading, a block
quote or a flat list of such lines, with `*words*` or `**words**` that begin and end in a letter or digit and stand
apart. Everything else is left to the parser.
"""

import re
from enum import StrEnum
from typing import NamedTuple

from core.prose.model import Emphasis, StyledSpan
from core.span import Span

# Words without any markup but asterisks, which are looked at one by one.
_WORDS = r"[^\\`_\[\]<&\n\r\0\ud800-\udfff\t]*"
_LINE = rf"(?:[^\W\d_]|[“(\"'‘—]|\*\*?[^\W_*]|\d{{1,9}}(?:[ ,]|[^\W\d])){_WORDS}"
_ONE_LINE = re.compile(_LINE)
_HEADING = re.compile(rf"(#{{1,6}}) ({_LINE})")
_QUOTE = re.compile(rf"> {_LINE}(?:\n> {_LINE})*")
_LIST = re.compile(rf"- {_LINE}(?:\n- {_LINE})*\n*")
# A mark with a space or opening mark before it and a letter behind can only open, and the other way round only close.
# The mark stands before what is asked of the place before it, so that the engine skips what is none.
_EMPHASISED = re.compile(r"(\*(?<![^ (“]\*)\*?)([^\W_](?:[^*]*[^\W_])?)\1(?![^ .,;:!?)”…])")


class BlockKind(StrEnum):
    """What a block of a reply is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    QUOTE = "quote"
    LIST = "list"
    ITEM = "item"


class SourceBlock(NamedTuple):
    """A block as a reader sees it: `text` for headings and paragraphs (line breaks kept as \\n), `blocks` for what
    holds others."""

    kind: BlockKind
    text: str = ""
    styled: tuple[StyledSpan, ...] = ()
    level: int = 0
    ordered: bool = False
    blocks: tuple["SourceBlock", ...] = ()


def _read_text(text: str, kind: BlockKind, level: int = 0) -> SourceBlock | None:
    """Return a block of text whose emphasis is plain; None where an asterisk could be read in another way."""
    if "*" not in text:
        return SourceBlock(kind=kind, text=text, level=level)
    pieces: list[str] = []
    styled: list[StyledSpan] = []
    done = length = 0
    for match in _EMPHASISED.finditer(text):
        before, inside = text[done : match.start()], match[2]
        start = length + len(before)
        length = start + len(inside)
        pieces += (before, inside)
        styled.append(StyledSpan(Span(start, length), Emphasis.BOLD if match[1] == "**" else Emphasis.ITALIC))
        done = match.end()
    pieces.append(text[done:])
    plain = "".join(pieces)
    return None if "*" in plain else SourceBlock(kind=kind, text=plain, styled=tuple(styled), level=level)


def _read_lines(text: str, shape: re.Pattern[str]) -> list[SourceBlock] | None:
    """Return the lines of a text of this shape without the two characters that begin each; None where it has another
    shape, or a line ends in white space or needs the parser."""
    if shape.fullmatch(text) is None:
        return None
    lines = text.rstrip("\n").split("\n")
    blocks = [_read_text(line[2:], BlockKind.PARAGRAPH) for line in lines if not line[-1].isspace()]
    read = [block for block in blocks if block is not None]
    return read if len(read) == len(lines) else None


def _read_quote(text: str) -> SourceBlock | None:
    lines = _read_lines(text, _QUOTE)
    if lines is None:
        return None
    styled: list[StyledSpan] = []
    start = 0
    for line in lines:
        styled += (StyledSpan(Span(span.start + start, span.end + start), how) for span, how in line.styled)
        start += len(line.text) + 1
    whole = "\n".join(line.text for line in lines)
    paragraph = SourceBlock(kind=BlockKind.PARAGRAPH, text=whole, styled=tuple(styled))
    return SourceBlock(kind=BlockKind.QUOTE, blocks=(paragraph,))


def _read_list(text: str) -> SourceBlock | None:
    lines = _read_lines(text, _LIST)
    if lines is None:
        return None
    items = tuple(SourceBlock(kind=BlockKind.ITEM, blocks=(line,)) for line in lines)
    return SourceBlock(kind=BlockKind.LIST, blocks=items)


def _read_heading(text: str) -> SourceBlock | None:
    heading = _HEADING.fullmatch(text)
    # Hashes at the end close a heading and vanish.
    if heading is None or text[-1] == "#" or text[-1].isspace():
        return None
    return _read_text(heading[2], BlockKind.HEADING, len(heading[1]))


def _read_paragraph(text: str) -> SourceBlock | None:
    line = text.rstrip("\n").rstrip(" ")
    if _ONE_LINE.fullmatch(line) is None or line[-1].isspace():
        return None
    return _read_text(line, BlockKind.PARAGRAPH)


_BY_BEGINNING = {">": _read_quote, "-": _read_list, "#": _read_heading}


def read_plain_block(text: str) -> SourceBlock | None:
    """Return the one block that a text without difficult markup is, None where it needs the parser.

    What is returned is what the parser would read (`read_markdown`), character for character.
    """
    return _BY_BEGINNING.get(text[:1], _read_paragraph)(text)
