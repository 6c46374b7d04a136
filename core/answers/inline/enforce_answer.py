"""Enforce a model's answer portion by portion, at once or while it streams, and list the outcomes of its quotations.

A record may hold `<b>`, `*`, `&amp;` or `[x](y)` as typed. A model that copies it exactly writes what a renderer takes
for markup; such words are escaped before anything reads them as Markdown.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from core.answers.inline.match_quotes import PassageMatcher, referable_passages
from core.answers.inline.rebuild_answer import AnswerDecision, AnswerDecisionLog, AnswerRebuilder, text_of
from core.answers.passage_transcript import Ground, message_of
from core.answers.records import AnsweredClaim, AnswerPolicy, AnswerQuote, Correction, RefusalReason, Refused
from core.enforcement.annotate import DecisionLog
from core.enforcement.matcher import EnforcementPolicy
from core.enforcement.rebuild_blocks import BlockJoiner
from core.enforcement.results import STAYS, Decision, DecisionAction, QuotationFinding
from core.enforcement.stabilise import NarrativeStabiliser, StableBlocks
from core.enforcement.streaming import ReplyGate, StreamGate
from core.prose.model import Block, Heading, ListBlock, Paragraph, Quote, QuoteBlock
from core.prose.parse import SourceBlock, read_markdown
from core.prose.quotations import find_quotations
from core.prose.render import escape, one_line
from core.prose.stream import StreamPortion, split_reply
from core.record import Record

_MARKUP = re.compile(r"[\\`*_\[\]<>~]|&[#\w]")
_BEFORE = re.compile(r"[ \t]*(?:>[ \t]?|[-+*][ \t]+|\d{1,9}[.)][ \t]+)*")
_NAME_BEHIND = re.compile(r"\s+(?:—|–|―|--+|-)\s*\S[^\n]{0,120}\Z")

MOST_REFUSED = 500
"""Refused quotations of one answer that are listed; nobody reads more."""
_READ_OTHERWISE = "The words are in the records, but where they stood a reader could have taken them for another's."
_CLAIM_STAYS = " The paragraph above it stays, though no quotation carries it now."

_LONGEST_CLAIM = 1_000  # characters of the paragraph above a quotation that are stored


class VerbatimCopies:
    """Finds copied words that hold markup in a model's text; knows whether any record has such words."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._needed = any(_MARKUP.search(citation.text) for citation in ground.citations)

    def escaped(self, text: str) -> str:
        """Return a text in which the markup of exactly copied words is escaped, line by line."""
        if not self._needed or _MARKUP.search(text) is None:
            return text
        return "\n".join(map(self._line, text.split("\n")))

    def _is_copied(self, words: str) -> bool:
        """Tell whether words are a record's as typed, and not as Markdown shows them."""
        if self._ground.prove(words) is None:
            return False
        read = read_markdown(words, continues=True)
        return len(read) != 1 or self._ground.prove(read[0].text) is None

    def _line(self, line: str) -> str:
        if _MARKUP.search(line) is None:
            return line
        before = _BEFORE.match(line)
        start = before.end() if before else 0
        spans = [one.inner for one in find_quotations(line)]
        if not spans and ">" in line[:start]:
            name = _NAME_BEHIND.search(line, start)
            spans = [(start, name.start() if name else len(line))]
        pieces: list[str] = []
        done = 0
        for first, last in spans:
            words = line[first:last]
            if _MARKUP.search(words) and self._is_copied(words):
                pieces += (line[done:first], escape(words))
                done = last
        return "".join((*pieces, line[done:]))


def _is_refusal(decision: Decision) -> bool:
    """Tell whether a decision refuses words; an empty label has none."""
    return decision.action not in STAYS and any(map(str.isalnum, decision.original))


def _claims_without_quotes(decisions: Iterable[Decision]) -> set[str]:
    """Return the paragraphs with quotations below them of which none is kept."""
    with_quotes = [one for one in decisions if isinstance(one, AnswerDecision) and one.claim]
    kept = {one.claim for one in with_quotes if one.action in STAYS}
    return {one.claim for one in with_quotes} - kept


