"""Single marks told apart: which can open a quotation, which can close one, which are a word's own apostrophe.

No rule is certain here ("the dogs’ house" or "‘the dogs’ house"); where two readings are possible, the one that makes
the longer quotation is taken: a longer one is harder to prove.
"""

import re
from collections.abc import Sequence

from core.verify.reading.quote_marks import MarkStyle, QuotationMark
from core.verify.tokens import is_unspaced, is_word

# Words that are often written without their beginning or their end.
_CUT_SHORT = """
    ad ave ama bama bout burb burbs cause coz cos cuz d e ello em er ere fore fraid fro gainst gator gram hood im kay
    ll m member merica mid mongst murica n nam neath net nother nough nuff ol ow phone re rents round s scuse sides
    spect spose sup t til till tis tude twas tween twere twill twixt ve x y za zat
"""
_DROPPED_END = "an fo fi lil mo n o ol po tha th wi wit"

_ELISIONS = frozenset(_CUT_SHORT.split())
_DROPPED = frozenset(_DROPPED_END.split())
_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"\d0s\b|\d\d(?!\w|[.,:]\d)")
_LAST_WORD = re.compile(r"[^\W_]+\Z")
_AND = re.compile(r"['’‘`´]n['’‘`´](?!\w)", re.IGNORECASE)
_TURNED_LEFT = frozenset("‘‚‛❛❟")
_TURNED_RIGHT = frozenset("’´ʼ❜")


def _may_be_left_out(text: str, offset: int) -> bool:
    """Tell whether the word at `offset` is one whose beginning is often left out (’em, ’90s)."""
    word = _WORD.match(text, offset)
    return word is not None and (word.group().casefold() in _ELISIONS or _NUMBER.match(text, offset) is not None)


def _may_belong_to_a_word(text: str, offset: int) -> bool:
    """Tell whether a mark at `offset` can be the apostrophe of the word before it (dogs’, goin’, 6')."""
    before = text[offset - 1]
    if not is_word(before) or is_unspaced(before):
        return False
    if before.isdigit() or before in "sxzSXZ":
        return True
    word = _LAST_WORD.search(text, max(0, offset - 30), offset)
    last = word.group().casefold() if word else ""
    return last in _DROPPED or (last.endswith("in") and len(last) > 3)


def _is_firm_opening(text: str, mark: QuotationMark) -> bool:
    char = text[mark.start]
    return char not in _TURNED_RIGHT and not _may_be_left_out(text, mark.end)


def _is_firm_closing(text: str, mark: QuotationMark) -> bool:
    return text[mark.start] not in _TURNED_LEFT - {"‘"} and not _may_belong_to_a_word(text, mark.start)


def find_single_marks(text: str, marks: Sequence[QuotationMark]) -> tuple[set[int], set[int]]:
    """Return the indices in `marks` of the single marks that open if nothing is open, and that close if one is.

    A doubtful closing is passed over where a firm one comes before the next firm opening. So does a word that may have
    lost its beginning open a quotation; a mark turned the wrong way does where any closing comes before it.
    """
    if not any(mark.style is MarkStyle.SINGLE for mark in marks):
        return set(), set()
    of_and = {edge for match in _AND.finditer(text) for edge in (match.start(), match.end() - 1)}
    opening: set[int] = set()
    closing: set[int] = set()
    closing_follows = firm_closing_follows = False
    for index in range(len(marks) - 1, -1, -1):
        mark = marks[index]
        if mark.style is not MarkStyle.SINGLE or mark.start in of_and:
            continue
        firm_opening = mark.opens and _is_firm_opening(text, mark)
        doubtful = firm_closing_follows or (closing_follows and not _may_be_left_out(text, mark.end))
        if firm_opening or (mark.opens and doubtful):
            opening.add(index)
        firm_closing = mark.closes and _is_firm_closing(text, mark)
        if firm_closing or (mark.closes and not firm_closing_follows):
            closing.add(index)
        closing_follows = not firm_opening and (mark.closes or closing_follows)
        firm_closing_follows = not firm_opening and (firm_closing or firm_closing_follows)
    return opening, closing
