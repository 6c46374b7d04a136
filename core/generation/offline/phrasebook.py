"""The phrases of a chapter, each used once: no connecting phrase stands twice in a chapter."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from core.generation.offline.phrases import PHRASES, PhraseUse

_GAP = re.compile(r"\{(?:name|quote|next|claim|listener)\}|, ")
# Words as common as these may come again; the words before the name must still be new.
_EVERYDAY = frozenset({"says", "asks"})
_SPARE = frozenset({PhraseUse.SPARE, PhraseUse.SPARE_ASKS})
# What says by itself when its words were spoken needs no opening that says so once more.
_TELLS_WHEN = re.compile(r"\b(?:next|then|goes on|continues|further|as well|also|again|afterwards|point|here)\b")
# How far a phrase may be from the number of words that is wanted and still be as good as any.
_NEAR = 2
_ECHO = 2  # words: a phrase may be so much nearer to what is wanted, and then its verb may come again


@cache
def phrase_parts(phrase: str) -> tuple[str, ...]:
    """Return the connecting words of a phrase: without names, quotations and the punctuation between them."""
    parts = (re.sub(r"^and ", "", part.strip(" ,.:;")) for part in _GAP.split(phrase))
    return tuple(part for part in parts if part)


@cache
def phrase_words(phrase: str) -> int:
    """Return how many words a phrase has around its quotation, a name counted as two."""
    return len(phrase.split()) + phrase.count("{name}") + phrase.count("{listener}") - phrase.count("{quote}")


def _beginnings(part: str) -> list[str]:
    """Return the first word of a part, the first two, and so on to the whole."""
    words = part.split()
    return [" ".join(words[:count]) for count in range(1, len(words) + 1)]


def opened(opening: str, phrase: str) -> str:
    """Return a phrase with an opening before it; "" leaves it alone."""
    return f"{opening}, {phrase}" if opening else phrase


class Phrasebook:
    """The phrases of one chapter. `seed` rotates each list, so that chapters do not begin alike."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._lent: set[tuple[str, ...]] = set()
        self._parts: set[str] = set()
        self._beginnings: set[str] = set()

    def take(
        self, uses: Sequence[PhraseUse], fits: Callable[[str], bool], *, openings: Sequence[str] = (), words: int = 0
    ) -> str | None:
        """Return a phrase that fits, with one of `openings` where about so many `words` are wanted, and mark it used.

        The first of `uses` that has a new one comes first; None if all are used up.
        """
        best: tuple[tuple[int, int, int], str] | None = None
        for place, use in enumerate(uses):
            for phrase in self._offered(use, openings):
                reused = self._rank(phrase, spare=use in _SPARE)
                if reused is None:
                    continue
                away = abs(phrase_words(phrase) - words) if words else 0
                rank = (reused // 2, max(away - _NEAR, 0) + _ECHO * (reused % 2), place)
                if (best is None or rank < best[0]) and fits(phrase):
                    best = (rank, phrase)
        if best is None:
            return None
        self._mark(best[1])
        return best[1]

    def _mark(self, phrase: str) -> None:
        parts = phrase_parts(phrase)
        self._lent.add(parts)
        for part in set(parts) - _EVERYDAY:
            self._parts.add(part)
            self._beginnings.update(_beginnings(part))

    def _offered(self, use: PhraseUse, openings: Sequence[str]) -> Iterator[str]:
        """Yield the phrases of a use, each bare and with each opening that it can take."""
        for phrase in self._rotated(PHRASES[use]):
            yield phrase
            if phrase.startswith("{name}") and not _TELLS_WHEN.search(phrase):
                for opening in self._rotated(openings):
                    yield opened(opening, phrase)

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

    def _rotated(self, phrases: Sequence[str]) -> tuple[str, ...]:
        start = self._seed % max(len(phrases), 1)
        return (*phrases[start:], *phrases[:start])
