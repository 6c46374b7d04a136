"""Finished prose as HTML: every quotation with a card that says who said it, when, and where it stands.

The cards are tooltips, and `hidden` until the style sheet shows them, so that a stranger who reads the text alone does
not take them for part of a sentence.
"""

from html import escape

from core.chapter import EditionQuote
from core.prose import Block, Emphasis, Heading, Inline, ListBlock, Quote, QuoteBlock
from core.rendering import unmarked
from core.writers.wording import ROLES, clock

# What no HTML file can hold: control characters that are not white space, and halves of a UTF-16 pair.
_CONTROLS = [code for code in (*range(0x20), *range(0x7F, 0xA0)) if not chr(code).isspace()]
_UNWRITABLE = dict.fromkeys((*_CONTROLS, *range(0xD800, 0xE000)), "\ufffd")


def shown(text: str) -> str:
    """Return text exactly as it is to be read, escaped."""
    return escape(text.translate(_UNWRITABLE))


def mentioned(text: str) -> str:
    """Return text that stands outside the prose: on one line, without quotation marks, escaped."""
    return shown(unmarked(text))


def _slice(quote: Quote) -> str:
    return shown(" ".join(quote.text.split()))


class BlockWriter:
    """Writes blocks and numbers their quotations in reading order; `places` holds a line for each of them."""

    def __init__(self, quotes: tuple[EditionQuote, ...]) -> None:
        self._known = {quote.quote_id: quote for quote in quotes}
        self.places: list[str] = []

    def blocks(self, blocks: tuple[Block, ...]) -> str:
        """Write blocks, one below the other."""
        return "\n".join(map(self._block, blocks))

    def inlines(self, inlines: tuple[Inline, ...]) -> str:
        """Write running text."""
        return "".join(map(self._inline, inlines))

    def _block(self, block: Block) -> str:
        if isinstance(block, QuoteBlock):
            return self._quote_block(block.quote)
        if isinstance(block, ListBlock):
            tag = "ol" if block.ordered else "ul"
            items = "\n".join(f"<li>{self.blocks(item)}</li>" for item in block.items)
            return f"<{tag}>\n{items}\n</{tag}>"
        # The page has the first level of headings and its chapters the second.
        tag = f"h{min(max(block.level, 3), 6)}" if isinstance(block, Heading) else "p"
        return f"<{tag}>{self.inlines(block.inlines)}</{tag}>"

    def _inline(self, inline: Inline) -> str:
        if isinstance(inline, Quote):
            attributes, card = self._card(inline)
            return f"<span {attributes}>“{_slice(inline)}”{card}</span>"
        if inline.emphasis is Emphasis.NONE:
            return shown(inline.text)
        return f"<{inline.emphasis}>{shown(inline.text)}</{inline.emphasis}>"

    def _quote_block(self, quote: Quote) -> str:
        attributes, card = self._card(quote)
        attribution = f'<footer class="attribution">— {mentioned(quote.speaker.speaker_name)}</footer>'
        return f"<figure {attributes}>\n<blockquote><p>{_slice(quote)}</p>{attribution}</blockquote>\n{card}\n</figure>"

    def _card(self, quote: Quote) -> tuple[str, str]:
        """Return the attributes of a quotation, and its card."""
        known = self._known.get(quote.quote_id)
        name, role = mentioned(quote.speaker.speaker_name), ROLES[quote.speaker.speaker_role.value]
        facts = [f"characters {quote.raw_span.start}–{quote.raw_span.end} of the transcript"]
        if known is not None and known.start_seconds is not None:
            facts.insert(0, f"at or after {clock(known.start_seconds)} in the recording")
        doubt = [] if known is not None and known.speaker_verified else ["speaker not verified"]
        # The name does not come first: a line that begins with one could be taken for something said.
        self.places.append(", ".join((*reversed(facts), name, role, *doubt)))
        number = len(self.places)
        lines = [f'<span class="who"><b>{name}</b>, {role}</span>']
        lines += (f"<span>{fact}</span>" for fact in facts)
        lines += (f'<span class="doubt">{line}</span>' for line in doubt)
        attributes = (
            f'class="quote" id="quote-{number}" tabindex="0" data-quote-id="{shown(quote.quote_id)}" '
            f'aria-describedby="card-{number}"'
        )
        card = f'<span class="provenance" role="tooltip" id="card-{number}" hidden>{" ".join(lines)}</span>'
        return attributes, card
