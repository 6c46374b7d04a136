"""Quotations in running text: from each mark that opens one to the mark that closes it.

Only the outermost count. A quotation that is never closed goes on to the end of the text, one that was never opened
goes back to the quotation before it: whatever a reader may take for quoted is checked, and doubt makes it longer.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from core.span import Span
from core.verify.reading.quote_marks import MarkStyle, QuotationMark, find_marks, is_feet_and_inches
from core.verify.reading.single_marks import find_single_marks

# What each mark can close, the likeliest first.
_CLOSES: dict[MarkStyle, tuple[MarkStyle, ...]] = {
    MarkStyle.RIGHT: (MarkStyle.LEFT, MarkStyle.LOW, MarkStyle.RIGHT, MarkStyle.STRAIGHT),
    MarkStyle.HIGH: (MarkStyle.LOW, MarkStyle.LEFT, MarkStyle.RIGHT, MarkStyle.STRAIGHT),
    MarkStyle.LEFT: (MarkStyle.LOW, MarkStyle.LEFT),
    MarkStyle.STRAIGHT: (MarkStyle.STRAIGHT, MarkStyle.LEFT, MarkStyle.LOW, MarkStyle.RIGHT),
    MarkStyle.GUILLEMET_RIGHT: (MarkStyle.GUILLEMET_LEFT, MarkStyle.GUILLEMET_RIGHT),
    MarkStyle.GUILLEMET_LEFT: (MarkStyle.GUILLEMET_RIGHT,),
    MarkStyle.ANGLE_RIGHT: (MarkStyle.ANGLE_LEFT, MarkStyle.ANGLE_RIGHT),
    MarkStyle.ANGLE_LEFT: (MarkStyle.ANGLE_RIGHT,),
    MarkStyle.CORNER_RIGHT: (MarkStyle.CORNER_LEFT,),
    MarkStyle.WHITE_CORNER_RIGHT: (MarkStyle.WHITE_CORNER_LEFT,),
}
_ONLY_OPENING = frozenset({MarkStyle.LOW, MarkStyle.CORNER_LEFT, MarkStyle.WHITE_CORNER_LEFT})
_OPENING = _ONLY_OPENING | {MarkStyle.LEFT, MarkStyle.GUILLEMET_LEFT, MarkStyle.ANGLE_LEFT}
_ONLY_CLOSING = frozenset({MarkStyle.HIGH, MarkStyle.CORNER_RIGHT, MarkStyle.WHITE_CORNER_RIGHT})
_EITHER_WAY = frozenset({MarkStyle.GUILLEMET_RIGHT, MarkStyle.ANGLE_RIGHT})


class QuotedSpan(NamedTuple):
    """A quotation in a text: `span` with its marks, `words` without; code points, half-open."""

    span: Span
    words: Span


class _Scanner:
    """Goes through the marks of one text once, with a stack of what is open."""

    def __init__(self, text: str, marks: Sequence[QuotationMark]) -> None:
        self._text = text
        self._marks = marks
        self._single_opening, self._single_closing = find_single_marks(text, self._marks)
        self._right_follows = self._look_ahead()
        self._stack: list[MarkStyle] = []
        self._open: Counter[MarkStyle] = Counter()
        self._first: QuotationMark | None = None
        self._done = 0
        self.found: list[QuotedSpan] = []

    def _look_ahead(self) -> list[bool]:
        """Tell for each mark whether a ” comes after it and before the next “."""
        follows = [False] * len(self._marks)
        seen = False
        for index in range(len(self._marks) - 1, -1, -1):
            follows[index] = seen
            style = self._marks[index].style
            if style in (MarkStyle.LEFT, MarkStyle.RIGHT):
                seen = style is MarkStyle.RIGHT
        return follows

    def scan(self) -> list[QuotedSpan]:
        for index, mark in enumerate(self._marks):
            if not self._stack:
                self._outside(index, mark)
            elif mark.style is MarkStyle.SINGLE:
                self._single_inside(index, mark)
            else:
                self._inside(index, mark)
        if self._first is not None:
            end = len(self._text)
            self.found.append(QuotedSpan(Span(self._first.start, end), Span(self._first.end, end)))
        return self.found

    def _outside(self, index: int, mark: QuotationMark) -> None:
        if mark.style is MarkStyle.SINGLE:
            if index in self._single_opening:
                self._push(mark)
        elif mark.style in _ONLY_OPENING:
            self._push(mark)
        elif mark.style in _ONLY_CLOSING:
            self._close_unopened(mark)
        elif mark.measures:
            pass
        elif mark.closes and not mark.opens:
            self._close_unopened(mark)
        elif mark.opens or mark.style not in _EITHER_WAY:
            self._push(mark)

    def _single_inside(self, index: int, mark: QuotationMark) -> None:
        # Inside double marks a single one decides nothing: the double one closes whatever stands open.
        if self._stack[-1] is not MarkStyle.SINGLE:
            return
        if index in self._single_closing:
            self._pop(MarkStyle.SINGLE, mark)
        elif index in self._single_opening:
            self._push(mark)

    def _inside(self, index: int, mark: QuotationMark) -> None:
        closed = self._closed_by(index, mark)
        if closed is not None:
            self._pop(closed, mark)
        elif mark.style in _OPENING or (mark.opens and mark.style not in _ONLY_CLOSING):
            self._push(mark)

    def _closed_by(self, index: int, mark: QuotationMark) -> MarkStyle | None:
        """Return which open style the mark closes, or None."""
        kinds = [style for style in _CLOSES.get(mark.style, ()) if self._open[style]]
        if not kinds:
            return None
        kind = kinds[0]
        if mark.style is MarkStyle.STRAIGHT:
            if (mark.opens and not mark.closes) or (mark.measures and is_feet_and_inches(self._text, mark.start)):
                return None
            # In “6'2" tall” and “he said "no".” a straight mark does not close the curly one that waits for its own.
            return None if kind is not MarkStyle.STRAIGHT and self._right_follows[index] else kind
        if mark.style is MarkStyle.LEFT:
            return kind if mark.closes and not mark.opens else None
        if mark.style in _EITHER_WAY and kind is mark.style:
            return kind if mark.closes else None
        return kind

    def _push(self, mark: QuotationMark) -> None:
        if not self._stack:
            self._first = mark
        self._stack.append(mark.style)
        self._open[mark.style] += 1

    def _pop(self, style: MarkStyle, mark: QuotationMark) -> None:
        last = None
        while last is not style:
            last = self._stack.pop()
            self._open[last] -= 1
        if not self._stack and self._first is not None:
            first, self._first = self._first, None
            self.found.append(QuotedSpan(Span(first.start, mark.end), Span(first.end, mark.start)))
            self._done = mark.end

    def _close_unopened(self, mark: QuotationMark) -> None:
        self.found.append(QuotedSpan(Span(self._done, mark.end), Span(self._done, mark.start)))
        self._done = mark.end


def _find_plain_pairs(marks: Sequence[QuotationMark]) -> list[QuotedSpan]:
    """Return the quotations where all marks are “ and ” by turns, as in most texts; else nothing."""
    lefts, rights = marks[::2], marks[1::2]
    if len(lefts) != len(rights) or any(one.style is not MarkStyle.RIGHT for one in rights):
        return []
    if any(one.style is not MarkStyle.LEFT or (one.closes and not one.opens) for one in lefts):
        return []
    return [
        QuotedSpan(Span(left.start, right.end), Span(left.end, right.start))
        for left, right in zip(lefts, rights, strict=True)
    ]


# A paragraph is asked for several times while it is read.
@lru_cache(maxsize=32)
def _find(text: str) -> list[QuotedSpan]:
    marks = find_marks(text)
    return _find_plain_pairs(marks) or _Scanner(text, marks).scan() if marks else []


def find_quoted(text: str) -> list[QuotedSpan]:
    """Return the outermost quotations of a text in order, none overlapping.

    Linear and total. Source: decisions.md#what-a-quotation-is.
    """
    return list(_find(text))
