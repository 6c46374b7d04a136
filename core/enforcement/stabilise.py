"""Settle running text block by block: rebuild it, read it again until a reading changes nothing, log the decisions.

Chapters and answers are settled in the same way; they differ in the matcher, in what a block quote may look like, and
in the sections around.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from core.enforcement.annotate import DecisionLog, quotes_standing
from core.enforcement.inline_quotations import InlineText
from core.enforcement.matcher import EnforcementPolicy, QuoteMatcher
from core.enforcement.rebuild_blocks import BlockRebuilder
from core.enforcement.references import refers
from core.enforcement.repair_sentence import mark_edits
from core.enforcement.results import STAYS, Decision, DecisionAction, DecisionPlace
from core.enforcement.script_lines import ScriptPartKind, is_surely_prose, parts_of
from core.enforcement.seen_names import UNSTOPPED
from core.enforcement.signatures import SignatureReader, may_be_signed
from core.prose.model import Block, Emphasis, Heading, Inline, ListBlock, Paragraph, Quote, QuoteBlock, TextRun
from core.prose.parse import BlockKind, SourceBlock, read_back, read_markdown
from core.prose.quotations import find_quotations, has_marks
from core.prose.render import one_line, unmarked, write_blocks
from core.transcripts.speakers import Roster, SpeakerRef
from core.whitelist.build import WhitelistQuote

_READINGS = 6
_DOUBLE_MARKS = re.compile('[“”"]')

Read: TypeAlias = Callable[[Sequence[SourceBlock], DecisionLog], list[Block]]
"""Makes finished blocks of what was read, and writes what it decides into a log."""


class StableBlocks(NamedTuple):
    """Finished blocks of the narrative; `continues` where the first goes on with the paragraph before it."""

    blocks: list[Block]
    continues: bool


class NarrativeStabiliser:
    """Settles the blocks of one reply in order; keeps the decisions, never the text.

    `rebuilder` says how a block is rebuilt, `make_log` what is kept of a decision.
    """

    def __init__(
        self,
        matcher: QuoteMatcher,
        policy: EnforcementPolicy,
        *,
        rebuilder: Callable[[DecisionLog, EnforcementPolicy], BlockRebuilder] = BlockRebuilder,
        make_log: Callable[[QuoteMatcher, Counter[str]], DecisionLog] = DecisionLog,
    ) -> None:
        self._matcher = matcher
        self._policy = policy
        self._rebuilder = rebuilder
        self._make_log = make_log
        self.decisions: list[Decision] = []
        self.used: list[WhitelistQuote] = []
        self._known: dict[tuple[str, str], bool] = {}
        self.standing = Counter[str]()  # how often each quote stands in the narrative

    def new_log(self) -> DecisionLog:
        """Return an empty log that knows how often each quote stands so far."""
        return self._make_log(self._matcher, self.standing)

    def keep(self, log: DecisionLog) -> None:
        """Keep what was decided in a reading."""
        if log.decisions:
            self.decisions += log.decisions
            self.used += log.used
            self.standing.update(quotes_standing(log.decisions))

    def until_stable(self, blocks: list[Block], log: DecisionLog, read: Read) -> list[Block]:
        """Read a result again until a reading changes nothing, so that enforcing twice changes nothing.

        A word that lost its marks, or a slice with another end, can change whom a sentence names. In practice the first
        reading is the last; text that changes with every reading is left out.
        """
        text = write_blocks(blocks)
        for _ in range(_READINGS):
            again = self.new_log()
            reread = read(read_back(blocks) or read_markdown(text), again)
            reread_text = write_blocks(reread)
            if reread_text == text:
                self.keep(log)
                return blocks
            log.decisions, log.used = _as_read_later(log.decisions, again.used, again.decisions), again.used
            blocks, text = reread, reread_text
        log.decisions, log.used = _as_read_later(log.decisions), []
        self.keep(log)
        return []

    def settle(self, source: SourceBlock, *, continues: bool) -> list[Block]:
        """Return what a block of the reply becomes; `continues` where it goes on with the paragraph before it."""
        if source.kind is BlockKind.PARAGRAPH and _is_plain_prose(source.text, self._matcher.roster):
            return InlineText(source.text, source.styled, DecisionPlace.NARRATIVE).blocks()

        def read(sources: Sequence[SourceBlock], log: DecisionLog) -> list[Block]:
            return self._rebuilder(log, self._policy).blocks(sources, continues=continues)

        log = self.new_log()
        blocks = read((source,), log)
        if self._reads_alike(source, blocks, log) or (
            not log.used and _is_settled_prose(blocks, self._matcher.roster, continues=continues)
        ):
            self.keep(log)
            return blocks
        return self.until_stable(blocks, log, read)

    def _reads_alike(self, source: SourceBlock, blocks: Sequence[Block], log: DecisionLog) -> bool:
        """Tell whether a second reading would certainly change nothing, so that it can be skipped.

        Where names stay in place and no quotation is lost, slices only replace words that fold to them.
        """
        if len(blocks) != 1 or not all(self._is_known(quote) for quote in log.used):
            return False
        if source.kind is BlockKind.QUOTE:
            return isinstance(blocks[0], QuoteBlock) and len(log.decisions) == 1
        leaves = list(_leaves_of(source))
        return (
            log.reads_alike
            and all(leaf.kind is BlockKind.PARAGRAPH and leaf.text == one_line(leaf.text) for leaf in leaves)
            and _paragraphs_in(blocks[0]) == len(leaves)
        )

    def _is_known(self, quote: WhitelistQuote) -> bool:
        """Tell whether the name that is written behind a quote is read as its speaker's."""
        written = (quote.speaker.speaker_name, quote.speaker.speaker_id)
        if written not in self._known:
            speaker = self._matcher.roster.resolve(unmarked(written[0]))
            self._known[written] = speaker is not None and speaker.speaker_id == written[1]
        return self._known[written]


