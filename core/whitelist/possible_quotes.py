"""Which of many quotes a transcript can hold at all, from its canonical form alone.

Of thousands of transcripts most hold none of a person's quotes. To prove each quote in each of them would read the
quotes again for every transcript; here they are read once.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import chain
from typing import TypeVar

from core.text.canonical import canonicalize
from core.text.punctuation import UNREADABLE
from core.text.run_places import RunFinder
from core.whitelist.build import elided_parts, parts_in_order
from core.whitelist.occurrences import standing_in
from core.whitelist.quote_key import resolve_markup
from core.whitelist.typed_quotes import possible_words

_Noted = TypeVar("_Noted")
_AT_ONCE = 1_024  # quotes that are read at once: of hundreds of thousands not all readings are held
_RUN = 32  # characters at the end of what is looked for: people rarely end alike, and most talks hold none of them


def _note(noted: dict[str, list[_Noted]], under: str, one: _Noted) -> None:
    """Note something under a text; most texts have one alone, for which a list that never grew is the smallest."""
    known = noted.get(under)
    if known is None:
        noted[under] = [one]
    else:
        known.append(one)


class PossibleQuotes:
    """Quotes that are looked for in many transcripts; `wordless` are the numbers of those without words, which are in
    none.

    `read` says what each may be looked up as: as a quote that is to be proven, unless it is given.
    """

    def __init__(
        self, quotes: Sequence[str], read: Callable[[Sequence[str]], list[tuple[str, ...]]] = possible_words
    ) -> None:
        self._numbers: dict[str, list[int]] = {}
        self.wordless: set[int] = set()
        for first in range(0, len(quotes), _AT_ONCE):
            for number, readings in enumerate(read(quotes[first : first + _AT_ONCE]), start=first):
                if not readings:
                    self.wordless.add(number)
                for core in readings:
                    _note(self._numbers, core, number)
        # Few quotes have parts: what is noted of all of them is their words alone.
        self._parts = {core: frozenset(parts) for core in self._numbers if (parts := elided_parts(core))}
        self._whole_of: dict[str, list[str]] = defaultdict(list)  # by part: the words that it is a part of
        for core, parts in self._parts.items():
            for part in parts:
                self._whole_of[part].append(core)
        ending: dict[str, list[str]] = {}
        for part in dict.fromkeys(chain(self._numbers, self._whole_of)):
            _note(ending, part[-_RUN:], part)
        self._finder = RunFinder(list(ending))
        self._ending = list(ending.values())  # by the number of a run: the words and parts that end with it

    def standing_in(self, canonical: str) -> list[int]:
        """Return the numbers of the quotes whose words stand in a canonical transcript, or whose parts between
        ellipses do, one after the other.

        Of any other a proof says that it is not found, that its speaker is unknown, or that it has no words.
        """
        near = [part for run in self._finder.standing_in(canonical) for part in self._ending[run]]
        standing = standing_in(canonical, near)
        # U+FFFD equals nothing, but the parts of a text are put in order without asking for it.
        standing.update(part for part in near if UNREADABLE in part)
        whole = {core for part in standing for core in (part, *self._whole_of.get(part, ())) if core in self._numbers}
        found = (core for core in whole if core in standing or self._is_elided(core, canonical, standing))
        return sorted({number for core in found for number in self._numbers[core]})

    def seen_in(self, canonical: str) -> list[int]:
        """Return the same, and those whose words a reader sees where a transcript spells entities or escapes."""
        seen = resolve_markup(canonical)
        found = set(self.standing_in(canonical))
        return sorted(found if seen == canonical else found.union(self.standing_in(canonicalize(seen))))

    def _is_elided(self, core: str, canonical: str, standing: set[str]) -> bool:
        return standing.issuperset(self._parts.get(core, ())) and parts_in_order(canonical, core)
