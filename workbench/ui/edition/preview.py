"""What an edited chapter becomes, as it is read: words that lost their marks are marked as not proven."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from core.enforcement.results import ChapterDraft, ProseKind
from core.prose.model import Block, Heading, Inline, ListBlock, Paragraph, Quote, QuoteBlock
from core.prose.render import one_line
from core.span import Span
from workbench.safe_html import SafeHtml, element, escape_text, join_html

_HIGHEST = 3  # the page has the only h1, the column the h2
_LOST = (ProseKind.LOST_MARKS, ProseKind.MENTION)
_SAID = "not proven: it lost its quotation marks"


def _words(words: str, start: int, lost: Sequence[Span]) -> Iterator[str]:
    """Yield a stretch of prose that begins at `start` of its paragraph, cut where something lost its marks."""
    position = start
    for span in lost:
        first, last = max(span.start, position), min(span.end, start + len(words))
        if first < last:
            yield words[position - start : first - start]
            yield element("span", words[first - start : last - start], class_="wb-unproven", title=_SAID)
            position = last
    yield words[position - start :]


def _inlines(inlines: Sequence[Inline], lost: Sequence[Span]) -> SafeHtml:
    shown: list[str] = []
    length = 0
    for inline in inlines:
        if isinstance(inline, Quote):
            slice_text = f"“{one_line(inline.text)}”"
            shown.append(element("q", slice_text, class_="wb-quote", title=f"Proven: {inline.speaker.speaker_name}"))
            length += len(slice_text)
            continue
        words = join_html(_words(inline.text, length, lost))
        shown.append(element(inline.emphasis.value, words) if inline.emphasis else words)
        length += len(inline.text)
    return join_html(shown)


class _Preview:
    """Writes blocks in reading order and counts the paragraphs as `core.enforcement.unmarked` does."""

    def __init__(self, lost: dict[int, list[Span]]) -> None:
        self._lost = lost
        self._numbers = count()

    def blocks(self, blocks: Iterable[Block]) -> SafeHtml:
        return join_html(self._block(block) for block in blocks)

    def _block(self, block: Block) -> SafeHtml:
        match block:
            case Heading():
                name = f"h{min(max(block.level + 1, _HIGHEST), 6)}"
                return element(name, _inlines(block.inlines, self._next()))
            case Paragraph():
                return element("p", _inlines(block.inlines, self._next()))
            case QuoteBlock():
                name = block.quote.speaker.speaker_name
                words = element("p", one_line(block.quote.text), class_="wb-quote", title=f"Proven: {name}")
                return element("blockquote", words, element("footer", f"— {name}"))
            case ListBlock():
                items = [element("li", self.blocks(item)) for item in block.items]
                return element("ol" if block.ordered else "ul", *items)

    def _next(self) -> list[Span]:
        return self._lost.get(next(self._numbers), [])


def preview_of(draft: ChapterDraft) -> SafeHtml:
    """Return a finished chapter as escaped HTML; nothing unproven is in quotation marks."""
    lost: dict[int, list[Span]] = {}
    for prose in draft.enforcement.unproven:
        if prose.kind in _LOST:
            lost.setdefault(prose.paragraph, []).append(prose.span)
    blocks = _Preview(lost).blocks(draft.blocks)
    return element("article", blocks or escape_text("There is nothing to read."), class_="wb-reading wb-preview")
