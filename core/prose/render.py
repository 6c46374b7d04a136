"""Blocks as Markdown: what a renderer shows is exactly the text of the blocks.

Every paragraph stands on one line. Outer marks are always “ and ”; a slice that cannot stand unambiguously inside
them is a block quote of its own, without marks. White space inside a slice is written as single spaces. Only a slice
may hold controls that turn the order of characters.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from core.prose.model import Block, Emphasis, Heading, Inline, ListBlock, Paragraph, Quote, QuoteBlock, TextRun
from core.text.confusables import turns_order, with_plain_marks, without_order_controls
from core.text.punctuation import APOSTROPHES, OTHER_QUOTATION_MARKS, QUOTATION_MARKS
from core.text.segmentation import is_unspaced

_SPECIAL = re.compile(r"[\\`*_\[\]<>|~&](?<!&(?=[^#\w]))")  # an ampersand only before what may be an entity
_AT_LINE_START = re.compile(r"(?P<mark>#{1,6}(?=\s|$)|[-+=>](?=.?)|\d{1,9}(?P<stop>[.)])(?=\s|$))")
# What some reader may take for a mark, beyond the folds' own list and what Unicode itself calls a quotation mark.
_MARKS = frozenset(OTHER_QUOTATION_MARKS + "《》〈〉ˮʺ")
_APOSTROPHES = frozenset(APOSTROPHES + "＇״")
_COMMAS_AS_MARKS = re.compile(",,+")
_HASHES_AT_END = re.compile(r"#+$")  # would close a heading and vanish
_DOUBLE_MARKS = (QUOTATION_MARKS | _MARKS | frozenset("＂״❠")) - frozenset(APOSTROPHES)
_DOUBLE_MARK = re.compile(f"[{re.escape(''.join(sorted(_DOUBLE_MARKS)))}]|,,|''|``|’’|‘‘|´´|‚‚")
_MARKUP = {Emphasis.NONE: "", Emphasis.ITALIC: "*", Emphasis.BOLD: "**"}

Links = Mapping[str, str]
"""The addresses of quotations that are linked, by their ids."""
_NO_LINKS: Links = {}


def one_line(text: str) -> str:
    """Return `text` with every run of white space as one space and none at the ends."""
    if text.isprintable() and "  " not in text and text[:1] != " " and text[-1:] != " ":
        return text  # a space is the only white space that counts as printable
    return " ".join(text.split())


@lru_cache(maxsize=4096)
def stands_inside_marks(text: str) -> bool:
    """Tell whether a slice is unambiguous between “ and ”.

    It holds no double mark of any kind, and no control that turns the order of the words around it.
    """
    return _DOUBLE_MARK.search(text) is None and with_plain_marks(text) == text and not turns_order(text)


def _joins(char: str) -> bool:
    return char.isalnum() and not is_unspaced(char)


def _is_mark(char: str, before: str, after: str) -> bool:
    if char in _APOSTROPHES:
        return not (_joins(before) and _joins(after))
    return (
        char in _MARKS
        or unicodedata.category(char) in ("Pi", "Pf")
        or (not char.isalnum() and "QUOTATION MARK" in unicodedata.name(char, ""))
    )


@lru_cache(maxsize=1024)
def unmarked(text: str) -> str:
    """Return `text` on one line, without quotation marks, look-alikes of them, and controls that turn its order.

    An apostrophe between two letters stays.
    """
    around = f" {_COMMAS_AS_MARKS.sub(',', with_plain_marks(without_order_controls(text)))} "
    kept = (
        char
        for before, char, after in zip(around, around[1:], around[2:], strict=False)
        if not _is_mark(char, before, after)
    )
    return " ".join("".join(kept).split())


def escape(text: str) -> str:
    """Return `text` with every character escaped that Markdown would read as markup within a line."""
    return _SPECIAL.sub(lambda match: "\\" + match.group(), text)


def _escape_each(match: re.Match[str]) -> str:
    return "".join(f"\\{char}" for char in match.group())


def _escape_line_start(line: str) -> str:
    match = _AT_LINE_START.match(line)
    if match is None:
        return line
    stop = match.start("stop") if match["stop"] else 0
    return f"{line[:stop]}\\{line[stop:]}"


def _can_be_emphasised(text: str, before: str, after: str) -> bool:
    """Tell whether Markdown reads the emphasis back: words at both ends, nothing that runs into them."""
    return bool(text) and text[0].isalnum() and text[-1].isalnum() and not before.isalnum() and not after.isalnum()


@lru_cache(maxsize=4096)
def _in_marks(slice_text: str) -> str:
    return escape(f"“{one_line(slice_text)}”")


def _prose(words: TextRun) -> str:
    return without_order_controls(words.text)


def _linked(words: str, quote: Quote, links: Links) -> str:
    """Return the Markdown of a quotation, as a link where it has one."""
    address = links.get(quote.quote_id)
    return f"[{words}]({address.replace('&', '&amp;')})" if address else words


def _no_picture(markdown: str) -> str:
    """Return Markdown in which no exclamation mark makes a picture of the link behind it; any other bracket is
    escaped."""
    return markdown.replace("![“", "\\![“")


def _inline(inlines: Sequence[Inline], links: Links) -> str:
    if any(isinstance(inline, TextRun) and inline.emphasis for inline in inlines):
        return _inline_with_emphasis(inlines, links)
    texts = [
        escape(_prose(inline)) if isinstance(inline, TextRun) else _linked(_in_marks(inline.text), inline, links)
        for inline in inlines
    ]
    return one_line(_no_picture("".join(texts)))


def _inline_with_emphasis(inlines: Sequence[Inline], links: Links) -> str:
    plain = [_prose(inline) if isinstance(inline, TextRun) else f"“{one_line(inline.text)}”" for inline in inlines]
    pieces: list[str] = []
    for index, inline in enumerate(inlines):
        text = escape(plain[index])
        if isinstance(inline, TextRun) and inline.emphasis is not Emphasis.NONE:
            before = plain[index - 1][-1:] if index else ""
            after = plain[index + 1][:1] if index + 1 < len(plain) else ""
            markup = _MARKUP[inline.emphasis] if _can_be_emphasised(plain[index], before, after) else ""
            text = f"{markup}{text}{markup}"
        pieces.append(text if isinstance(inline, TextRun) else _linked(text, inline, links))
    return one_line(_no_picture("".join(pieces)))


def _quote_lines(quote: Quote, links: Links) -> list[str]:
    words = escape(one_line(quote.text))
    return [
        f"> {_linked(words, quote, links) if quote.quote_id in links else _escape_line_start(words)}",
        f"> — {escape(unmarked(quote.speaker.speaker_name))}",
    ]


def _list_lines(block: ListBlock, links: Links, first: int = 1) -> list[str]:
    lines: list[str] = []
    for number, item in enumerate(block.items, start=first):
        marker = f"{number}. " if block.ordered else "- "
        body = _lines(item, links)
        lines.append(marker + (body[0] if body else ""))
        lines += [" " * len(marker) + line if line else "" for line in body[1:]]
    return lines


def _block_lines(block: Block, links: Links) -> list[str]:
    match block:
        case Heading():
            return [f"{'#' * block.level} {_HASHES_AT_END.sub(_escape_each, _inline(block.inlines, links))}"]
        case Paragraph():
            return [_escape_line_start(_inline(block.inlines, links))]
        case QuoteBlock():
            return _quote_lines(block.quote, links)
        case ListBlock():
            return _list_lines(block, links)


def _lines(blocks: Iterable[Block], links: Links) -> list[str]:
    lines: list[str] = []
    for block in blocks:
        if lines:
            lines.append("")
        lines += _block_lines(block, links)
    return lines


def write_blocks(blocks: Iterable[Block], links: Links = _NO_LINKS) -> str:
    """Return the blocks as Markdown, one line for each paragraph, a line end after the last; "" for none.

    A quotation in `links` is one, in whose address nothing ends it.
    """
    lines = _lines(blocks, links)
    return "\n".join(lines) + "\n" if lines else ""


class BlockStream:
    """Writes blocks one after the other, as they are finished: all it returns together is `write_blocks` of them."""

    def __init__(self) -> None:
        self._last: Block | None = None
        self._items = 0

    def add(self, block: Block, *, continues: bool = False) -> str:
        """Return what a block adds to the text; `continues` where it goes on with the paragraph before it."""
        last, self._last = self._last, block
        if continues and isinstance(block, Paragraph) and isinstance(last, Paragraph):
            return f" {_inline(block.inlines, _NO_LINKS)}"
        before = "\n\n" if last is not None else ""
        first = 1
        if isinstance(block, ListBlock):
            if isinstance(last, ListBlock) and last.ordered == block.ordered:
                before, first = "\n", self._items + 1
            self._items = first - 1 + len(block.items)
            return before + "\n".join(_list_lines(block, _NO_LINKS, first))
        return before + "\n".join(_block_lines(block, _NO_LINKS))

    def finish(self) -> str:
        """Return what ends the text."""
        return "\n" if self._last is not None else ""
