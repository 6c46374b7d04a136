"""The sentences of a narrative, block by block: paragraphs, lists, tables, headings."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from core.numbers.claims.blocks import Kind, Piece, find_pieces
from core.span import Span


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
_LONGEST_WORD = 1_000
_LONG_WORD = re.compile(rf"\S{{{_LONGEST_WORD},}}")
_STOP = re.compile(r"[.!?…][\"'”’»*_)\]]*\s*$")
_NO_STOP = re.compile(
    r"(?:\b(?:rs|nr|tel|approx|ca|circa|est|max|min|avg|resp|vs|cf|no|nos|pp?|figs?|vol|ch|sec|incl|excl|e\.g|i\.e)\.)\s*$",
    re.I,
)
_UNIT_STOP = re.compile(r"\b(?:bn|mn|m|mio|mrd|tn|trn|p\.a)\.\s*$")
# Ends that nupunkt passes over: no space behind the stop, a word that may be abbreviated, the stop of another script.
# Each begins with the stop, which the engine looks for fast; what stands before it is asked for afterwards.
_MORE_ENDS = re.compile(
    r"[.!?。！？｡؟।॥۔።](?:(?<=[)\]%][.!?])(?=[A-Z\d])|(?<=[a-z]{3}[.!?])(?=[A-Z][a-z]*\s)|(?<=\d\.)(?=[A-Z][a-z]+\s)"
    r"|(?:(?<=\bno\.)|(?<=\bpp\.)|(?<=\bm\.)|(?<=\bmax\.)|(?<=\bmin\.)|(?<=\bavg\.)|(?<=\n\d\.)|(?<=\n\d\d\.))"
    r"(?=\s+[A-Z][a-z’']*\s)"
    r"|(?<=[A-Z]\.[A-Z]\.)(?=\s+(?:The|This|That|These|Those|It|In|But|And|We|They|According|Per|However|There|By|From)\s)"
    r"|(?<=[。！？｡؟।॥۔።])[。！？｡؟।॥۔።]*[\"'”’»」』）)\]]*)"
)


def _is_cut(text: str, end: int) -> bool:
    """Tell whether a sentence may really end here: not behind an abbreviation, not before a small letter."""
    tail = text[max(0, end - 16) : end]
    if not _STOP.search(tail) or _NO_STOP.search(tail):
        return False
    return not (text[end : end + 1].islower() and _UNIT_STOP.search(tail))


def sentence_ends(text: str) -> Iterator[int]:
    """Yield where sentences may end, in order; code points. Linear in the text."""
    import nupunkt

    plain = text
    if len(text) > _LONGEST_WORD:
        # nupunkt looks at a word from each of its marks
        plain = _LONG_WORD.sub(lambda word: "x" * len(word[0]), text)
    ends = [end for _, end in nupunkt.sent_spans(plain) if end >= len(text) or _is_cut(text, end)]
    more = [found.end() for found in _MORE_ENDS.finditer(text)]
    yield from sorted({*ends, *more}) if more else ends


def _sentences(narrative: str, piece: Piece) -> Iterator[Span]:
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
