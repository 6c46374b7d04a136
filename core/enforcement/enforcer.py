"""A reply enforced portion by portion: what a portion becomes is settled when it is taken, whatever follows.

The batch takes all portions of a reply at once and the gate takes them while the reply streams; this is the one place
where either is decided, so they cannot differ.
"""

from collections.abc import Iterable, Sequence

from core.enforcement.annotate import cite
from core.enforcement.claim_items import BuiltClaim, ClaimItem
from core.enforcement.decision_log import DecisionLog
from core.enforcement.matcher import EnforcementPolicy, QuoteMatcher
from core.enforcement.rebuild_blocks import BlockRebuilder, quote_units
from core.enforcement.results import Decision, DecisionAction, DecisionPlace
from core.enforcement.stabilise import NarrativeStabiliser, StableBlocks
from core.prose.model import Block, Heading, ListBlock, Paragraph
from core.prose.parse import BlockKind, SourceBlock, read_markdown
from core.prose.render import one_line
from core.prose.sections import SectionKind, SectionReader, exact_section_name, items_of
from core.prose.stream import StreamPortion
from core.whitelist.build import WhitelistQuote

_LOWEST_LEVEL = 6


class Enforcer:
    """Takes the portions of one reply in order; keeps the decisions and the claims, never the text."""

    def __init__(self, judge: QuoteMatcher, policy: EnforcementPolicy) -> None:
        self._policy = policy
        self._narrative = NarrativeStabiliser(judge, policy)
        self._sections = SectionReader()
        self._aside: list[str] = []  # an open paragraph of a section that is not shown as it comes
        self.heading: Heading | None = None
        self.claims: list[BuiltClaim] = []

    @property
    def decisions(self) -> list[Decision]:
        """Every decision so far, in reading order."""
        return self._narrative.decisions

    @property
    def used(self) -> list[WhitelistQuote]:
        """Every quote that stands so far, in reading order."""
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

    def _read(self, text: str, *, continues: bool) -> list[StableBlocks]:
        settled: list[StableBlocks] = []
        for number, source in enumerate(read_markdown(text, continues=continues)):
            goes_on = continues and not number
            part = SectionKind.NARRATIVE if goes_on else self._sections.place(source)
            match part:
                case SectionKind.TITLE:
                    self.heading = self._title(source)
                case SectionKind.NARRATIVE:
                    settled.append(StableBlocks(self._settle(source, continues=goes_on), goes_on))
                case SectionKind.OWN_EXCERPTS:
                    ledger = self._narrative.ledger()
                    _drop_own_excerpts((source,), ledger, self._policy)
                    self._narrative.keep(ledger)
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
                # Without its marks a quotation can read as the name of a section; what follows is in it then.
                self._sections.open(name, _LOWEST_LEVEL)
                return blocks[:number]
        return blocks

    def _title(self, source: SourceBlock) -> Heading | None:
        def read(sources: Sequence[SourceBlock], ledger: DecisionLog) -> list[Block]:
            heading = BlockRebuilder(ledger, self._policy).heading(sources[0], 2) if sources else None
            return [heading] if heading else []

        ledger = self._narrative.ledger()
        blocks = self._narrative.until_stable(read((source,), ledger), ledger, read)
        heading = blocks[0] if blocks else None
        return heading if isinstance(heading, Heading) else None

    def _claim(self, item: SourceBlock) -> None:
        built: list[BuiltClaim] = []

        def read(sources: Sequence[SourceBlock], ledger: DecisionLog) -> list[Block]:
            built[:] = [
                claim
                for one in items_of(sources)
                if (claim := ClaimItem(one, ledger, self._policy).build()) is not None
            ]
            return [ListBlock(items=tuple(claim.blocks for claim in built))] if built else []

        ledger = self._narrative.ledger()
        if self._narrative.until_stable(read((item,), ledger), ledger, read):
            self.claims += built


def _section_opened_by(block: Block) -> str:
    if isinstance(block, Paragraph):
        return exact_section_name("".join(inline.text for inline in block.inlines))
    return ""


def _drop_own_excerpts(sources: Iterable[SourceBlock], ledger: DecisionLog, policy: EnforcementPolicy) -> None:
    """Throw the model's own key excerpts away, with a decision for every quotation in them."""
    for source in sources:
        if source.kind is BlockKind.QUOTE:
            units, named = quote_units(source, ledger.judge.roster)
            for unit in units:
                looked_up = ledger.judge.look_up(unit, named, references=policy.references)
                ledger.falls(DecisionAction.DROPPED, looked_up, DecisionPlace.OWN_EXCERPTS)
        elif source.blocks:
            _drop_own_excerpts(source.blocks, ledger, policy)
        else:
            for cited in cite(source.text.replace("\n", " "), ledger, policy):
                ledger.falls(DecisionAction.DROPPED, cited.looked_up, DecisionPlace.OWN_EXCERPTS)