def _refusal(decision: Decision, ground: Ground, policy: AnswerPolicy) -> Refused:
    named = decision.named if isinstance(decision, AnswerDecision) else ""
    claim = decision.claim if isinstance(decision, AnswerDecision) and decision.claim else decision.sentence
    meant = ground.named(decision.original, referable_passages(ground, policy))
    if decision.finding is QuotationFinding.UNKNOWN_REFERENCE and meant is None:
        return ground.refuse_reference(decision.original, claim_text=claim)
    if decision.finding is QuotationFinding.REPEATED:
        reason = RefusalReason.REPEATED
        return Refused(words=decision.original, reason=reason, message=message_of(reason), claim_text=claim)
    words = one_line(meant.quote_text) if decision.finding is QuotationFinding.UNKNOWN_REFERENCE and meant else None
    short = isinstance(decision, AnswerDecision) and decision.too_short
    refused = ground.refuse(words or decision.original, record_id=named, claim_text=claim, too_short=short)
    refused = refused.model_copy(update={"words": decision.original})
    if refused.reason is RefusalReason.REPEATED:
        # Proven and long enough, but nothing could show it unambiguously there.
        return refused.model_copy(update={"reason": RefusalReason.OTHER_RECORD, "message": _READ_OTHERWISE})
    return refused


def refused_of(decisions: Sequence[Decision], ground: Ground, policy: AnswerPolicy) -> tuple[Refused, ...]:
    """Return the refused quotations with their reasons, in reading order; at most the first `MOST_REFUSED`."""
    bare = _claims_without_quotes(decisions)
    refused: list[Refused] = []
    for decision in list(filter(_is_refusal, decisions))[:MOST_REFUSED]:
        one = _refusal(decision, ground, policy)
        alone = isinstance(decision, AnswerDecision) and decision.claim in bare
        refused.append(one.model_copy(update={"message": one.message + _CLAIM_STAYS}) if alone else one)
    return tuple(refused)


def corrections_of(decisions: Iterable[Decision], ground: Ground) -> tuple[Correction, ...]:
    """Return the quotations that were corrected: to the record's own characters, or to its own id."""
    return tuple(
        Correction(written=decision.original, quote=ground.quote_at(decision.raw_span), named=decision.corrected_name)
        for decision in decisions
        if decision.action is DecisionAction.REPLACED and decision.raw_span is not None
    )


class EnforcedText(Record):
    """A text after enforcement: its blocks, every quotation in them in reading order, and the refused ones.

    `decided` counts the quotations that the model wrote, `refused` lists the first of the refused ones.
    """

    blocks: tuple[Block, ...] = ()
    quotes: tuple[AnswerQuote, ...] = ()
    claims: tuple[AnsweredClaim, ...] = ()
    refused: tuple[Refused, ...] = ()
    corrections: tuple[Correction, ...] = ()
    decided: int = 0


# References are read even if the prompt offers none, so that none stays as brackets.
_HOW = EnforcementPolicy(references=True, explicit_names=True, each_once=False)


class AnswerEnforcer:
    """Takes the portions of one answer in order; stores the decisions, never the text."""

    def __init__(self, ground: Ground, policy: AnswerPolicy, refused: frozenset[str] = frozenset()) -> None:
        self._matcher = PassageMatcher(ground, policy, refused)
        self._copies = VerbatimCopies(ground)
        self._claim = ""  # the last paragraph
        self._narrative = NarrativeStabiliser(
            self._matcher, _HOW, rebuilder=self._rebuilder, make_log=AnswerDecisionLog
        )

    def _rebuilder(self, log: DecisionLog, policy: EnforcementPolicy) -> AnswerRebuilder:
        return AnswerRebuilder(log, policy, self._matcher, self._claim)

    @property
    def decisions(self) -> Sequence[Decision]:
        """Every decision so far, in reading order."""
        return self._narrative.decisions

    def take(self, portion: StreamPortion) -> list[StableBlocks]:
        """Decide the next portion; return what it adds to the answer."""
        settled: list[StableBlocks] = []
        text = self._copies.escaped(portion.text)
        for number, source in enumerate(read_markdown(text, continues=portion.continues)):
            settled.append(self.settle(source, continues=portion.continues and not number))
        return settled

    def finish(self) -> list[StableBlocks]:
        """Return nothing: no block of an answer waits for the next."""
        return []

    def settle(self, source: SourceBlock, *, continues: bool) -> StableBlocks:
        """Decide one block."""
        blocks = self._narrative.settle(source, continues=continues)
        for number, block in enumerate(blocks):
            for paragraph in _paragraphs_in(block):
                before = f"{self._claim} " if continues and not number else ""
                self._claim = (before + text_of(paragraph.inlines))[-_LONGEST_CLAIM:]
        return StableBlocks(blocks, continues)


