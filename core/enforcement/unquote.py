"""Prose without quotation marks: what is left when a quotation loses its proof, and no mark slips through.

Marks of pairs go, words stay. A single mark that can only be a word's apostrophe becomes ’, one that measures (6'2") a
prime, and every other lone mark goes, so that nobody, and no second run, takes it for a quotation.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence

from core.prose.quotations import MARKS, Quotation, elides, is_prime_of_a_name, is_word_apostrophe, marks_in
from core.span import Span
from core.text.canonical import APOSTROPHES
from core.text.confusables import with_plain_marks

_ANY_MARKS = f"[{re.escape(''.join(sorted(MARKS)))}]*"
_COMMAS_AS_MARK = re.compile(rf",(?<![^\W_],){_ANY_MARKS},(?={_ANY_MARKS}\w)")
_DOUBLE_PRIME = "″"
_PRIME = "′"
_APOSTROPHE = "’"
_CUT_AT_THE_END = frozenset(("in", "an", "wi", "th", "mo", "fo", "ol", "'n", "’n"))  # goin’, ol’, rock ’n’ roll


def _outer_marks(quotation: Quotation) -> list[int]:
    """Return the offsets of the marks of a quotation; its closing one may be missing."""
    outer, inner = quotation
    return [*range(outer.start, inner.start), *range(inner.end, outer.end)]


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
    if mark in "'’′" and (before.isdigit() or is_prime_of_a_name(text, index)):
        return _PRIME
    if before.isdigit() and mark in '"″”':
        return _DOUBLE_PRIME
    if mark in APOSTROPHES and mark not in "´`′" and _is_plausible_apostrophe(text, index):
        return _APOSTROPHE
    return ""


def mark_edits(text: str, proven: Sequence[Span], unproven: Sequence[Quotation]) -> dict[int, str]:
    """Return what each quotation mark outside the proven stretches becomes: offset to replacement, "" for gone.

    `unproven` are the quotations that lose their marks; offsets in code points, spans half-open.
    """
    edits: dict[int, str] = {}
    for quotation in unproven:
        # Between the marks of a pair there may be a space; it parts words.
        edits.update((index, "") for index in _outer_marks(quotation) if not text[index].isspace())
    safe = sorted(proven)
    position = curly = 0
    for index in marks_in(text):
        if index in edits:
            continue
        while position < len(safe) and safe[position].end <= index:
            position += 1
        if position < len(safe) and safe[position].start <= index:
            continue
        curly += text[index] == "“"
        if text[index] == "”" and curly:
            curly -= 1  # it closes what was open inside a quotation that fell, and measures nothing
            edits[index] = ""
        elif _is_feet(text, index):
            edits[index] = _PRIME
        elif not is_word_apostrophe(text, index):
            edits[index] = _lone_mark(text, index)
    plain = with_plain_marks(text)
    if plain != text:
        unsafe = (index for index, (char, own) in enumerate(zip(plain, text, strict=True)) if char != own)
        edits.update((index, "") for index in unsafe if not any(span.start <= index < span.end for span in safe))
    for commas in _COMMAS_AS_MARK.finditer(text):
        before = bisect_right(safe, commas.end(), key=lambda span: span.start) - 1
        if before < 0 or not safe[before].overlaps(Span(*commas.span())):
            edits.update(dict.fromkeys((commas.start(), commas.end() - 1), ""))
    return edits
