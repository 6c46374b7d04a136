"""Quotation marks by class, what their surroundings let them be, and which of them are open."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from core.span import Span
from core.text.confusables import has_lookalikes, is_everyday, may_hold
from core.text.punctuation import APOSTROPHES, OPENING_BRACKETS, QUOTATION_MARKS
from core.text.segmentation import is_unspaced

# Words that begin with an apostrophe; a year ('90s) begins with one too.
_LOST_THEIR_BEGINNING = """
    ave bama bout burbs cause cept cos coz cuz ello em er ere fraid fro gainst gator hood im kay member murica n neath
    nother nough nuff ol phone pon round s scuse spect spose sup t til till tis tude twas twere twill twixt ve za
"""
ELISIONS = frozenset(_LOST_THEIR_BEGINNING.split())

# What a reader takes for a mark although the folds leave it alone, or fold it to one of the listed ones.
_MORE_MARKS = "＂＇״❠❟ʺˮ"
MARKS = QUOTATION_MARKS | frozenset(_MORE_MARKS)

SINGLES = frozenset(APOSTROPHES + "‚‵‹›❛❜❟＇")
ALWAYS_OPEN = frozenset("„‚「『〝﹁﹃｢❝❛❟❮🙶❠🙸")
ALWAYS_CLOSE = frozenset("」』〞〟﹂﹄｣❞❜❯🙷")
GUILLEMETS = frozenset("«»‹›")
PRIMES = frozenset("′″‵‶")
_ANY_MARK = re.compile(f"[{re.escape(''.join(sorted(MARKS)))}]")
_EVERYDAY_MARKS = "".join(filter(is_everyday, sorted(MARKS)))
_ENDS_SENTENCE = frozenset(".,!?…;:")
_DASHES = frozenset("—–-―/")
_GERSHAYIM = '"״'
_BEHIND_A_PRIME = frozenset("(=")
_MOST_PRIMES = 3

CURLY = "“„"
# Marks that are typed as two characters: they are read as one mark and a space on its outer side.
_OPENS_TWICE = r"(?P<open>,,|‚‚|''|’’|(?:``|‘‘)(?![^\n]*?\w(?:``|‘‘)(?!\w))(?=\w))(?=\w)"
_CLOSES_TWICE = r"(?<!['’´‘`])(?P<close>''|’’|´´|‘‘)(?![\w'’´‘`])"
_TYPED_TWICE = re.compile(rf"(?P<before>^|[\s(\[{{<—–-]){_OPENS_TWICE}|{_CLOSES_TWICE}")
_READ_AS = {",,": "„", "‚‚": "„", "``": "“", "‘‘": "“", "''": '"', "’’": '"', "´´": '"'}

_CLOSING_STRAIGHT = "closing"
_PLAIN_PAIRS = {"“": "”", '"': _CLOSING_STRAIGHT}


class Quotation(NamedTuple):
    """An outermost quotation: `outer` with its marks, `inner` without, in code points of the text, half-open."""

    outer: Span
    inner: Span


def is_single(mark: str) -> bool:
    """Tell whether a mark is a single one."""
    return mark in SINGLES


def before_of(text: str, index: int) -> str:
    """Return the character before a place, a space at the beginning."""
    return text[index - 1] if index else " "


def after_of(text: str, index: int) -> str:
    """Return the character behind that at a place, a space at the end."""
    return text[index + 1] if index + 1 < len(text) else " "


def has_mark(text: str) -> bool:
    """Tell whether a text holds any quotation mark, an apostrophe included."""
    return may_hold(text, _EVERYDAY_MARKS) and _ANY_MARK.search(text) is not None


def marks_in(text: str) -> list[int]:
    """Return the offsets of all quotation marks of a text, apostrophes included."""
    if not is_everyday(text):
        return [match.start() for match in _ANY_MARK.finditer(text)]
    # Few marks are left, and to look for each by itself costs a fraction of one expression.
    found: list[int] = []
    for mark in _EVERYDAY_MARKS:
        index = text.find(mark)
        while index >= 0:
            found.append(index)
            index = text.find(mark, index + 1)
    found.sort()
    return found


def is_word_apostrophe(text: str, index: int) -> bool:
    """Tell whether the mark at `index` stands inside a word, between letters, digits or combining marks.

    In a script without spaces none does; in Hebrew a double mark does, as the sign of an abbreviation.
    """
    before, after = before_of(text, index), after_of(text, index)
    if not (before.isalnum() and after.isalnum()):
        return False
    if text[index] in _GERSHAYIM:
        return "א" <= before <= "ת" and "א" <= after <= "ת"
    return text[index] in APOSTROPHES and not (is_unspaced(before) or is_unspaced(after))


def is_prime_of_a_name(text: str, index: int) -> bool:
    """Tell whether a mark is the prime of a mathematical name: f'(x), x' = y, y'' + y."""
    start, end = index, index + 1
    while start and index - start < _MOST_PRIMES and text[start - 1] == text[index]:
        start -= 1
    while end < len(text) and end - index <= _MOST_PRIMES + 1 and text[end] in (text[index], " "):
        end += 1
    name = text[max(0, start - 2) : start]
    return name[-1:].isalpha() and not name[:-1].isalnum() and text[end : end + 1] in _BEHIND_A_PRIME


def elides(text: str, index: int) -> bool:
    """Tell whether the mark at `index` stands for letters left out at the start of a word or year."""
    end = index + 1
    while end < len(text) and text[end].isalnum():
        end += 1
    word = text[index + 1 : end].casefold()
    year = word[:2].isdigit() and len(word) in (2, 3) and word[2:] in ("", "s")
    return year or word in ELISIONS


def can_open(text: str, index: int) -> bool:
    """Tell whether the surroundings of a mark let it open a quotation."""
    before, after = before_of(text, index), after_of(text, index)
    free = before.isspace() or before in OPENING_BRACKETS or before in _DASHES or before in QUOTATION_MARKS
    return (free or is_unspaced(before)) and not after.isspace()


def can_close(text: str, index: int) -> bool:
    """Tell whether the surroundings of a mark let it close a quotation."""
    after = after_of(text, index)
    return not before_of(text, index).isspace() and (not after.isalnum() or is_unspaced(after))


def closes_strongly(text: str, index: int) -> bool:
    """Tell whether a mark stands behind the end of a sentence or clause."""
    return before_of(text, index) in _ENDS_SENTENCE


def is_possessive(text: str, index: int) -> bool:
    """Tell whether a mark makes a possessive of a quotation just closed ("The Wire"'s)."""
    behind = text[index + 1 : index + 3]
    return before_of(text, index) in QUOTATION_MARKS and behind[:1] in ("s", "S") and not behind[1:].isalnum()


# Of one paragraph all ask that look for quotations.
@lru_cache(maxsize=64)
def has_marks(text: str) -> bool:
    """Tell whether a text holds any quotation mark at all, an apostrophe included, or what may look like one."""
    return ",," in text or has_mark(text) or has_lookalikes(text)


def _may_be_typed_twice(text: str) -> bool:
    # Written out: this is asked of every text with a mark, and a generator would cost more than all the searches.
    return ",," in text or "''" in text or "’’" in text or "``" in text or "‘‘" in text or "´´" in text or "‚‚" in text


def _as_one(match: re.Match[str]) -> str:
    if match["open"]:
        return f"{match['before']} {_READ_AS[match['open']]}"
    return f"{_READ_AS[match['close']]} "


def plain_pairs(text: str, marks: Sequence[int]) -> list[Quotation] | None:
    """Return the quotations of a text whose marks are only “ and ”, or straight ones, in turn, and apostrophes.

    Most texts are of this kind. None where there is any other mark or one that could be read in two ways.
    """
    found: list[Quotation] = []
    start, opened = -1, ""
    for index in marks:
        mark = text[index]
        if is_word_apostrophe(text, index):
            continue
        if mark == '"':
            if before_of(text, index).isdigit():
                return None
            opens = can_open(text, index)
            if opened == '"' and not (opens and not can_close(text, index)):
                mark = _CLOSING_STRAIGHT
            elif not opens:
                return None
        if mark in _PLAIN_PAIRS and not opened:
            start, opened = index, mark
        elif opened and mark == _PLAIN_PAIRS[opened]:
            found.append(Quotation(Span(start, index + 1), Span(start + 1, index)))
            opened = ""
        else:
            return None
    return None if opened else found


def typed_as_one(text: str) -> str:
    """Return a text in which a mark that is typed as two characters is one, with a space on its outer side."""
    return _TYPED_TWICE.sub(_as_one, text) if _may_be_typed_twice(text) else text


def edges_of_typed_twice(text: str) -> set[int]:
    """Return where the marks that are typed as two characters begin, and where they end."""
    return {edge for match in _TYPED_TWICE.finditer(text) for edge in (match.start("open"), match.end())}


class OpenMark(NamedTuple):
    """A mark that is open, and where it stands."""

    mark: str
    start: int


class OpenMarks:
    """The open marks, and how many of each class, so that depth makes no mark slower."""

    def __init__(self) -> None:
        self.marks: list[OpenMark] = []
        self.doubles: list[str] = []
        self.singles = 0
        self._guillemets = [0, 0]  # doubles and singles
        self._curly = 0

    def push(self, mark: str, start: int) -> None:
        """Open a mark."""
        self.marks.append(OpenMark(mark, start))
        single = is_single(mark)
        if single:
            self.singles += 1
        else:
            self.doubles.append(mark)
        self._guillemets[single] += mark in GUILLEMETS
        self._curly += mark in CURLY

    def pop(self) -> OpenMark:
        """Close the last mark."""
        opened = self.marks.pop()
        single = is_single(opened.mark)
        if single:
            self.singles -= 1
        else:
            self.doubles.pop()
        self._guillemets[single] -= opened.mark in GUILLEMETS
        self._curly -= opened.mark in CURLY
        return opened

    def waits_for(self, mark: str) -> bool:
        """Tell whether a mark of the class of `mark` is open."""
        return bool(self.singles if is_single(mark) else self.doubles)

    def holds_guillemet(self, mark: str) -> bool:
        """Tell whether a guillemet of the class of `mark` is open."""
        return self._guillemets[is_single(mark)] > 0

    @property
    def holds_curly(self) -> bool:
        """Whether a curly mark is open: ” closes it and whatever is open inside it."""
        return self._curly > 0
