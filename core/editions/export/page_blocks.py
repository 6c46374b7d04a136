"""Finished prose as HTML: every quotation with a card that says who said it, when, and where it stands.

The cards are tooltips, and `hidden` until the style sheet shows them, so that nobody who reads the text alone takes
them for part of a sentence.
"""

import re
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from core.editions.export.decision_labels import ROLES, UNPROVEN, WARNINGS, clock
from core.editions.export.linked_data import SaidOnPage
from core.editions.export.self_check import surroundings
from core.editions.recording_link import recording_links
from core.enforcement.results import EditionQuote, EnforcementResult, ProseKind, UnprovenProse
from core.prose.model import Block, Emphasis, Heading, Inline, ListBlock, Quote, QuoteBlock, TextRun
from core.prose.render import unmarked
from core.text.confusables import without_order_controls
from core.transcripts.passage_source import TimesOf

if TYPE_CHECKING:
    from core.enforcement.context_warnings import MeaningWarning
    from core.span import Span

# What no HTML file can hold: control characters that are not white space, and halves of a UTF-16 pair.
_CONTROLS = [code for code in (*range(0x20), *range(0x7F, 0xA0)) if not chr(code).isspace()]
_SPACE = re.compile(r"\s+")
_UNWRITABLE = dict.fromkeys((*_CONTROLS, *range(0xD800, 0xE000)), "\ufffd")


def _writable(text: str) -> str:
    return text.translate(_UNWRITABLE)


def shown(text: str) -> str:
    """Return text exactly as it is to be read, escaped."""
    return escape(_writable(text))


def _prose(text: str) -> str:
    """Return words that are no quotation, escaped: nothing in them turns the order of the words around them, or could
    be a line's end to some reader."""
    return shown(_SPACE.sub(" ", without_order_controls(text)))


def plain(text: str) -> str:
    """Return text that stands outside the prose: on one line, without quotation marks, not yet escaped."""
    return _writable(unmarked(text))


def mentioned(text: str) -> str:
    """Return text that stands outside the prose, escaped."""
    return escape(plain(text))


def _one_line(quote: Quote) -> str:
    return " ".join(quote.text.split())


def _slice(quote: Quote) -> str:
    return shown(_one_line(quote))


def _marked(text: str, offset: int, unproven: Sequence[UnprovenProse]) -> str:
    """Return words with what is not proven in them marked; the words begin at `offset` of their paragraph."""
    pieces: list[str] = []
    done = 0
    for prose in unproven:
        start, end = max(prose.span.start - offset, done), min(prose.span.end - offset, len(text))
        if start >= end:
            continue
        mark = f'<mark class="unproven" title="{UNPROVEN[prose.kind]}">{_prose(text[start:end])}</mark>'
        pieces += (_prose(text[done:start]), mark)
        done = end
    return "".join((*pieces, _prose(text[done:])))


def _time(quote: EditionQuote | None) -> list[str]:
    """Return when a quotation was said, as near as the transcript tells it."""
    if quote is None or quote.start_seconds is None:
        return []
    start = clock(quote.start_seconds)
    if quote.times not in (TimesOf.WORDS, TimesOf.UNITS):
        return [f"at or after {start} in the recording"]
    if quote.end_seconds is None:
        return [f"from {start} in the recording"]
    return [f"{start} to {clock(quote.end_seconds)} in the recording"]


def _listen_first(quote: EditionQuote | None) -> list[str]:
    if quote is None or not quote.listen_first or quote.least_certain is None:
        return []
    return [f"listen first: the transcript is {mentioned(quote.least_certain.in_words)}"]


