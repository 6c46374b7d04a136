"""The sentences of a narrative, block by block: paragraphs, lists, tables, headings."""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from core.span import Span, blank

Kind = Literal["prose", "item", "row", "heading"]


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


class _Piece(NamedTuple):
    """A stretch that is cut into sentences by itself, and whether it goes on with the block before it."""

    start: int
    end: int
    kind: Kind
    goes_on: bool


_FENCE = re.compile(r"^(?:>[ \t]?)*[ \t]*(?:(`{3,})(?=[^`\n]*$)|(~{3,}))([^\n]*)$", re.MULTILINE)
_QUOTED = re.compile(r"[ \t]*(?:>[ \t]?)*")
_HEADING = re.compile(r"#{1,6}(?:[ \t]+|$)")
_RULE = re.compile(r"(?:[-*_][ \t]*){3,}$|=+[ \t]*$")
_ITEM = re.compile(r"(?:[-*+•–][ \t]+|(?:\(?\d{1,3}[.)]|\(?[A-Za-z][)])[ \t]+)(?:\[[ xX]\][ \t]+)?")
_DELIMITERS = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)*$")
_REMARK = re.compile(r"\s*(?:\([^()\n]{0,200}\)|\[[^\[\]\n]{0,200}\])[*_]{0,3}[.!?]?(?=\s|$)")
_STOP = re.compile(r"[.!?…][\"'”’»*_)\]]*\s*$")
_NO_STOP = re.compile(
    r"(?:\b(?:rs|nr|tel|approx|ca|circa|est|max|min|avg|resp|vs|cf|no|nos|pp?|figs?|vol|ch|sec|incl|excl|e\.g|i\.e)\.)\s*$",
    re.I,
)


def fenced_code(text: str) -> list[Span]:
    """Return fenced code with its fences, in order; a fence that nothing closes goes to the end."""
    found: list[Span] = []
    begin, fence = -1, ""
    for match in _FENCE.finditer(text):
        marks = match[1] or match[2]
        if begin < 0:
            begin, fence = match.start(), marks
        elif marks.startswith(fence) and not match[3].strip():
            found.append(Span(begin, match.end()))
            begin = -1
    if begin >= 0:
        found.append(Span(begin, len(text)))
    return found


class _Blocks:
    """Reads lines and gathers them to pieces."""

    def __init__(self) -> None:
        self.pieces: list[_Piece] = []
        self.after_blank = True
        self.quoted = 0

    def read(self, start: int, line: str) -> None:
        """Take one line, which begins at `start`."""
        quoting = _QUOTED.match(line)
        begin = quoting.end() if quoting else 0
        body = line[begin:].rstrip()
        if not body:
            self.after_blank = True
            return
        depth = line.count(">", 0, begin)
        if depth != self.quoted:
            self.after_blank = self.after_blank or depth > self.quoted
            self.quoted = depth
        self._place(start + begin, start + begin + len(body), body)

    def _place(self, start: int, end: int, body: str) -> None:
        before = self.pieces[-1] if self.pieces else None
        kind = before.kind if before else "heading"
        heading = _HEADING.match(body)
        item = None if heading else _ITEM.match(body)
        if _RULE.match(body):
            if body[0] in "=-" and before and kind == "prose" and not self.after_blank and len(set(body.strip())) == 1:
                self.pieces[-1] = before._replace(kind="heading")
            self.after_blank = True
        elif heading:
            self._add(start + heading.end(), end, "heading", goes_on=False)
            self.after_blank = True
        elif body[0] == "|" or (kind == "row" and not self.after_blank and "|" in body):
            goes_on = kind == "row" and not self.after_blank
            if not _DELIMITERS.match(body):
                self._add(start, end, "row", goes_on=goes_on)
            self.after_blank = False
        elif item:
            self._add(start + item.end(), end, "item", goes_on=kind == "item")
            self.after_blank = False
        elif before and not self.after_blank and kind in ("prose", "item"):
            self.pieces[-1] = before._replace(end=end)
        else:
            self._add(start, end, "prose", goes_on=False)
            self.after_blank = False

    def _add(self, start: int, end: int, kind: Kind, *, goes_on: bool) -> None:
        if start < end:
            self.pieces.append(_Piece(start, end, kind, goes_on))


def _pieces(narrative: str) -> list[_Piece]:
    """Return what is cut into sentences, in order."""
    text = blank(narrative, fenced_code(narrative)) if "```" in narrative or "~~~" in narrative else narrative
    blocks = _Blocks()
    start = 0
    for line in text.split("\n"):
        blocks.read(start, line)
        start += len(line) + 1
    return blocks.pieces


def _is_cut(text: str, end: int) -> bool:
    """Tell whether a sentence may really end here: not behind an abbreviation, not before a small letter."""
    tail = text[max(0, end - 16) : end]
    return bool(_STOP.search(tail)) and not _NO_STOP.search(tail)


def _sentences(narrative: str, piece: _Piece) -> Iterator[Span]:
    """Yield the sentences of one piece."""
    import nupunkt

    text = narrative[piece.start : piece.end]
    if piece.kind in ("row", "heading"):
        yield Span(piece.start, piece.end)
        return
    begin = 0
    for _, cut in nupunkt.sent_spans(text):
        if cut <= begin or not (cut >= len(text) or _is_cut(text, cut)):
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
    for piece in _pieces(narrative):
        if not piece.goes_on:
            block += 1
            introduction = len(found) - 1 if piece.kind in ("item", "row") and kind == "prose" else -1
        kind = piece.kind
        found += [Sentence(span, block, kind, introduction) for span in _sentences(narrative, piece)]
    return found
