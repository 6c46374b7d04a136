"""What a quote is looked up by in a transcript that may not hold it, and which places are worth a closer look.

The seeds of a quote are its rare words and, where it has few, runs of two and three common ones; each place where a
seed
stands votes for where the quote would begin. Work per quote does not grow with the transcript: a seed that stands
in many
places says little and is cut short. Quotes whose words the transcript does not know (misspelt, run together, or in a
script without spaces) can be looked up by runs of characters instead. All offsets are code points, half-open.
"""

from array import array
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from itertools import accumulate, compress
from typing import TypeVar

from core.tightening import SPACELESS, Anchor

_RARE = 40  # places of a word that is a seed by itself; of more common ones only runs are
_ENOUGH_RARE = 5  # rare words that a quote is looked up by alone
_SHORT = 3  # words of a quote whose unknown words are taken for misspelt ones: it has little else to go by
_SIMILAR = 0.6  # similarity of a word that may be meant by a misspelt one
_VOTES = 80  # places heard per quote, those of the rarest seeds first
_PLACES = 4  # places worth a closer look ...
_PLACES_OF_SHORT = 400  # ... and one more for each time the quote's length goes into this: short quotes say little but are soon compared
_LANDSLIDE = 4  # so many times the votes of another place leave it no chance
_DRIFT = 24  # characters by which the votes for one place may differ, where words were added or dropped
_RUN_OF_LETTERS, _RUN_OF_IDEOGRAPHS = 5, 3
_FEW_QUOTES = 16  # so few are sooner looked for run by run than all in one pass

# Apostrophes stay: in canonical text they stand only inside words. A mark that is not listed only makes its word rarer.
_PUNCTUATION = '!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~…·•¡¿。、，！？：；「」『』（）'

_Gram = TypeVar("_Gram", bound=Hashable)
Seed = tuple[int, Sequence[int]]
"""An offset in the quote, and the places in the text where the same words or characters stand."""


def split_words(text: str) -> tuple[list[str], Sequence[int]]:
    """Cut a canonical text into words and where each begins."""
    for mark in _PUNCTUATION:
        if mark in text:
            text = text.replace(mark, " ")
    pieces = text.split(" ")
    starts = accumulate(map((1).__add__, map(len, pieces)), initial=0)
    return list(filter(None, pieces)), array("L", compress(starts, pieces))


def _places_of(wanted: Iterable[_Gram], grams: Iterable[_Gram], starts: Sequence[int]) -> dict[_Gram, list[int]]:
    """Return where each wanted gram begins in the text; one pass over the text's grams for all quotes."""
    places: dict[_Gram, list[int]] = {gram: [] for gram in wanted}
    if places:
        for number, gram in [(number, gram) for number, gram in enumerate(grams) if gram in places]:
            places[gram].append(starts[number])
    return places


def _first_places(text: str, run: str) -> list[int]:
    places: list[int] = []
    place = text.find(run)
    while place >= 0 and len(places) <= _RARE:
        places.append(place)
        place = text.find(run, place + 1)
    return places


def _runs(words: Sequence[str], length: int) -> Iterable[tuple[str, ...]]:
    return zip(*(words[first:] for first in range(length)), strict=False)


def _say_enough(seeds: list[Seed]) -> bool:
    return sum(len(places) <= _RARE for _, places in seeds) >= _ENOUGH_RARE


def _join(seeds: list[list[Seed]], more: list[list[Seed]]) -> list[list[Seed]]:
    return [own + further for own, further in zip(seeds, more, strict=True)]


