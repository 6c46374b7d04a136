"""The blocks of a chapter, read from its own Markdown and the list of its quotations."""

from collections.abc import Iterable, Iterator

from core.prose.model import Block, Heading, ListBlock, Paragraph, ParagraphWriter, Quote, QuoteBlock
from core.prose.parse import read_markdown
from core.prose.parse_simple import BlockKind, SourceBlock
from core.prose.render import one_line, unmarked, write_blocks
from core.text.confusables import without_order_controls


class _NotItsText(Exception):
    """The text holds other quotations than are listed."""


class _BlockReader:
    """Makes blocks of what a parser read; the quotations are taken one after the other."""

    def __init__(self, quotes: Iterable[Quote]) -> None:
        self._quotes = iter(quotes)
        self._next = next(self._quotes, None)

    def _take(self) -> Quote:
        if self._next is None:
            raise _NotItsText
        quote, self._next = self._next, next(self._quotes, None)
        return quote

    def _quote_block(self, block: SourceBlock) -> QuoteBlock:
        quote = self._take()
        words = without_order_controls(one_line(quote.text))
        text = f"{words}\n— {unmarked(quote.speaker.speaker_name)}"
        if len(block.blocks) != 1 or block.blocks[0].text.rstrip() != text.rstrip():
            raise _NotItsText
        return QuoteBlock(quote=quote)

    def _running(self, block: SourceBlock) -> Iterator[Block]:
        writer = ParagraphWriter(block.text, block.styled)
        while self._next is not None:
            words = f"“{one_line(self._next.text)}”"
            start = block.text.find(words, writer.position)
            if start < 0:
                break
            writer.words_until(start)
            writer.quote(self._take(), "")
            writer.position = start + len(words)
        writer.words_until(len(block.text))
        writer.close()
        for one in writer.blocks:
            if block.kind is BlockKind.HEADING and isinstance(one, Paragraph):
                yield Heading(level=block.level, inlines=one.inlines)
            else:
                yield one

    def read(self, blocks: Iterable[SourceBlock]) -> Iterator[Block]:
        """Yield the blocks. Raises _NotItsText where a quotation is not the next of the list."""
        for block in blocks:
            if block.kind is BlockKind.QUOTE:
                yield self._quote_block(block)
            elif block.kind is BlockKind.LIST:
                items = tuple(tuple(self.read(item.blocks)) for item in block.blocks)
                yield ListBlock(ordered=block.ordered, items=items)
            else:
                yield from self._running(block)

    @property
    def is_finished(self) -> bool:
        """Whether every quotation has its place."""
        return self._next is None


def blocks_of_text(text: str, quotes: Iterable[Quote]) -> tuple[Block, ...] | None:
    """Return the blocks of a chapter's Markdown as `write_blocks` wrote it, None where `quotes`, in reading order, are
    not the quotations in it.

    A reader sees the same in both; two lists that follow each other may have become one.
    """
    reader = _BlockReader(quotes)
    read = read_markdown(text)
    try:
        blocks = tuple(reader.read(read))
    except _NotItsText:
        return None
    is_same = write_blocks(blocks) == text or read_markdown(write_blocks(blocks)) == read
    return blocks if reader.is_finished and is_same else None
