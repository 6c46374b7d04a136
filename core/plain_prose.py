"""Prose without quotation marks: what is left when a quotation loses its proof, and no mark slips through.

Marks of pairs go, words stay. A single mark that can only be a word's apostrophe becomes ’, one that measures (6'2") a
prime, and every other lone mark goes, so that nobody, and no second run, takes it for a quotation.
"""

from collections.abc import Sequence

from core.canonical import APOSTROPHES
from core.quotation import MARKS, elides, is_word_apostrophe
from core.span import Span

_DOUBLE_PRIME = "″"
_PRIME = "′"
_APOSTROPHE = "’"
_CUT_AT_THE_END = frozenset(("in", "an", "wi", "th", "mo", "fo", "ol", "'n", "’n"))  # goin’, ol’, rock ’n’ roll


def _outer_marks(text: str, outer: Span) -> list[int]:
    """Return the offsets of the marks of a quotation; its closing one may be missing."""
    offsets = [outer.start]
    if outer.end - 1 > outer.start and text[outer.end - 1] in MARKS:
        offsets.append(outer.end - 1)
    return offsets


def _is_plausible_apostrophe(text: str, index: int) -> bool:
    """Tell whether a reader would take a lone single mark for a word's own: dogs’, goin’, ’90s, ’em."""
    if text[index + 1 : index + 2].isalnum():
        return elides(text, index)
    before = text[max(0, index - 2) : index].casefold()
    return before[-1:].isalnum() and (before[-1:] in "sxz" or before in _CUT_AT_THE_END)


def _is_feet(text: str, index: int) -> bool:
    """Tell whether a mark between digits parts feet from inches (6'2"); before three digits it groups thousands."""
    if text[index] not in "'’" or not text[index - 1 : index].isdigit():
        return False
    digits = 0
    while text[index + 1 + digits : index + 2 + digits].isdigit():
        digits += 1
    return digits in (1, 2)


def _lone_mark(text: str, index: int) -> str:
    """Return what a mark that belongs to no quotation is written as."""
    mark = text[index]
    before = text[index - 1] if index else " "
    if before.isdigit() and mark in "'′":
        return _PRIME
    if before.isdigit() and mark in '"″”':
        return _DOUBLE_PRIME
    if mark in APOSTROPHES and mark not in "´`′" and _is_plausible_apostrophe(text, index):
        return _APOSTROPHE
    return ""


def mark_edits(text: str, proven: Sequence[Span], unproven: Sequence[Span]) -> dict[int, str]:
    """Return what each quotation mark outside the proven stretches becomes: offset to replacement, "" for gone.

    `unproven` are the quotations that lose their marks; offsets in code points, spans half-open.
    """
    edits: dict[int, str] = {}
    for span in unproven:
        edits.update(dict.fromkeys(_outer_marks(text, span), ""))
    safe = sorted(proven)
    position = 0
    for index, char in enumerate(text):
        if char not in MARKS or index in edits:
            continue
        while position < len(safe) and safe[position].end <= index:
            position += 1
        if position < len(safe) and safe[position].start <= index:
            continue
        if _is_feet(text, index):
            edits[index] = _PRIME
        elif not is_word_apostrophe(text, index):
            edits[index] = _lone_mark(text, index)
    return edits
