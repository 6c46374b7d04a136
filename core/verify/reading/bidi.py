"""Controls that turn the order of characters: with them a reader sees words elsewhere than they stand.

Letters have a direction of their own, and readers of their scripts expect it. A control has no shape; between two of
them prose can be shown inside the marks of a quotation, and the words of the quotation outside.
"""

import re

from core.text.confusables import is_everyday

TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_CONTROL = re.compile(f"[{TURNING}]")
_ENDS_EMBEDDING, _ENDS_ISOLATE = "\u202c", "\u2069"
_ISOLATES = frozenset("\u2066\u2067\u2068")
_DEEPEST = 60  # of those inside one another; a browser counts about twice as many and ignores what is deeper


def find_controls(text: str) -> list[int]:
    """Return the offsets of the bidirectional controls of a text: U+202A to U+202E, U+2066 to U+2069."""
    return [] if is_everyday(text) else [match.start() for match in _CONTROL.finditer(text)]


def turns_only_itself(text: str) -> bool:
    """Tell whether every control of a text begins and ends in it, so that nothing around it is turned.

    Source: the Unicode bidirectional algorithm, "Explicit levels and directions".
    """
    opened: list[bool] = []  # for each that is open, whether it is an isolate
    for offset in find_controls(text):
        char = text[offset]
        if char == _ENDS_EMBEDDING:
            if not opened or opened.pop():
                return False
        elif char == _ENDS_ISOLATE:
            if True not in opened:
                return False
            while not opened.pop():
                pass
        else:
            opened.append(char in _ISOLATES)
            if len(opened) > _DEEPEST:
                return False
    return not opened
