"""Finished text as a structure: what stands in an edition is built from these and never patched.

A quotation is a value of its own, not a stretch of characters between marks; the writers decide how it looks.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, NamedTuple

from pydantic import Field

from core.record import Record
from core.span import Span
from core.transcripts.speakers import SpeakerRef
from core.whitelist.build import WhitelistQuote

_BEHIND_A_BLOCK = " \t\n,;:."


class Emphasis(StrEnum):
    """How a stretch of prose is set."""

    NONE = ""
    ITALIC = "em"
    BOLD = "strong"


class StyledSpan(NamedTuple):
    """An emphasised stretch of a block's text."""

    span: Span
    emphasis: Emphasis


class TextRun(Record):
    """A stretch of prose, exactly as it is to be read."""

    text: str
    emphasis: Emphasis = Emphasis.NONE


class Quote(Record):
    """A proven quotation: the transcript's own slice and where it comes from.

    `raw_span` in code points, half-open; empty for a quote that was made by hand and names no place.
    """

    text: str
    quote_id: str
    raw_span: Span
    speaker: SpeakerRef

    @classmethod
    def of(cls, quote: WhitelistQuote) -> "Quote":
        """Make the quotation of a whitelisted quote."""
        raw_span = Span(*quote.raw_spans[0]) if quote.raw_spans else Span(0, 0)
        return cls(text=quote.quote_text, quote_id=quote.quote_id, raw_span=raw_span, speaker=quote.speaker)


Inline = TextRun | Quote


class Heading(Record):
    """A heading of level 1 to 6."""

    level: Annotated[int, Field(ge=1, le=6)]
    inlines: tuple[Inline, ...]


class Paragraph(Record):
    """Running text; a quotation inside stands in “ and ”."""

    inlines: tuple[Inline, ...]


class QuoteBlock(Record):
    """A quotation set apart, without marks, with its speaker below."""

    quote: Quote


class ListBlock(Record):
    """A list; each item holds blocks."""

    ordered: bool = False
    items: tuple[tuple["Block", ...], ...]


Block = Heading | Paragraph | QuoteBlock | ListBlock

ListBlock.model_rebuild()


class _Emphases:
    """Which emphasis is in force where, from overlapping styled stretches; bold outdoes italic."""

    def __init__(self, styled: Sequence[StyledSpan]) -> None:
        self.edges: list[int] = []
        if not styled:
            return
        changes: dict[int, list[int]] = {}
        for span, emphasis in styled:
            bold = emphasis is Emphasis.BOLD
            for edge, step in ((span.start, 1), (span.end, -1)):
                counts = changes.setdefault(edge, [0, 0])
                counts[bold] += step
        self.edges = sorted(changes)
        self._from_edge: list[Emphasis] = []
        italic = bold = 0
        for edge in self.edges:
            italic, bold = italic + changes[edge][0], bold + changes[edge][1]
            self._from_edge.append(Emphasis.BOLD if bold else Emphasis.ITALIC if italic else Emphasis.NONE)

    def at(self, offset: int) -> Emphasis:
        """Return the emphasis of the character at `offset`."""
        index = bisect_right(self.edges, offset) - 1 if self.edges else -1
        return self._from_edge[index] if index >= 0 else Emphasis.NONE

    def between(self, start: int, end: int) -> list[int]:
        """Return the edges inside a stretch."""
        return self.edges[bisect_right(self.edges, start) : bisect_left(self.edges, end)] if self.edges else []


class ParagraphWriter:
    """Paragraphs while they are written; `position` is how far the source is used up."""

    def __init__(self, text: str, styled: Sequence[StyledSpan]) -> None:
        self.text = text
        self.blocks: list[Block] = []
        self.position = 0
        self._run: list[Inline] = []
        self._words: list[str] = []  # of the last stretch of prose, which may go on
        self._emphasis = Emphasis.NONE  # of that stretch
        self._emphases = _Emphases(styled)
        self._behind_block = False

    def words_until(self, end: int) -> None:
        """Write the words up to a place of the source."""
        start = self.position
        for edge in self._emphases.between(start, end):
            self.write(self.text[start:edge], start)
            start = edge
        self.write(self.text[start:end], start)

    def write(self, words: str, source: int) -> None:
        """Add words; `source` is where in the text they begin, which decides how they are set."""
        if self._behind_block:
            # Only punctuation that closed an inline quotation can stand here.
            words = words.lstrip(_BEHIND_A_BLOCK)
        if not words:
            return
        self._behind_block = False
        emphasis = self._emphases.at(source)
        if emphasis is not self._emphasis:
            self._end_words()
            self._emphasis = emphasis
        self._words.append(words)

    def _end_words(self) -> None:
        if self._words:
            self._run.append(TextRun(text="".join(self._words), emphasis=self._emphasis))
            self._words = []

    def quote(self, quote: Quote, suffix: str) -> None:
        """Add a quotation and what stands behind it."""
        self._behind_block = False
        self._end_words()
        self._run.append(quote)
        if suffix:
            self._words, self._emphasis = [suffix], Emphasis.NONE

    def block(self, block: QuoteBlock) -> None:
        """Set a quotation apart."""
        self.close()
        self.blocks.append(block)
        self._behind_block = True

    def close(self) -> None:
        """End a paragraph; one without a letter, digit or quotation is left out."""
        self._end_words()
        run, self._run = self._run, []
        if any(not isinstance(inline, TextRun) or any(map(str.isalnum, inline.text)) for inline in run):
            self.blocks.append(Paragraph(inlines=tuple(run)))
