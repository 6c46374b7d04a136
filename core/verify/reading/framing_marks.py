"""Marks by what Unicode says of them: brackets and quotation marks of no everyday use that set off a sentence.

Apart from the list of look-alikes, so that a character which is missing there is still seen here.
"""

import re
import unicodedata
from itertools import chain

from core.verify.tokens import is_unspaced

_BLOCKS = (range(0x0F00, 0x3100), range(0xFD00, 0x10000))  # beyond them no character has these categories
_EVERYDAY = "()[]{}"
_OPENING, _CLOSING = "「", "」"
_WORDS = 4
_SIGNS = 8  # of a script without spaces, which take the place of four words
_WORD = re.compile(r"\w(?:[\w'’-]|[.,:](?=\d))*+[.,;:!?…—–-]{0,3}(?:\s+|\Z)")


def _is_framing(char: str, categories: tuple[str, ...]) -> bool:
    return unicodedata.category(char) in categories and unicodedata.normalize("NFKC", char) not in _EVERYDAY


_CHARACTERS = tuple(map(chr, chain(*_BLOCKS)))
_OPENS = frozenset(char for char in _CHARACTERS if _is_framing(char, ("Ps", "Pi", "Pf"))) - frozenset("‘’‚‛")
_CLOSES = frozenset(char for char in _CHARACTERS if _is_framing(char, ("Pe", "Pf", "Pi"))) - frozenset("‘’‚‛")
_FRAMING = re.compile(f"[{re.escape(''.join(sorted(_OPENS | _CLOSES)))}]")


def _begins_sentence(text: str, offset: int) -> bool:
    """Tell whether four words, or eight signs of a script without spaces, stand at `offset` and behind it."""
    head = text[offset : offset + _SIGNS]
    if len(head) == _SIGNS and all(map(is_unspaced, head)):
        return True
    for _ in range(_WORDS):
        word = _WORD.match(text, offset)
        if word is None:
            return False
        offset = word.end()
    return True


def with_framing_marks(text: str, known: frozenset[str]) -> str:
    """Return `text` with 「 for what opens a sentence by its category and 」 for what closes it; `known` marks stay.

    The first that is open is closed by the last that can close it: doubt makes a quotation longer. Linear.
    """
    if text.isascii() or known.issuperset(_FRAMING.findall(text)):
        return text
    chars = list(text)
    opened, last = -1, -1
    for match in _FRAMING.finditer(text):
        offset, char = match.start(), match.group()
        if char in known:
            continue
        before = text[offset - 1 : offset]
        starts = not before or not before.isalnum() or is_unspaced(before)
        if opened < 0 and char in _OPENS and starts and _begins_sentence(text, offset + 1):
            opened = offset
            chars[offset] = _OPENING
        elif opened >= 0 and char in _CLOSES and not before.isspace():
            last = offset
    if last >= 0:
        chars[last] = _CLOSING
    return "".join(chars)
