"""The blocks of a chapter under pseudonyms: quotations moved, whom they are given to renamed, other names listed."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from core.editions.pseudonyms.name_places import NameReading
from core.prose.attribution import SentenceAttributions
from core.prose.attribution.running_text import ProseParagraph
from core.prose.model import Block, Heading, Inline, ListBlock, Paragraph, Quote, QuoteBlock, TextRun
from core.prose.quotations import Quotation
from core.prose.render import one_line
from core.span import Span, replace_spans
from core.transcripts.pseudonyms.transcript import NAME_TAKEN_OUT

_Edit = tuple[Span, str]


def _overlaps_any(span: Span, others: Iterable[Span]) -> bool:
    return any(span.overlaps(other) for other in others)


class BlockRenaming:
    """Renames blocks; in a paragraph with one of the quotations `unread`, whose speaker cannot be read otherwise, each
    name that means one person is their pseudonym. None: in every paragraph."""

    def __init__(
        self, reading: NameReading, move: Callable[[Quote], Quote], *, unread: frozenset[str] | None = frozenset()
    ) -> None:
        self._reading = reading
        self._people = reading.people
        self._move = move
        self._unread = unread

    def _attributions(self, paragraph: ProseParagraph) -> Iterator[_Edit]:
        """Yield the names that give a quotation to somebody who has a pseudonym."""
        quotations = [Quotation(span, Span(span.start + 1, span.end - 1)) for span in paragraph.quotes]
        given = SentenceAttributions(paragraph.text, quotations, self._people.roster)
        for number in range(len(quotations)):
            for one in (given.attribution(number), given.without_what_follows(number)):
                pseudonym = self._people.pseudonym(one.name) if one is not None else None
                if one is not None and pseudonym is not None:
                    # A time or a role may stand with the name; unseen characters may stand in it.
                    start = paragraph.text.find(one.name, *one.span)
                    yield Span(start, start + len(one.name)) if start >= 0 else one.span, pseudonym

    def _is_unread(self, inlines: Iterable[Inline]) -> bool:
        quotes = (one for one in inlines if isinstance(one, Quote))
        return self._unread is None or any(one_line(self._move(one).text) in self._unread for one in quotes)

    def _edits(self, where: str, inlines: Sequence[Inline], leads_to: Quote | None, *, is_heading: bool) -> list[_Edit]:
        paragraph = ProseParagraph(inlines)
        text = paragraph.text
        edits: dict[Span, str] = {}
        # What is set apart below belongs to the sentence that leads to it.
        behind = (TextRun(text=" "), leads_to) if leads_to is not None else ()
        for span, pseudonym in self._attributions(ProseParagraph((*inlines, *behind))):
            if not _overlaps_any(span, edits):
                edits[span] = pseudonym
        given = (*edits, *paragraph.quotes)
        everywhere = not is_heading and self._is_unread((*inlines, *behind))
        for span in self._people.finder.find(text):
            if _overlaps_any(span, given):
                continue
            self._reading.note(where, text, span)
            pseudonym = self._people.pseudonym(span.slice(text)) if everywhere else None
            if pseudonym is not None or self._reading.redact:
                edits[span] = pseudonym or NAME_TAKEN_OUT
        return sorted(edits.items())

    def _inlines(
        self, where: str, inlines: Sequence[Inline], leads_to: Quote | None = None, *, is_heading: bool = False
    ) -> tuple[Inline, ...]:
        edits = self._edits(where, inlines, leads_to, is_heading=is_heading)
        renamed: list[Inline] = []
        start = 0
        for inline in inlines:
            end = start + len(ProseParagraph((inline,)).text)
            # A name that is set in two ways is written where it begins.
            here = [
                (Span(max(span.start, start) - start, min(span.end, end) - start), new if span.start >= start else "")
                for span, new in edits
                if span.start < end and start < span.end
            ]
            if isinstance(inline, Quote):
                renamed.append(self._quote(where, inline))
            elif text := replace_spans(inline.text, here)[0]:
                renamed.append(TextRun(text=text, emphasis=inline.emphasis))
            start = end
        return tuple(renamed)

    def _quote(self, where: str, quote: Quote) -> Quote:
        for span in self._people.finder.find(quote.text):
            self._reading.note(f"{where}, quotation", quote.text, span)
        return self._move(quote)

    def blocks(self, where: str, blocks: Sequence[Block]) -> tuple[Block, ...]:
        """Return the blocks renamed; `where` says, in words for a person, what they are part of."""
        following = (*blocks[1:], None)
        return tuple(self._block(where, block, after) for block, after in zip(blocks, following, strict=True))

    def _block(self, where: str, block: Block, after: Block | None) -> Block:
        match block:
            case Heading():
                return Heading(level=block.level, inlines=self._inlines(where, block.inlines, is_heading=True))
            case Paragraph():
                leads_to = after.quote if isinstance(after, QuoteBlock) else None
                return Paragraph(inlines=self._inlines(where, block.inlines, leads_to))
            case QuoteBlock():
                return QuoteBlock(quote=self._quote(where, block.quote))
            case ListBlock():
                return ListBlock(ordered=block.ordered, items=tuple(self.blocks(where, item) for item in block.items))
