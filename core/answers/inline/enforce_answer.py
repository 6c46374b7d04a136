"""A model's answer enforced portion by portion, in the batch and in the gate alike."""

from collections.abc import Iterable, Iterator, Sequence

from core.answers.inline.match_quotes import PassageMatcher
from core.answers.inline.outcomes import corrections_of, refused_of
from core.answers.inline.rebuild_answer import AnswerDecisionLog, AnswerRebuilder, text_of
from core.answers.inline.verbatim_copies import VerbatimCopies
from core.answers.passage_transcript import Ground
from core.answers.records import AnsweredClaim, AnswerPolicy, AnswerQuote, Correction, Refused
from core.enforcement.decision_log import DecisionLog
from core.enforcement.matcher import EnforcementPolicy
from core.enforcement.rebuild_blocks import BlockJoiner
from core.enforcement.results import Decision
from core.enforcement.stabilise import NarrativeStabiliser, StableBlocks
from core.prose.model import Block, Heading, ListBlock, Paragraph, Quote, QuoteBlock
from core.prose.parse import SourceBlock, read_markdown
from core.prose.stream import StreamPortion, split_reply
from core.record import Record

_LONGEST_CLAIM = 1_000  # characters that are kept of the paragraph above a quotation


class EnforcedText(Record):
    """A text after enforcement: its blocks, every quotation in them in reading order, and what became of the others.

    `decided` counts the quotations that were written, `refused` lists the first of those that do not stand.
    """

    blocks: tuple[Block, ...] = ()
    quotes: tuple[AnswerQuote, ...] = ()
    claims: tuple[AnsweredClaim, ...] = ()
    refused: tuple[Refused, ...] = ()
    corrections: tuple[Correction, ...] = ()
    decided: int = 0


# References are read whether or not they were asked for, so that none is left standing as brackets.
_HOW = EnforcementPolicy(references=True, explicit_names=True)


class AnswerEnforcer:
    """Takes the portions of one answer in order; keeps the decisions, never the text."""

    def __init__(self, ground: Ground, policy: AnswerPolicy, refused: frozenset[str] = frozenset()) -> None:
        self._judge = PassageMatcher(ground, policy, refused)
        self._copies = VerbatimCopies(ground)
        self._claim = ""  # the last paragraph
        self._narrative = NarrativeStabiliser(self._judge, _HOW, rebuilder=self._rebuilder, ledger=AnswerDecisionLog)

    def _rebuilder(self, ledger: DecisionLog, policy: EnforcementPolicy) -> AnswerRebuilder:
        return AnswerRebuilder(ledger, policy, self._judge, self._claim)

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

    def settle(self, source: SourceBlock, *, continues: bool) -> StableBlocks:
        """Decide one block."""
        blocks = self._narrative.settle(source, continues=continues)
        for number, block in enumerate(blocks):
            for paragraph in _paragraphs_in(block):
                before = f"{self._claim} " if continues and not number else ""
                self._claim = (before + text_of(paragraph.inlines))[-_LONGEST_CLAIM:]
        return StableBlocks(blocks, continues)


def _paragraphs_in(block: Block) -> Iterator[Paragraph]:
    """Yield the paragraphs of a block, those of lists included: neighbouring lists are read as one."""
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
    """Yield each quotation that is set apart with the paragraph that it follows."""
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

    `refused` are slices that may not stand although they are proven. Total and idempotent.
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
    """Return one sentence of a model, enforced: at most one paragraph, in which nothing is set apart.

    Whatever Markdown it holds is read as running text.
    """
    judge = PassageMatcher(ground, policy)
    narrative = NarrativeStabiliser(judge, _HOW, ledger=AnswerDecisionLog)

    def read(sources: Sequence[SourceBlock], ledger: DecisionLog) -> list[Block]:
        heading = AnswerRebuilder(ledger, _HOW, judge).heading(sources[0], 6) if sources else None
        return [Paragraph(inlines=heading.inlines)] if heading else []

    ledger = narrative.ledger()
    sources = read_markdown(VerbatimCopies(ground).escaped(" ".join(text.split())), continues=True)
    blocks = narrative.until_stable(read(sources[:1], ledger), ledger, read)
    return _result(blocks, narrative.decisions, ground, policy)
