"""The blocks of a reply, each rebuilt: paragraphs with script lines, block quotes, lists."""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import takewhile

from core.enforcement.annotate import DecisionLog, cite
from core.enforcement.inline_quotations import InlineText
from core.enforcement.matcher import EnforcementPolicy, QuoteMatch
from core.enforcement.name_blocks import NameBlocks
from core.enforcement.references import read_references, split_references
from core.enforcement.results import DecisionAction, DecisionPlace, QuotationFinding
from core.enforcement.script_lines import ScriptPartKind, is_surely_prose, name_above, parts_of
from core.enforcement.seen_names import LABEL_LEAD, read_label
from core.enforcement.signatures import Signature, SignatureReader, quote_units, styles_of, without_stretches
from core.prose.model import (
    Block,
    Emphasis,
    Heading,
    Inline,
    ListBlock,
    Paragraph,
    Quote,
    QuoteBlock,
    StyledSpan,
    TextRun,
)
from core.prose.parse import BlockKind, SourceBlock, texts_of
from core.prose.quotations import find_quotations
from core.prose.render import one_line, stands_inside_marks, unmarked
from core.span import Span
from core.transcripts.speakers import SpeakerRef

_AFTER_A_ROW = " \t\n|"  # a row of a table ends with a bar
_SCRIPT_LEAD = 120  # characters that mostly suffice to see that a text begins with no label
_REST = "\ufffc"  # stands for what follows the first words of a paragraph


def _begins_marked(words: str) -> bool:
    """Tell whether the words behind a label begin with a quotation or reference: then the label names its speaker."""
    bare = words.lstrip()
    marked = (*(one.span for one in read_references(bare).found[:1]), *(one.outer for one in find_quotations(bare)[:1]))
    return any(span.start == 0 for span in marked)


class BlockJoiner:
    """Collects blocks; neighbouring lists of one kind become one, as a renderer shows them."""

    def __init__(self) -> None:
        self._done: list[Block] = []
        self._items: list[tuple[Block, ...]] = []  # of the list that is open at the end
        self._ordered = False
        self._inlines: list[Inline] = []  # of the paragraph that is open at the end
        self._whole: Paragraph | None = None  # that paragraph, as long as nothing was joined to it

    def add(self, block: Block, *, continues: bool = False) -> None:
        """Add a block; `continues` where it goes on with the paragraph before it."""
        if isinstance(block, ListBlock):
            if not self._items or self._ordered is not block.ordered:
                self._close()
            self._items += block.items
            self._ordered = block.ordered
        elif isinstance(block, Paragraph):
            if continues and self._inlines:
                self._inlines.append(TextRun(text=" "))
                self._whole = None
            else:
                self._close()
                self._whole = block
            self._inlines += block.inlines
        else:
            self._close()
            self._done.append(block)

    def _close(self) -> None:
        if self._items:
            self._done.append(ListBlock(ordered=self._ordered, items=tuple(self._items)))
        if self._inlines:
            self._done.append(self._whole or Paragraph(inlines=tuple(self._inlines)))
        self._items, self._inlines = [], []

    def blocks(self) -> list[Block]:
        """Return the blocks that were added, joined; nothing can be joined to them any more."""
        self._close()
        return self._done


