"""A reply enforced portion by portion: what a portion becomes is settled when it is taken, whatever follows.

The batch takes all portions of a reply at once and the gate takes them while the reply streams; this is the one place
where either is decided, so they cannot differ.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from core.chapter import Action, Decision, Place
from core.enforcement.blocks import Rebuilder, is_plain_prose, is_undecided, quote_units
from core.enforcement.citing import cite
from core.enforcement.claim_items import BuiltClaim, ClaimItem
from core.enforcement.inline import InlineText
from core.enforcement.judge import EnforcementPolicy, Judge
from core.enforcement.ledger import Ledger, references_in
from core.markdown import BlockKind, SourceBlock, read_back, read_markdown
from core.portions import Portion
from core.prose import Block, Emphasis, Heading, Inline, ListBlock, Paragraph, Quote, QuoteBlock, Words
from core.rendering import one_line, unmarked, write_blocks
from core.sections import Part, SectionReader, exact_section_name, items_of
from core.whitelist import WhitelistQuote

_READINGS = 6
_LOWEST_LEVEL = 6


class Settled(NamedTuple):
    """Finished blocks of the narrative; `continues` where the first goes on with the paragraph before it."""

    blocks: list[Block]
    continues: bool


class Enforcer:
    """Takes the portions of one reply in order; keeps the decisions and the claims, never the text."""

    def __init__(self, judge: Judge, policy: EnforcementPolicy) -> None:
        self._judge = judge
        self._policy = policy
        self._sections = SectionReader()
        self._aside: list[str] = []  # an open paragraph of a section that is not shown as it comes
        self.decisions: list[Decision] = []
        self.used: list[WhitelistQuote] = []
        self._referred = Counter[str]()  # references that stand in the narrative, by quote
        self.heading: Heading | None = None
        self.claims: list[BuiltClaim] = []

    @property
    def title(self) -> str:
        """The title the reply gives the chapter, "" where it has none."""
        return one_line("".join(inline.text for inline in self.heading.inlines)) if self.heading else ""

    def take(self, portion: Portion) -> list[Settled]:
        """Decide the next portion; return what it adds to the narrative."""
        if self._aside or (portion.goes_on and not self._sections.in_narrative):
            self._aside.append(portion.text)
            if portion.goes_on:
                return []
            text, self._aside = "".join(self._aside), []
            return self._read(text, continues=False)
        return self._read(portion.text, continues=portion.continues)

    def _read(self, text: str, *, continues: bool) -> list[Settled]:
        settled: list[Settled] = []
        for number, source in enumerate(read_markdown(text, continues=continues)):
            goes_on = continues and not number
            part = Part.NARRATIVE if goes_on else self._sections.place(source)
            match part:
                case Part.TITLE:
                    self.heading = self._title(source)
                case Part.NARRATIVE:
                    settled.append(Settled(self._narrative(source, continues=goes_on), goes_on))
                case Part.OWN_EXCERPTS:
                    ledger = Ledger(self._judge, self._referred)
                    _drop_own_excerpts((source,), ledger, self._policy)
                    self._keep(ledger)
                case Part.CORE_CLAIMS:
                    for item in items_of((source,)):
                        self._claim(item)
                case Part.SECTION:
                    pass
        return settled

    def _keep(self, ledger: Ledger) -> None:
        self.decisions += ledger.decisions
        self.used += ledger.used
        self._referred += references_in(ledger.decisions)

    def _until_stable(
        self, blocks: list[Block], ledger: Ledger, read: Callable[[Sequence[SourceBlock], Ledger], list[Block]]
    ) -> list[Block]:
        """Read a result again until a reading changes nothing; that is what makes a second run safe.

        A word that lost its marks, or a slice with another end, can change whom a sentence names. In practice the first
        reading is the last; what does not come to rest is left out.
        """
        text = write_blocks(blocks)
        for _ in range(_READINGS):
            again = Ledger(self._judge, self._referred)
            reread = read(read_back(blocks) or read_markdown(text), again)
            reread_text = write_blocks(reread)
            if reread_text == text:
                self._keep(ledger)
                return blocks
            ledger.decisions, ledger.used = _with_later_falls(ledger.decisions, again.used), again.used
            blocks, text = reread, reread_text
        ledger.decisions, ledger.used = _with_later_falls(ledger.decisions, ()), []
        self._keep(ledger)
        return []

    def _narrative(self, source: SourceBlock, *, continues: bool) -> list[Block]:
        if source.kind is BlockKind.PARAGRAPH and is_plain_prose(source.text):
            return InlineText(source.text, source.styled, Place.NARRATIVE).blocks()

        def read(sources: Sequence[SourceBlock], ledger: Ledger) -> list[Block]:
            return Rebuilder(ledger, self._policy).blocks(sources, continues=continues)

        ledger = Ledger(self._judge, self._referred)
        blocks = read((source,), ledger)
        if self._reads_alike(source, blocks, ledger) or (not ledger.used and _is_settled_prose(blocks)):
            self._keep(ledger)
        else:
            blocks = self._until_stable(blocks, ledger, read)
        for number, block in enumerate(blocks):
            name = "" if continues else _section_opened_by(block)
            if name:
                # Without its marks a quotation can read as the name of a section; what follows is in it then.
                self._sections.open(name, _LOWEST_LEVEL)
                return blocks[:number]
        return blocks

    def _reads_alike(self, source: SourceBlock, blocks: Sequence[Block], ledger: Ledger) -> bool:
        """Tell whether a result would certainly be read as it was written, so that the second reading can be saved.

        Where names stay where they are and nothing fell, only slices took the place of what folds to them.
        """
        if len(blocks) != 1 or not all(self._is_known(quote) for quote in ledger.used):
            return False
        if source.kind is BlockKind.QUOTE:
            return isinstance(blocks[0], QuoteBlock) and len(ledger.decisions) == 1
        leaves = list(_leaves_of(source))
        return (
            ledger.reads_alike
            and all(leaf.kind is BlockKind.PARAGRAPH and leaf.text == one_line(leaf.text) for leaf in leaves)
            and _paragraphs_in(blocks[0]) == len(leaves)
        )

    def _is_known(self, quote: WhitelistQuote) -> bool:
        """Tell whether the name that is written behind a quote is read as its speaker's."""
        speaker = self._judge.roster.resolve(unmarked(quote.speaker.speaker_name))
        return speaker is not None and speaker.speaker_id == quote.speaker.speaker_id

    def _title(self, source: SourceBlock) -> Heading | None:
        def read(sources: Sequence[SourceBlock], ledger: Ledger) -> list[Block]:
            heading = Rebuilder(ledger, self._policy).heading(sources[0], 2) if sources else None
            return [heading] if heading else []

        ledger = Ledger(self._judge, self._referred)
        blocks = self._until_stable(read((source,), ledger), ledger, read)
        heading = blocks[0] if blocks else None
        return heading if isinstance(heading, Heading) else None

    def _claim(self, item: SourceBlock) -> None:
        built: list[BuiltClaim] = []

        def read(sources: Sequence[SourceBlock], ledger: Ledger) -> list[Block]:
            built[:] = [
                claim
                for one in items_of(sources)
                if (claim := ClaimItem(one, ledger, self._policy).build()) is not None
            ]
            return [ListBlock(items=tuple(claim.blocks for claim in built))] if built else []

        ledger = Ledger(self._judge, self._referred)
        if self._until_stable(read((item,), ledger), ledger, read):
            self.claims += built


