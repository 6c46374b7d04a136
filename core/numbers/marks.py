"""Where a narrative writes allowed prefixes and query ids: found once, for claims and citations alike."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from core.numbers.patterns import FoundId, compile_patterns
from core.numbers.rules import CitationRules
from core.span import Span

_TOKEN = re.compile(r"[^\W_]+|[^\w\s*]")
_NEXT_TOKEN = re.compile(r"[\s*_]*([^\W_]+|[^\w\s*])")  # white space and emphasis may stand between any two
_EMPHASIS = "*_"
_FEW = 40  # first words that one expression looks for; with more of them, each word is looked up
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
        first = sorted(self._root.following, reverse=True)
        self._first = re.compile("|".join(map(re.escape, first))) if len(first) <= _FEW else _TOKEN

    def _longest_from(self, lower: str, start: int) -> PrefixAt | None:
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
        for candidate in self._first.finditer(lower):
            start = candidate.start()
            if start < done or not _begins_here(lower, start):
                continue
            found = self._longest_from(lower, start)
            if found:
                done = found.span.end
                yield found


def _begins_here(lower: str, start: int) -> bool:
    """Tell whether a word begins here, emphasis before it apart."""
    before = start - 1
    while before >= max(0, start - 3) and lower[before] in _EMPHASIS:
        before -= 1
    return before < 0 or not (lower[start].isalnum() and lower[before].isalnum())


@lru_cache(maxsize=64)
def _compiled_prefixes(prefixes: tuple[str, ...]) -> _Prefixes:
    return _Prefixes(prefixes)


def find_marks(narrative: str, rules: CitationRules) -> Marks:
    """Return where a narrative writes allowed prefixes and query ids.

    Prefixes as whole words in any case, with any white space and emphasis marks (`**Per LMIS:**`) between their words;
    spans in code points, half-open. Linear in the narrative. Raises SettingsError where a pattern of the rules is
    refused. Source: seed 3.
    """
    prefixes = list(_compiled_prefixes(rules.allowed_prefixes).find(narrative))
    return Marks(prefixes, compile_patterns(rules.query_id_patterns).find(narrative))
