"""Ignored tokens: words such as `RFC` or `PO Box` whose numbers claim nothing."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from core.numbers.trie import WordTrie
from core.span import Span

_BELONGS = re.compile(r"(?!\w)(?:(?:[\s:#\u00a0-]|no\.?\s){0,3}[A-Za-z]?\d[\d./-]*)?")


class _Tokens:
    """Tokens as one tree; white space between two words of a token has to be there, of any width."""

    def __init__(self, tokens: Iterable[str]) -> None:
        normal = (" ".join(token.split()) for token in tokens)
        self._tree = WordTrie(normal, word=r"[^\W_]+|[^\w\s]|_", gap=r"(?:\s{1,3})?", gaps_count=True)

    def find(self, text: str) -> Iterator[Span]:
        """Yield the tokens of a text; they may overlap, but none with itself. A line break ends the text."""
        done: dict[str, int] = {}
        for start in self._tree.starts(text):
            if text[start - 1].isalnum():
                continue
            for token, end in self._tree.endings(text, start):
                belongs = _BELONGS.match(text, end)
                if belongs and start >= done.get(token, 0):
                    done[token] = belongs.end()
                    yield Span(start, belongs.end())


@lru_cache(maxsize=16)
def _trees(tokens: Sequence[str]) -> tuple[_Tokens, _Tokens]:
    """Return the tokens that are all in capitals, of which case counts, and the others."""
    exact = [token for token in tokens if not any(map(str.islower, token))]
    return _Tokens(exact), _Tokens(token.lower() for token in tokens if any(map(str.islower, token)))


def find_tokens(text: str, lower: str, tokens: Sequence[str]) -> Iterator[Span]:
    """Yield the ignored tokens of a text with the numbers that belong to them, in no order; code points, half-open.

    `lower` is the text in small letters, every one where it was; both end in a line break. Linear in the text, however
    many tokens there are. A token in capitals is found in capitals only. Source: decisions.md#seed-3.
    """
    exact, others = _trees(tokens)
    yield from exact.find(text)
    yield from others.find(lower)
