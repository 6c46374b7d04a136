"""Prose without quotation marks: what is left when a quotation loses its proof, and no mark slips through.

Marks of pairs go, words stay. A single mark that is no quotation is an apostrophe and becomes ’; a mark that
measures (6'2") is
written as a prime, so that nobody, and no second run, takes it for a quotation.
"""

from collections.abc import Sequence

from core.canonical import APOSTROPHES, QUOTATION_MARKS
from core.quotation import find_quotations, is_word_apostrophe
from core.span import Span

_DOUBLE_PRIME = "″"
_PRIME = "′"
_APOSTROPHE = "’"


def _paired_marks(text: str, within: Span) -> list[int]:
    """Return the offsets of all marks of quotations inside a stretch, nested ones too."""
    offsets: list[int] = []
    stack = [within]
    while stack:
        here = stack.pop()
        for quotation in find_quotations(here.slice(text)):
            outer = Span(here.start + quotation.outer.start, here.start + quotation.outer.end)
            inner = Span(here.start + quotation.inner.start, here.start + quotation.inner.end)
            offsets += (*range(outer.start, inner.start), *range(inner.end, outer.end))
            if inner.start < inner.end:
                stack.append(inner)
    return offsets


def _lone_mark(text: str, index: int) -> str:
    """Return what a mark that belongs to no quotation is written as."""
    mark = text[index]
    before = text[index - 1] if index else " "
    after = text[index + 1] if index + 1 < len(text) else " "
    if mark in APOSTROPHES and mark not in "´`′":
        if before.isdigit() and not after.isalnum():
            return _PRIME if mark != _APOSTROPHE else _APOSTROPHE
        return _APOSTROPHE if before.isalnum() or after.isalnum() else ""
    if before.isdigit() and mark in "′'":
        return _PRIME
    return _DOUBLE_PRIME if before.isdigit() and mark in '"″”' else ""


def mark_edits(text: str, proven: Sequence[Span], unproven: Sequence[Span]) -> dict[int, str]:
    """Return what each quotation mark outside the proven stretches becomes: offset to replacement, "" for gone.

    `unproven` are the quotations that lose their marks; offsets in code points, spans half-open.
    """
    edits: dict[int, str] = {}
    for span in unproven:
        edits.update(dict.fromkeys(_paired_marks(text, span), ""))
    safe = sorted(proven)
    position = 0
    for index, char in enumerate(text):
        if char not in QUOTATION_MARKS or index in edits:
            continue
        while position < len(safe) and safe[position].end <= index:
            position += 1
        if position < len(safe) and safe[position].start <= index:
            continue
        if not is_word_apostrophe(text, index):
            edits[index] = _lone_mark(text, index)
    return edits
