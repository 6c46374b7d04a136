"""Seeds: what a quote is looked up by in a transcript that may not hold it, and which places are worth comparing.

The seeds of a quote are its rare words and, where it has few, pairs and triples of common ones; each place where a seed
stands votes for where the quote would begin. Work per quote does not grow with the transcript: a seed that stands in
many places says little, so only its first places vote. Quotes whose words the transcript does not know (misspelt, run
together, or in a script without spaces) can be looked up by runs of characters instead. All offsets are code points,
half-open.
"""

import re
from array import array
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, compress, islice

from core.text.fuzzy_ends import AlignmentAnchor, has_spaceless
from core.text.run_places import places_of_runs

_RARE = 40  # places of a seed that says much; of seeds with more only the first places vote
_ENOUGH = 5  # rare seeds that a quote is looked up by alone
_LOOKED_AT = 5_000  # places of common words that are looked at for the pairs of one quote
_SHORT = 3  # words of a quote in which unknown words are taken for misspelt ones: it has nothing else to go by
_SIMILAR = 0.6  # similarity of a word that may be meant by a misspelt one
_VOTES = 60  # places that vote per quote, those of the rarest seeds first
_VERY_RARE = 8  # places of a seed that would not be in a stock phrase
_AGREED = 3  # where so many of those agree on a place, one that two would not vote for has no chance
_PLACES = 3  # places worth a closer look ...
_PLACES_OF_SHORT = (
    400  # ... and one more for each time the quote's length goes into this: short quotes are soon compared
)
_DRIFT = 24  # characters by which the votes for one place may differ, where words were added or dropped
_RUN_OF_LETTERS, _RUN_OF_IDEOGRAPHS = 5, 3
_FEW_PLACES = 12  # places of a run of characters that are looked for one by one
_FEW_QUOTES = 4  # so few are sooner looked for run by run than all in one pass over the text

# Apostrophes stay: in canonical text they stand only inside words. A mark that is not listed only makes its word rarer.
_PUNCTUATION = '!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~…·•¡¿。、，！？：；「」『』（）'

_LARGE = 2_000_000  # characters of a text whose words are held as numbers
_BLOCK = 1 << 16  # characters whose words are held at once
_HASHES = 1 << 20
_COMPARED = 20_000_000  # words of the text that the misspelt words of one batch of quotes are compared with
_RUNS = 300_000  # runs of characters that one batch of quotes is looked up by
_BREAKS = frozenset(_PUNCTUATION + " ")
_BREAK = re.compile(f"[{re.escape(_PUNCTUATION)} ]")

Seed = tuple[int, Sequence[int]]
"""An offset in the quote, and where the same stands in the text: numbers of words, or offsets of characters."""


def split_words(text: str) -> tuple[list[str], Sequence[int]]:
    """Cut a canonical text into words and where each begins."""
    for mark in _PUNCTUATION:
        if mark in text:
            text = text.replace(mark, " ")
    pieces = text.split(" ")
    starts = accumulate(map((1).__add__, map(len, pieces)), initial=0)
    return list(filter(None, pieces)), array("I", compress(starts, pieces))


def _first_places(text: str, run: str) -> list[int]:
    places: list[int] = []
    place = text.find(run)
    while place >= 0 and len(places) < _FEW_PLACES:
        places.append(place)
        place = text.find(run, place + 1)
    return places


