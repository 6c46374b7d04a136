"""A finished chapter as escaped HTML, and the facts about it.

White space inside a quotation becomes single spaces, as in every edition; all other characters are the slice's.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from core.coverage.levels import CoverageLevel
from core.editions.export.decision_labels import ACTIONS
from core.enforcement.results import ChapterDraft, EditionQuote
from core.prose.model import Block, Heading, Inline, ListBlock, Paragraph, Quote, QuoteBlock, TextRun
from workbench.labels import LEVELS, ROLES, clock, count, coverage_in_words
from workbench.safe_html import SafeHtml, element, escape_text, join_html

_HIGHEST = 2  # the page has the only h1


class _HtmlWriter:
    """Writes blocks as HTML; each of `numbers` follows one quotation, in reading order, "" for none."""

    def __init__(self, known: Mapping[str, EditionQuote], numbers: Sequence[str]) -> None:
        self._known = known
        self._numbers: Iterator[str] = iter(numbers)

    def _origin(self, quote: Quote) -> str:
        entry = self._known.get(quote.quote_id)
        time = clock(entry.start_seconds) if entry else ""
        role = ROLES[quote.speaker.speaker_role].lower()
        where = f"transcript characters {quote.raw_span.start:,} to {quote.raw_span.end:,}"
        return " · ".join(part for part in (f"{quote.speaker.speaker_name} ({role})", time, where) if part)

    def _number(self) -> SafeHtml:
        number = next(self._numbers, "")
        return element("sup", number) if number else SafeHtml()

    def _inline(self, inline: Inline) -> SafeHtml:
        if isinstance(inline, TextRun):
            return element(inline.emphasis.value, inline.text) if inline.emphasis else escape_text(inline.text)
        words = f"“{' '.join(inline.text.split())}”"
        marked = element("q", words, class_="wb-quote", tabindex="0", data_tip=self._origin(inline))
        return join_html((marked, self._number()))

    def _inlines(self, inlines: Sequence[Inline]) -> SafeHtml:
        return join_html(map(self._inline, inlines))

    def _block(self, block: Block) -> SafeHtml:
        match block:
            case Heading():
                return element(f"h{min(max(block.level, _HIGHEST), 6)}", self._inlines(block.inlines))
            case Paragraph():
                return element("p", self._inlines(block.inlines))
            case QuoteBlock():
                quote = block.quote
                text = " ".join(quote.text.split())
                words = element("p", text, class_="wb-quote", tabindex="0", data_tip=self._origin(quote))
                footer = element("footer", f"— {quote.speaker.speaker_name}", self._number())
                return element("blockquote", words, footer)
            case ListBlock():
                items = [element("li", self.blocks(item)) for item in block.items]
                return element("ol" if block.ordered else "ul", *items)

    def blocks(self, blocks: Sequence[Block]) -> SafeHtml:
        return join_html(map(self._block, blocks))


def blocks_as_html(blocks: Sequence[Block], known: Mapping[str, EditionQuote], numbers: Sequence[str] = ()) -> SafeHtml:
    """Return finished blocks as HTML; `known` has the time of each quotation, `numbers` follow the quotations."""
    return _HtmlWriter(known, numbers).blocks(blocks)


def level(reached: CoverageLevel, before: str = "") -> SafeHtml:
    """Return a level of coverage as a word on its colour."""
    return element("span", f"{before} {LEVELS[reached]}".strip(), class_=f"wb-level {reached.value}")


def facts_as_html(draft: ChapterDraft, class_: str = "wb-facts") -> SafeHtml:
    """Return a chapter's evidence and what was done with its quotations, as HTML."""
    coverage = draft.coverage
    written = len(draft.narrative.split())
    actions = Counter(ACTIONS[decision.action] for decision in draft.enforcement.decisions)
    done = ", ".join(f"{number} {action}" for action, number in actions.items()) or "none was written"
    facts = {
        "Coverage": level(coverage.level),
        "Stands on": coverage_in_words(coverage),
        "Narrative": f"{count(written, 'word')}, {coverage.reachable_words} were asked for",
        "Quotations": done,
    }
    pairs = (element("div", element("dt", term), element("dd", value)) for term, value in facts.items())
    return element("dl", *pairs, class_=class_)


def chapter_as_html(draft: ChapterDraft, quotes: Sequence[EditionQuote]) -> SafeHtml:
    """Return a whole chapter and the facts about it."""
    known = {quote.quote_id: quote for quote in quotes}
    article = element("article", blocks_as_html(draft.blocks, known), class_="wb-reading")
    return element("div", article, facts_as_html(draft), class_="wb-chapter")
