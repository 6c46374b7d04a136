"""Everything in an edition that a reader takes for a quotation, with whom the edition names for it.

Three kinds: quotations in marks, block quotes (with or without marks around the whole), and lines of a script (`Name:
words` with a name of the transcript, and lines of dialogue that begin with a dash).
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.span import Span
from core.verify.attribution import Named, named_after, read_name
from core.verify.cast import Cast
from core.verify.naming import Naming
from core.verify.page import Block, BlockKind, collapse
from core.verify.quoted import Quoted, find_quoted
from core.verify.script import find_label, find_spoken_lines

_ATTRIBUTION_LINE = re.compile(r"\s*(?:—|–|―|--+)\s*(?=\S)")
_ONLY_PUNCTUATION = re.compile(r"[\s.,;:!?…]*")
_DASHES = re.compile(r"\s(?:—|–|―|--+)\s*")


class Quotation(NamedTuple):
    """A quotation as read: its words (white space collapsed), its line in the edition from 1, whom the text names."""

    text: str
    line: int
    named: Named | None


def _quoted_in(text: str, words: Quoted) -> str:
    return collapse(text[words.words.start : words.words.end])


def _attribution_line(line: str, cast: Cast) -> Named | None:
    dash = _ATTRIBUTION_LINE.match(line)
    found = read_name(line[dash.end() :], cast) if dash else None
    return found[0] if found else None


def _attribution_block(block: Block | None, cast: Cast) -> Named | None:
    """Return the name of a paragraph that is nothing but `— Name`."""
    if block is None or block.kind is not BlockKind.PROSE or "\n" in block.text.strip():
        return None
    return _attribution_line(block.text, cast)


def _lead_in(block: Block | None, cast: Cast) -> Named | None:
    """Return whom a paragraph that ends with a colon names for what follows it."""
    if block is None or block.kind is not BlockKind.PROSE or not block.text.rstrip().endswith((":", "：")):
        return None
    quotations = find_quoted(block.text)
    end = len(block.text)
    what_follows = Quoted(Span(end, end), Span(end, end))
    return Naming(block.text, [*quotations, what_follows], cast).of(len(quotations))


class _Neighbours(NamedTuple):
    """The blocks before and after one."""

    before: Block | None
    after: Block | None


def _without_marks(body: str, cast: Cast) -> tuple[str, Named | None] | None:
    """Return the words of a block quote that stands in marks as a whole, and the name behind the marks."""
    quotations = find_quoted(body)
    if not quotations or quotations[0].span.start:
        return None
    attribution = named_after(body, quotations[0].span.end, cast)
    end = attribution.end if attribution else quotations[0].span.end
    if not _ONLY_PUNCTUATION.fullmatch(body, end):
        return None
    return _quoted_in(body, quotations[0]), attribution.named if attribution else None


def _without_name(body: str, cast: Cast) -> tuple[str, Named] | None:
    """Return the words of a block quote without the name of its last line, `words — Name` or `words (Name)`."""
    dash = max((match for match in _DASHES.finditer(body)), key=lambda match: match.start(), default=None)
    found = read_name(body[dash.end() :], cast) if dash else None
    if dash and found and (found[0].labels is not None or not cast.labels):
        return body[: dash.start()], found[0]
    opening = body.rfind("(")
    labels = cast.resolve(body[opening + 1 : -1]) if opening > 0 and body.endswith(")") else None
    return (body[:opening], Named(body[opening + 1 : -1], labels)) if labels is not None else None


def _unwrap(body: str, below: Named | None, cast: Cast) -> tuple[str, Named | None]:
    """Take marks around the whole, a label and a name on the same line off the words of a block quote."""
    body = body.strip()
    label = find_label(body, cast)
    before = label[0] if label and label[0].labels is not None else None
    if label and before:
        body = body[label[1] :]
    in_marks = _without_marks(body, cast)
    if in_marks:
        return in_marks[0], below or in_marks[1] or before
    beside = None if below else _without_name(body, cast)
    if beside:
        return collapse(beside[0]), beside[1]
    return collapse(body), below or before


def _parts_of(block: Block, cast: Cast) -> Iterator[tuple[int, int, Named | None]]:
    """Cut a block quote at its attribution lines and labels: start and end of the words, and the name below them."""
    start = offset = 0
    for line in block.text.split("\n"):
        below = _attribution_line(line, cast)
        label = find_label(line, cast) if below is None else None
        if (below or (label and label[0].labels)) and block.text[start:offset].strip():
            yield start, offset, below
            start = offset + (len(line) if below else 0)
        offset += len(line) + 1
    if block.text[start:].strip():
        yield start, len(block.text), None


def _from_block_quote(block: Block, around: _Neighbours, cast: Cast) -> Iterator[Quotation]:
    """Yield the quotations of a block quote: one, or more where attribution lines or labels part them."""
    for start, end, below in _parts_of(block, cast):
        body = block.text[start:end]
        words, named = _unwrap(body, below, cast)
        if named is None and end == len(block.text):
            named = _attribution_block(around.after, cast)
        if named is None and start == 0:
            named = _lead_in(around.before, cast)
        first = start + len(body) - len(body.lstrip())
        yield Quotation(text=words, line=block.line_at(first), named=named)


def _in_marks(block: Block, around: _Neighbours, cast: Cast) -> Iterator[Quotation]:
    """Yield the quotations in marks of a paragraph or heading."""
    text = block.text
    quotations = find_quoted(text)
    if not quotations:
        return
    naming = Naming(text, quotations, cast)
    first, last = len(text) - len(text.lstrip()), len(text.rstrip())
    for index, quotation in enumerate(quotations):
        named = naming.of(index)
        if named is None and quotation.span.end >= last:
            named = _attribution_block(around.after, cast)
        if named is None and quotation.span.start <= first:
            named = _lead_in(around.before, cast)
        yield Quotation(text=_quoted_in(text, quotation), line=block.line_at(quotation.span.start), named=named)


def _from_prose(block: Block, around: _Neighbours, cast: Cast) -> Iterator[Quotation]:
    spoken = find_spoken_lines(block.text, cast) if block.kind is BlockKind.PROSE else []
    if not spoken:
        yield from _in_marks(block, around, cast)
        return
    if spoken[0].start:
        yield from _in_marks(block.part(0, spoken[0].start), around, cast)
    for line in spoken:
        words = collapse(line.words.slice(block.text))
        yield Quotation(text=words, line=block.line_at(line.words.start), named=line.named)


def find_quotations(blocks: Sequence[Block], cast: Cast) -> Iterator[Quotation]:
    """Yield every quotation of an edition in reading order, outermost ones only.

    Total: nothing is skipped. Source: design, "Enforcement: the guarantee" (what a quotation is) and "Certificate and
    verify".
    """
    for index, block in enumerate(blocks):
        before, after = blocks[index - 1] if index else None, blocks[index + 1] if index + 1 < len(blocks) else None
        around = _Neighbours(before, after)
        read = _from_block_quote if block.kind is BlockKind.QUOTE else _from_prose
        yield from read(block, around, cast)
