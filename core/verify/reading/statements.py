"""What an edition says of words besides its text, in whatever form: that the transcript has them, or its own text."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from core.text.canonical import canonicalize

# What is no letter, and the letters that are taken for quotation marks where they stand around a sentence.
_NO_LETTER = re.compile(
    "[\\W_\u02b9-\u02bf\u02c8\u02ca\u02cb\u02ee\u0374\u0559\u05f2\u07f4\u07f5\u141f\u1420\u1426\u144a\u16cc"
    "\ua78b\ua78c\uff9e]++"
)
# An id of a quote in brackets, with whatever a model wrote beside it.
_REFERENCE = re.compile(r"[\[［](?:.*[^\w\n])?[0-9a-fA-F]{16}(?:[^\w\n].*)?[\]］]", re.DOTALL)

_PATIENCE = 200  # searches from the beginning


class OutsideWords(NamedTuple):
    """Words that are said to stand just outside a quotation, their line, and the quotation's place in raw."""

    words: str
    line: int
    start: int
    end: int


class NamedRole(NamedTuple):
    """A person's name, the role beside it, and the line."""

    name: str
    role: str
    line: int


class Statements(NamedTuple):
    """What a file says besides its text.

    `told` are words of which it says that they are in the transcript, with their lines; `outside` those that stand just
    outside a quotation; `strays` what its own text contradicts, each with its line.
    """

    told: tuple[tuple[str, int], ...] = ()
    outside: tuple[OutsideWords, ...] = ()
    strays: tuple[tuple[int, str], ...] = ()


def folded_letters(text: str) -> str:
    """Return the letters and digits of a text as they are compared, without anything between them."""
    return _NO_LETTER.sub("", canonicalize(text))


class ShownLetters:
    """The letters of a text in which words are looked for, mostly in the order in which they stand there.

    After very many that are not, or not in order, none is: nobody's list has so many.
    """

    def __init__(self, *texts: str) -> None:
        self._texts = texts
        self._at = 0
        self._patience = _PATIENCE

    @cached_property
    def _letters(self) -> str:
        return folded_letters("".join(self._texts))

    def hold(self, words: str) -> bool:
        """Tell whether the letters of words stand together in the text."""
        letters = folded_letters(words)
        at = self._letters.find(letters, self._at) if self._patience else -1
        if at < 0 and self._patience:
            self._patience -= 1
            at = self._letters.find(letters)
        self._at = max(at, 0)
        return at >= 0


def is_reference(words: str) -> bool:
    """Tell whether words are a reference to a quote by its id."""
    return words[-1:] in ("]", "］") and _REFERENCE.fullmatch(words) is not None


def find_torn_roles(listed: Iterable[NamedRole], given: Iterable[NamedRole]) -> Iterator[tuple[int, str]]:
    """Yield the line and the words of each role that somebody who is quoted (`given`) has beside another one.

    A person's own role is the first of those who are `listed`, or the first beside a quotation.
    """
    roles: dict[str, str] = {}
    other = [one for one in listed if roles.setdefault(one.name, one.role) != one.role]
    quoted = list(given)
    names = {one.name for one in quoted}
    other = [one for one in other if one.name in names]
    other += (one for one in quoted if roles.setdefault(one.name, one.role) != one.role)
    yield from ((one.line, f"{one.name}, {one.role}") for one in other)