def _leaves_of(source: SourceBlock) -> Iterator[SourceBlock]:
    """Yield the blocks of a list that hold no others, or the block itself."""
    if source.kind in (BlockKind.LIST, BlockKind.ITEM):
        for inner in source.blocks:
            yield from _leaves_of(inner)
    else:
        yield source


def _is_settled_prose(blocks: Sequence[Block]) -> bool:
    """Tell whether blocks hold no quotation and a second reading would find nothing to decide and write the same."""
    if len(blocks) == 1 and isinstance(blocks[0], Paragraph) and any(_is_emphasised(one) for one in blocks[0].inlines):
        # Emphasis is read as it was written, or it is lost.
        written = write_blocks(blocks)
        read = read_markdown(written)
        if len(read) != 1 or read[0].kind is not BlockKind.PARAGRAPH or not is_undecided(read[0].text):
            return False
        return write_blocks(InlineText(read[0].text, read[0].styled, Place.NARRATIVE).blocks()) == written
    return all(map(_is_settled, blocks))


def _is_settled(block: Block) -> bool:
    if isinstance(block, ListBlock):
        return all(_is_settled(inner) for item in block.items for inner in item)
    if not isinstance(block, Paragraph) or any(isinstance(one, Quote) or one.emphasis for one in block.inlines):
        return False
    return is_undecided(one_line("".join(one.text for one in block.inlines)))


def _is_emphasised(inline: Inline) -> bool:
    return isinstance(inline, Words) and inline.emphasis is not Emphasis.NONE


def _paragraphs_in(block: Block) -> int:
    """Count the paragraphs of a block; one that holds anything else counts as none."""
    if isinstance(block, ListBlock):
        counts = [_paragraphs_in(inner) for item in block.items for inner in item]
        return sum(counts) if all(counts) else 0
    return int(isinstance(block, Paragraph))


def _section_opened_by(block: Block) -> str:
    if isinstance(block, Paragraph):
        return exact_section_name("".join(inline.text for inline in block.inlines))
    return ""


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


def _with_later_falls(decisions: Sequence[Decision], used: Sequence[WhitelistQuote]) -> list[Decision]:
    """Return the first reading's decisions; a quotation that no longer stands in a later one is marked as dropped."""
    standing = Counter(quote.quote_id for quote in used)
    kept: list[Decision] = []
    for decision in decisions:
        stood = decision.action in (Action.KEPT, Action.REPLACED)
        if stood and not standing[decision.quote_id or ""]:
            kept.append(decision.model_copy(update={"action": Action.DROPPED}))
            continue
        if stood:
            standing[decision.quote_id or ""] -= 1
        kept.append(decision)
    return kept
