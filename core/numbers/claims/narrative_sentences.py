"""The sentences of a narrative, block by block: paragraphs, lists, tables, headings."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from core.numbers.claims.narrative_blocks import Kind, TextPiece, find_pieces
from core.span import Span
from core.text.sentences import sentence_ends


class Sentence(NamedTuple):
    """One sentence: `span` in code points, half-open, without white space, list mark, `#` or `>` before its first word.

    `block` counts paragraphs, lists, tables and headings from 0; all items of a list and all rows of a table share one.
    `introduced_by` is the place, among all sentences, of the one that stands directly before an item's list or a row's
    table; -1 where there is none.
    """

    span: Span
    block: int
    kind: Kind
    introduced_by: int = -1


# Brackets that hold no sentence and no percentage or amount of their own, or an id alone.
_REMARK = re.compile(
    r"\s*(?:[*_]{0,3}|<sup>)"
    r"(?:(?![(\[][^:=()\[\]\n]{0,200}(?:\d ?%|[$€£¥₹]\d))"
    r"(?:[(（](?![^()\n]{0,200}(?<!\w\.\w)[.!?]\))[^()（）\n]{0,200}[)）]|\[[^\[\]\n]{0,200}\])"
    r"|(?:QID|query_id)\s{0,3}[:=]\s{0,3}[\w-]{1,80})(?:[*_]{0,3}|</sup>)[.!?]?(?=\s|$)",
    re.IGNORECASE,
)


def _sentences(narrative: str, piece: TextPiece) -> Iterator[Span]:
    """Yield the sentences of one piece."""
    text = narrative[piece.start : piece.end]
    if piece.kind in ("row", "heading"):
        yield Span(piece.start, piece.end)
        return
    begin = 0
    for cut in sentence_ends(text):
        if cut <= begin:
            continue
        remark = _REMARK.match(text, len(text[:cut].rstrip()))
        end = max(cut, remark.end()) if remark else cut
        inside = text[begin:end]
        if inside.strip():
            first = begin + len(inside) - len(inside.lstrip())
            yield Span(piece.start + first, piece.start + begin + len(inside.rstrip()))
        begin = end
    rest = text[begin:]
    if rest.strip():
        yield Span(piece.start + begin + len(rest) - len(rest.lstrip()), piece.start + begin + len(rest.rstrip()))


def split_sentences(narrative: str) -> list[Sentence]:
    """Return the sentences of a narrative in order; code points, half-open, never overlapping. Linear in the text.

    Blank lines, headings, list items, table rows and block quotes bound sentences; inside a block nupunkt cuts. A
    remark in brackets behind the stop belongs to the sentence before it. Fenced code has no sentences.
    """
    found: list[Sentence] = []
    block, introduction = -1, -1
    kind: Kind = "heading"
    for piece in find_pieces(narrative):
        if not piece.goes_on:
            block += 1
            introduction = len(found) - 1 if piece.kind in ("item", "row") and kind == "prose" else -1
        kind = piece.kind
        found += [Sentence(span, block, kind, introduction) for span in _sentences(narrative, piece)]
    return found
