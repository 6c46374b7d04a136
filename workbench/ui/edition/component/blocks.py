"""The blocks of a finished chapter as data: what the browser builds headings, paragraphs and quotations from.

A block is a list whose first item says what it is: `["h", level, pieces]`, `["p", pieces]`, `["note", pieces]` (why a
fallback stands here), `["q", place]`, `["ul", items]`, `["ol", items]`. A piece is a string, `{"q": place}` for a
quotation, or `{"t": words}` with `"e"` (emphasis) or `"u"` (the number of an entry of unproven prose). Places count the
quotations of the chapter in reading order, from 0.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from core.enforcement.results import ChapterDraft
from core.prose.model import Block, Heading, Inline, ListBlock, Paragraph, Quote, QuoteBlock, TextRun
from core.prose.render import one_line
from core.span import Span
from core.text.confusables import without_order_controls

NumberedSpan = tuple[Span, int]


def _stretches(draft: ChapterDraft) -> dict[int, list[NumberedSpan]]:
    """Return the unproven stretches of each paragraph with their numbers."""
    found: dict[int, list[NumberedSpan]] = {}
    for number, prose in enumerate(draft.enforcement.unproven):
        found.setdefault(prose.paragraph, []).append((prose.span, number))
    return found


def _cut(words: TextRun, start: int, stretches: Sequence[NumberedSpan]) -> Iterator[Any]:
    """Yield words that begin at `start` of their paragraph, cut where unproven prose begins and ends."""
    end = start + len(words.text)
    edges = {start, end}
    for span, _ in stretches:
        edges.update(edge for edge in span if start < edge < end)
    for begin, stop in pairwise(sorted(edges)):
        # Offsets count characters as stored; text that an older program stored may hold bidirectional controls.
        piece: dict[str, Any] = {"t": without_order_controls(words.text[begin - start : stop - start])}
        number = next((one for span, one in stretches if span.start <= begin and stop <= span.end), None)
        if words.emphasis:
            piece["e"] = words.emphasis.value
        if number is not None:
            piece["u"] = number
        yield piece if len(piece) > 1 else piece["t"]


class ChapterBlocks:
    """Describes one chapter; `number_of` gives the number of a quotation in the whole edition."""

    def __init__(self, draft: ChapterDraft, number_of: Callable[[Quote], int]) -> None:
        self._number_of = number_of
        self._fallback = draft.fallback
        self._stretches = _stretches(draft)
        self._paragraph = (
            -1
        )  # as `core.enforcement.unmarked` counts them: paragraphs and headings, those of lists included
        self.places: list[int] = []
        self.blocks = [self._block(block) for block in draft.blocks]

    @property
    def says_why(self) -> bool:
        """Whether the text itself says why the written chapter is not shown."""
        return any(block[0] == "note" for block in self.blocks)

    def _place(self, quote: Quote) -> int:
        self.places.append(self._number_of(quote))
        return len(self.places) - 1

    def _pieces(self, inlines: Sequence[Inline]) -> list[Any]:
        self._paragraph += 1
        stretches = self._stretches.get(self._paragraph, [])
        pieces: list[Any] = []
        start = 0
        for inline in inlines:
            if isinstance(inline, Quote):
                pieces.append({"q": self._place(inline)})
                start += len(one_line(inline.text)) + 2  # with its marks
            else:
                pieces += _cut(inline, start, stretches)
                start += len(inline.text)
        return pieces

    def _block(self, block: Block) -> list[Any]:
        match block:
            case Heading():
                return ["h", block.level, self._pieces(block.inlines)]
            case Paragraph():
                text = "".join(inline.text for inline in block.inlines)
                kind = "note" if self._fallback and self._fallback in text else "p"
                return [kind, self._pieces(block.inlines)]
            case QuoteBlock():
                return ["q", self._place(block.quote)]
            case ListBlock():
                items = [[self._block(inner) for inner in item] for item in block.items]
                return ["ol" if block.ordered else "ul", items]
