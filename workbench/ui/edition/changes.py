"""Before and after: what was written, the final text, and the reason of every change."""

import re
from collections.abc import Iterator, Mapping, Sequence

from core.editions.certificate import Section, placed_quotes
from core.editions.export.decision_labels import ACTIONS, FINDINGS, PLACES
from core.enforcement.results import (
    STAYS,
    ChapterDraft,
    Decision,
    DecisionAction,
    DecisionPlace,
    Edition,
    ProseKind,
    QuotationFinding,
)
from core.prose.render import unmarked
from core.span import Span
from workbench.labels import count
from workbench.safe_html import SafeHtml, element, escape_text, join_html, table
from workbench.sessions.chapter_html import blocks_as_html
from workbench.ui.edition.locate_in_reply import find_decided

_WORD = re.compile(r"\S+\s*|\s+")
_MOST_WORDS = 1_000  # of two texts that are compared
_PROVEN = (QuotationFinding.WHITELISTED, QuotationFinding.OTHER_CHAPTER)
_SIGNS = {
    DecisionAction.KEPT: "✓",
    DecisionAction.REPLACED: "≈",
    DecisionAction.UNQUOTED: "~",
    DecisionAction.DROPPED: "✗",
}
# Why proven words are not kept where they were written.
_NO_PLACE = {
    DecisionPlace.OWN_EXCERPTS: "The program chooses the key excerpts itself; those in the text are left out.",
    DecisionPlace.CORE_CLAIM: "A core claim needs a proven quote of this chapter, said by a guest.",
    DecisionPlace.NARRATIVE: "There is no place for it: the sentence or block it stood in is left out.",
}


def _texts(draft: ChapterDraft, edition: Edition) -> dict[str, str]:
    own = {quote.quote_id: quote.quote_text for quote in (*draft.enforcement.replaced, *draft.key_excerpts)}
    return {quote.quote_id: quote.text for quote in edition.quotes} | own


def _names(draft: ChapterDraft, edition: Edition) -> dict[str, str]:
    own = {quote.quote_id: quote.speaker.speaker_name for quote in draft.enforcement.replaced}
    return {quote.quote_id: quote.speaker_name for quote in edition.quotes} | own


def _differing(written: str, stands: str) -> tuple[SafeHtml, SafeHtml]:
    """Return both texts character for character, with the words in which they differ marked."""
    old, new = _WORD.findall(written), _WORD.findall(stands)
    if len(old) + len(new) > _MOST_WORDS:
        return escape_text(written), escape_text(stands)
    from difflib import SequenceMatcher

    sides: tuple[list[str], list[str]] = ([], [])
    for kind, start, end, new_start, new_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for side, tag, words in zip(sides, ("del", "ins"), (old[start:end], new[new_start:new_end]), strict=True):
            if words:
                side.append(escape_text("".join(words)) if kind == "equal" else element(tag, "".join(words)))
    return join_html(sides[0]), join_html(sides[1])


def _is_reference(decision: Decision) -> bool:
    return decision.original.startswith("[[")


def _is_change(decision: Decision) -> bool:
    return decision.action is not DecisionAction.KEPT or decision.finding is not QuotationFinding.WHITELISTED


def _why(decision: Decision, draft: ChapterDraft) -> str:
    finding = FINDINGS[decision.finding]
    text = f"{finding[0].upper()}{finding[1:]}."
    if decision.action is DecisionAction.DROPPED and decision.finding in _PROVEN:
        return f"{text} {'The text it stood in is not used.' if draft.fallback else _NO_PLACE[decision.place]}"
    if decision.action is DecisionAction.REPLACED and not decision.corrected_name:
        return f"{text} The wording differed from the transcript."
    return text


def _sentences(draft: ChapterDraft) -> dict[int, str]:
    """Return the sentence, as it stands, of each decision that took marks off, by the decision's number."""
    lost = [prose for prose in draft.enforcement.unproven if prose.kind is not ProseKind.VERBATIM]
    sentences: dict[int, str] = {}
    for number, decision in enumerate(draft.enforcement.decisions, start=1):
        if decision.action is not DecisionAction.UNQUOTED:
            continue
        at = next((at for at, prose in enumerate(lost) if prose.words == decision.original), None)
        sentences[number] = unmarked(decision.sentence) if at is None else lost.pop(at).sentence
    return sentences


def _with_a_wave(words: str, sentence: str) -> SafeHtml:
    """Return a sentence in which the words that lost their marks are marked, where it still holds them."""
    before, found, after = sentence.partition(words.rstrip(",.;: "))
    return join_html((before, element("span", found, class_="wb-unproven"), after)) if found else escape_text(sentence)


