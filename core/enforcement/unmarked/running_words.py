"""The finished blocks of a chapter as somebody reads them: a text for each paragraph and heading."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from core.prose.attribution import mask_quotations, sentence_spans
from core.prose.model import Block, Heading, Inline, ListBlock, Paragraph, Quote
from core.prose.quotations import Quotation
from core.prose.render import one_line
from core.span import Span

_LONGEST_SENTENCE = 1_000  # characters that are kept whole
_AROUND = 150  # characters on either side that are kept of a longer one


class ProseParagraph:
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

    @cached_property
    def sentences(self) -> list[Span]:
        """The sentences, without gaps; a quotation is a part of the sentence around it."""
        quotations = [Quotation(span, Span(span.start + 1, span.end - 1)) for span in self.quotes]
        return sentence_spans(mask_quotations(self.text, quotations))

    def sentence_around(self, span: Span) -> str:
        """Return the sentence that a stretch begins in, on one line; of a very long one what stands around it.

        A text without full stops is one sentence, and may hold thousands of entries.
        """
        index = bisect_right(self.sentences, span.start, key=lambda sentence: sentence.start) - 1
        sentence = self.sentences[index] if index >= 0 else Span(0, len(self.text))
        if sentence.end - sentence.start <= _LONGEST_SENTENCE:
            return one_line(sentence.slice(self.text))
        first = max(sentence.start, span.start - _AROUND)
        last = min(sentence.end, first + _LONGEST_SENTENCE, span.end + _AROUND)
        before, behind = "…" if first > sentence.start else "", "…" if last < sentence.end else ""
        return f"{before}{one_line(self.text[first:last])}{behind}"


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


def read_paragraphs(blocks: Iterable[Block]) -> list[ProseParagraph]:
    """Return the paragraphs and headings of a chapter in reading order, those of lists included; block quotes not.

    The text of one is what its inlines read, one after the other: words as they are, a quotation on one line in “ ”.
    """
    return [ProseParagraph(inlines) for inlines in _inlines_of(blocks)]
