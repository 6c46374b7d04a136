"""The finished blocks of a chapter as somebody reads them: a text for each paragraph and heading."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from core.attribution import mask_quotations, sentence_spans
from core.prose import Block, Heading, Inline, ListBlock, Paragraph, Quote
from core.quotation import Quotation
from core.rendering import one_line
from core.span import Span


class ReadParagraph:
    """A paragraph or heading as read, and where its proven quotations stand in it, marks included."""

    def __init__(self, inlines: Sequence[Inline]) -> None:
        pieces: list[str] = []
        self.quotes: list[Span] = []
        length = 0
        for inline in inlines:
            text = f"“{one_line(inline.text)}”" if isinstance(inline, Quote) else inline.text
            if isinstance(inline, Quote):
                self.quotes.append(Span(length, length + len(text)))
            pieces.append(text)
            length += len(text)
        self.text = "".join(pieces)
        self._lines: dict[int, str] = {}  # a sentence without a full stop may hold thousands of entries

    @cached_property
    def sentences(self) -> list[Span]:
        """The sentences, without gaps; a quotation is a part of the sentence around it."""
        quotations = [Quotation(span, Span(span.start + 1, span.end - 1)) for span in self.quotes]
        return sentence_spans(mask_quotations(self.text, quotations))

    def sentence_at(self, offset: int) -> str:
        """Return the sentence that holds `offset`, on one line."""
        index = bisect_right(self.sentences, offset, key=lambda span: span.start) - 1
        if index not in self._lines:
            self._lines[index] = one_line(self.sentences[index].slice(self.text) if index >= 0 else self.text)
        return self._lines[index]


def _inlines_of(blocks: Iterable[Block]) -> Iterator[Sequence[Inline]]:
    for block in blocks:
        match block:
            case Paragraph() | Heading():
                yield block.inlines
            case ListBlock():
                for item in block.items:
                    yield from _inlines_of(item)
            case _:
                pass


def read_paragraphs(blocks: Iterable[Block]) -> list[ReadParagraph]:
    """Return the paragraphs and headings of a chapter in reading order, those of lists included; block quotes not.

    The text of one is what its inlines read, one after the other: words as they are, a quotation on one line in “ ”.
    """
    return [ReadParagraph(inlines) for inlines in _inlines_of(blocks)]
