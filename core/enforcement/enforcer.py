"""Enforce a reply portion by portion: each portion is decided when it is taken, whatever follows.

The batch takes all portions of a reply at once, the gate takes them while the reply streams; both are decided here, so
they cannot differ.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain

from core.enforcement.annotate import DecisionLog, cite
from core.enforcement.core_claims import BuiltClaim, ClaimItem
from core.enforcement.matcher import EnforcementPolicy, QuoteIndex, QuoteMatch, QuoteMatcher
from core.enforcement.name_blocks import NameBlocks
from core.enforcement.rebuild_blocks import BlockJoiner, BlockRebuilder
from core.enforcement.results import (
    CoreClaim,
    Decision,
    DecisionAction,
    DecisionPlace,
    EnforcementResult,
    QuotationFinding,
)
from core.enforcement.signatures import quote_units
from core.enforcement.stabilise import NarrativeStabiliser, StableBlocks, says_what_somebody_said
from core.prose.model import Block, Heading, ListBlock, Paragraph, Quote, QuoteBlock, TextRun
from core.prose.parse import BlockKind, SourceBlock, read_markdown
from core.prose.render import one_line, write_blocks
from core.prose.sections import CORE_CLAIMS, KEY_EXCERPTS, SectionKind, SectionReader, items_of, paragraph_section_name
from core.prose.stream import StreamPortion, split_reply
from core.record import Record, making_many
from core.transcripts.speakers import Roster
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import WhitelistQuote

_LOWEST_LEVEL = 6


class Enforcer:
    """Decides the portions of one reply in order; keeps the decisions and the claims, never the text.

    With `keeps_own_excerpts` the whitelisted key excerpts that the reply has stay; else the program's take their place.
    """

    def __init__(self, matcher: QuoteMatcher, policy: EnforcementPolicy, *, keeps_own_excerpts: bool = False) -> None:
        self._keeps_own_excerpts = keeps_own_excerpts
        self._policy = policy
        self._narrative = NarrativeStabiliser(matcher, policy)
        self._sections = SectionReader()
        log = self._narrative.new_log()
        self._names = NameBlocks(matcher.roster, self._narrative.decisions, log.stays_unproven)
        self._aside: list[str] = []  # an open paragraph of a section that is not shown as it comes
        self.heading: Heading | None = None
        self.claims: list[BuiltClaim] = []
        self.own_excerpts: list[WhitelistQuote] = []

    @property
    def decisions(self) -> list[Decision]:
        """Every decision so far, in reading order."""
        return self._narrative.decisions

    @property
    def used(self) -> list[WhitelistQuote]:
        """Every quote that was kept so far, in reading order."""
        return self._narrative.used

    @property
    def title(self) -> str:
        """The title the reply gives the chapter, "" where it has none."""
        return one_line("".join(inline.text for inline in self.heading.inlines)) if self.heading else ""

    def take(self, portion: StreamPortion) -> list[StableBlocks]:
        """Decide the next portion; return what it adds to the narrative."""
        if self._aside or (portion.goes_on and not self._sections.in_narrative):
            self._aside.append(portion.text)
            if portion.goes_on:
                return []
            text, self._aside = "".join(self._aside), []
            return self._read(text, continues=False)
        return self._read(portion.text, continues=portion.continues)

    def finish(self) -> list[StableBlocks]:
        """Return what waited for more of the narrative."""
        return [StableBlocks(self._names.finish(), continues=False)]

    def _read(self, text: str, *, continues: bool) -> list[StableBlocks]:
        settled: list[StableBlocks] = []
        for number, source in enumerate(read_markdown(text, continues=continues)):
            goes_on = continues and not number
            part = SectionKind.NARRATIVE if goes_on else self._sections.place(source)
            match part:
                case SectionKind.TITLE:
                    self.heading = self._title(source)
                case SectionKind.NARRATIVE:
                    settle = partial(self._settle, source, continues=goes_on)
                    settled.append(StableBlocks(self._names.take(source, settle, continues=goes_on), goes_on))
                case SectionKind.OWN_EXCERPTS:
                    log = self._narrative.new_log()
                    kept = self.own_excerpts if self._keeps_own_excerpts else None
                    _decide_own_excerpts((source,), log, self._policy, kept)
                    self._narrative.keep(log)
                case SectionKind.CORE_CLAIMS:
                    for item in items_of((source,)):
                        self._claim(item)
                case SectionKind.SECTION:
                    pass
        return settled

    def _settle(self, source: SourceBlock, *, continues: bool) -> list[Block]:
        blocks = self._narrative.settle(source, continues=continues)
        for number, block in enumerate(blocks):
            name = "" if continues else _section_opened_by(block)
            if name:
                # Without its marks a quotation can read as the name of a section, and then opens that section.
                self._sections.open(name, _LOWEST_LEVEL)
                return blocks[:number]
        return blocks

    def _title(self, source: SourceBlock) -> Heading | None:
        def read(sources: Sequence[SourceBlock], log: DecisionLog) -> list[Block]:
            heading = BlockRebuilder(log, self._policy).heading(sources[0], 2) if sources else None
            return [heading] if heading and not says_what_somebody_said(heading, log) else []

        log = self._narrative.new_log()
        blocks = self._narrative.until_stable(read((source,), log), log, read)
        self._narrative.standing.clear()  # the title is no part of the narrative, and comes before it
        heading = blocks[0] if blocks else None
        return heading if isinstance(heading, Heading) else None

    def _claim(self, item: SourceBlock) -> None:
        built: list[BuiltClaim] = []

        def read(sources: Sequence[SourceBlock], log: DecisionLog) -> list[Block]:
            built[:] = [
                claim for one in items_of(sources) if (claim := ClaimItem(one, log, self._policy).build()) is not None
            ]
            return [ListBlock(items=tuple(claim.blocks for claim in built))] if built else []

        log = self._narrative.new_log()
        if self._narrative.until_stable(read((item,), log), log, read):
            self.claims += built


def _section_opened_by(block: Block) -> str:
    if isinstance(block, Paragraph):
        return paragraph_section_name("".join([inline.text for inline in block.inlines]))
    return ""


def _stays(looked_up: QuoteMatch, log: DecisionLog, kept: list[WhitelistQuote] | None) -> bool:
    """Keep a whitelisted excerpt of this chapter, once, and tell whether it stays."""
    quote = looked_up.quote
    if kept is None or quote is None or log.matcher.finding_of(quote) is not QuotationFinding.WHITELISTED:
        return False
    if quote in kept:
        return False
    kept.append(quote)
    log.stands(quote, looked_up.words, DecisionPlace.OWN_EXCERPTS, corrected_name=log.matcher.wrong_name(looked_up))
    return True


def _decide_own_excerpts(
    sources: Iterable[SourceBlock], log: DecisionLog, policy: EnforcementPolicy, kept: list[WhitelistQuote] | None
) -> None:
    """Decide each quotation of the reply's own key excerpts: all are dropped, or the whitelisted ones go to `kept`."""
    for source in sources:
        if source.kind is BlockKind.QUOTE:
            units, named = quote_units(source, log.matcher.roster)
            found = [log.matcher.look_up(unit, named, references=policy.references) for unit in units]
        elif source.blocks:
            _decide_own_excerpts(source.blocks, log, policy, kept)
            continue
        else:
            found = [cited.looked_up for cited in cite(source.text.replace("\n", " "), log, policy)]
        for looked_up in found:
            if not _stays(looked_up, log, kept):
                log.falls(DecisionAction.DROPPED, looked_up, DecisionPlace.OWN_EXCERPTS)


