"""Enforcement: whatever a model writes, nothing stands in quotation marks that is not proven.

The output is built, not patched: the reply is parsed as Markdown, every quotation a reader would see is decided
once, and fresh
Markdown is written around those that stand. Total (every quotation has a decision) and idempotent.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from core.chapter import Action, CoreClaim, Decision, EnforcementResult, Place
from core.enforcement.blocks import Rebuilder, quote_units
from core.enforcement.claim_items import BuiltClaim, build_claims
from core.enforcement.inline import cite
from core.enforcement.judge import EnforcementPolicy, Judge
from core.enforcement.ledger import Ledger
from core.markdown import BlockKind, SourceBlock, read_markdown
from core.prose import Block, Heading, ListBlock, Quote, QuoteBlock, Words
from core.record import Record
from core.rendering import one_line, write_blocks
from core.sections import CORE_CLAIMS, KEY_EXCERPTS, split_sections
from core.speakers import Roster
from core.transcript import TranscriptPair
from core.whitelist import WhitelistQuote

_READINGS = 6

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
        blocks.append(Heading(level=3, inlines=(Words(text=KEY_EXCERPTS),)))
        blocks += [QuoteBlock(quote=Quote.of(quote)) for quote in key_excerpts]
    if claim_blocks:
        blocks.append(Heading(level=3, inlines=(Words(text=CORE_CLAIMS),)))
        blocks += claim_blocks
    return tuple(blocks)


def _drop_own_excerpts(sources: Iterable[SourceBlock], ledger: Ledger, policy: EnforcementPolicy) -> None:
    """Throw the model's own key excerpts away, with a decision for every quotation in them."""
    for source in sources:
        if source.kind is BlockKind.QUOTE:
            units, named = quote_units(source, ledger.judge.roster)
            for unit in units:
                looked_up = ledger.judge.look_up(unit, named, references=policy.references)
                ledger.falls(Action.DROPPED, looked_up, Place.OWN_EXCERPTS)
        elif source.blocks:
            _drop_own_excerpts(source.blocks, ledger, policy)
        else:
            for cited in cite(source.text.replace("\n", " "), ledger, policy):
                ledger.falls(Action.DROPPED, cited.looked_up, Place.OWN_EXCERPTS)


def _claim_list(claims: Sequence[BuiltClaim]) -> tuple[Block, ...]:
    return (ListBlock(items=tuple(claim.blocks for claim in claims)),) if claims else ()


def _enforce_once(text: str, ledger: Ledger, policy: EnforcementPolicy) -> EnforcedChapter:
    sections = split_sections(read_markdown(text))
    rebuilder = Rebuilder(ledger, policy)
    heading = rebuilder.heading(sections.title, 2) if sections.title else None
    narrative = rebuilder.blocks(sections.narrative)
    _drop_own_excerpts(sections.own_excerpts, ledger, policy)
    claims = build_claims(sections.core_claims, ledger, policy)
    return EnforcedChapter(
        title=one_line("".join(inline.text for inline in heading.inlines)) if heading else "",
        narrative=tuple(narrative),
        key_excerpts=(),
        core_claims=tuple(claim.claim for claim in claims),
        claim_blocks=_claim_list(claims),
        heading=heading,
        decisions=tuple(ledger.decisions),
        used=tuple(ledger.used),
    )


def _with_later_falls(first: EnforcedChapter, later: EnforcedChapter) -> EnforcedChapter:
    """Return the later reading under the first one's decisions; a quotation that fell only now is marked as dropped."""
    standing = Counter(quote.quote_id for quote in later.used)
    decisions: list[Decision] = []
    for decision in first.decisions:
        stood = decision.action in (Action.KEPT, Action.REPLACED)
        if stood and not standing[decision.quote_id or ""]:
            decisions.append(decision.model_copy(update={"action": Action.DROPPED}))
            continue
        if stood:
            standing[decision.quote_id or ""] -= 1
        decisions.append(decision)
    return later.model_copy(update={"decisions": tuple(decisions)})


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
    `excerpts` become the Key Excerpts section; the model's own is thrown away. Source: design, "Enforcement".
    """
    policy = policy or EnforcementPolicy()
    judge = Judge(whitelist, chapter_index, transcript, roster)
    chapter = _enforce_once(generated_text, Ledger(judge), policy)
    # A word that lost its marks, or a slice with another end, can change whom a sentence names. So the result is read
    # again until a reading changes nothing: that is what makes a second run safe. In practice the first one does.
    for _ in range(_READINGS):
        text = write_blocks(chapter.blocks)
        again = _enforce_once(text, Ledger(judge), policy)
        if write_blocks(again.blocks) == text:
            break
        chapter = _with_later_falls(chapter, again)
    else:
        chapter = chapter.model_copy(update={"narrative": (), "core_claims": (), "claim_blocks": ()})
    return chapter.model_copy(update={"key_excerpts": tuple(excerpts)})


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
    Source: seed 1 (`enforce_quote_whitelist`).
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
            decision.original for decision in enforced.decisions if decision.action in (Action.UNQUOTED, Action.DROPPED)
        ],
        decisions=enforced.decisions,
    )