def _is_undecided(text: str, roster: Roster) -> bool:
    """Tell whether a text holds no quotation, reference, signature or mark that would be written in another way."""
    marked = has_marks(text) and (find_quotations(text) or mark_edits(text, (), ()))
    return not (marked or refers(text) or may_be_signed(text, roster))


def _is_plain_prose(text: str, roster: Roster) -> bool:
    """Tell whether a text is one line of prose with nothing to decide: most paragraphs are."""
    return (
        _DOUBLE_MARKS.search(text) is None
        and is_surely_prose(text, roster)
        and text == one_line(text)
        and _is_undecided(text, roster)
    )


def _leaves_of(source: SourceBlock) -> Iterator[SourceBlock]:
    """Yield the blocks of a list that hold no others, or the block itself."""
    if source.kind in (BlockKind.LIST, BlockKind.ITEM):
        for inner in source.blocks:
            yield from _leaves_of(inner)
    else:
        yield source


def _is_settled_prose(blocks: Sequence[Block], roster: Roster, *, continues: bool) -> bool:
    """Tell whether blocks hold no quotation and a second reading would find nothing to decide and write the same."""
    if len(blocks) == 1 and isinstance(blocks[0], Paragraph) and any(_is_emphasised(one) for one in blocks[0].inlines):
        # Emphasis is read back as it was written, or it is lost.
        written = write_blocks(blocks)
        read = read_markdown(written)
        if len(read) != 1 or read[0].kind is not BlockKind.PARAGRAPH:
            return False
        return (
            _is_settled_text(read[0].text, roster, continues=continues)
            and write_blocks(InlineText(read[0].text, read[0].styled, DecisionPlace.NARRATIVE).blocks()) == written
        )
    return all(_is_settled(block, roster, continues=continues and not number) for number, block in enumerate(blocks))


def _is_settled_text(text: str, roster: Roster, *, continues: bool) -> bool:
    """Tell whether a text is prose with nothing to decide, also where it begins with a name or holds a colon."""
    if "\n" in text or not _is_undecided(text, roster):
        return False
    return all(part.manner is ScriptPartKind.PROSE for part in parts_of(text, roster, continues=continues))


def _is_settled(block: Block, roster: Roster, *, continues: bool = False) -> bool:
    if isinstance(block, ListBlock):
        # A name that is one of several blocks of an item signs or heads the others.
        return all(len(item) == 1 and _is_settled(item[0], roster) for item in block.items)
    if not isinstance(block, Paragraph) or any(isinstance(one, Quote) or one.emphasis for one in block.inlines):
        return False
    return _is_settled_text(one_line("".join(one.text for one in block.inlines)), roster, continues=continues)


def _is_emphasised(inline: Inline) -> bool:
    return isinstance(inline, TextRun) and inline.emphasis is not Emphasis.NONE


def _paragraphs_in(block: Block) -> int:
    """Count the paragraphs of a block; one that holds anything else counts as none."""
    if isinstance(block, ListBlock):
        counts = [_paragraphs_in(inner) for item in block.items for inner in item]
        return sum(counts) if all(counts) else 0
    return int(isinstance(block, Paragraph))


def _as_read_later(
    decisions: Sequence[Decision], used: Sequence[WhitelistQuote] = (), later: Sequence[Decision] = ()
) -> list[Decision]:
    """Return the first reading's decisions; a quotation that a later reading lost is marked as dropped, and one that
    only the later reading saw has its decision from there."""
    if not decisions:
        return list(later)
    remaining = Counter(quote.quote_id for quote in used)
    kept: list[Decision] = []
    for decision in decisions:
        stands = decision.action in STAYS
        if stands and not remaining[decision.quote_id or ""]:
            kept.append(decision.model_copy(update={"action": DecisionAction.DROPPED}))
            continue
        remaining[decision.quote_id or ""] -= stands
        kept.append(decision)
    for decision in later:
        if decision.action in STAYS and remaining[decision.quote_id or ""] > 0:
            remaining[decision.quote_id or ""] -= 1
            kept.append(decision)
    return kept


def _said_in(title: str, log: DecisionLog) -> tuple[str, SpeakerRef | None] | None:
    """Return the sentence that a title gives to somebody, as a line of a script or signed, and to whom."""
    part = parts_of(title, log.matcher.roster)[0]
    signed = SignatureReader(log.matcher.roster, log.matcher.stands_in_transcript).find(title)
    if part.manner is ScriptPartKind.SCRIPT:
        words, speaker = title[part.words :], part.speaker
    else:
        words, speaker = (signed[0].sentence.slice(title), signed[0].speaker) if signed else ("", None)
    is_sentence = words.endswith((".", "!", "?", "…")) or UNSTOPPED.match(words)
    return (words, speaker) if is_sentence else None


def says_what_somebody_said(heading: Heading, log: DecisionLog) -> bool:
    """Tell whether a title says what somebody said, and write the decision that it goes; who somebody is may stay."""
    if any(isinstance(one, Quote) for one in heading.inlines):
        return False
    said = _said_in(one_line("".join(one.text for one in heading.inlines)), log)
    if said is None:
        return False
    log.drop_unquoted_since(0)
    if not log.decisions:
        looked_up = log.matcher.look_up(*said, references=False)
        log.falls(DecisionAction.DROPPED, looked_up, DecisionPlace.NARRATIVE)
    return True