class EnforcedChapter(Record):
    """A chapter after enforcement, in its parts, with every decision in reading order."""

    title: str
    narrative: tuple[Block, ...]
    key_excerpts: tuple[WhitelistQuote, ...]
    core_claims: tuple[CoreClaim, ...]
    claim_blocks: tuple[Block, ...]
    heading: Heading | None
    decisions: tuple[Decision, ...]
    used: tuple[WhitelistQuote, ...]

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The whole chapter: title, narrative, key excerpts, core claims; a section with nothing in it is left out."""
        return assemble(self.heading, self.narrative, self.key_excerpts, self.claim_blocks)


def assemble(
    heading: Heading | None,
    narrative: Iterable[Block],
    key_excerpts: Sequence[WhitelistQuote],
    claim_blocks: Sequence[Block],
) -> tuple[Block, ...]:
    """Return the blocks of a chapter in the order of the chapter format."""
    blocks: list[Block] = [heading] if heading else []
    blocks += narrative
    if key_excerpts:
        blocks.append(Heading(level=3, inlines=(TextRun(text=KEY_EXCERPTS),)))
        blocks += [QuoteBlock(quote=Quote.of(quote)) for quote in key_excerpts]
    if claim_blocks:
        blocks.append(Heading(level=3, inlines=(TextRun(text=CORE_CLAIMS),)))
        blocks += claim_blocks
    return tuple(blocks)


@making_many()
def enforce_chapter(
    generated_text: str,
    whitelist: Sequence[WhitelistQuote],
    chapter_index: int,
    *,
    transcript: TranscriptPair | None = None,
    roster: Roster | None = None,
    excerpts: Sequence[WhitelistQuote] | None = (),
    policy: EnforcementPolicy | None = None,
    index: QuoteIndex | None = None,
) -> EnforcedChapter:
    """Enforce a whole reply and return the chapter in its parts.

    `chapter_index` is the one after merging. With a transcript the findings also say whether it has the unproven words,
    and by whom. `excerpts` become the Key Excerpts section and the model's own is dropped; with None its whitelisted
    ones of this chapter stay. `index` is made of whitelist, transcript and roster, where several replies share it.
    Source: decisions.md#enforcement.
    """
    policy = policy or EnforcementPolicy()
    index = index or QuoteIndex(whitelist, transcript, roster)
    matcher = QuoteMatcher(index, chapter_index, policy)
    enforcer = Enforcer(matcher, policy, keeps_own_excerpts=excerpts is None)
    narrative = BlockJoiner()
    taken = chain.from_iterable(map(enforcer.take, split_reply(generated_text)))
    for settled in (*taken, *enforcer.finish()):
        for number, block in enumerate(settled.blocks):
            narrative.add(block, continues=settled.continues and not number)
    claims = enforcer.claims
    return EnforcedChapter(
        title=enforcer.title,
        narrative=tuple(narrative.blocks()),
        key_excerpts=tuple(enforcer.own_excerpts if excerpts is None else excerpts),
        core_claims=tuple(claim.claim for claim in claims),
        claim_blocks=(ListBlock(items=tuple(claim.blocks for claim in claims)),) if claims else (),
        heading=enforcer.heading,
        decisions=tuple(enforcer.decisions),
        used=tuple(enforcer.used),
    )


def enforce_quote_whitelist(
    generated_text: str,
    whitelist: list[WhitelistQuote],
    chapter_index: int,
    *,
    transcript: TranscriptPair | None = None,
    roster: Roster | None = None,
    excerpts: Sequence[WhitelistQuote] | None = None,
    policy: EnforcementPolicy | None = None,
) -> EnforcementResult:
    """Return a reply in which every quotation is whitelisted, and what became of each.

    `replaced` are the quotes that stay (kept or replaced), `dropped` the words that were unquoted or dropped. Without
    `excerpts` the reply's own key excerpts that are whitelisted for this chapter stay, in its order, as exact slices.
    Source: decisions.md#seed-1.
    """
    enforced = enforce_chapter(
        generated_text,
        whitelist,
        chapter_index,
        transcript=transcript,
        roster=roster,
        excerpts=excerpts,
        policy=policy,
    )
    return EnforcementResult(
        text=write_blocks(enforced.blocks),
        replaced=list(enforced.used),
        dropped=[
            decision.original
            for decision in enforced.decisions
            if decision.action in (DecisionAction.UNQUOTED, DecisionAction.DROPPED)
        ],
        decisions=enforced.decisions,
    )
