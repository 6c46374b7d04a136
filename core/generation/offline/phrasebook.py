"""The phrases of a chapter, each used once: no connecting phrase stands twice in a chapter."""

import re
from collections.abc import Callable, Sequence
from functools import cache

from core.generation.offline.phrases import PHRASES, PhraseUse

_GAP = re.compile(r"\{(?:name|quote|next|claim)\}|, ")
# Words as common as these may come again; the words before the name must still be new.
_EVERYDAY = frozenset({"says", "asks"})
_SPARE = frozenset({PhraseUse.SPARE, PhraseUse.SPARE_ASKS})


@cache
def phrase_parts(phrase: str) -> tuple[str, ...]:
    """Return the connecting words of a phrase: without names, quotations and the punctuation between them."""
    parts = (re.sub(r"^and ", "", part.strip(" ,.:;")) for part in _GAP.split(phrase))
    return tuple(part for part in parts if part)


def _beginnings(part: str) -> list[str]:
    """Return the first word of a part, the first two, and so on to the whole."""
    words = part.split()
    return [" ".join(words[:count]) for count in range(1, len(words) + 1)]


class Phrasebook:
    """The phrases of one chapter. `seed` rotates each list, so that chapters do not begin alike."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._lent: set[tuple[str, ...]] = set()
        self._parts: set[str] = set()
        self._beginnings: set[str] = set()

    def take(self, uses: Sequence[PhraseUse], fits: Callable[[str], bool]) -> str | None:
        """Return a phrase that fits and mark it used, for the first of `uses` that has one; None if all are used up."""
        best: tuple[int, str] | None = None
        for use in uses:
            for phrase in self._rotated(use):
                rank = self._rank(phrase, spare=use in _SPARE)
                if rank is not None and (best is None or rank < best[0]) and fits(phrase):
                    best = (rank, phrase)
        if best is None:
            return None
        parts = phrase_parts(best[1])
        self._lent.add(parts)
        for part in set(parts) - _EVERYDAY:
            self._parts.add(part)
            self._beginnings.update(_beginnings(part))
        return best[1]

    def _rank(self, phrase: str, *, spare: bool) -> int | None:
        """Rank a phrase: first those with only new parts, then those with a known verb, spare ones last; None if it was
        used.

        A spare phrase is only compared as a whole, so that there are enough of them.
        """
        parts = phrase_parts(phrase)
        if parts in self._lent:
            return None
        telling = [part for part in parts if part not in _EVERYDAY]
        if not spare and any(" " in part and part in self._parts for part in telling):
            return None
        return 2 * spare + any(map(self._echoes, telling))

    def _echoes(self, part: str) -> bool:
        """Tell whether a part was used, or begins one that was used, or begins with one."""
        return part in self._beginnings or not self._parts.isdisjoint(_beginnings(part))

    def _rotated(self, use: PhraseUse) -> tuple[str, ...]:
        phrases = PHRASES[use]
        start = self._seed % len(phrases)
        return phrases[start:] + phrases[:start]
