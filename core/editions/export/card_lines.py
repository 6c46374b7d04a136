"""Text set in lines that fit a box, whatever font shows them: no letter is counted as narrower than a font draws it.

The widths are upper bounds, in ems, of the letters of the fonts that browsers have without asking (the widest of them
DejaVu Sans, and a font whose letters are all alike). Of characters that no bound is known of, the line says so.
"""

import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

_UNKNOWN = 1.1
_BOUNDS = (
    (" ijltfrI.,;:'!|()[]{}-`", 0.61),
    ("MWmw@%—…―ÆŒæœ©®", 1.12),
    ("ЖШЩЮЫФЉЊЂЋ", 1.25),
    ("жшщмюыфљњ", 1.0),
    ("سشصض", 1.35),
    ("+=<>#~^&|¬±×÷", 0.9),
    ("‰", 1.5),
    ("‐‑–‘’‚‛“”„‟·•،؛؟†‡", 0.68),
)
_OWN = {char: ems for chars, ems in _BOUNDS for char in chars}
# First and last character of a script, and the bound of its small and its other letters.
_SCRIPTS = (
    ("\u0020", "\u024f", 0.65, 0.92),
    ("\u0370", "\u03ff", 0.86, 0.92),
    ("\u0400", "\u04ff", 0.75, 0.95),
    ("\u05d0", "\u05ea", 0.92, 0.92),
    ("\u0621", "\u064a", 1.05, 1.05),
    ("\u0660", "\u0669", 0.7, 0.7),
)
_WITHOUT_SPACES = (("\u0e00", "\u0eff"), ("\u1000", "\u109f"), ("\u1780", "\u17ff"))
_STARTS_NO_LINE = frozenset("、。，．：；？！）」』】》〉］｝…—ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.;:?!)]}”’")
_ENDS_NO_LINE = frozenset("（「『【《〈［｛([{“‘")
_MARKS = frozenset(("Mn", "Me", "Cf"))
_EMOJI = "\U0001f000"


class FittedLines(NamedTuple):
    """Lines of text and the size of their letters, in the units of the box; `forced` is the width in which a line must
    be drawn because its own is not known, else None."""

    size: float
    lines: tuple[str, ...]
    forced: tuple[float | None, ...]


def _is_wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"


def _bound(char: str) -> float | None:
    """Return how wide a character is at most, in ems, None where that is not known."""
    if char in _OWN:
        return _OWN[char]
    if unicodedata.category(char) in _MARKS and not "\u0600" <= char <= "\u0605":
        return 0.0
    if _is_wide(char):
        return 1.45 if char >= _EMOJI else 1.06
    for first, last, small, others in _SCRIPTS:
        if first <= char <= last:
            return small if char.islower() or not char.isalpha() else others
    return None


def _width(text: str) -> float:
    bounds = map(_bound, text)
    return sum((_UNKNOWN if bound is None else bound for bound in bounds), 0.0)


def _breaks_freely(char: str) -> bool:
    return _is_wide(char) or any(first <= char <= last for first, last in _WITHOUT_SPACES)


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield what no line may break, each with what stands before it: a space, or nothing in a script without spaces."""
    for word in text.split():
        start, before = 0, " "
        for at in range(1, len(word)):
            last, char = word[at - 1], word[at]
            holds = char in _STARTS_NO_LINE or last in _ENDS_NO_LINE or unicodedata.category(char) in (*_MARKS, "Mc")
            joined = "\u200d" in (last, char)
            if not holds and not joined and (_breaks_freely(last) or _breaks_freely(char)):
                yield before, word[start:at]
                start, before = at, ""
        yield before, word[start:]


def _broken(text: str, ems: float) -> list[str] | None:
    """Return text in lines of at most so many ems, None where a word alone is wider."""
    lines: list[str] = []
    used = 0.0
    for before, piece in _pieces(text):
        wide = _width(piece)
        if wide > ems:
            return None
        if lines and used + _width(before) + wide <= ems:
            lines[-1] += before + piece
            used += _width(before) + wide
        else:
            lines.append(piece)
            used = wide
    return lines


def fit_lines(text: str, width: float, height: float, sizes: tuple[float, ...]) -> FittedLines | None:
    """Return text in lines at the first of these sizes at which all of it fits a box; None where it fits at none.

    A line takes `line_height` of its size; white space is one space.
    """
    for size in sizes:
        lines = _broken(text, width / size)
        if lines is not None and len(lines) * line_height(size) <= height:
            unknown = (any(_bound(char) is None for char in line) for line in lines)
            forced = (
                min(width, _width(line) * size) if odd else None for line, odd in zip(lines, unknown, strict=True)
            )
            return FittedLines(size, tuple(lines), tuple(forced))
    return None


def line_height(size: float) -> float:
    """Return how far the next line is below one."""
    return size * 1.36
