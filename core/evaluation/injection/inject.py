"""Turn a finished chapter back into a draft with corrupted words in place of some of its quotations.

The text around a quotation stays. Only the class of wrong speakers changes a name: the name in the sentence, or a name
behind the quotation if other quotations share the first one.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from hashlib import sha256
from itertools import accumulate
from typing import NamedTuple

from core.evaluation.corruptions import Corruption, CorruptionClass, as_markdown
from core.prose.attribution import SentenceAttributions
from core.prose.model import Block, Heading, Inline, ListBlock, Paragraph, Quote, QuoteBlock, TextRun
from core.prose.quotations import find_quotations
from core.prose.render import escape, one_line, unmarked, write_blocks
from core.prose.sections import CORE_CLAIMS, KEY_EXCERPTS, exact_section_name
from core.span import Span
from core.transcripts.speakers import Roster
from core.whitelist.quote_key import resolve_markup


class QuotationForm(StrEnum):
    """How a quotation stands in a draft."""

    IN_MARKS = "in_marks"
    SET_APART = "set_apart"
    IN_A_HEADING = "in_a_heading"


class DraftQuotation(NamedTuple):
    """A quotation that stands in a draft; spots are numbered in reading order, from 0."""

    quote: Quote
    form: QuotationForm


class InjectedDraft(NamedTuple):
    """A draft with injected corruptions: the words read at each spot, and where they stand, by the spot's number."""

    text: str
    words: list[str]
    cases: Mapping[int, Corruption]
    spans: dict[int, Span]


def words_of(case: Corruption) -> str:
    """Return corrupted words as a reader sees them, white space as written."""
    return resolve_markup(case.words) if case.is_markup else case.words


