"""What is looked for by its words, many writings at once: prefixes and ignored tokens."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

_FEW = 40  # first words that are each looked for; with more of them, each word of the text is looked up
_LONGEST = 64  # words and marks of a writing, so that no writing makes a text slow


class TrieNode:
    """A place in the tree: what may follow, and the writing that ends here."""

    __slots__ = ("following", "written")

    def __init__(self) -> None:
        self.following: dict[str, TrieNode] = {}
        self.written = ""


def _places(text: str, word: str) -> Iterator[int]:
    """Yield where a word stands, which `find` tells faster than an expression."""
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)


class WordTrie:
    """Writings as one tree of their words, so that a scan does not depend on how many there are.

    `word` and `gap` are expressions without groups: of a word or a mark, and of what may stand before it. Where
    `gaps_count`, two words with a gap between them are not the same as without. Of writings that are the same word by
    word the first counts; one of more than 64 words is never found.
    """

    def __init__(self, writings: Iterable[str], *, word: str, gap: str, gaps_count: bool) -> None:
        self.root = TrieNode()
        self._word = re.compile(word)
        self._next = re.compile(f"({gap})({word})")
        self._gaps_count = gaps_count
        for written in writings:
            words = [self._key(match) for match in self._next.finditer(written)]
            if 0 < len(words) <= _LONGEST:
                node = self.root
                for one in words:
                    node = node.following.setdefault(one, TrieNode())
                node.written = node.written or written

    def _key(self, match: re.Match[str]) -> str:
        return f" {match[2]}" if self._gaps_count and match[1] else match[2]

    def starts(self, text: str) -> Iterable[int]:
        """Return in order where the first word of a writing stands, inside of other words too."""
        first = self.root.following
        if len(first) > _FEW:
            return (found.start() for found in self._word.finditer(text) if found[0] in first)
        return sorted(chain.from_iterable(_places(text, word) for word in first))

    def endings(self, text: str, start: int) -> Iterator[tuple[str, int]]:
        """Yield the writings that begin at `start`, the shortest first, each with where it ends."""
        node, at = self.root, start
        while node.following:
            match = self._next.match(text, at)
            following = node.following.get(self._key(match)) if match else None
            if match is None or following is None:
                return
            node, at = following, match.end()
            if node.written:
                yield node.written, at
