"""Finished text as a structure: what stands in an edition is built from these and never patched.

A quotation is a value of its own, not a stretch of characters between marks; the writers decide how it looks.
"""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from core.record import Record
from core.span import Span
from core.transcripts.speakers import SpeakerRef
from core.whitelist.build import WhitelistQuote


class Emphasis(StrEnum):
    """How a stretch of prose is set."""

    NONE = ""
    ITALIC = "em"
    BOLD = "strong"


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
