"""A chapter while it is written, as HTML: the text whose quotations are decided, and the last decisions."""

import re
from collections import Counter
from collections.abc import Sequence

from core.editions.export.decision_labels import ACTIONS, FINDINGS
from core.enforcement.results import STAYS, Decision
from core.llm.client import Purpose
from core.prose.parse import BlockKind, SourceBlock, read_markdown
from workbench.jobs.runs import RunStatus
from workbench.labels import PURPOSES, count
from workbench.safe_html import SafeHtml, element, escape_text, join_html

_LONGEST = 20_000  # characters of the words that are drawn
_SHOWN = 6  # decisions
_CUT = 140  # characters of a quotation in a list
_PROVEN = re.compile(r"“[^”]*”")
_TAGS = {BlockKind.PARAGRAPH: "p", BlockKind.QUOTE: "blockquote", BlockKind.ITEM: "li"}


def _marked(words: str) -> SafeHtml:
    """Return decided text with its quotations marked: only proven words are in quotation marks."""
    parts: list[SafeHtml] = []
    end = 0
    for found in _PROVEN.finditer(words):
        parts += [escape_text(words[end : found.start()]), element("mark", found.group())]
        end = found.end()
    return join_html([*parts, escape_text(words[end:])])


def _block(block: SourceBlock) -> SafeHtml:
    inside = join_html(_block(one) for one in block.blocks) if block.blocks else _marked(block.text)
    if block.kind is BlockKind.HEADING:
        return element(f"h{min(max(block.level, 3), 6)}", inside)
    if block.kind is BlockKind.LIST:
        return element("ol" if block.ordered else "ul", inside)
    return element(_TAGS[block.kind], inside)


def _end_of(words: str) -> str:
    """Return so much of the end as is drawn: from a paragraph's beginning, or a word's where that is far away."""
    if len(words) <= _LONGEST:
        return words
    last = words[-_LONGEST:]
    paragraphs = last.partition("\n\n")[2]
    if len(paragraphs) > _LONGEST // 2:
        return f"…\n\n{paragraphs}"
    return f"… {last.partition(' ')[2] or last}"


def words_as_html(let_through: str) -> SafeHtml:
    """Return decided Markdown as HTML, its quotations marked; of a very long one the end."""
    return join_html(_block(block) for block in read_markdown(_end_of(let_through)))


def measures_as_html(live: RunStatus) -> SafeHtml:
    """Return the progress of a chapter, in numbers."""
    actions = Counter(decision.action for decision in live.decisions)
    lost = sum(number for action, number in actions.items() if action not in STAYS)
    facts = {
        "proven": count(live.proven, "quotation"),
        "refused": count(lost, "quotation"),
        "undecided, held back": count(live.held, "character"),
        "came so far": f"{count(live.received, 'character')} in {live.seconds:.0f} s",
    }
    if live.tokens_per_second is not None:
        facts["the pace"] = f"about {live.tokens_per_second:.0f} tokens a second"
    if live.purpose not in (None, Purpose.FIRST):
        facts["this call"] = PURPOSES[live.purpose]
    pairs = (element("div", element("dd", value), element("dt", name)) for name, value in facts.items())
    return element("dl", *pairs, class_="wb-measures")


def _decision(decision: Decision) -> SafeHtml:
    good = decision.action in STAYS
    words = decision.original if len(decision.original) <= _CUT else f"{decision.original[:_CUT]}…"
    what = f"{'✓' if good else '✗'} {ACTIONS[decision.action]}: {FINDINGS[decision.finding]}"
    return element("li", element("b", what, class_="good" if good else "bad"), element("span", words))


def decisions_as_html(decisions: Sequence[Decision]) -> SafeHtml:
    """Return the decisions about the last quotations, the newest first."""
    if not decisions:
        return SafeHtml()
    newest = (_decision(decision) for decision in reversed(decisions[-_SHOWN:]))
    return join_html([element("h3", "What became of the last quotations"), element("ul", *newest)])
