"""The words in which two texts differ, widened to the name that they belong to."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

_TOKEN = re.compile(r"\w+|[^\w\s]")
# What is set around a name and is no part of it.
_AROUND_A_NAME = frozenset("()—–:,.")
# What stands before a name that is an attribution and nothing else.
_BEFORE_A_NAME = ("(", "—")


class DifferingStretch(NamedTuple):
    """The words that differ; `is_name` says that the certified ones are a speaker's name, `attributes` that it is an
    attribution and no part of a sentence."""

    was: str
    found: str
    is_name: bool = False
    attributes: bool = False


class _Words(NamedTuple):
    """A text with its words and signs, and where each stands."""

    text: str
    tokens: list[str]
    spans: list[tuple[int, int]]

    @classmethod
    def of(cls, text: str) -> "_Words":
        spans = [found.span() for found in _TOKEN.finditer(text)]
        return cls(text, [text[slice(*span)] for span in spans], spans)

    def between(self, first: int, last: int) -> str:
        """Return the words from one number to before another."""
        return self.text[self.spans[first][0] : self.spans[last - 1][1]] if first < last else ""


def _common(one: Iterable[str], other: Iterable[str]) -> int:
    """Return how many words two texts have in common at their beginnings."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _bare(tokens: Sequence[str], first: int, last: int) -> tuple[int, int]:
    """Return a stretch without the signs around a name at its ends."""
    while first < last and tokens[first] in _AROUND_A_NAME:
        first += 1
    while first < last and tokens[last - 1] in _AROUND_A_NAME:
        last -= 1
    return first, last


def _name_at(words: _Words, first: int, last: int, names: Sequence[str]) -> tuple[int, int] | None:
    """Return the name that a stretch touches and does not go beyond."""
    first, last = _bare(words.tokens, first, last)
    for name in names:
        parts = _TOKEN.findall(name)
        for start in range(max(0, last - len(parts)), min(first, len(words.tokens) - len(parts)) + 1):
            if words.tokens[start : start + len(parts)] == parts:
                return start, start + len(parts)
    return None


def differing_stretch(was: str, found: str, names: Sequence[str]) -> DifferingStretch | None:
    """Return in what two texts differ, from the first word to the last; None where their words are the same."""
    old, new = _Words.of(was), _Words.of(found)
    if old.tokens == new.tokens:
        return None
    first = _common(old.tokens, new.tokens)
    behind = _common(reversed(old.tokens[first:]), reversed(new.tokens[first:]))
    last, new_last = len(old.tokens) - behind, len(new.tokens) - behind
    name = _name_at(old, first, last, names)
    if name is None:
        return DifferingStretch(old.between(first, last), new.between(first, new_last))
    start, end = _bare(new.tokens, min(first, name[0]), new_last + max(0, name[1] - last))
    before = old.tokens[name[0] - 1] if name[0] else ""
    return DifferingStretch(
        old.between(*name), new.between(start, end), is_name=True, attributes=before in _BEFORE_A_NAME
    )
