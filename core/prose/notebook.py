"""Finished prose as a notebook shows it: quotations visibly marked, each with where it comes from."""

from collections.abc import Sequence

from core.prose.model import Block, Heading, Inline, ListBlock, Paragraph, Quote, QuoteBlock, TextRun
from core.text.safe_html import SafeHtml, element, escape_text, join_html

_HIGHEST = 3  # a notebook's own headings stand above


def _origin(quote: Quote) -> str:
    speaker = quote.speaker
    start, end = quote.raw_span
    return f"{speaker.speaker_name} ({speaker.speaker_role.value}), characters {start:,}–{end:,} of the transcript"


def _slice(quote: Quote) -> str:
    return " ".join(quote.text.split())


def _inline(inline: Inline) -> SafeHtml:
    if isinstance(inline, TextRun):
        return element(inline.emphasis.value, inline.text) if inline.emphasis else escape_text(inline.text)
    return element("span", f"“{_slice(inline)}”", class_="quote", title=_origin(inline))


def _block(block: Block) -> SafeHtml:
    match block:
        case Heading():
            level = min(max(block.level + 1, _HIGHEST), 6)
            return element(f"h{level}", *map(_inline, block.inlines))
        case Paragraph():
            return element("p", *map(_inline, block.inlines))
        case QuoteBlock():
            words = element("span", _slice(block.quote), class_="quote", title=_origin(block.quote))
            return element("blockquote", words, element("p", f"— {block.quote.speaker.speaker_name}"))
        case ListBlock():
            items = [element("li", as_html(item)) for item in block.items]
            return element("ol" if block.ordered else "ul", *items)


def count_quotations(blocks: Sequence[Block]) -> int:
    """Return how many quotations stand in finished prose."""
    number = 0
    for block in blocks:
        match block:
            case QuoteBlock():
                number += 1
            case ListBlock():
                number += sum(map(count_quotations, block.items))
            case Heading() | Paragraph():
                number += sum(isinstance(inline, Quote) for inline in block.inlines)
    return number


def as_html(blocks: Sequence[Block]) -> SafeHtml:
    """Return finished prose as HTML; a heading stands one level lower than it says."""
    return join_html(map(_block, blocks))