class BlockWriter:
    """Writes blocks and numbers their quotations in reading order.

    `places` holds a line for each of them, `standing` its id and a hash of the words around it, `said` its words.
    """

    def __init__(self, quotes: tuple[EditionQuote, ...], recording_url: str = "") -> None:
        self._links = recording_links(recording_url, quotes)
        self._known = {quote.quote_id: quote for quote in quotes}
        self.places: list[str] = []
        self.standing: list[tuple[str, str]] = []
        self.said: list[SaidOnPage] = []
        self._paragraph = 0
        self._unproven: dict[int, list[UnprovenProse]] = {}
        self._warnings: dict[Span, list[MeaningWarning]] = {}

    def begin(self, result: EnforcementResult) -> None:
        """Begin a chapter, whose prose without proof is marked and whose quotations carry their warnings."""
        self._paragraph = 0
        self._unproven, self._warnings = {}, {}
        for prose in result.unproven:
            if prose.kind is not ProseKind.MENTION:
                self._unproven.setdefault(prose.paragraph, []).append(prose)
        for warning in result.warnings:
            self._warnings.setdefault(warning.quote_span, []).append(warning)

    def blocks(self, blocks: tuple[Block, ...]) -> str:
        """Write blocks, one below the other."""
        return "\n".join(map(self._block, blocks))

    def inlines(self, inlines: tuple[Inline, ...]) -> str:
        """Write running text, the next paragraph or heading of the chapter."""
        texts = (without_order_controls(words.text) for words in inlines if isinstance(words, TextRun))
        around = surroundings(_writable("".join(texts)))
        self.standing += ((quote.quote_id, around) for quote in inlines if isinstance(quote, Quote))
        unproven = self._unproven.get(self._paragraph, [])
        self._paragraph += 1
        pieces: list[str] = []
        offset = 0
        for inline in inlines:
            pieces.append(self._inline(inline, offset, unproven))
            offset += len(f"“{_one_line(inline)}”" if isinstance(inline, Quote) else inline.text)
        return "".join(pieces)

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

    def _inline(self, inline: Inline, offset: int, unproven: Sequence[UnprovenProse]) -> str:
        if isinstance(inline, Quote):
            attributes, card = self._card(inline)
            return f"<span {attributes}>{self._linked(f'“{_slice(inline)}”', inline)}{card}</span>"
        text = _marked(inline.text, offset, unproven)
        return text if inline.emphasis is Emphasis.NONE else f"<{inline.emphasis}>{text}</{inline.emphasis}>"

    def _quote_block(self, quote: Quote) -> str:
        attributes, card = self._card(quote)
        words = self._linked(_slice(quote), quote)
        # Its name stands by itself and is compared with the certificate's.
        self.standing.append((quote.quote_id, surroundings("")))
        attribution = f'<footer class="attribution">— {mentioned(quote.speaker.speaker_name)}</footer>'
        return f"<figure {attributes}>\n<blockquote><p>{words}</p>{attribution}</blockquote>\n{card}\n</figure>"

    def _linked(self, words: str, quote: Quote) -> str:
        address = self._links.get(quote.quote_id)
        return f'<a href="{escape(address)}">{words}</a>' if address else words

    def _card(self, quote: Quote) -> tuple[str, str]:
        """Return the attributes of a quotation, and its card."""
        known = self._known.get(quote.quote_id)
        verified = known is not None and known.speaker_verified
        self.said.append(SaidOnPage(_writable(_one_line(quote)), plain(quote.speaker.speaker_name) if verified else ""))
        name, role = mentioned(quote.speaker.speaker_name), ROLES[quote.speaker.speaker_role.value]
        facts = [f"characters {quote.raw_span.start}–{quote.raw_span.end} of the transcript"]
        facts = [*_time(known), *facts]
        doubt = [] if verified else ["speaker not verified"]
        doubt += _listen_first(known)
        warned = [f"{WARNINGS[one.kind]}, {mentioned(one.words)}" for one in self._warnings.get(quote.raw_span, ())]
        # The name does not come first: a line that begins with one could read as a script line.
        self.places.append(", ".join((*reversed(facts), name, role, *doubt)))
        number = len(self.places)
        lines = [f'<span class="who"><b>{name}</b>, {role}</span>']
        lines += (f"<span>{fact}</span>" for fact in facts)
        lines += (f'<span class="doubt">{line}</span>' for line in (*doubt, *warned))
        attributes = (
            f'class="quote" id="quote-{number}" tabindex="0" data-quote-id="{shown(quote.quote_id)}" '
            f'aria-describedby="card-{number}"'
        )
        card = f'<span class="provenance" role="tooltip" id="card-{number}" hidden>{" ".join(lines)}</span>'
        return attributes, card
