"""How much JSON may hold, found out before it is parsed."""

import re
from itertools import accumulate

MAX_VALUES = 1_500_000
MAX_DEPTH = 100

_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_NO_SIGN = re.compile(r'(?:[^"\\\[\]{}]++|\\(?:.|\Z))++', re.DOTALL)
_BRACKETS_IN_STRING = re.compile(r'"[^"]*+"?')
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}


def _most_values(text: str) -> int:
    return 1 + sum(map(text.count, ",[{"))


def _depth(text: str) -> int:
    # Two quotation marks side by side hold no bracket between them: without them the others still pair as before.
    signs = _NO_SIGN.sub("", text).replace('""', "")
    return max(accumulate(map(_STEPS.__getitem__, _BRACKETS_IN_STRING.sub("", signs))), default=0)


def excess_of(text: str) -> str:
    """Return what a text, if it is JSON, has more of than may be read, "" where it may be parsed."""
    if _most_values(text) > MAX_VALUES and _most_values(_STRING.sub("", text)) > MAX_VALUES:
        return f"holds more than {MAX_VALUES:,} values"
    return f"is nested more than {MAX_DEPTH} levels deep" if _depth(text) > MAX_DEPTH else ""