class WordIndex:
    """The words of a canonical text: `starts[n]` is where word `n` begins."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.compared = 0  # words that one batch of quotes was compared with
        self._words, self.starts = split_words(text)
        self._numbers: defaultdict[str, list[int]] = defaultdict(list)
        for number, word in enumerate(self._words):
            self._numbers[word].append(number)
        self._words.append("")  # the neighbour of the last word, and of the first

    def numbers_of(self, word: str) -> Sequence[int]:
        """Return which words of the text a word is; of a very large text only the first ones."""
        return self._numbers.get(word, ())

    def is_word(self, number: int, word: str) -> bool:
        """Tell whether a word of the text is this one; none is behind the last one, and before the first."""
        return self._words[number] == word

    def seeds_of_words(self, quote: str) -> list[Seed]:
        """Return the seeds of a quote: its rare words and, where these are few, its pairs and triples of words."""
        words, starts = split_words(quote)
        numbers = [self.numbers_of(word) for word in words]
        seeds: list[Seed] = [(start, own) for start, own in zip(starts, numbers, strict=True) if 0 < len(own) <= _RARE]
        if len(seeds) < _ENOUGH:
            seeds += [
                (starts[place], found) for place, found in self._pairs(words, numbers, 2 * (_ENOUGH - len(seeds)))
            ]
        if not seeds:
            if len(words) <= _SHORT and not any(numbers) and not has_spaceless(quote):
                numbers = [self._numbers_of_similar(word) for word in words]
            seeds = [(start, own) for start, own in zip(starts, numbers, strict=True) if own]
        return seeds

    def _pairs(self, words: list[str], numbers: list[Sequence[int]], wanted: int) -> list[tuple[int, list[int]]]:
        """Look up pairs of neighbours, those with the rarer words first; where a pair is common, the triple."""
        pairs: list[tuple[int, list[int]]] = []
        left = _LOOKED_AT
        for place in sorted(range(len(words) - 1), key=lambda place: min(len(numbers[place]), len(numbers[place + 1]))):
            rarer = int(len(numbers[place + 1]) < len(numbers[place]))
            other, aside = words[place + 1 - rarer], 1 - 2 * rarer
            looked_at = numbers[place + rarer][:left]
            found = [number - rarer for number in self._beside(looked_at, aside, other)]
            if len(found) > _RARE:
                triple = words[place : place + 3]
                found = [number for number in found if self._are_words(number, triple)] or found
            if found:
                pairs.append((place, found))
            left -= len(looked_at)
            if left <= 0 or len(pairs) >= wanted:
                break
        return pairs

    def _beside(self, numbers: Sequence[int], aside: int, word: str) -> list[int]:
        """Return those of the words of the text that have a word so far aside."""
        words = self._words
        return [number for number in numbers if words[number + aside] == word]

    def _are_words(self, number: int, words: list[str]) -> bool:
        return len(words) == 3 and all(map(self.is_word, range(number, number + 3), words))

    def _numbers_of_similar(self, word: str) -> Sequence[int]:
        from rapidfuzz.distance import Levenshtein
        from rapidfuzz.process import extract

        self.compared += len(self._numbers)
        if self.compared > _COMPARED:
            return ()
        similarity = Levenshtein.normalized_similarity
        found = extract(word, list(self._numbers), scorer=similarity, score_cutoff=_SIMILAR, limit=3)
        return [number for similar, _, _ in found for number in self._numbers[similar]]

    def is_strange(self, quote: str) -> bool:
        """Tell whether the text does not know a third of the quote's words, or more."""
        words = split_words(quote)[0]
        return 3 * sum(not self.numbers_of(word) for word in words) >= len(words)

    def seeds_of_characters(self, quotes: Sequence[str]) -> list[list[Seed]]:
        """Return the seeds of each quote: its runs of a few characters."""
        runs_of: list[list[tuple[int, str]]] = []
        apart = 1 + sum(map(len, quotes)) // _RUNS
        for quote in quotes:
            length = min(len(quote), _RUN_OF_IDEOGRAPHS if has_spaceless(quote) else _RUN_OF_LETTERS)
            step = apart if len(quotes) > _FEW_QUOTES else length
            offsets = range(0, len(quote) - length + 1, step) if length else ()
            runs_of.append([(offset, quote[offset : offset + length]) for offset in offsets])
        wanted = {run for runs in runs_of for _, run in runs}
        few = len(quotes) <= _FEW_QUOTES
        places = {run: _first_places(self.text, run) for run in wanted} if few else self._scan(wanted)
        return [[(offset, places[run]) for offset, run in runs if places.get(run)] for runs in runs_of]

    def _scan(self, wanted: set[str]) -> dict[str, Sequence[int]]:
        """Return where each run stands; of one that stands nearly everywhere only the first places."""
        runs = list(wanted)
        return dict(zip(runs, places_of_runs(self.text, runs, _LOOKED_AT - 1), strict=True))


