"""Ignored tokens: words such as `RFC` or `PO Box` whose numbers claim nothing."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from core.numbers.marks import places
from core.span import Span

_ATOM = re.compile(r"[^\W_]+|[^\w\s]|_")
_NEXT_ATOM = re.compile(rf"(\s{{1,3}})?({_ATOM.pattern})")
_BELONGS = re.compile(r"(?!\w)(?:(?:[\s:#\u00a0-]|no\.?\s){0,3}[A-Za-z]?\d[\d./-]*)?")
_FEW = 40  # first words that are each looked for; with more of them, each word of the text is looked up
_LONGEST = 64  # words and marks of a token, so that no token makes a text slow


def _atoms(written: str) -> list[str]:
    """Return the words and marks of a token, each with a space before it where white space stands there."""
    return [(" " if gap else "") + atom for gap, atom in _NEXT_ATOM.findall(" ".join(written.split()))]


class _Node:
    """The words of tokens as a tree: what may follow, and the token that ends here."""

    __slots__ = ("following", "token")

    def __init__(self) -> None:
        self.following: dict[str, _Node] = {}
        self.token = ""


class _Tokens:
    """Tokens as one tree, so that a scan does not depend on how many they are."""

    def __init__(self, tokens: Iterable[str]) -> None:
        self._root = _Node()
        for token in tokens:
            node, atoms = self._root, _atoms(token)
            if 0 < len(atoms) <= _LONGEST:
                for atom in atoms:
                    node = node.following.setdefault(atom, _Node())
                node.token = token

    def _starts(self, text: str) -> Iterable[int]:
        first = self._root.following
        if len(first) > _FEW:
            return (found.start() for found in _ATOM.finditer(text) if found[0] in first)
        return chain.from_iterable(places(text, word) for word in first)

    def _from(self, text: str, start: int) -> Iterator[tuple[str, int]]:
        """Yield the tokens that begin at `start` with where they end, the numbers that belong to them included."""
        node, at = self._root, start
        while node.following:
            atom = _NEXT_ATOM.match(text, at)
            following = node.following.get((" " if atom[1] else "") + atom[2]) if atom else None
            if atom is None or following is None:
                return
            node, at = following, atom.end()
            belongs = _BELONGS.match(text, at) if node.token else None
            if belongs:
                yield node.token, belongs.end()

    def find(self, text: str) -> Iterator[Span]:
        """Yield the tokens of a text; they may overlap, but none with itself. A line break ends the text."""
        done: dict[str, int] = {}
        for start in self._starts(text):
            if not text[start - 1].isalnum():
                for token, end in self._from(text, start):
                    if start >= done.get(token, 0):
                        done[token] = end
                        yield Span(start, end)


@lru_cache(maxsize=16)
def _trees(tokens: Sequence[str]) -> tuple[_Tokens, _Tokens]:
    """Return the tokens that are all in capitals, of which case counts, and the others."""
    exact = [token for token in tokens if not any(map(str.islower, token))]
    return _Tokens(exact), _Tokens(token.lower() for token in tokens if any(map(str.islower, token)))


def find_tokens(text: str, lower: str, tokens: Sequence[str]) -> Iterator[Span]:
    """Yield the ignored tokens of a text with the numbers that belong to them, in no order; code points, half-open.

    `lower` is the text in small letters, every one where it was; both end in a line break. Linear in the text, however
    many tokens there are. A token in capitals is found in capitals only. Source: seed 3, `ignore_tokens`.
    """
    exact, others = _trees(tokens)
    yield from exact.find(text)
    yield from others.find(lower)
