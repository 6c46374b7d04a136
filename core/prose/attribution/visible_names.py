"""A text as a reader sees it: what nobody sees is out of it, and every blank is a space."""

import re
from bisect import bisect_left
from collections.abc import Sequence

from core.prose.quotations import Quotation
from core.span import Span
from core.text.canonical import FORMAT_CHARACTERS

_BLANK = re.compile(r"[^\S\n ]")


class VisibleText:
    """A text and its quotations as a reader sees them, and the way back to the places of the text itself."""

    def __init__(self, text: str, quotations: Sequence[Quotation]) -> None:
        self._length = len(text)
        self._kept: list[int] | None = None  # where each character seen stands in the text; None: all are seen
        self.quotations = quotations
        if not text.isascii() and not FORMAT_CHARACTERS.isdisjoint(text):
            self._kept = [index for index, char in enumerate(text) if char not in FORMAT_CHARACTERS]
            text = "".join(text[index] for index in self._kept)
            self.quotations = [Quotation(self._to(one.outer), self._to(one.inner)) for one in quotations]
        self.text = _BLANK.sub(" ", text)

    def _to(self, span: Span) -> Span:
        return Span(self.place(span.start), self.place(span.end))

    def place(self, offset: int) -> int:
        """Return where a place of the text is in what is seen."""
        return offset if self._kept is None else bisect_left(self._kept, offset)

    def back(self, span: Span) -> Span:
        """Return the stretch of the text that a stretch of what is seen stands for."""
        if self._kept is None:
            return span
        start = self._kept[span.start] if span.start < len(self._kept) else self._length
        end = self._kept[span.end - 1] + 1 if span.end > span.start else start
        return Span(start, end)