def _rows(draft: ChapterDraft, edition: Edition) -> Iterator[tuple[str, ...]]:
    texts, names, sentences = _texts(draft, edition), _names(draft, edition), _sentences(draft)
    for number, decision in enumerate(draft.enforcement.decisions, start=1):
        if not _is_change(decision):
            continue
        written = escape_text(decision.original)
        quote = " ".join(texts.get(decision.quote_id or "", "").split())
        if decision.action in STAYS:
            exact = escape_text(quote)
            if quote and not _is_reference(decision):
                written, exact = _differing(decision.original, quote)
            stands = [escape_text("“"), exact, escape_text("”")]
            if decision.corrected_name:
                name = names.get(decision.quote_id or "", "")
                stands.append(element("p", f"The name is {name}, not {decision.corrected_name}.", class_="note"))
        elif decision.action is DecisionAction.UNQUOTED:
            unquoted = element("p", _with_a_wave(decision.original, sentences[number]))
            stands = [element("span", "The words, without marks:", class_="note"), unquoted]
        else:
            stands = [element("span", "Nothing.", class_="note")]
        happened = element("b", f"{_SIGNS[decision.action]} {ACTIONS[decision.action].capitalize()}")
        where = element("p", f"{_why(decision, draft)} It stood {PLACES[decision.place]}.", class_="note")
        yield str(number), written, join_html(stands), join_html([happened, where])


def changes_as_html(draft: ChapterDraft, edition: Edition) -> SafeHtml:
    """Return every quotation that was changed, with the final text and the reason."""
    decisions = draft.enforcement.decisions
    kept = sum(not _is_change(decision) for decision in decisions)
    references = sum(not _is_change(decision) and _is_reference(decision) for decision in decisions)
    text = "" if decisions else "No quotation was written."
    if kept:
        stand = "stands" if kept == 1 else "stand"
        text = f"{count(kept, 'quotation')} of {len(decisions)} {stand} as written."
        if references:
            text += f" {count(references, 'reference')} among them: the program inserted the exact words."
    rows = list(_rows(draft, edition))
    headings = (("#", "narrow"), ("What was written", "wide"), ("Final text", "wide"), ("Why", ""))
    listed = table(headings, rows, caption="What was changed") if rows else SafeHtml()
    summary = element("p", text, class_="wb-quiet") if text else SafeHtml()
    return element("div", listed, summary, class_="wb-changes")


def _numbers_of_standing(draft: ChapterDraft) -> list[str]:
    """Return the number of the decision behind each quotation of the chapter in reading order, "" for excerpts."""
    decisions = [
        (number, decision.quote_id)
        for number, decision in enumerate(draft.enforcement.decisions, start=1)
        if decision.action in STAYS
    ]
    numbers: list[str] = []
    for standing in placed_quotes(draft, 1):
        at = next((at for at, (_, one) in enumerate(decisions) if one == standing.quote.quote_id), None)
        if standing.place.section is Section.KEY_EXCERPTS or at is None:
            numbers.append("")
        else:
            numbers.append(str(decisions[at][0]))
            del decisions[: at + 1]
    return numbers


def _marked(reply: str, found: Sequence[tuple[Span, int]], decisions: Sequence[Decision]) -> SafeHtml:
    parts: list[str] = []
    done = 0
    for span, number in found:
        decision = decisions[number]
        told = f"{ACTIONS[decision.action]}: {FINDINGS[decision.finding]}"
        sign = element("sup", f"{number + 1}{_SIGNS[decision.action]}")
        mark = element("mark", span.slice(reply), sign, class_=f"wb-decision {decision.action.value}", title=told)
        parts += [reply[done : span.start], mark]
        done = span.end
    return element("div", join_html([*parts, reply[done:]]), class_="wb-reply")


def _legend(decisions: Sequence[Decision]) -> SafeHtml:
    present: Mapping[DecisionAction, None] = dict.fromkeys(decision.action for decision in decisions)
    samples = (
        element("mark", ACTIONS[action], element("sup", _SIGNS[action]), class_=f"wb-decision {action.value}")
        for action in DecisionAction
        if action in present
    )
    return element("p", join_html(samples, " "), class_="wb-quiet")


def side_by_side_as_html(written: str, draft: ChapterDraft, edition: Edition, heading: str) -> SafeHtml:
    """Return the text as written, each quotation marked by its decision, beside the final chapter.

    A number behind a quotation is that of its decision on both sides.
    """
    decisions = draft.enforcement.decisions
    found = find_decided(written, decisions)
    missing = len(decisions) - len(found)
    text = (
        f"{count(missing, 'quotation')} of {len(decisions)} could not be found again in it for certain and "
        f"{'is' if missing == 1 else 'are'} not marked here."
    )
    left = (
        element("h3", heading),
        _legend(decisions),
        element("p", text, class_="wb-quiet") if missing else SafeHtml(),
        _marked(written, found, decisions),
    )
    known = {quote.quote_id: quote for quote in edition.quotes}
    stands = blocks_as_html(draft.blocks, known, _numbers_of_standing(draft))
    right = (element("h3", "As it is now"), element("div", stands, class_="wb-result"))
    return element("div", element("section", *left), element("section", *right), class_="wb-edition-beside")
