"""What was found out about the quotes of one transcript, so that of a map that differs in one row only that is proven.

It lives as long as its transcript, and holds nothing but what would be found again: a proof is the same with and
without it.
"""

from collections.abc import Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from core.transcripts.transcript import TranscriptPair

_K = TypeVar("_K")
_V = TypeVar("_V")
MEMO = "what is known of its quotes"
"""Under which name a transcript holds it."""
_MOST = 60_000  # entries of each kind: more than a map may have quotes
_MOST_ROSTERS = 4


class BoundedMemo(dict[_K, _V], Generic[_K, _V]):
    """A dictionary that begins anew when it is full."""

    def keep(self, key: _K, value: _V) -> _V:
        """Keep a value, and return it."""
        if len(self) >= _MOST:
            self.clear()
        self[key] = value
        return value


class ReadWords(NamedTuple):
    """A typed quote as it is looked up: the punctuation at its end, and its words in canonical form."""

    tail: str
    core: str


class ProofMemo:
    """`words` by typed quote; `quotes` by speaker id and key, each with all that it was made of."""

    def __init__(self) -> None:
        self.words: BoundedMemo[str, ReadWords] = BoundedMemo()
        self.quotes: BoundedMemo[tuple[str, str], tuple[object, Any]] = BoundedMemo()
        self._found: dict[tuple[tuple[str, str | None], ...], BoundedMemo[tuple[str, str], Any]] = {}

    def found_by(self, labels: Mapping[str, str | None]) -> "BoundedMemo[tuple[str, str], Any]":
        """Return what was found, by words and speaker id, while the labels of the transcript meant these persons."""
        known = self._found.get(key := tuple(labels.items()))
        if known is None:
            if len(self._found) >= _MOST_ROSTERS:
                self._found.clear()
            known = self._found[key] = BoundedMemo()
        return known


def memo_of(transcript: TranscriptPair) -> ProofMemo:
    """Return what is known of the quotes of a transcript; the first to ask begins it."""
    return vars(transcript).setdefault(MEMO, ProofMemo())