def without_key_excerpts(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Return a finished chapter without its Key Excerpts, which the program writes itself."""
    kept: list[Block] = []
    skips = False
    for block in blocks:
        if isinstance(block, Heading):
            name = exact_section_name("".join(inline.text for inline in block.inlines))
            skips = name == KEY_EXCERPTS or (skips and name != CORE_CLAIMS)
        if not skips:
            kept.append(block)
    return tuple(kept)


def draft_quotations(blocks: Sequence[Block]) -> Iterator[DraftQuotation]:
    """Yield every quotation of finished blocks in reading order."""
    for block in blocks:
        match block:
            case QuoteBlock():
                yield DraftQuotation(block.quote, QuotationForm.SET_APART)
            case Paragraph() | Heading():
                form = QuotationForm.IN_MARKS if isinstance(block, Paragraph) else QuotationForm.IN_A_HEADING
                yield from (DraftQuotation(inline, form) for inline in block.inlines if isinstance(inline, Quote))
            case ListBlock():
                for item in block.items:
                    yield from draft_quotations(item)


class _Edit(NamedTuple):
    span: Span
    text: str


def _as_read(inline: Inline) -> str:
    return inline.text if isinstance(inline, TextRun) else f"“{one_line(inline.text)}”"


def _name(case: Corruption) -> str:
    return unmarked(case.speaker.speaker_name)


def _name_edits(inlines: Sequence[Inline], misnamed: Mapping[int, Corruption], roster: Roster) -> list[_Edit]:
    """Return the edits that give some quotations another name; `misnamed` are places in `inlines`."""
    pieces = [_as_read(inline) for inline in inlines]
    starts = list(accumulate(map(len, pieces), initial=0))
    text = "".join(pieces)
    quotations = find_quotations(text)
    sentences = SentenceAttributions(text, quotations, roster)
    found = [sentences.attribution(number) for number in range(len(quotations))]
    names = [attribution.span for attribution in found if attribution is not None]
    prose = [Span(starts[at], starts[at + 1]) for at, inline in enumerate(inlines) if isinstance(inline, TextRun)]
    edits: list[_Edit] = []
    for at, case in misnamed.items():
        outer = Span(starts[at], starts[at + 1])
        own = next((one for one, place in zip(found, quotations, strict=True) if place.outer == outer), None)
        if own and names.count(own.span) == 1 and any(words.contains(own.span) for words in prose):
            edits.append(_Edit(own.span, _name(case)))
        else:
            edits.append(_Edit(Span(outer.end, outer.end), f" ({_name(case)})"))
    return sorted(edits)


def _renamed(inlines: Sequence[Inline], edits: Sequence[_Edit]) -> Iterator[Inline]:
    """Yield the inlines with the edits made."""
    start = 0
    for inline in inlines:
        end = start + len(_as_read(inline))
        if isinstance(inline, Quote):
            yield inline
            yield from (TextRun(text=edit.text) for edit in edits if edit.span == Span(end, end))
        else:
            text = inline.text
            for edit in reversed(edits):
                if edit.span.start < edit.span.end and start <= edit.span.start and edit.span.end <= end:
                    text = text[: edit.span.start - start] + edit.text + text[edit.span.end - start :]
            yield inline.model_copy(update={"text": text})
        start = end


class _Injector:
    """Walks through the blocks of a chapter and puts a token where corrupted words will stand."""

    def __init__(self, cases: Mapping[int, Corruption], token: str, roster: Roster) -> None:
        self._cases = cases
        self._token = token
        self._roster = roster
        self._number = 0

    def blocks(self, blocks: Sequence[Block]) -> tuple[Block, ...]:
        return tuple(self._block(block) for block in blocks)

    def _block(self, block: Block) -> Block:
        match block:
            case ListBlock():
                return block.model_copy(update={"items": tuple(self.blocks(item) for item in block.items)})
            case QuoteBlock():
                token = self._next()
                return Paragraph(inlines=(TextRun(text=token),)) if token else block
            case Paragraph():
                return Paragraph(inlines=tuple(self._inlines(block.inlines)))
            case Heading():
                self._number += sum(isinstance(inline, Quote) for inline in block.inlines)
                return block

    def _next(self) -> str:
        number, self._number = self._number, self._number + 1
        return self._token.format(number) if number in self._cases else ""

    def _inlines(self, inlines: Sequence[Inline]) -> Iterator[Inline]:
        places = [at for at, inline in enumerate(inlines) if isinstance(inline, Quote)]
        cases = {at: self._cases.get(number) for number, at in enumerate(places, start=self._number)}
        misnamed = {at: case for at, case in cases.items() if case and _is_misnamed(case)}
        edits = _name_edits(inlines, misnamed, self._roster) if misnamed else []
        for inline in _renamed(inlines, edits):
            token = self._next() if isinstance(inline, Quote) else ""
            yield TextRun(text=f"“{token}”") if token else inline


def _is_misnamed(case: Corruption) -> bool:
    return case.corruption_class is CorruptionClass.WRONG_SPEAKER


def inject_corruptions(blocks: Sequence[Block], cases: Mapping[int, Corruption], roster: Roster) -> InjectedDraft:
    """Write a finished chapter as a draft in which some spots hold corrupted words; `cases` are by the spot's number.

    The Key Excerpts are left out, and a quotation in a heading stays as it is.
    """
    blocks = without_key_excerpts(blocks)
    spots = list(draft_quotations(blocks))
    nonce = sha256(write_blocks(blocks).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    written = write_blocks(_Injector(cases, f"poison{nonce}x{{}}x", roster).blocks(blocks))
    text, position, spans = "", 0, dict[int, Span]()
    for match in re.finditer(rf"poison{nonce}x(\d+)x", written):
        number = int(match[1])
        text += written[position : match.start()]
        position = match.end()
        words, behind = as_markdown(cases[number]), ""
        if spots[number].form is QuotationForm.SET_APART:
            inside = " " * (len(text) - text.rfind("\n") - 1)  # of the list item that holds it
            words = words.replace("\n", f"\n{inside}> ")
            behind = f"\n{inside}> — {escape(_name(cases[number]))}"
            text += "> "
        spans[number] = Span(len(text), len(text) + len(words))
        text += words + behind
    read = [words_of(cases[n]) if n in cases else spot.quote.text for n, spot in enumerate(spots)]
    return InjectedDraft(text + written[position:], read, cases, spans)
