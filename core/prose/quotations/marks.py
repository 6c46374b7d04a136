"""Quotation marks by class, and what their surroundings let them be."""

import re

from core.text.canonical import APOSTROPHES, OPENING_BRACKETS, QUOTATION_MARKS
from core.text.tokens import is_unspaced

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
_ENDS_SENTENCE = frozenset(".,!?…;:")
_DASHES = frozenset("—–-―/")
_GERSHAYIM = '"״'
_BEHIND_A_PRIME = frozenset("(=")
_MOST_PRIMES = 3


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
    return _ANY_MARK.search(text) is not None


def marks_in(text: str) -> list[int]:
    """Return the offsets of all quotation marks of a text, apostrophes included."""
    return [match.start() for match in _ANY_MARK.finditer(text)]


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