def _paragraphs_in(block: Block) -> Iterator[Paragraph]:
    """Yield the paragraphs of a block, those in lists included: neighbouring lists are read as one."""
    if isinstance(block, Paragraph):
        yield block
    elif isinstance(block, ListBlock):
        for item in block.items:
            for inner in item:
                yield from _paragraphs_in(inner)


def _quotes_in(block: Block) -> Iterator[Quote]:
    match block:
        case QuoteBlock():
            yield block.quote
        case ListBlock():
            for item in block.items:
                yield from quotes_in(item)
        case Heading() | Paragraph():
            yield from (one for one in block.inlines if isinstance(one, Quote))


def quotes_in(blocks: Iterable[Block]) -> Iterator[Quote]:
    """Yield every quotation of some blocks in reading order."""
    for block in blocks:
        yield from _quotes_in(block)


def _claims_in(blocks: Iterable[Block], ground: Ground, claim: str = "") -> Iterator[AnsweredClaim]:
    """Yield each block quotation with the paragraph that it follows."""
    for block in blocks:
        match block:
            case QuoteBlock():
                yield AnsweredClaim(claim_text=claim, quote=ground.quote_at(block.quote.raw_span))
            case ListBlock():
                for item in block.items:
                    yield from _claims_in(item, ground, claim)
            case Paragraph():
                claim = text_of(block.inlines)
            case Heading():
                pass


def _result(
    blocks: Sequence[Block], decisions: Sequence[Decision], ground: Ground, policy: AnswerPolicy
) -> EnforcedText:
    return EnforcedText(
        blocks=tuple(blocks),
        quotes=tuple(ground.quote_at(quote.raw_span) for quote in quotes_in(blocks)),
        claims=tuple(_claims_in(blocks, ground)),
        refused=refused_of(decisions, ground, policy),
        corrections=corrections_of(decisions, ground),
        decided=len(decisions),
    )


def enforce_answer(
    text: str, ground: Ground, policy: AnswerPolicy, *, refused: frozenset[str] = frozenset()
) -> EnforcedText:
    """Return a model's answer in which every quotation is an exact stretch of a record, under its id.

    `refused` are slices that are refused although they are proven. Total and idempotent.
    Source: decisions.md#enforcement, decisions.md#seed-4.
    """
    enforcer = AnswerEnforcer(ground, policy, refused)
    joiner = BlockJoiner()
    for portion in split_reply(text):
        for settled in enforcer.take(portion):
            for number, block in enumerate(settled.blocks):
                joiner.add(block, continues=settled.continues and not number)
    return _result(joiner.blocks(), enforcer.decisions, ground, policy)


def enforce_sentence(text: str, ground: Ground, policy: AnswerPolicy) -> EnforcedText:
    """Return one sentence of a model, enforced: at most one paragraph, without block quotations.

    Any Markdown in it is read as running text.
    """
    matcher = PassageMatcher(ground, policy)
    narrative = NarrativeStabiliser(matcher, _HOW, make_log=AnswerDecisionLog)

    def read(sources: Sequence[SourceBlock], log: DecisionLog) -> list[Block]:
        heading = AnswerRebuilder(log, _HOW, matcher).heading(sources[0], 6) if sources else None
        return [Paragraph(inlines=heading.inlines)] if heading else []

    log = narrative.new_log()
    sources = read_markdown(VerbatimCopies(ground).escaped(" ".join(text.split())), continues=True)
    blocks = narrative.until_stable(read(sources[:1], log), log, read)
    return _result(blocks, narrative.decisions, ground, policy)


class InlineGate(ReplyGate):
    """Lets an answer through as it is decided; at its end the text is that of the finished answer.

    A fallback replaces it. Source: decisions.md#streaming, decisions.md#seed-4.
    """

    def __init__(self, ground: Ground, policy: AnswerPolicy | None = None) -> None:
        super().__init__(StreamGate(AnswerEnforcer(ground, policy or AnswerPolicy())))
