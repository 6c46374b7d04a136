"""What a reader would take for a quotation in a line of text.

Marks are told by class, not by one pattern: a double mark of any script closes a double one, a single mark a single
one, and what is open inside a quotation when it closes was nested. Where nothing closes a quotation it goes on to the
end of the text: doubt is decided against the writer. Not quotations are apostrophes at any place of a word, inches and
feet.
"""

import re
from collections.abc import Sequence

from core.prose.quotations.marks import MARKS, elides, has_mark, is_prime_of_a_name, is_word_apostrophe, marks_in
from core.prose.quotations.tokenizer import MarkReader, Quotation
from core.span import Span
from core.text.canonical import FORMAT_CHARACTERS
from core.text.confusables import CLOSING, OPENING, has_lookalikes, with_plain_marks

__all__ = [
    "MARKS",
    "Quotation",
    "elides",
    "find_quotations",
    "has_marks",
    "is_prime_of_a_name",
    "is_word_apostrophe",
    "marks_in",
]

# Marks that are typed as two characters: they are read as one mark and a space on its outer side.
_OPENS_TWICE = r"(?P<open>,,|‚‚|''|’’|(?:``|‘‘)(?![^\n]*?\w(?:``|‘‘)(?!\w))(?=\w))(?=\w)"
_CLOSES_TWICE = r"(?<!['’´‘`])(?P<close>''|’’|´´|‘‘)(?![\w'’´‘`])"
_TYPED_TWICE = re.compile(rf"(?P<before>^|[\s(\[{{<—–-]){_OPENS_TWICE}|{_CLOSES_TWICE}")
_READ_AS = {",,": "„", "‚‚": "„", "``": "“", "‘‘": "“", "''": '"', "’’": '"', "´´": '"'}


def _may_be_typed_twice(text: str) -> bool:
    # Written out: this is asked of every text with a mark, and a generator would cost more than all the searches.
    return ",," in text or "''" in text or "’’" in text or "``" in text or "‘‘" in text or "´´" in text or "‚‚" in text


def _as_one(match: re.Match[str]) -> str:
    if match["open"]:
        return f"{match['before']} {_READ_AS[match['open']]}"
    return f"{_READ_AS[match['close']]} "


def _with_whole_marks(quotation: Quotation, as_read: str, twice: set[int]) -> Quotation:
    """Return a quotation whose marks hold both characters where they were typed as two; `twice` are their edges."""
    outer, inner = quotation
    start = outer.start - (outer.start + 1 in twice and as_read[outer.start - 1 : outer.start] == " ")
    end = outer.end + (outer.end + 1 in twice and as_read[outer.end : outer.end + 1] == " ")
    return Quotation(Span(start, end), inner)


def _peeled(quotation: Quotation, plain: str) -> Quotation:
    """Take the second characters of doubled look-alikes («<<») off the words of a quotation."""
    start, end = quotation.inner
    while end - start > 1 and plain[start] == OPENING and plain[end - 1] == CLOSING:
        start, end = start + 1, end - 1
    return Quotation(quotation.outer, Span(start, end))


def has_marks(text: str) -> bool:
    """Tell whether a text holds any quotation mark at all, an apostrophe included, or what may look like one."""
    return ",," in text or has_mark(text) or has_lookalikes(text)


def _without_unseen(text: str) -> tuple[str, list[int]]:
    """Return a text without characters that are not seen, and where each of the others stood."""
    kept = [index for index, char in enumerate(text) if char not in FORMAT_CHARACTERS]
    return "".join(text[index] for index in kept), kept


def _place_of(span: Span, kept: Sequence[int]) -> Span:
    if span.start == span.end:
        start = kept[span.start] if span.start < len(kept) else kept[-1] + 1
        return Span(start, start)
    return Span(kept[span.start], kept[span.end - 1] + 1)


def find_quotations(text: str) -> list[Quotation]:
    """Return the outermost quotations of a text, in order; code points, half-open.

    Total and linear. Source: decisions.md#what-a-quotation-is.
    """
    if not has_marks(text):
        return []
    if not text.isascii() and not FORMAT_CHARACTERS.isdisjoint(text):
        seen, kept = _without_unseen(text)
        return [Quotation(_place_of(outer, kept), _place_of(inner, kept)) for outer, inner in find_quotations(seen)]
    plain = with_plain_marks(text)
    if plain == text and not _may_be_typed_twice(text):
        return MarkReader(text).read()
    as_read = _TYPED_TWICE.sub(_as_one, plain)
    found = MarkReader(as_read).read()
    if plain != text:
        found = [_peeled(quotation, plain) for quotation in found]
    if as_read == plain:
        return found
    twice = {edge for match in _TYPED_TWICE.finditer(text) for edge in (match.start("open"), match.end())}
    return [_with_whole_marks(quotation, as_read, twice) for quotation in found]
