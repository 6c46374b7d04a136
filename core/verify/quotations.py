"""Everything in an edition that a reader takes for a quotation, with whom the edition names for it.

Three kinds: quotations in marks, block quotes (with or without marks around the whole), and lines of a script (`Name:
words` with a name of the transcript, and lines of dialogue that begin with a dash). What only looks like a block quote
(a sign at the beginning of the line) or is signed like one (`— Name` below a paragraph) is read as one.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.span import Span
from core.text.confusables import COLONS, is_everyday
from core.verify.naming.attribute import QuotationAttributions
from core.verify.naming.beside_quotation import NamedSpeaker, agreed_name, named_after, read_attribution
from core.verify.naming.known_speakers import TranscriptPersons
from core.verify.naming.script_lines import find_label, find_only_name, find_spoken_lines
from core.verify.naming.signatures import SignedWords, find_signed, is_below, name_of_signature, named_above
from core.verify.reading.page import VisibleBlock, VisibleBlockKind, between_marks, collapse
from core.verify.reading.quoted_spans import QuotedSpan, find_quoted

_ATTRIBUTION_LINE = re.compile(r"\s*(?:—|–|―|--+)\s*(?=\S)")
_ONLY_PUNCTUATION = re.compile(r"[\s.,;:!?…]*")
# Signs that are typed where Markdown has its own for a block quote. `|` begins a row of a table if it ends one too.
_TYPED = re.compile(
    r"(?P<sign>[\s\u00ad\u200b-\u200f\u2060\ufeff]*(?:\[\^[^\]\n]{1,40}\]:\s*)?"
    r"(?:[>＞│┃▌▎▏¦‖┆┊]|\|(?![^\n]*\|\s*$))[\s\u00ad\u200b-\u200f\u2060\ufeff>＞│┃▌▎▏¦‖|]*)(?=[\w“”\"'‘’«»„¿¡(\[—–*…])"
)
_SIGN = re.compile("[>＞│┃▌▎▏¦‖┆┊|]")
_COLONS = frozenset(COLONS)
_DASHES = re.compile(r"\s(?:—|–|―|--+)\s*")


class EditionQuotation(NamedTuple):
    """A quotation as read: its words (white space collapsed), its line in the edition from 1, whom the text names.

    `unmarked` words are only read as one, with a name behind them; with `if_said` only if the transcript has them.
    """

    text: str
    line: int
    named: NamedSpeaker | None
    unmarked: bool = False
    if_said: bool = False


def _attribution_line(line: str, persons: TranscriptPersons) -> NamedSpeaker | None:
    dash = _ATTRIBUTION_LINE.match(line)
    return read_attribution(line[dash.end() :], persons) if dash else None


def _attribution_block(block: VisibleBlock | None, persons: TranscriptPersons) -> NamedSpeaker | None:
    """Return the name of a paragraph that is nothing but `— Name`."""
    if block is None or block.kind is not VisibleBlockKind.PROSE or not _ATTRIBUTION_LINE.match(block.text):
        return None
    if "\n" in block.text.strip():
        return None
    return _attribution_line(block.text, persons)


def _lead_in(block: VisibleBlock | None, persons: TranscriptPersons) -> NamedSpeaker | None:
    """Return whom a paragraph that ends with a colon names for what follows it."""
    if block is None or block.kind is not VisibleBlockKind.PROSE or not block.text.rstrip().endswith((":", "：")):
        return None
    quotations = find_quoted(block.text)
    end = len(block.text)
    what_follows = QuotedSpan(Span(end, end), Span(end, end))
    return QuotationAttributions(block.text, [*quotations, what_follows], persons).of(len(quotations))


class _Neighbours(NamedTuple):
    """The blocks before and after one."""

    before: VisibleBlock | None
    after: VisibleBlock | None
    beyond: VisibleBlock | None = None  # behind the one after
    is_below: bool = True  # whether a name that is all of the one before could stand over it


def _without_marks(body: str, persons: TranscriptPersons) -> tuple[str, NamedSpeaker | None] | None:
    """Return the words of a block quote that stands in marks as a whole, and the name behind the marks."""
    quotations = find_quoted(body)
    if not quotations or quotations[0].span.start:
        return None
    attribution = named_after(body, quotations[0].span.end, persons)
    end = attribution.end if attribution else quotations[0].span.end
    if not _ONLY_PUNCTUATION.fullmatch(body, end):
        return None
    return collapse(quotations[0].words.slice(body)), attribution.named if attribution else None


def _without_name(body: str, persons: TranscriptPersons) -> tuple[str, NamedSpeaker] | None:
    """Return the words of a block quote without the name of its last line, `words — Name` or `words (Name)`."""
    dash = max((match for match in _DASHES.finditer(body)), key=lambda match: match.start(), default=None)
    found = read_attribution(body[dash.end() :], persons) if dash else None
    if dash and found and (found.labels is not None or not persons.labels):
        return body[: dash.start()], found
    opening = body.rfind("(")
    inside = read_attribution(body[opening + 1 : -1], persons) if opening > 0 and body.endswith(")") else None
    return (body[:opening], inside) if inside is not None and inside.labels is not None else None


def _one_of(*names: NamedSpeaker | None) -> NamedSpeaker | None:
    return agreed_name([named for named in names if named is not None])


def _unwrap(body: str, below: NamedSpeaker | None, persons: TranscriptPersons) -> tuple[str, NamedSpeaker | None]:
    """Take marks around the whole, a label and a name on the same line off the words of a block quote."""
    body = body.strip()
    label = find_label(body, persons)
    before = label[0] if label and label[0].labels is not None else None
    if label and before:
        body = body[label[1] :]
    in_marks = _without_marks(body, persons)
    if in_marks:
        return in_marks[0], _one_of(below, in_marks[1], before)
    beside = None if below else _without_name(body, persons)
    if beside:
        return collapse(beside[0]), _one_of(beside[1], before)
    return collapse(body), _one_of(below, before)


def _parts_of(block: VisibleBlock, persons: TranscriptPersons) -> Iterator[tuple[int, int, NamedSpeaker | None]]:
    """Cut a block quote at its attribution lines and labels: start and end of the words, and the name below them."""
    start = offset = 0
    for line in block.text.split("\n"):
        below = _attribution_line(line, persons)
        label = find_label(line, persons) if below is None else None
        if (below or (label and label[0].labels)) and block.text[start:offset].strip():
            yield start, offset, below
            start = offset + (len(line) if below else 0)
        offset += len(line) + 1
    if block.text[start:].strip():
        yield start, len(block.text), None


def _from_block_quote(
    block: VisibleBlock, around: _Neighbours, persons: TranscriptPersons
) -> Iterator[EditionQuotation]:
    """Yield the quotations of a block quote: one, or more where attribution lines or labels part them."""
    for start, end, below in _parts_of(block, persons):
        body = block.text[start:end]
        words, named = _unwrap(body, below, persons)
        if named is None and end == len(block.text):
            named = _attribution_block(around.after, persons)
        if named is None and start == 0:
            named = _lead_in(around.before, persons)
        first = start + len(body) - len(body.lstrip())
        yield EditionQuotation(text=words, line=block.line_at(first), named=named)


def _in_marks(block: VisibleBlock, around: _Neighbours, persons: TranscriptPersons) -> Iterator[EditionQuotation]:
    """Yield the quotations in marks of a paragraph or heading."""
    text = block.text
    quotations = find_quoted(text)
    if not quotations:
        return
    last = len(text.rstrip())
    leads_in = around.before is not None and around.before.text.rstrip()[-1:] in _COLONS
    above = _lead_in(around.before, persons) if leads_in else None
    naming = QuotationAttributions(text, quotations, persons, leads_in=leads_in, above=above)
    for index, quotation in enumerate(quotations):
        named = naming.of(index)
        if named is None and quotation.span.end >= last:
            named = _attribution_block(around.after, persons)
        yield EditionQuotation(
            text=block.words(*quotation.words), line=block.line_at(quotation.span.start), named=named
        )


def _name_below(block: VisibleBlock, around: _Neighbours, persons: TranscriptPersons) -> NamedSpeaker | None:
    """Return the name that is all of the next block, where no words follow that it could stand over."""
    after, beyond = around.after, around.beyond
    if after is None or after.kind is not VisibleBlockKind.PROSE or block.item or after.item:
        return None
    named, signs = name_of_signature(after.text, persons)
    over = beyond is not None and not beyond.level and not beyond.item and not signs
    return None if over else named


def _signed(block: VisibleBlock, around: _Neighbours, persons: TranscriptPersons) -> tuple[int, NamedSpeaker] | None:
    """Return where the words of a paragraph end that is signed by a person of the transcript, and their name.

    `— Name` is its last line or all of the next paragraph. Behind a quotation in marks it is that one's name.
    """
    text = block.text.rstrip()
    last = text.rfind("\n") + 1
    named = _attribution_line(text[last:], persons) if last else None
    end = last if named else len(text)
    named = named or _attribution_block(around.after, persons) or _name_below(block, around, persons)
    if named is not None and named.labels is None:
        named = find_only_name(named.name, persons)
    words = text[:end].rstrip()
    if named is None or named.labels is None or not words or _attribution_line(words, persons):
        return None
    quotations = find_quoted(words)
    return None if quotations and _ONLY_PUNCTUATION.fullmatch(words, quotations[-1].span.end) else (end, named)


def _as_a_whole(block: VisibleBlock, around: _Neighbours, persons: TranscriptPersons) -> EditionQuotation | None:
    """Return a paragraph as one quotation where it is signed, or stands below a line that is only `Name:`."""
    signed = _signed(block, around, persons)
    if signed is not None:
        return EditionQuotation(text=block.words(0, signed[0]), line=block.line, named=signed[1])
    above = around.before
    stands_over = above is not None and above.kind is VisibleBlockKind.PROSE and around.is_below
    named = named_above(above.text, block.text, persons) if above is not None and stands_over else None
    first = len(block.text) - len(block.text.lstrip())
    if named is None or any(quoted.span.start <= first for quoted in find_quoted(block.text)[:1]):
        return None
    return EditionQuotation(text=block.words(0, len(block.text)), line=block.line, named=named)


def _of_signed(block: VisibleBlock, signed: SignedWords) -> EditionQuotation:
    return EditionQuotation(
        text=block.words(*signed.words),
        line=block.line_at(signed.words.start),
        named=signed.named,
        unmarked=True,
        if_said=signed.if_said,
    )


def _from_paragraph(block: VisibleBlock, around: _Neighbours, persons: TranscriptPersons) -> Iterator[EditionQuotation]:
    spoken = find_spoken_lines(block.text, persons)
    whole = None if spoken else _as_a_whole(block, around, persons)
    if whole is not None:
        yield whole
        return
    if not spoken or spoken[0].start:
        before = block.part(0, spoken[0].start) if spoken else block
        signed = find_signed(before.text, persons)
        found = [*_in_marks(before, around, persons), *(_of_signed(before, one) for one in signed)]
        yield from sorted(found, key=lambda one: one.line) if signed else found
    for line in spoken:
        yield EditionQuotation(text=block.words(*line.words), line=block.line_at(line.words.start), named=line.named)


def _pieces_of(block: VisibleBlock) -> Iterator[VisibleBlock]:
    """Cut a paragraph at its lines that are typed as a block quote; these are one, without their signs."""
    text = block.text
    if not (">" in text or "|" in text) and (is_everyday(text) or not _SIGN.search(text)):
        yield block
        return
    start = offset = 0
    typed: list[str] = []
    for line in block.text.split("\n"):
        sign = _TYPED.match(line)
        if bool(sign) != bool(typed) and offset > start:
            yield _piece(block, start, offset, typed)
            start, typed = offset, []
        if sign:
            typed.append(" " * sign.end() + line[sign.end() :])
        offset += len(line) + 1
    yield _piece(block, start, len(block.text), typed)


def _piece(block: VisibleBlock, start: int, end: int, typed: Sequence[str]) -> VisibleBlock:
    part = block.part(start, end)
    return part._replace(kind=VisibleBlockKind.QUOTE, text="\n".join(typed)) if typed else part


def _from_prose(block: VisibleBlock, around: _Neighbours, persons: TranscriptPersons) -> Iterator[EditionQuotation]:
    pieces = list(_pieces_of(block))
    for index, piece in enumerate(pieces):
        before = pieces[index - 1] if index else around.before
        after = pieces[index + 1] if index + 1 < len(pieces) else around.after
        read = _from_block_quote if piece.kind is VisibleBlockKind.QUOTE else _from_paragraph
        beyond = around.beyond if len(pieces) == 1 else None
        yield from read(piece, _Neighbours(before, after, beyond, index > 0 or around.is_below), persons)


_READ = {
    VisibleBlockKind.QUOTE: _from_block_quote,
    VisibleBlockKind.PROSE: _from_prose,
    VisibleBlockKind.HEADING: _in_marks,
    VisibleBlockKind.RECORD: _in_marks,
}


def find_quotations_in(
    blocks: Sequence[VisibleBlock], index: int, persons: TranscriptPersons
) -> Iterator[EditionQuotation]:
    """Yield the quotations of one block of an edition in reading order, outermost ones only."""
    before = blocks[index - 1].as_words if index else None
    after, beyond = (blocks[at].as_words if at < len(blocks) else None for at in (index + 1, index + 2))
    block = between_marks(blocks, index)
    around = _Neighbours(before, after, beyond, index > 0 and is_below(blocks, index))
    yield from _READ[block.kind](block, around, persons)


def find_quotations(blocks: Sequence[VisibleBlock], persons: TranscriptPersons) -> Iterator[EditionQuotation]:
    """Yield every quotation of an edition in reading order, outermost ones only.

    Total: nothing is skipped.
    Source: decisions.md#what-a-quotation-is, decisions.md#verify.
    """
    for index in range(len(blocks)):
        yield from find_quotations_in(blocks, index, persons)
