"""Find many texts at once by their words: prefixes and ignored tokens."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

_FEW = 40  # first words that are searched one by one; with more, each word of the text is looked up
_LONGEST = 64  # words and marks of a pattern, which bounds the work


class TrieNode:
    """A node of the tree: the words that may follow, and the pattern that ends here."""

    __slots__ = ("following", "written")

    def __init__(self) -> None:
        self.following: dict[str, TrieNode] = {}
        self.written = ""


def _places(text: str, word: str) -> Iterator[int]:
    """Yield where a word stands; `find` is faster than an expression."""
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)


class WordTrie:
    """Patterns as one tree of their words, so that the cost of a scan does not depend on their number.

    `word` and `gap` are expressions without groups: of a word or a mark, and of what may stand before it. With
    `gaps_count`, two words with a gap between them differ from two without. Of patterns with equal words the first
    counts; one of more than 64 words is never found.
    """

    def __init__(self, patterns: Iterable[str], *, word: str, gap: str, gaps_count: bool) -> None:
        self.root = TrieNode()
        self._word = re.compile(word)
        self._next = re.compile(f"({gap})({word})")
        self._gaps_count = gaps_count
        for written in patterns:
            words = [self._key(match) for match in self._next.finditer(written)]
            if 0 < len(words) <= _LONGEST:
                node = self.root
                for one in words:
                    node = node.following.setdefault(one, TrieNode())
                node.written = node.written or written

    def _key(self, match: re.Match[str]) -> str:
        return f" {match[2]}" if self._gaps_count and match[1] else match[2]

    def starts(self, text: str) -> Iterable[int]:
        """Return in order where the first word of a pattern stands, also inside other words."""
        first = self.root.following
        if len(first) > _FEW:
            return (found.start() for found in self._word.finditer(text) if found[0] in first)
        return sorted(chain.from_iterable(_places(text, word) for word in first))

    def endings(self, text: str, start: int) -> Iterator[tuple[str, int]]:
        """Yield the patterns that begin at `start`, the shortest first, each with its end."""
        node, at = self.root, start
        while node.following:
            match = self._next.match(text, at)
            following = node.following.get(self._key(match)) if match else None
            if match is None or following is None:
                return
            node, at = following, match.end()
            if node.written:
                yield node.written, at
