"""Find allowed prefixes and query ids in a narrative, once for claims and citations."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from core.numbers.patterns import QueryIdMatch, compile_patterns
from core.numbers.rules import CitationRules
from core.numbers.trie import TrieNode, WordTrie
from core.span import Span

_WORD = r"[^\W_]+|[^\w\s*]"
_GAP = r"[\s*_]*+"  # white space and emphasis may stand between any two
_WORD_ENDS = r"(?![^\W_])"
_EMPHASIS = "*_"
_FEW = 40  # prefixes that one expression finds; with more, the tree is followed word by word


class PrefixMatch(NamedTuple):
    """An allowed prefix in a narrative: where it stands, without emphasis around it, and as the rules write it."""

    span: Span
    prefix: str


class CitationMarks(NamedTuple):
    """The allowed prefixes and the query ids of the right form in a narrative, each in order of position."""

    prefixes: list[PrefixMatch]
    ids: list[QueryIdMatch]


def _expression(node: TrieNode, prefixes: list[str]) -> str:
    """Return the tree from a node on as an expression, the longest prefix first.

    The number of an empty group says which of `prefixes` ends there.
    """
    choices = [
        _GAP + re.escape(token) + _WORD_ENDS * token.isalnum() + _expression(following, prefixes)
        for token, following in node.following.items()
    ]
    if node.written:
        prefixes.append(node.written)
        choices.append("()")
    return f"(?:{'|'.join(choices)})"


def lower_case(text: str) -> str:
    """Return `text` in lower case, with all offsets unchanged."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(one if len(one.lower()) > 1 else one.lower() for one in text)


class _Prefixes:
    """All allowed prefixes as one tree, in any case of letters."""

    def __init__(self, prefixes: tuple[str, ...]) -> None:
        self._written: dict[str, str] = {}
        for prefix in prefixes:
            self._written.setdefault(lower_case(prefix), prefix)
        self._tree = WordTrie(self._written, word=_WORD, gap=_GAP, gaps_count=False)
        self._ends: list[str] = []
        few = 0 < len(prefixes) <= _FEW
        self._expression = re.compile(_expression(self._tree.root, self._ends)) if few else None

    def _longest_from(self, lower: str, start: int) -> PrefixMatch | None:
        if self._expression is not None:
            match = self._expression.match(lower, start)
            found = [(self._ends[(match.lastindex or 0) - 1], match.end())] if match else []
        else:
            found = list(self._tree.endings(lower, start))
        return PrefixMatch(Span(start, found[-1][1]), self._written[found[-1][0]]) if found else None

    def find(self, narrative: str) -> Iterator[PrefixMatch]:
        """Yield every prefix of whole words, from left to right."""
        if not self._tree.root.following:
            return
        lower, done = lower_case(narrative), 0
        for start in self._tree.starts(lower):
            if start < done or not _begins_here(lower, start):
                continue
            found = self._longest_from(lower, start)
            if found:
                done = found.span.end
                yield found


def _begins_here(lower: str, start: int) -> bool:
    """Tell whether a word begins here, apart from emphasis before it."""
    before = start - 1
    while before >= 0 and before >= start - 3 and lower[before] in _EMPHASIS:
        before -= 1
    return before < 0 or not (lower[start].isalnum() and lower[before].isalnum())


@lru_cache(maxsize=64)
def _compiled_prefixes(prefixes: tuple[str, ...]) -> _Prefixes:
    return _Prefixes(prefixes)


def find_prefixes(narrative: str, prefixes: tuple[str, ...]) -> Iterator[PrefixMatch]:
    """Yield the given prefixes in a narrative, from left to right, as `find_marks` finds them."""
    return _compiled_prefixes(prefixes).find(narrative)


def find_marks(narrative: str, rules: CitationRules) -> CitationMarks:
    """Return the allowed prefixes and query ids in a narrative.

    Prefixes are whole words in any case, with any white space and emphasis marks (`**Per LMIS:**`) between their words;
    spans in code points, half-open. Linear in the narrative. Raises SettingsError if a pattern of the rules is refused.
    Source: decisions.md#seed-3.
    """
    prefixes = list(find_prefixes(narrative, rules.allowed_prefixes))
    return CitationMarks(prefixes, compile_patterns(rules.query_id_patterns).find(narrative))
