"""Where a narrative writes allowed prefixes and query ids: found once, for claims and citations alike."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from core.numbers.patterns import FoundId, compile_patterns
from core.numbers.rules import CitationRules
from core.span import Span

_TOKEN = re.compile(r"[^\W_]+|[^\w\s*]")
_GAP = r"[\s*_]*+"  # white space and emphasis may stand between any two
_WORD_ENDS = r"(?![^\W_])"
_NEXT_TOKEN = re.compile(rf"{_GAP}([^\W_]+|[^\w\s*])")
_EMPHASIS = "*_"
_FEW = 40  # prefixes that are looked for one by one; with more of them, each word of the narrative is looked up
_LONGEST = 64  # words and marks of a prefix, so that no prefix makes a narrative slow


class PrefixAt(NamedTuple):
    """An allowed prefix in a narrative: where it stands, without emphasis around it, and as the rules write it."""

    span: Span
    prefix: str


class Marks(NamedTuple):
    """The allowed prefixes and the query ids of the right form in a narrative, each in order of position."""

    prefixes: list[PrefixAt]
    ids: list[FoundId]


class _Node:
    """The words of prefixes as a tree: what may follow, and the prefix that ends here."""

    __slots__ = ("following", "prefix")

    def __init__(self) -> None:
        self.following: dict[str, _Node] = {}
        self.prefix = ""


def _expression(node: _Node, prefixes: list[str]) -> str:
    """Return the tree from a node on as an expression, the longest prefix first.

    Each group, which is empty, says by its number which of `prefixes` ends there.
    """
    choices = [
        _GAP + re.escape(token) + _WORD_ENDS * token.isalnum() + _expression(following, prefixes)
        for token, following in node.following.items()
    ]
    if node.prefix:
        prefixes.append(node.prefix)
        choices.append("()")
    return f"(?:{'|'.join(choices)})"


def lower_case(text: str) -> str:
    """Return `text` in lower case, each character where it was."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(one if len(one.lower()) > 1 else one.lower() for one in text)


class _Prefixes:
    """All allowed prefixes as one tree, so that a scan does not depend on how many there are."""

    def __init__(self, prefixes: tuple[str, ...]) -> None:
        self._root = _Node()
        for prefix in prefixes:
            node, tokens = self._root, _TOKEN.findall(lower_case(prefix))
            if not 0 < len(tokens) <= _LONGEST:
                continue
            for token in tokens:
                node = node.following.setdefault(token, _Node())
            node.prefix = node.prefix or prefix
        self._ends: list[str] = []
        few = 0 < len(prefixes) <= _FEW
        self._expression = re.compile(_expression(self._root, self._ends)) if few else None

    def _candidates(self, lower: str) -> Iterable[int]:
        """Return where a prefix may begin, in order."""
        first = self._root.following
        if self._expression is None:
            return (found.start() for found in _TOKEN.finditer(lower) if found[0] in first)
        return sorted(chain.from_iterable(places(lower, word) for word in first))

    def _longest_from(self, lower: str, start: int) -> PrefixAt | None:
        if self._expression is not None:
            match = self._expression.match(lower, start)
            return PrefixAt(Span(start, match.end()), self._ends[(match.lastindex or 0) - 1]) if match else None
        node, at, found = self._root, start, None
        while node.following:
            token = _NEXT_TOKEN.match(lower, at)
            following = node.following.get(token[1]) if token else None
            if token is None or following is None:
                break
            node, at = following, token.end()
            if node.prefix:
                found = PrefixAt(Span(start, at), node.prefix)
        return found

    def find(self, narrative: str) -> Iterator[PrefixAt]:
        """Yield every prefix that stands as whole words, from left to right."""
        if not self._root.following:
            return
        lower, done = lower_case(narrative), 0
        for start in self._candidates(lower):
            if start < done or not _begins_here(lower, start):
                continue
            found = self._longest_from(lower, start)
            if found:
                done = found.span.end
                yield found


def places(lower: str, word: str) -> Iterator[int]:
    """Yield where a word stands, which `find` tells faster than an expression."""
    at = lower.find(word)
    while at >= 0:
        yield at
        at = lower.find(word, at + 1)


def _begins_here(lower: str, start: int) -> bool:
    """Tell whether a word begins here, emphasis before it apart."""
    before = start - 1
    while before >= 0 and before >= start - 3 and lower[before] in _EMPHASIS:
        before -= 1
    return before < 0 or not (lower[start].isalnum() and lower[before].isalnum())


@lru_cache(maxsize=64)
def _compiled_prefixes(prefixes: tuple[str, ...]) -> _Prefixes:
    return _Prefixes(prefixes)


def find_prefixes(narrative: str, prefixes: tuple[str, ...]) -> Iterator[PrefixAt]:
    """Yield where a narrative writes some prefixes, from left to right, as `find_marks` finds them."""
    return _compiled_prefixes(prefixes).find(narrative)


def find_marks(narrative: str, rules: CitationRules) -> Marks:
    """Return where a narrative writes allowed prefixes and query ids.

    Prefixes as whole words in any case, with any white space and emphasis marks (`**Per LMIS:**`) between their words;
    spans in code points, half-open. Linear in the narrative. Raises SettingsError where a pattern of the rules is
    refused. Source: seed 3.
    """
    prefixes = list(find_prefixes(narrative, rules.allowed_prefixes))
    return Marks(prefixes, compile_patterns(rules.query_id_patterns).find(narrative))
