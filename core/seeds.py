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
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, compress
from typing import NamedTuple, TypeVar

from core.tightening import SPACELESS, Anchor

_RARE = 40  # places of a word that is a seed by itself; of more common ones only runs are
_ENOUGH_RARE = 5  # rare words that a quote is looked up by alone
_SHORT = 3  # words of a quote whose unknown words are taken for misspelt ones: it has little else to go by
_SIMILAR = 0.6  # similarity of a word that may be meant by a misspelt one
_VOTES = 150  # places heard per quote, those of the rarest seeds first
_PLACES = 4  # places worth a closer look ...
_PLACES_OF_SHORT = 400  # ... and one more for each time the quote's length goes into this: short quotes say little but are soon compared
_LANDSLIDE = 4  # so many times the votes of another place leave it no chance
_DRIFT = 24  # characters by which the votes for one place may differ, where words were added or dropped
_RUN_OF_LETTERS, _RUN_OF_IDEOGRAPHS = 5, 3
_FEW_RUNS = 200  # runs of characters that are sooner looked for one by one than all in one pass

# Apostrophes stay: in canonical text they stand only inside words. A mark that is not listed only makes its word rarer.
_PUNCTUATION = '!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~…·•¡¿。、，！？：；「」『』（）'

_Gram = TypeVar("_Gram", bound=Hashable)
_Run = tuple[str, ...]
Seed = tuple[int, Sequence[int]]
"""An offset in the quote, and the places in the text where the same words or characters stand."""


class _Lookup(NamedTuple):
    """What a quote is looked up by: words and runs of words, each with its offset in the quote."""

    words: list[tuple[int, str]]
    runs: list[tuple[int, _Run]]


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

    def seeds_of_words(self, quotes: Sequence[str]) -> Iterator[list[Seed]]:
        """Yield the seeds of each quote: words, and runs of words."""
        lookups = [self._lookup(quote) for quote in quotes]
        runs = {run for lookup in lookups for _, run in lookup.runs}
        words, starts = self.words, self.starts
        word_places = _places_of({word for lookup in lookups for _, word in lookup.words}, words, starts)
        run_places: dict[_Run, list[int]] = {}
        for length in (2, 3):
            text_runs = zip(*(words[first:] for first in range(length)), strict=False)
            run_places |= _places_of([run for run in runs if len(run) == length], text_runs, starts)
        for lookup in lookups:
            seeds: list[Seed] = [(offset, word_places[word]) for offset, word in lookup.words]
            seeds += [(offset, run_places[run]) for offset, run in lookup.runs if run_places[run]]
            yield seeds

    def _lookup(self, quote: str) -> _Lookup:
        words, starts = split_words(quote)
        counts = [self.counts.get(word, 0) for word in words]
        rare = [(start, word) for start, word, count in zip(starts, words, counts, strict=True) if 0 < count <= _RARE]
        if len(rare) >= _ENOUGH_RARE:
            return _Lookup(rare, [])
        runs = [
            (starts[first], tuple(words[first : first + length]))
            for length in (2, 3)
            for first in range(len(words) - length + 1)
            if min(counts[first : first + length]) > 0
        ]
        if rare or runs:
            return _Lookup(rare, runs)
        known = [(start, word) for start, word in zip(starts, words, strict=True) if word in self.counts]
        if len(words) <= _SHORT:
            known += [
                (start, similar) for start, word in zip(starts, words, strict=True) for similar in self._similar(word)
            ]
        return _Lookup(known, [])

    def _similar(self, word: str) -> list[str]:
        from rapidfuzz.distance import Levenshtein
        from rapidfuzz.process import extract

        found = extract(
            word, list(self.counts), scorer=Levenshtein.normalized_similarity, score_cutoff=_SIMILAR, limit=3
        )
        return [similar for similar, _, _ in found if similar != word]

    def is_strange(self, quote: str) -> bool:
        """Tell whether the text does not know most of the quote's words."""
        words = split_words(quote)[0]
        return 3 * sum(word not in self.counts for word in words) >= len(words)

    def seeds_of_characters(self, quotes: Sequence[str]) -> Iterator[list[Seed]]:
        """Yield the seeds of each quote: all its runs of a few characters."""
        runs_of: list[list[str]] = []
        for quote in quotes:
            length = min(len(quote), _RUN_OF_IDEOGRAPHS if SPACELESS.search(quote) else _RUN_OF_LETTERS)
            runs_of.append([quote[first : first + length] for first in range(len(quote) - length + 1)])
        wanted = {run for runs in runs_of for run in runs if run}
        places = (
            {run: _first_places(self.text, run) for run in wanted} if len(wanted) < _FEW_RUNS else self._scan(wanted)
        )
        for runs in runs_of:
            yield [(offset, places[run]) for offset, run in enumerate(runs) if places.get(run)]

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
