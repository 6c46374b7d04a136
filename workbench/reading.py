"""An edition as it is read: the blocks of a finished chapter as escaped HTML, its quotations visibly marked.

White space inside a quotation is written as single spaces, as in every edition; everything else is the slice.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from core.chapter import ChapterDraft, Decision, EditionQuote
from core.coverage import CoverageLevel
from core.prose import Block, Heading, Inline, ListBlock, Paragraph, Quote, QuoteBlock, Words
from core.writers.wording import ACTIONS, FINDINGS, PLACES, UNPROVEN, WARNINGS
from workbench.markup import Markup, element, table, text, together
from workbench.wording import LEVELS, ROLES, clock, count, coverage_in_words

_HIGHEST = 2  # the page has the only h1


def _origin(quote: Quote, known: Mapping[str, EditionQuote]) -> str:
    entry = known.get(quote.quote_id)
    time = clock(entry.start_seconds) if entry else ""
    role = ROLES[quote.speaker.speaker_role].lower()
    where = f"transcript characters {quote.raw_span.start:,} to {quote.raw_span.end:,}"
    return " · ".join(part for part in (f"{quote.speaker.speaker_name} ({role})", time, where) if part)


def _slice(quote: Quote) -> str:
    return " ".join(quote.text.split())


def _inline(inline: Inline, known: Mapping[str, EditionQuote]) -> Markup:
    if isinstance(inline, Words):
        return element(inline.emphasis.value, inline.text) if inline.emphasis else text(inline.text)
    return element("q", f"“{_slice(inline)}”", class_="wb-quote", tabindex="0", data_tip=_origin(inline, known))


def _inlines(inlines: Sequence[Inline], known: Mapping[str, EditionQuote]) -> Markup:
    return together(_inline(inline, known) for inline in inlines)


def _block(block: Block, known: Mapping[str, EditionQuote]) -> Markup:
    match block:
        case Heading():
            return element(f"h{min(max(block.level, _HIGHEST), 6)}", _inlines(block.inlines, known))
        case Paragraph():
            return element("p", _inlines(block.inlines, known))
        case QuoteBlock():
            words = element(
                "p", _slice(block.quote), class_="wb-quote", tabindex="0", data_tip=_origin(block.quote, known)
            )
            return element("blockquote", words, element("footer", f"— {block.quote.speaker.speaker_name}"))
        case ListBlock():
            items = [element("li", blocks_as_html(item, known)) for item in block.items]
            return element("ol" if block.ordered else "ul", *items)


def blocks_as_html(blocks: Sequence[Block], known: Mapping[str, EditionQuote]) -> Markup:
    """Return finished blocks as HTML; `known` tells where each quotation stands."""
    return together(_block(block, known) for block in blocks)


def _written(decision: Decision, known: Mapping[str, EditionQuote]) -> Markup:
    """Return what was written, and the quote that a reference stands for."""
    quote = known.get(decision.quote_id or "")
    if quote is None or decision.original in (quote.text, " ".join(quote.text.split())):
        return text(decision.original)
    return together([decision.original, element("p", quote.text, class_="note")])


def _decisions(draft: ChapterDraft, known: Mapping[str, EditionQuote]) -> Markup:
    decisions = draft.enforcement.decisions
    if not decisions:
        return Markup()
    rows = [
        (PLACES[decision.place], ACTIONS[decision.action], FINDINGS[decision.finding], _written(decision, known))
        for decision in decisions
    ]
    headings = (("Where", ""), ("What happened", ""), ("Why", ""), ("The words as written", "half"))
    listed = table(headings, rows, caption="Decisions")
    summary = element("summary", f"What was decided about {count(len(decisions), 'quotation')} of this chapter")
    return element("details", summary, listed, class_="wb-decisions")


def _twice(draft: ChapterDraft, known: Mapping[str, EditionQuote]) -> Markup:
    """Return the words that stand unproven in prose, and the quotes whose sentence goes on outside them."""
    result = draft.enforcement
    texts: dict[tuple[int, int], str] = {quote.raw_span: quote.text for quote in known.values()}
    rows = [
        *((UNPROVEN[prose.kind], text(prose.words), prose.sentence) for prose in result.unproven),
        *(
            (WARNINGS[warning.kind], text(warning.words), texts.get(warning.quote_span, ""))
            for warning in result.warnings
        ),
    ]
    if not rows:
        return Markup()
    headings = (("What", ""), ("The words", ""), ("The sentence or quote beside them", "half"))
    summary = element("summary", f"Where to look twice: {count(len(rows), 'place')}")
    return element("details", summary, table(headings, rows, caption="Where to look twice"), class_="wb-decisions")


def _facts(draft: ChapterDraft) -> Markup:
    """Return the margin of a chapter: what it stands on and what was done with its quotations."""
    coverage = draft.coverage
    written = len(draft.narrative.split())
    actions = Counter(ACTIONS[decision.action] for decision in draft.enforcement.decisions)
    done = ", ".join(f"{number} {action}" for action, number in actions.items()) or "none"
    facts = {
        "Coverage": level(coverage.level),
        "Stands on": coverage_in_words(coverage),
        "Narrative": f"{count(written, 'word')}, {coverage.target_words} were asked for",
        "Quotations": done,
    }
    return element(
        "dl",
        *(element(tag, said) for fact in facts.items() for tag, said in zip(("dt", "dd"), fact, strict=True)),
        class_="wb-facts",
    )


def level(reached: CoverageLevel, before: str = "") -> Markup:
    """Return a level of coverage as a word on its colour."""
    return element("span", f"{before} {LEVELS[reached]}".strip(), class_=f"wb-level {reached.value}")


def chapter_as_html(draft: ChapterDraft, quotes: Sequence[EditionQuote]) -> Markup:
    """Return a whole chapter: what was written, why a fallback stands in its place, and every decision."""
    known = {quote.quote_id: quote for quote in quotes}
    fallback = (
        element("p", f"What was written is not shown here: {draft.fallback}", class_="wb-notice")
        if draft.fallback
        else Markup()
    )
    article = element("article", fallback, blocks_as_html(draft.blocks, known), class_="wb-reading")
    return element("div", article, _facts(draft), _decisions(draft, known), _twice(draft, known), class_="wb-chapter")