class WordIndex:
    """The words of a canonical text: `starts[n]` is where `words[n]` begins, `counts` how often each stands there."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words, self.starts = split_words(text)
        self.counts = Counter(self.words)

    @cached_property
    def numbers(self) -> dict[str, list[int]]:
        """The numbers of each word, in order."""
        numbers: defaultdict[str, list[int]] = defaultdict(list)
        for number, word in enumerate(self.words):
            numbers[word].append(number)
        return dict(numbers)

    def seeds_of_words(self, quotes: Sequence[str]) -> list[list[Seed]]:
        """Return the seeds of each quote: its rare words; where these are few, its runs of words."""
        split = [split_words(quote) for quote in quotes]
        count = self.counts.get
        rare = [[(at, word) for word, at in zip(*own, strict=True) if 0 < count(word, 0) <= _RARE] for own in split]
        seeds = self._seeds(rare, self.words)
        for length in (2, 3):
            runs = [
                [] if _say_enough(found) else list(zip(own[1], _runs(own[0], length), strict=False))
                for own, found in zip(split, seeds, strict=True)
            ]
            seeds = _join(seeds, self._seeds(runs, _runs(self.words, length)))
        last = [[] if found else self._known(*own) for own, found in zip(split, seeds, strict=True)]
        return _join(seeds, self._seeds(last, self.words))

    def _seeds(self, lookups: Sequence[Sequence[tuple[int, _Gram]]], grams: Iterable[_Gram]) -> list[list[Seed]]:
        places = _places_of({gram for lookup in lookups for _, gram in lookup}, grams, self.starts)
        return [[(offset, places[gram]) for offset, gram in lookup if places[gram]] for lookup in lookups]

    def _known(self, words: list[str], starts: Sequence[int]) -> list[tuple[int, str]]:
        """Return the words of a quote that the text knows, and in a short quote the words it may have meant."""
        known = [(start, word) for word, start in zip(words, starts, strict=True) if word in self.counts]
        if len(words) <= _SHORT and not known:
            known = [
                (start, similar) for word, start in zip(words, starts, strict=True) for similar in self._similar(word)
            ]
        return known

    def _similar(self, word: str) -> list[str]:
        from rapidfuzz.distance import Levenshtein
        from rapidfuzz.process import extract

        found = extract(
            word, list(self.counts), scorer=Levenshtein.normalized_similarity, score_cutoff=_SIMILAR, limit=3
        )
        return [similar for similar, _, _ in found if similar != word]

    def is_strange(self, quote: str) -> bool:
        """Tell whether the text does not know a third of the quote's words, or more."""
        words = split_words(quote)[0]
        return 3 * sum(word not in self.counts for word in words) >= len(words)

    def seeds_of_characters(self, quotes: Sequence[str]) -> list[list[Seed]]:
        """Return the seeds of each quote: its runs of a few characters."""
        runs_of: list[list[tuple[int, str]]] = []
        for quote in quotes:
            length = min(len(quote), _RUN_OF_IDEOGRAPHS if SPACELESS.search(quote) else _RUN_OF_LETTERS)
            step = 1 if len(quotes) > _FEW_QUOTES else length
            offsets = range(0, len(quote) - length + 1, step) if length else ()
            runs_of.append([(offset, quote[offset : offset + length]) for offset in offsets])
        wanted = {run for runs in runs_of for _, run in runs}
        places = (
            self._scan(wanted) if len(quotes) > _FEW_QUOTES else {run: _first_places(self.text, run) for run in wanted}
        )
        return [[(offset, places[run]) for offset, run in runs if places[run]] for runs in runs_of]

    def _scan(self, wanted: set[str]) -> dict[str, list[int]]:
        text = self.text
        places: dict[str, list[int]] = {run: [] for run in wanted}
        for length in {len(run) for run in wanted}:
            for place in [place for place in range(len(text)) if text[place : place + length] in places]:
                places[text[place : place + length]].append(place)
        return places


def elect(quote: str, seeds: list[Seed]) -> list[Anchor]:
    """Let the seeds vote and return an anchor for each of the few places with most votes."""
    begins: list[int] = []
    offsets: list[int] = []
    for offset, places in sorted(seeds, key=lambda seed: len(seed[1])):
        heard = places[:_RARE]
        begins += [place - offset for place in heard]
        offsets += [offset] * len(heard)
        if len(begins) >= _VOTES:
            break
    votes = Counter(begins)
    most = max(votes.values(), default=0)
    # Sorting is stable: among places with as many votes those of the rarest seeds come first.
    candidates = sorted(
        [begin for begin in votes if votes[begin] * _LANDSLIDE > most], key=votes.__getitem__, reverse=True
    )
    wanted = _PLACES + _PLACES_OF_SHORT // max(1, len(quote))
    elected: list[int] = []
    for begin in candidates[: 2 * wanted]:
        if all(abs(begin - other) > _DRIFT for other in elected):
            elected.append(begin)
    voters = dict(zip(reversed(begins), reversed(offsets), strict=True))
    return [Anchor(voters[begin], begin + voters[begin]) for begin in elected[:wanted]]
