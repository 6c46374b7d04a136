"""What several texts speak of: groups that share a word, named by it.

A theme can be checked by reading: each of its texts has the first of its terms. No statistics of a language are asked
for, only the texts themselves, so a term counts where it is rare among them and stands in a text more than in passing.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import log

from core.answers.stemming import form_of
from core.answers.stopwords import is_content_word
from core.answers.word_tokens import spellings_of, words_of
from core.record import Record

FEWEST = 2  # texts of a theme
_MOST_TERMS = 3
_PAIR = 1.5  # what two words in a row are worth more than one: hardly anybody writes them by chance
_WANTED = 1.5  # and a word of the question
_OTHER_FILE = 0.3  # how much more what other files speak of too is worth


class Theme(Record):
    """What some texts share: terms as forms and as they are written there, the first in each of them, and which texts
    (their places)."""

    forms: tuple[str, ...]
    terms: tuple[str, ...]
    places: tuple[int, ...]


def _terms_of(text: str) -> Counter[str]:
    """Count the forms of a text that tell something, and pairs of them that stand side by side."""
    forms = [form_of(word) if is_content_word(word) else "" for word in words_of(text)]
    pairs = (f"{first} {second}" for first, second in pairwise(forms) if first and second and first != second)
    return Counter(form for form in (*forms, *pairs) if form)


class _Terms:
    """The terms of texts, and what each is worth as the name of a group."""

    def __init__(self, texts: Sequence[str], files: Sequence[str], wanted: frozenset[str]) -> None:
        self._files = files
        self._wanted = wanted
        self._counts = list(map(_terms_of, texts))
        self.holders: dict[str, list[int]] = defaultdict(list)
        for place, count in enumerate(self._counts):
            for term in count:
                self.holders[term].append(place)
        most = max(FEWEST, (len(texts) + 1) // 2)
        self.shared = [term for term, held in self.holders.items() if FEWEST <= len(held) <= most and self._says(term)]

    def _says(self, term: str) -> bool:
        """Tell whether it is more than chance that the texts share a term."""
        held = self.holders[term]
        often = sum(self._counts[place][term] for place in held) > len(held)
        return " " in term or term in self._wanted or often or len(held) > FEWEST

    def weight(self, term: str, place: int) -> float:
        """Return how much a text speaks of a term."""
        rarity = log(1 + len(self._counts) / len(self.holders[term]))
        worth = _PAIR if " " in term else _WANTED if term in self._wanted else 1.0
        return (1 + log(self._counts[place][term])) * rarity * worth

    def worth(self, term: str, places: Iterable[int]) -> float:
        """Return what a term is worth as the name of the texts at `places`."""
        places = list(places)
        files = len({self._files[place] for place in places})
        return sum(self.weight(term, place) for place in places) * (1 + _OTHER_FILE * (files - 1))


def _names(terms: _Terms, free: set[int]) -> list[str]:
    """Return the terms that name groups, best first, until no two texts are left that share one."""
    names: list[str] = []
    candidates = terms.shared
    while True:
        left = {term: free.intersection(terms.holders[term]) for term in candidates}
        candidates = [term for term in candidates if len(left[term]) >= FEWEST]
        if not candidates:
            return names
        best = max(candidates, key=lambda term: round(terms.worth(term, left[term]), 9))
        names.append(best)
        free = free - left[best]


def _settle(terms: _Terms, names: list[str], size: int) -> dict[str, list[int]]:
    """Put each text under the name it speaks of most; names that are left with too few texts are given up."""
    while True:
        groups: dict[str, list[int]] = {name: [] for name in names}
        for place in range(size):
            fitting = [name for name in names if place in terms.holders[name]]
            if fitting:
                groups[max(fitting, key=lambda name: round(terms.weight(name, place), 9))].append(place)
        poor = [name for name in names if len(groups[name]) < FEWEST]
        if not poor:
            return groups
        names = [name for name in names if name != poor[-1]]


def _more_terms(terms: _Terms, name: str, places: list[int]) -> list[str]:
    """Return a group's name and the next best terms that most of it shares and that say something else."""
    chosen = [name]
    inside = frozenset(places)
    others = [
        (term, held)
        for term in terms.shared
        if len(held := inside.intersection(terms.holders[term])) >= max(FEWEST, (len(places) + 1) // 2)
    ]
    for term, _ in sorted(others, key=lambda other: -round(terms.worth(other[0], other[1]), 9)):
        if len(chosen) == _MOST_TERMS:
            break
        if not any(set(term.split()) & set(other.split()) for other in chosen):
            chosen.append(term)
    return chosen


def find_themes(texts: Sequence[str], files: Sequence[str], wanted: frozenset[str] = frozenset()) -> tuple[Theme, ...]:
    """Return the themes of some texts, each text in one of them or in none, in the order of their first texts.

    `files` says whose each text is: what several files speak of makes a better theme. `wanted` are the forms of a
    question: good names where only some of the texts have them.
    """
    terms = _Terms(texts, files, wanted)
    groups = _settle(terms, _names(terms, set(range(len(texts)))), len(texts))
    themes: list[Theme] = []
    for name, places in sorted(groups.items(), key=lambda group: group[1][0]):
        forms = _more_terms(terms, name, places)
        spelled = spellings_of(forms, [texts[place] for place in places])
        themes.append(Theme(forms=tuple(forms), terms=tuple(spelled), places=tuple(places)))
    return tuple(themes)
