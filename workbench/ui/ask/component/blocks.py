"""The blocks of an answer as the browser builds them: words, and the numbers of the quotations between them."""

from collections.abc import Iterator, Sequence
from typing import Any

from core.answers.records import AnswerQuote, Citation, CitedAnswer
from core.prose.model import Block, Emphasis, Heading, Inline, ListBlock, Paragraph, Quote, QuoteBlock
from core.prose.render import one_line, stands_inside_marks, unmarked


def is_exact_slice(quote: AnswerQuote, citation: Citation | None) -> bool:
    """Tell whether a quotation is the slice of its record that it says it is."""
    return citation is not None and bool(quote.text) and quote.within.slice(citation.text) == quote.text


def _plain(words: str) -> str:
    """Return prose as it is; where it holds marks that would make a quotation of it, without all such marks.

    No answer of ours has any: one that came with a session from elsewhere might.
    """
    if stands_inside_marks(words):
        return words
    before, after = (" " if words[place : place + 1 or None].isspace() else "" for place in (0, -1))
    return f"{before}{unmarked(words)}{after}"


class AnswerBlocks:
    """Describes the blocks of an answer; `standing` are its quotations in reading order, None for one that does not
    stand. What stands in no record is left out, and the browser says so."""

    def __init__(self, answer: CitedAnswer, standing: Sequence[AnswerQuote | None]) -> None:
        self._standing = standing
        self._next = 0
        self.blocks = [self._block(block) for block in answer.blocks]

    def _is(self, number: int, quote: Quote) -> bool:
        known = self._standing[number] if number < len(self._standing) else None
        wanted = (quote.speaker.speaker_id, one_line(quote.text))
        return known is not None and (known.record_id, one_line(known.text)) == wanted

    def _number(self, quote: Quote) -> int:
        """Return the number of a quotation, -1 where it is not proven."""
        here, self._next = self._next, self._next + 1
        if self._is(here, quote):
            return here
        return next((number for number in range(len(self._standing)) if self._is(number, quote)), -1)

    def _pieces(self, inlines: Sequence[Inline]) -> Iterator[Any]:
        named = ""  # the id behind a quotation, whose place its chip takes
        for inline in inlines:
            if isinstance(inline, Quote):
                number = self._number(inline)
                named = f" ({inline.speaker.speaker_name})" if number >= 0 else ""
                yield {"q": number}
                continue
            text, named = _plain(inline.text.removeprefix(named)), ""
            if inline.emphasis is not Emphasis.NONE:
                yield {"t": text, "em": inline.emphasis.value}
            elif text:
                yield text

    def _block(self, block: Block) -> list[Any]:
        match block:
            case Heading():
                return ["h", block.level, list(self._pieces(block.inlines))]
            case Paragraph():
                return ["p", list(self._pieces(block.inlines))]
            case QuoteBlock():
                return ["q", self._number(block.quote)]
            case ListBlock():
                items = [[self._block(inner) for inner in item] for item in block.items]
                return ["ol" if block.ordered else "ul", items]
