"""The blocks of a narrative and their sentences: paragraphs, lists, tables, headings."""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from core.span import Span, blank
from core.text.segmentation import sentence_ends

Kind = Literal["prose", "item", "row", "heading"]


class TextPiece(NamedTuple):
    """A stretch that is cut into sentences by itself, and whether it continues the block before it."""

    start: int
    end: int
    kind: Kind
    goes_on: bool


_FENCE = re.compile(r"^(?:>[ \t]?)*[ \t]*(?:(`{3,})(?=[^`\n]*$)|(~{3,}))([^\n]*)$", re.MULTILINE)
_QUOTED = re.compile(r"[ \t]*(?:>[ \t]?)*")
_HEADING = re.compile(r"#{1,6}(?:[ \t]+|$)")
_RULE = re.compile(r"(?:[-*_][ \t]*){3,}$|=+[ \t]*$")
_ITEM = re.compile(
    r"(?:[-*+•–◦▪‣●○■□▸►·∙⁃✓✔]|\(?(?P<count>\d{1,3})[.)]|\(?[A-Za-z][)]|(?:[abd-h]|i{1,3}|iv|vi{1,3}|ix|x)\."
    r"|[a-z]\.(?=[ \t]+[A-Z*_\"“]))[ \t]+(?:\[[ xX]\][ \t]+)?"
)
_DELIMITERS = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)*$")
_CELLS = re.compile(r"\S(?:\t+| +\| +)\S")
_ODD_BREAKS = re.compile(r"\r(?!\n)|[\v\f\x85\u2028\u2029]")
_PARAGRAPH_BREAKS = "\f\u2029"
# A line that begins a new sentence although the one before has no end: `Exports: 7%`.
_LABELLED = re.compile(r"[A-Z][\w-]*(?: [\w-]+){0,4}: +[^\w\s]?\d")
_CITED_END = re.compile(r"[^\s:*_][*_]{0,3}\s{0,3}[(\[][^()\[\]\n]{0,80}[:=][^()\[\]\n]{0,80}[)\]][*_]{0,3}\s*$")
_BEGINS = re.compile(r"[*_\"“(\[$€£¥₹+−-]{0,3}[A-Z\d]")
_TAG_BREAK = re.compile(
    r"<br\s{0,3}/?>\s{0,9}<br\s{0,3}/?>|</?(?:p|div|li|ul|ol|d[ltd]|tr|table|h[1-6]|blockquote|section|article)\b[^<>]*>",
    re.IGNORECASE,
)


def fenced_code(text: str) -> list[Span]:
    """Return fenced code with its fences, in order; an unclosed fence goes to the end."""
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
    """Collects lines into pieces."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.pieces: list[TextPiece] = []
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
        item = None if heading else self._item(body)
        if _RULE.match(body):
            if body[0] in "=-" and before and kind == "prose" and not self.after_blank and len(set(body.strip())) == 1:
                self.pieces[-1] = before._replace(kind="heading")
            self.after_blank = True
        elif heading:
            self._add(start + heading.end(), end, "heading", goes_on=False)
            self.after_blank = True
        elif body[0] == "|" or (kind == "row" and not self.after_blank and "|" in body) or _CELLS.search(body):
            goes_on = kind == "row" and not self.after_blank
            if not _DELIMITERS.match(body):
                self._add(start, end, "row", goes_on=goes_on)
            self.after_blank = False
        elif item:
            self._add(start + item.end(), end, "item", goes_on=kind == "item")
            self.after_blank = False
        elif before and not self.after_blank and kind in ("prose", "item"):
            if self._begins_anew(before, body):
                self._add(start, end, kind, goes_on=True)
            else:
                self.pieces[-1] = before._replace(end=end)
        else:
            self._add(start, end, "prose", goes_on=False)
            self.after_blank = False

    def _item(self, body: str) -> re.Match[str] | None:
        """Return the mark of a list's item; within a paragraph `12.` is one only after a colon or a stop."""
        item = _ITEM.match(body)
        if item is None or self.after_blank or not item["count"] or item["count"] == "1":
            return item
        before = self.pieces[-1] if self.pieces else None
        goes_on = before and before.kind == "prose" and self.text[before.end - 1] not in ":.!?;)…"
        return None if goes_on else item

    def _begins_anew(self, before: TextPiece, body: str) -> bool:
        """Tell whether a line begins a new sentence: `Exports: 7%`, or the line after one that ends in an id."""
        tail = self.text[max(before.start, before.end - 170) : before.end].rstrip("*_\\ ")
        if _LABELLED.match(body) and not (tail[-1:].isalpha() or tail[-1:] == ","):
            return True
        return tail[-1:] in (")", "]") and bool(_BEGINS.match(body) and _CITED_END.search(tail))

    def _add(self, start: int, end: int, kind: Kind, *, goes_on: bool) -> None:
        if start < end:
            self.pieces.append(TextPiece(start, end, kind, goes_on))


def with_plain_breaks(text: str) -> str:
    """Return `text` with `\\n` for every other line break, with the same offsets."""
    return _ODD_BREAKS.sub("\n", text) if _ODD_BREAKS.search(text) else text


def _cut_at_tags(narrative: str, piece: TextPiece) -> Iterator[TextPiece]:
    """Yield the stretches of a piece between the tags that begin or end a paragraph, an item or a row."""
    tags = [tag.span() for tag in _TAG_BREAK.finditer(narrative, piece.start, piece.end)]
    starts = [piece.start, *(end for _, end in tags)]
    for start, end in zip(starts, [*(start for start, _ in tags), piece.end], strict=True):
        inside = narrative[start:end]
        if inside.strip():
            first = start + len(inside) - len(inside.lstrip())
            last = start + len(inside.rstrip())
            yield TextPiece(first, last, piece.kind, goes_on=piece.goes_on and start == piece.start)


def find_pieces(narrative: str) -> list[TextPiece]:
    """Return the pieces that are cut into sentences, in order. Linear in the text."""
    text = with_plain_breaks(narrative)
    if "```" in text or "~~~" in text:
        text = blank(text, fenced_code(text))
    blocks = _Blocks(text)
    start = 0
    for line in text.split("\n"):
        if start and narrative[start - 1] in _PARAGRAPH_BREAKS:
            blocks.after_blank = True
        blocks.read(start, line)
        start += len(line) + 1
    if "<" not in text or not _TAG_BREAK.search(text):
        return blocks.pieces
    parts: list[TextPiece] = []
    begins = True
    for piece in blocks.pieces:
        begins = begins or not piece.goes_on
        for part in _cut_at_tags(text, piece):
            parts.append(part._replace(goes_on=part.goes_on and not begins))
            begins = False
    return parts


class Sentence(NamedTuple):
    """One sentence: `span` in code points, half-open, without white space, list mark, `#` or `>` before its first word.

    `block` counts paragraphs, lists, tables and headings from 0; all items of a list and all rows of a table share one.
    `introduced_by` is the index of the sentence directly before an item's list or a row's table; -1 if there is none.
    """

    span: Span
    block: int
    kind: Kind
    introduced_by: int = -1


# Brackets without a sentence, a percentage or an amount, or with an id alone.
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
    remark in brackets after the stop belongs to the sentence before it. Fenced code has no sentences.
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
