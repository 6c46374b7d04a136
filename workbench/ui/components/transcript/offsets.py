"""Offsets of one text as Python counts them (code points) and as JavaScript does (UTF-16 units)."""

import re
from bisect import bisect_left

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


class Utf16Offsets:
    """A character beyond U+FFFF is one code point and two units."""

    def __init__(self, text: str) -> None:
        self._length = len(text)
        self._astral = [match.start() for match in _ASTRAL.finditer(text)]
        self._astral_units = [start + number for number, start in enumerate(self._astral)]

    def units(self, offset: int) -> int:
        """Return how many UTF-16 units stand before the code point `offset`."""
        return offset + bisect_left(self._astral, offset)

    def code_points(self, units: int) -> int | None:
        """Return how many code points stand before the unit `units`; None in the middle of one, or beyond the text."""
        offset = units - bisect_left(self._astral_units, units)
        return offset if 0 <= offset <= self._length and self.units(offset) == units else None
