"""A page as a reader sees it: blocks of plain text, each knowing which line of the edition it came from."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from enum import StrEnum
from itertools import pairwise
from math import inf
from typing import NamedTuple

from core.text.spelt_marks import NO_MARK, MarkAlone, mark_alone

# Stands where a reader sees something that is not simply text: a picture, struck or raised words, words that may be
# hidden. No transcript's words hold it, so a quotation with something of the kind inside is not proven.
OBJECT = "\ufffc"

_SHORT = 120  # characters of a mark or tag that is a block of its own
_TITLES = 2  # levels of headings that name a whole text or a chapter
# What ends a line to some readers, though not to all.
_LINE_END = re.compile("[\u2028\u2029\x85\x0b\x0c]")


class VisibleBlockKind(StrEnum):
    """What a block is to a reader."""

    PROSE = "prose"
    HEADING = "heading"
    QUOTE = "quote"
    RECORD = "record"
    """What a page of ours says beside its text: words in it are nobody's but where marks give them to somebody."""


class VisibleBlock(NamedTuple):
    """A block of text as seen; `\\n` in it is a line break.

    A block quote is one block, whatever stands inside it. `anchors` are pairs of an offset in `text` (code points) and
    the line of the edition, counted from 1, that the text from there on stands in; ascending. `gaps` are the offsets at
    which something stands that is not shown, or that a style could show otherwise. `item` is the number of the list
    item that it stands in, 0 outside lists; `level` that of a heading, else 0.
    """

    kind: VisibleBlockKind
    text: str
    anchors: tuple[tuple[int, int], ...]
    gaps: tuple[int, ...] = ()
    item: int = 0
    level: int = 0

    @property
    def as_words(self) -> "VisibleBlock":
        """The block as its words are read: a heading that names neither a text nor a chapter is a paragraph."""
        return self._replace(kind=VisibleBlockKind.PROSE) if self.level > _TITLES else self

    @property
    def line(self) -> int:
        """The edition's line in which the block begins."""
        return self.anchors[0][1]

    def line_at(self, offset: int) -> int:
        """Return the edition's line for an offset in `text`."""
        index = bisect_right(self.anchors, (offset, inf)) - 1
        return self.anchors[max(index, 0)][1]

    def part(self, start: int, end: int) -> "VisibleBlock":
        """Return a stretch of the block as a block of its own."""
        inside = tuple((offset - start, line) for offset, line in self.anchors if start < offset < end)
        gaps = tuple(gap - start for gap in self.gaps if start <= gap <= end)
        return VisibleBlock(
            kind=self.kind,
            text=self.text[start:end],
            anchors=((0, self.line_at(start)), *inside),
            gaps=gaps,
            item=self.item,
            level=self.level,
        )

    def words(self, start: int, end: int) -> str:
        """Return a stretch as it is compared: white space collapsed, an object wherever a gap lies inside it."""
        if not self.gaps:
            return collapse(self.text[start:end])
        edges = [start, *(gap for gap in self.gaps if start <= gap <= end), end]
        return collapse(OBJECT.join(self.text[left:right] for left, right in pairwise(edges)))


def collapse(text: str) -> str:
    """Return `text` with every run of white space as one space and none at the ends: how readers compare."""
    return " ".join(text.split())


def mark_in(text: str) -> MarkAlone | None:
    """Return the mark that is all of a block's text, None for most."""
    text = text.strip() if len(text) <= _SHORT else ""
    return None if NO_MARK.match(text) else mark_alone(text)


def between_marks(blocks: Sequence[VisibleBlock], index: int) -> VisibleBlock:
    """Return a block as its words are read: a paragraph below a mark that is a block of its own, or above one that
    closes, is a block quote."""
    block = blocks[index].as_words
    if block.kind is not VisibleBlockKind.PROSE:
        return block
    beside = [blocks[at].as_words if 0 <= at < len(blocks) else None for at in (index - 1, index + 1)]
    above, below = (mark_in(one.text) if one and one.kind is block.kind else None for one in beside)
    quoted = (above is not None and above.opens) or (below is not None and below.closes)
    return block._replace(kind=VisibleBlockKind.QUOTE) if quoted and mark_in(block.text) is None else block


class PageBuilder:
    """Takes text, line breaks and block edges in reading order and makes blocks of them."""

    def __init__(self) -> None:
        self.blocks: list[VisibleBlock] = []
        self._pieces: list[str] = []
        self._anchors: list[tuple[int, int]] = []
        self._gaps: list[int] = []
        self._length = 0
        self._quotes = 0
        self._level = 0
        self._items = self._item = 0

    @property
    def is_open(self) -> bool:
        """Whether anything waits for the end of its block."""
        return bool(self._pieces or self._gaps or self._quotes or self._level)

    def write(self, text: str, line: int) -> None:
        """Add text that begins in `line`; a line end inside it is white space to a reader."""
        if "\n" not in text:
            if text:
                self._anchors.append((self._length, line))
                self._add(text)
            return
        for number, piece in enumerate(text.split("\n")):
            if number:
                self._add(" ")
            if piece:
                self._anchors.append((self._length, line + number))
                self._add(piece)

    def leave_gap(self, line: int) -> None:
        """Note that something stands here, in `line`, which is not shown or which a style could show otherwise."""
        if self._quotes:
            self.write(OBJECT, line)
        else:
            self._gaps.append(self._length)

    def break_line(self) -> None:
        """End a line inside the block."""
        self._add("\n")

    def end_block(self) -> None:
        """End the block; inside a block quote this only ends the line."""
        if self._quotes:
            self.break_line()
        else:
            self._flush(VisibleBlockKind.HEADING if self._level else VisibleBlockKind.PROSE)
        self._level = 0

    def begin_heading(self, level: int) -> None:
        """End the block; what follows is a heading."""
        self.end_block()
        self._level = level

    def begin_item(self) -> None:
        """End the block; what follows stands in the next item of a list."""
        self.end_block()
        self._items += 1
        self._item = self._items

    def end_item(self) -> None:
        """End the block and the item."""
        self.end_block()
        self._item = 0

    def open_quote(self) -> None:
        """Begin a block quote; one inside another belongs to it."""
        self.end_block()
        self._quotes += 1

    def close_quote(self) -> None:
        """End the innermost block quote; one that was never opened is nothing."""
        if not self._quotes:
            return
        self._quotes -= 1
        if not self._quotes:
            self._flush(VisibleBlockKind.QUOTE)

    def finish(self) -> list[VisibleBlock]:
        """Return all blocks; whatever is still open ends here."""
        self._flush(VisibleBlockKind.QUOTE if self._quotes else VisibleBlockKind.PROSE)
        self._quotes = 0
        return self.blocks

    def _add(self, piece: str) -> None:
        self._pieces.append(piece)
        self._length += len(piece)

    def _flush(self, kind: VisibleBlockKind) -> None:
        if not self._pieces:
            self._gaps = []
            return
        text = "".join(self._pieces)
        if text and not text.isspace():
            text = _LINE_END.sub("\n", text)
            anchors, gaps = tuple(self._anchors), tuple(self._gaps)
            level = self._level if kind is VisibleBlockKind.HEADING else 0
            self.blocks.append(VisibleBlock(kind, text, anchors, gaps, self._item, level))
        self._pieces, self._anchors, self._gaps, self._length = [], [], [], 0
