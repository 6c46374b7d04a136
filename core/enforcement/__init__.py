"""Enforcement: whatever a model writes, nothing stands in quotation marks that is not proven.

The output is built, not patched: the reply is parsed as Markdown, every quotation a reader would see is decided
once, and fresh
Markdown is written around those that stand. Total (every quotation has a decision) and idempotent.
"""

from collections.abc import Iterable, Sequence

from core.enforcement.enforcer import Enforcer
from core.enforcement.matcher import EnforcementPolicy, QuoteMatcher
from core.enforcement.rebuild_blocks import BlockJoiner
from core.enforcement.results import CoreClaim, Decision, DecisionAction, EnforcementResult
from core.prose.model import Block, Heading, ListBlock, Quote, QuoteBlock, TextRun
from core.prose.render import write_blocks
from core.prose.sections import CORE_CLAIMS, KEY_EXCERPTS
from core.prose.stream import split_reply
from core.record import Record
from core.transcripts.speakers import Roster
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import WhitelistQuote

__all__ = ["EnforcedChapter", "EnforcementPolicy", "enforce_chapter", "enforce_quote_whitelist"]


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


def enforce_chapter(
    generated_text: str,
    whitelist: Sequence[WhitelistQuote],
    chapter_index: int,
    *,
    transcript: TranscriptPair | None = None,
    roster: Roster | None = None,
    excerpts: Sequence[WhitelistQuote] = (),
    policy: EnforcementPolicy | None = None,
) -> EnforcedChapter:
    """Enforce a whole reply and return the chapter in its parts.

    `chapter_index` is the one after merging. With a transcript the decisions say what holds of unproven words.
    `excerpts` become the Key Excerpts section; the model's own is thrown away. Source: decisions.md#enforcement.
    """
    policy = policy or EnforcementPolicy()
    enforcer = Enforcer(
        QuoteMatcher(whitelist, chapter_index, transcript, roster, allow_fragments=policy.allow_fragments), policy
    )
    narrative = BlockJoiner()
    for portion in split_reply(generated_text):
        for settled in enforcer.take(portion):
            for number, block in enumerate(settled.blocks):
                narrative.add(block, continues=settled.continues and not number)
    claims = enforcer.claims
    return EnforcedChapter(
        title=enforcer.title,
        narrative=tuple(narrative.blocks()),
        key_excerpts=tuple(excerpts),
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
    excerpts: Sequence[WhitelistQuote] = (),
    policy: EnforcementPolicy | None = None,
) -> EnforcementResult:
    """Return a reply in which every quotation is whitelisted, and what became of each.

    `replaced` are the quotes that stand (kept or replaced), `dropped` the words that lost their marks or went.
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