class LargeWordIndex(WordIndex):
    """The same for a text of many megabytes, in 12 bytes for each word: words with one hash stand together."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.compared = 0
        self.starts, hashes = array("I"), array("I")
        begin = 0
        while begin < len(text):
            word_end = _BREAK.search(text, begin + _BLOCK)  # not a space alone: some texts are nothing but full stops
            end = word_end.start() if word_end else len(text)
            words, starts = split_words(text[begin:end])
            self.starts.extend(map(begin.__add__, starts))
            hashes.extend(hash(word) % _HASHES for word in words)
            begin = end
        counts = array("I", bytes(4 * _HASHES))
        for one in hashes:
            counts[one] += 1
        self._heads = array("I", accumulate(counts, initial=0))
        self._order = array("I", bytes(4 * len(hashes)))
        free = self._heads[:]
        for number, one in enumerate(hashes):
            self._order[free[one]] = number
            free[one] += 1
        self._common: dict[str, Sequence[int]] = {}

    def numbers_of(self, word: str) -> Sequence[int]:
        """Return which words of the text a word is, the first ones."""
        if word in self._common:
            return self._common[word]
        one = hash(word) % _HASHES
        own = (self._order[place] for place in range(self._heads[one], self._heads[one + 1]))
        found = array("I", islice((number for number in own if self.is_word(number, word)), _LOOKED_AT))
        if len(found) > _RARE:
            self._common[word] = found
        return found

    def is_word(self, number: int, word: str) -> bool:
        """Tell whether a word of the text is this one; none is behind the last one, and before the first."""
        if not 0 <= number < len(self.starts):
            return False
        start = self.starts[number]
        end = start + len(word)
        return self.text[start:end] == word and (end == len(self.text) or self.text[end] in _BREAKS)

    def _beside(self, numbers: Sequence[int], aside: int, word: str) -> list[int]:
        return [number for number in numbers if self.is_word(number + aside, word)]

    def _numbers_of_similar(self, word: str) -> Sequence[int]:
        return ()


@lru_cache(maxsize=2)
def index_words(text: str) -> WordIndex:
    """Return the index of a text; that of the last texts is kept, because quotes come in many batches."""
    return WordIndex(text) if len(text) <= _LARGE else LargeWordIndex(text)


def vote_for_anchors(quote: str, seeds: list[Seed], starts: Sequence[int]) -> list[AlignmentAnchor]:
    """Let the seeds vote and return an anchor for each of the few places with most votes.

    `starts` turns the places of the seeds into offsets of the text.
    """
    votes: dict[int, int] = {}
    voters: dict[int, int] = {}  # the rarest seed for each place, by its offset in the quote
    most, counted, least = 0, 0, 1
    for offset, places in sorted(seeds, key=lambda seed: len(seed[1])):
        for place in places[:_RARE]:
            begin = starts[place] - offset
            if begin in votes:
                votes[begin] += 1
                most = max(most, votes[begin])
            else:
                votes[begin] = 1
                voters[begin] = offset
        counted += min(_RARE, len(places))
        if most >= _AGREED and len(places) <= _VERY_RARE:
            least = _AGREED - 1
        if least > 1 or counted >= _VOTES:
            break
    # Sorting is stable: among places with as many votes those of the rarest seeds come first.
    candidates = [begin for begin in votes if votes[begin] >= least]
    candidates.sort(key=votes.__getitem__, reverse=True)
    wanted = _PLACES + _PLACES_OF_SHORT // max(1, len(quote))
    elected: dict[int, AlignmentAnchor] = {}
    for begin in candidates[: 2 * wanted]:
        passage = begin // _DRIFT
        if not elected.keys() & {passage - 1, passage, passage + 1}:
            elected[passage] = AlignmentAnchor(voters[begin], begin + voters[begin])
        if len(elected) == wanted:
            break
    return list(elected.values())
