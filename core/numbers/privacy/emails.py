"""E-mail addresses, as they are written and as people spell them out."""

import re
import unicodedata
from collections.abc import Iterator

from core.span import Span
from core.text.segmentation import is_unspaced

_AT = re.compile(r"@|%40|&#(?:64|[xX]40);|&commat;|[\[({] ?[aA][tT] ?[\])}] ?")
_DOT = re.compile(r"\.| ?[\[({] ?dot ?[\])}] ?", re.IGNORECASE)
_SPELLED_DOT_AT_END = re.compile(r" ?[\[({] ?dot ?[\])}] ?\Z", re.IGNORECASE)
_QUOTED_AT_END = re.compile(r'"[^"\n]{1,64}"\Z')
_LETTERS_MARKS = re.compile(r"xn--\w+")
_IN_LOCAL = frozenset("!#$%&'*+=^_~-.\\")
_LONGEST_LOCAL = 64
_LONGEST_LABEL = 63
_MOST_LABELS = 16


def _is_letter_like(char: str, *, plain: bool) -> bool:
    """Tell whether a character belongs to a word; a plain address ends where a script without spaces begins."""
    if char.isascii():
        return char.isalnum()
    if plain and is_unspaced(char):
        return False
    return char.isalnum() or unicodedata.category(char)[0] == "M"


def _local_start(text: str, at: int) -> int:
    """Return where the part before the at sign begins, `at` if there is none."""
    plain = text[at - 1 : at].isascii()
    start = at
    least = max(0, at - _LONGEST_LOCAL)
    while True:
        while start > least and (text[start - 1] in _IN_LOCAL or _is_letter_like(text[start - 1], plain=plain)):
            start -= 1
        dot = _SPELLED_DOT_AT_END.search(text, max(least, start - 8), start) if start < at else None
        if dot is None:
            break
        start = dot.start()
    while start < at and not _is_letter_like(text[start], plain=plain):
        start += 1
    if start == at and text[at - 1 : at] == '"':
        quoted = _QUOTED_AT_END.search(text, max(0, at - _LONGEST_LOCAL - 2), at)
        return quoted.start() if quoted else at
    return start


def _letters_end(text: str, start: int, end: int) -> int:
    """Return where the leading letters of a label end."""
    while start < end and not text[start].isdigit() and _is_letter_like(text[start], plain=False):
        start += 1
    return start


def _domain_end(text: str, start: int) -> int:
    """Return where the domain that begins at `start` ends, `start` if there is none.

    It ends with the last label, not the first one, that begins with at least two letters.
    """
    plain = text[start : start + 1].isascii()
    ends = position = start
    for number in range(_MOST_LABELS):
        end = position
        most = min(len(text), position + _LONGEST_LABEL)
        while end < most and (text[end] in "-_" or _is_letter_like(text[end], plain=plain)):
            end += 1
        if end == position:
            break
        if number:
            foreign = _LETTERS_MARKS.match(text, position, end)
            letters = foreign.end() if foreign else _letters_end(text, position, end)
            ends = letters if letters - position >= 2 else ends
        dot = _DOT.match(text, end)
        if dot is None:
            break
        position = dot.end()
    return ends


def find_emails(text: str) -> Iterator[Span]:
    """Yield the addresses of a normalised text, in order; spans in code points, half-open."""
    for at in _AT.finditer(text):
        before = at.start() - (at.group() != "@" and text[at.start() - 1 : at.start()] == " ")
        start, end = _local_start(text, before), _domain_end(text, at.end())
        if start < before and end > at.end():
            yield Span(start, end)
