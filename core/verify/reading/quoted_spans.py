"""Quotations in running text: from each mark that opens one to the mark that closes it.

Only the outermost count. A quotation that is never closed goes on to the end of the text, one that was never opened
goes back to the quotation before it: whatever a reader may take for quoted is checked, and doubt makes it longer.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from core.span import Span
from core.verify.reading.apostrophes import find_single_marks
from core.verify.reading.quote_marks import Mark, Style, find_marks, is_feet_and_inches

# What each mark can close, the likeliest first.
_CLOSES: dict[Style, tuple[Style, ...]] = {
    Style.RIGHT: (Style.LEFT, Style.LOW, Style.RIGHT, Style.STRAIGHT),
    Style.HIGH: (Style.LOW, Style.LEFT, Style.RIGHT, Style.STRAIGHT),
    Style.LEFT: (Style.LOW, Style.LEFT),
    Style.STRAIGHT: (Style.STRAIGHT, Style.LEFT, Style.LOW, Style.RIGHT),
    Style.GUILLEMET_RIGHT: (Style.GUILLEMET_LEFT, Style.GUILLEMET_RIGHT),
    Style.GUILLEMET_LEFT: (Style.GUILLEMET_RIGHT,),
    Style.ANGLE_RIGHT: (Style.ANGLE_LEFT, Style.ANGLE_RIGHT),
    Style.ANGLE_LEFT: (Style.ANGLE_RIGHT,),
    Style.CORNER_RIGHT: (Style.CORNER_LEFT,),
    Style.WHITE_CORNER_RIGHT: (Style.WHITE_CORNER_LEFT,),
}
_ONLY_OPENING = frozenset({Style.LOW, Style.CORNER_LEFT, Style.WHITE_CORNER_LEFT})
_OPENING = _ONLY_OPENING | {Style.LEFT, Style.GUILLEMET_LEFT, Style.ANGLE_LEFT}
_ONLY_CLOSING = frozenset({Style.HIGH, Style.CORNER_RIGHT, Style.WHITE_CORNER_RIGHT})
_EITHER_WAY = frozenset({Style.GUILLEMET_RIGHT, Style.ANGLE_RIGHT})


class Quoted(NamedTuple):
    """A quotation in a text: `span` with its marks, `words` without; code points, half-open."""

    span: Span
    words: Span


class _Scanner:
    """Goes through the marks of one text once, with a stack of what is open."""

    def __init__(self, text: str, marks: Sequence[Mark]) -> None:
        self._text = text
        self._marks = marks
        self._single_opening, self._single_closing = find_single_marks(text, self._marks)
        self._right_follows = self._look_ahead()
        self._stack: list[Style] = []
        self._open: Counter[Style] = Counter()
        self._first: Mark | None = None
        self._done = 0
        self.found: list[Quoted] = []

    def _look_ahead(self) -> list[bool]:
        """Tell for each mark whether a ” comes after it and before the next “."""
        follows = [False] * len(self._marks)
        seen = False
        for index in range(len(self._marks) - 1, -1, -1):
            follows[index] = seen
            style = self._marks[index].style
            if style in (Style.LEFT, Style.RIGHT):
                seen = style is Style.RIGHT
        return follows

    def scan(self) -> list[Quoted]:
        for index, mark in enumerate(self._marks):
            if not self._stack:
                self._outside(index, mark)
            elif mark.style is Style.SINGLE:
                self._single_inside(index, mark)
            else:
                self._inside(index, mark)
        if self._first is not None:
            end = len(self._text)
            self.found.append(Quoted(Span(self._first.start, end), Span(self._first.end, end)))
        return self.found

    def _outside(self, index: int, mark: Mark) -> None:
        if mark.style is Style.SINGLE:
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

    def _single_inside(self, index: int, mark: Mark) -> None:
        # Inside double marks a single one decides nothing: the double one closes whatever stands open.
        if self._stack[-1] is not Style.SINGLE:
            return
        if index in self._single_closing:
            self._pop(Style.SINGLE, mark)
        elif index in self._single_opening:
            self._push(mark)

    def _inside(self, index: int, mark: Mark) -> None:
        closed = self._closed_by(index, mark)
        if closed is not None:
            self._pop(closed, mark)
        elif mark.style in _OPENING or (mark.opens and mark.style not in _ONLY_CLOSING):
            self._push(mark)

    def _closed_by(self, index: int, mark: Mark) -> Style | None:
        """Return which open style the mark closes, or None."""
        kinds = [style for style in _CLOSES.get(mark.style, ()) if self._open[style]]
        if not kinds:
            return None
        kind = kinds[0]
        if mark.style is Style.STRAIGHT:
            if (mark.opens and not mark.closes) or (mark.measures and is_feet_and_inches(self._text, mark.start)):
                return None
            # In “6'2" tall” and “he said "no".” a straight mark does not close the curly one that waits for its own.
            return None if kind is not Style.STRAIGHT and self._right_follows[index] else kind
        if mark.style is Style.LEFT:
            return kind if mark.closes and not mark.opens else None
        if mark.style in _EITHER_WAY and kind is mark.style:
            return kind if mark.closes else None
        return kind

    def _push(self, mark: Mark) -> None:
        if not self._stack:
            self._first = mark
        self._stack.append(mark.style)
        self._open[mark.style] += 1

    def _pop(self, style: Style, mark: Mark) -> None:
        last = None
        while last is not style:
            last = self._stack.pop()
            self._open[last] -= 1
        if not self._stack and self._first is not None:
            first, self._first = self._first, None
            self.found.append(Quoted(Span(first.start, mark.end), Span(first.end, mark.start)))
            self._done = mark.end

    def _close_unopened(self, mark: Mark) -> None:
        self.found.append(Quoted(Span(self._done, mark.end), Span(self._done, mark.start)))
        self._done = mark.end


def find_quoted(text: str) -> list[Quoted]:
    """Return the outermost quotations of a text in order, none overlapping.

    Linear and total. Source: design, "Enforcement: the guarantee" (what a quotation is), read anew.
    """
    marks = find_marks(text)
    return _Scanner(text, marks).scan() if marks else []