class BlockRebuilder:
    """Rebuilds blocks and writes every decision into the log."""

    def __init__(self, log: DecisionLog, policy: EnforcementPolicy) -> None:
        self._log = log
        self._policy = policy

    def blocks(self, sources: Iterable[SourceBlock], *, continues: bool = False) -> list[Block]:
        """Return the blocks of a narrative, rebuilt; `continues` where the first goes on with an open paragraph."""
        built = BlockJoiner()
        for number, source in enumerate(sources):
            goes_on = continues and not number
            for block in self._paragraph(source, continues=True) if goes_on else self._block(source):
                built.add(block)
        return built.blocks()

    def heading(self, source: SourceBlock, level: int) -> Heading | None:
        """Return a heading, rebuilt; None where nothing is left of it."""
        blocks = self.text(source.text.replace("\n", " "), source.styled, DecisionPlace.NARRATIVE, one_line_only=True)
        inlines = [inline for block in blocks if isinstance(block, Paragraph) for inline in block.inlines]
        return Heading(level=level, inlines=tuple(inlines)) if inlines else None

    def text(
        self, text: str, styled: Sequence[StyledSpan], place: DecisionPlace, *, one_line_only: bool = False
    ) -> list[Block]:
        """Return running text, rebuilt; with `one_line_only` nothing is set apart as a block quote."""
        inline = self._running(text, styled, place)
        policy = self._policy.model_copy(update={"one_line": True}) if one_line_only else self._policy
        inline.decide(self._log, policy)
        return inline.blocks()

    def _running(self, text: str, styled: Sequence[StyledSpan], place: DecisionPlace) -> InlineText:
        return InlineText(text, styled, place)

    def _block(self, source: SourceBlock) -> list[Block]:
        match source.kind:
            case BlockKind.HEADING:
                bold = StyledSpan(Span(0, len(source.text)), Emphasis.BOLD)
                return self._paragraph(source._replace(styled=(bold,)))
            case BlockKind.PARAGRAPH:
                return self._paragraph(source)
            case BlockKind.QUOTE:
                return self._quote(source)
            case BlockKind.LIST | BlockKind.ITEM:
                items = source.blocks if source.kind is BlockKind.LIST else (source,)
                rebuilt = [tuple(self._item(item)) for item in items]
                kept = tuple(item for item in rebuilt if item)
                return [ListBlock(ordered=source.ordered, items=kept)] if kept else []

    def _item(self, item: SourceBlock) -> list[Block]:
        """Return the blocks of a list item; a name in one of several signs or heads the others."""
        if len(item.blocks) < 2:
            return self.blocks(item.blocks)
        names = NameBlocks(self._log.matcher.roster, self._log.decisions, self._log.stays_unproven)
        built = BlockJoiner()
        for source in item.blocks:
            for block in names.take(source, partial(self.blocks, (source,))):
                built.add(block)
        for block in names.finish():
            built.add(block)
        return built.blocks()

    def _paragraph(self, source: SourceBlock, *, continues: bool = False) -> list[Block]:
        roster = self._log.matcher.roster
        signatures = SignatureReader(roster, self._log.matcher.stands_in_transcript).find(source.text)
        if signatures:
            return self._signed(source, signatures, continues=continues)
        parts = parts_of(source.text, roster, continues=continues)
        if source.kind is BlockKind.HEADING and all(part.manner is not ScriptPartKind.SCRIPT for part in parts):
            return self._prose(source.text, source.styled)
        built: list[Block] = []
        for part in parts:
            spoken = source.text[part.words : part.span.end]
            if part.manner is ScriptPartKind.SCRIPT:
                spoken = spoken.rstrip(_AFTER_A_ROW)
            if part.manner is ScriptPartKind.SCRIPT and not spoken.strip():
                if len(parts) == 1:  # a label over the next item of a list
                    built += self.text(source.text, (), DecisionPlace.NARRATIVE)
            elif part.manner is ScriptPartKind.PROSE or _begins_marked(spoken):
                # Marks show what to decide; a label before them names their speaker, a dash only sets them off.
                span = Span(part.words, part.span.end) if part.manner is ScriptPartKind.SET_OFF else part.span
                goes_on = continues and not span.start
                words, styled = span.slice(source.text), styles_of(source.styled, span)
                built += self._prose(words, styled, continues=goes_on, plain=part.manner is ScriptPartKind.PROSE)
            elif part.manner is ScriptPartKind.SCRIPT or roster.resolve(spoken) is None:
                built += self._set_apart(spoken, part.speaker)
        return built

    def _signed(self, source: SourceBlock, signatures: Sequence[Signature], *, continues: bool) -> list[Block]:
        """Take the signatures off a block and list what they sign; a signed sentence alone goes with its signature."""
        before = len(self._log.decisions)
        blocks: list[Block] = []
        if not signatures[0].alone:
            blocks = self._paragraph(without_stretches(source, [one.span for one in signatures]), continues=continues)
        self._list_signed(source.text, signatures, before, dropped=not blocks)
        return blocks

    def _list_signed(self, text: str, signatures: Sequence[Signature], before: int, *, dropped: bool) -> None:
        """Write a decision for each signed sentence, in reading order with those behind the first `before`."""
        log = self._log
        own, log.decisions[before:] = log.decisions[before:], []
        done = 0
        for one in signatures:
            while own and (place := text.find(own[0].original, done)) < one.sentence.start:
                done = max(done, place)
                log.decisions.append(own.pop(0))
            words = one.sentence.slice(text)
            looked_up = log.matcher.look_up(words, one.speaker, references=False)
            if dropped:
                log.falls(DecisionAction.DROPPED, looked_up, DecisionPlace.NARRATIVE)
            else:
                log.falls(DecisionAction.UNQUOTED, looked_up, DecisionPlace.NARRATIVE, sentence=words)
        log.decisions += own
        log.reads_alike = False

    def _prose(
        self, text: str, styled: Sequence[StyledSpan], *, continues: bool = False, plain: bool = False
    ) -> list[Block]:
        """Return running text, rebuilt, without what reads as a script line now; in `plain` text none did before."""
        before = len(self._log.decisions)
        blocks = self.text(text.replace("\n", " "), styled, DecisionPlace.NARRATIVE)
        if plain and self._log.reads_alike and "\n" not in text:
            return blocks
        first = blocks[:1] if continues else []
        return [*first, *(kept for block in blocks[len(first) :] for kept in self._unless_script(block, before))]

    def _unless_script(self, block: Block, decided_before: int) -> list[Block]:
        """Drop words that lost their marks and now read as a script line; set the proven quotations in it apart."""
        if not isinstance(block, Paragraph) or not isinstance(block.inlines[0], TextRun):
            return [block]
        beginning = one_line(block.inlines[0].text[:_SCRIPT_LEAD])
        if len(beginning) >= LABEL_LEAD and is_surely_prose(beginning, self._log.matcher.roster):
            return [block]
        words = list(takewhile(lambda inline: isinstance(inline, TextRun), block.inlines))
        lead = one_line("".join(inline.text for inline in words))
        text = lead if len(block.inlines) == len(words) else f"{lead} {_REST}"
        part = parts_of(text, self._log.matcher.roster)[0]
        if part.manner is ScriptPartKind.PROSE or text[part.words :].startswith(_REST):
            return [block]
        self._log.drop_unquoted_since(decided_before)
        if len(self._log.decisions) == decided_before:
            looked_up = self._log.matcher.look_up(text[part.words :], part.speaker, references=False)
            self._log.falls(DecisionAction.DROPPED, looked_up, DecisionPlace.NARRATIVE)
        self._log.reads_alike = False
        proven = [inline for inline in block.inlines if isinstance(inline, Quote)]
        return [self._apart(quote) for quote in proven]

    def _apart(self, quote: Quote) -> Block:
        """Return a quotation by itself: in a strict narrative a paragraph, where it can stand inside marks."""
        if not (self._policy.strict_narrative and stands_inside_marks(quote.text)):
            return QuoteBlock(quote=quote)
        self._log.reads_alike = False
        return Paragraph(inlines=(quote, TextRun(text=f" ({unmarked(quote.speaker.speaker_name)})")))

    def _found(self, words: str, named: SpeakerRef | None) -> QuoteMatch:
        looked_up = self._log.matcher.look_up(words, named, references=self._policy.references)
        return self._log.unless_repeated(looked_up, self._policy)

    def _in_block(self, words: str, named: SpeakerRef | None) -> list[Block]:
        """Decide words that are set as a block quote: in a strict narrative they go, unless they must stand so."""
        found = self._found(words, named)
        if not (self._policy.strict_narrative and found.quote and stands_inside_marks(found.quote.quote_text)):
            return self._set_apart(words, named)
        self._log.falls(
            DecisionAction.DROPPED, found.without(QuotationFinding.STRICT_NARRATIVE), DecisionPlace.NARRATIVE
        )
        return []

    def _set_apart(self, words: str, named: SpeakerRef | None) -> list[Block]:
        """Decide words that read as a quotation without marks: a block quote where proven, else dropped."""
        looked_up = self._found(words, named)
        quote = looked_up.quote
        if quote is None or quote.quote_id in self._policy.refused_quotes:
            self._log.falls(DecisionAction.DROPPED, looked_up, DecisionPlace.NARRATIVE)
            return []
        misnamed = named.speaker_name if named and named.speaker_id != quote.speaker.speaker_id else ""
        self._log.stands(quote, words, DecisionPlace.NARRATIVE, corrected_name=misnamed, reference=looked_up.reference)
        return [self._apart(Quote.of(quote))]

    def _quote(self, source: SourceBlock) -> list[Block]:
        spoken = self._spoken_in(source)
        if spoken:
            return [block for words, speaker in spoken for block in self._in_block(words, speaker)]
        units, named = quote_units(source, self._log.matcher.roster)
        whole = " ".join(units)
        if len(units) > 1 and self._log.matcher.choose(whole, named) is not None:
            units = [whole]
        if self._policy.references:
            units = [part for unit in units for part in split_references(unit)]
        return [block for unit in units for block in self._unit(unit, named)]

    def _spoken_in(self, source: SourceBlock) -> list[tuple[str, SpeakerRef | None]]:
        """Return the lines of a block quote that is a dialogue, each under its label; [] for any other."""
        texts = texts_of(source)
        roster, first = self._log.matcher.roster, texts[0].partition("\n")[0] if texts else ""
        if len(texts) != 1 or not (read_label(first, roster) or name_above(first, roster)):
            return []
        parts = parts_of(texts[0], roster)
        if len(parts) < 2 or any(part.manner is not ScriptPartKind.SCRIPT for part in parts):
            return []
        return [(texts[0][part.words : part.span.end], part.speaker) for part in parts]

    def _unit(self, unit: str, named: SpeakerRef | None) -> list[Block]:
        """Decide a paragraph of a block quote: proven as a whole, prose where a part is proven, else dropped."""
        matcher = self._log.matcher
        looked_up = matcher.look_up(unit, named, references=self._policy.references)
        label = read_label(unit, matcher.roster)
        if looked_up.quote is None and label is not None and label.speaker is not None:
            return self._in_block(unit[label.words :], label.speaker)
        if looked_up.quote is None and any(cited.quote for cited in cite(unit, self._log, self._policy)):
            return self._prose(unit, ())
        return self._in_block(unit, named)
