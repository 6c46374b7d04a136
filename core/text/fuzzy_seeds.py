"""Seeds: what a quote is looked up by in a transcript that may not hold it, and which places are worth comparing.

The seeds of a quote are its rare words and, where it has few, pairs and triples of common ones; each place where a seed
stands votes for where the quote would begin. Work per quote does not grow with the transcript: a seed that stands in
many places says little, so only its first places vote. Quotes whose words the transcript does not know (misspelt, run
together, or in a script without spaces) can be looked up by runs of characters instead. All offsets are code points,
half-open.
"""

from array import array
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, compress

from core.text.fuzzy_ends import AlignmentAnchor, has_spaceless

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

Seed = tuple[int, Sequence[int]]
"""An offset in the quote, and where the same stands in the text: numbers of words, or offsets of characters."""


def split_words(text: str) -> tuple[list[str], Sequence[int]]:
    """Cut a canonical text into words and where each begins."""
    for mark in _PUNCTUATION:
        if mark in text:
            text = text.replace(mark, " ")
    pieces = text.split(" ")
    starts = accumulate(map((1).__add__, map(len, pieces)), initial=0)
    return list(filter(None, pieces)), array("L", compress(starts, pieces))


def _first_places(text: str, run: str) -> list[int]:
    places: list[int] = []
    place = text.find(run)
    while place >= 0 and len(places) < _FEW_PLACES:
        places.append(place)
        place = text.find(run, place + 1)
    return places


class WordIndex:
    """The words of a canonical text: `starts[n]` is where `words[n]` begins, `numbers` where a word is in `words`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words, self.starts = split_words(text)
        self.numbers: defaultdict[str, list[int]] = defaultdict(list)
        for number, word in enumerate(self.words):
            self.numbers[word].append(number)
        self.words.append("")  # the neighbour of the last word, and of the first

    def seeds_of_words(self, quote: str) -> list[Seed]:
        """Return the seeds of a quote: its rare words and, where these are few, its pairs and triples of words."""
        words, starts = split_words(quote)
        numbers = [self.numbers.get(word, []) for word in words]
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

    def _pairs(self, words: list[str], numbers: list[list[int]], wanted: int) -> list[tuple[int, list[int]]]:
        """Look up pairs of neighbours, those with the rarer words first; where a pair is common, the triple."""
        pairs: list[tuple[int, list[int]]] = []
        left = _LOOKED_AT
        for place in sorted(range(len(words) - 1), key=lambda place: min(len(numbers[place]), len(numbers[place + 1]))):
            rarer = int(len(numbers[place + 1]) < len(numbers[place]))
            other, aside = words[place + 1 - rarer], 1 - 2 * rarer
            looked_at = numbers[place + rarer][:left]
            found = [number - rarer for number in looked_at if self.words[number + aside] == other]
            if len(found) > _RARE:
                triple = words[place : place + 3]
                found = [number for number in found if self.words[number : number + 3] == triple] or found
            if found:
                pairs.append((place, found))
            left -= len(looked_at)
            if left <= 0 or len(pairs) >= wanted:
                break
        return pairs

    def _numbers_of_similar(self, word: str) -> list[int]:
        from rapidfuzz.distance import Levenshtein
        from rapidfuzz.process import extract

        similarity = Levenshtein.normalized_similarity
        found = extract(word, list(self.numbers), scorer=similarity, score_cutoff=_SIMILAR, limit=3)
        return [number for similar, _, _ in found for number in self.numbers[similar]]

    def is_strange(self, quote: str) -> bool:
        """Tell whether the text does not know a third of the quote's words, or more."""
        words = split_words(quote)[0]
        return 3 * sum(word not in self.numbers for word in words) >= len(words)

    def seeds_of_characters(self, quotes: Sequence[str]) -> list[list[Seed]]:
        """Return the seeds of each quote: its runs of a few characters."""
        runs_of: list[list[tuple[int, str]]] = []
        for quote in quotes:
            length = min(len(quote), _RUN_OF_IDEOGRAPHS if has_spaceless(quote) else _RUN_OF_LETTERS)
            step = 1 if len(quotes) > _FEW_QUOTES else length
            offsets = range(0, len(quote) - length + 1, step) if length else ()
            runs_of.append([(offset, quote[offset : offset + length]) for offset in offsets])
        wanted = {run for runs in runs_of for _, run in runs}
        few = len(quotes) <= _FEW_QUOTES
        places = {run: _first_places(self.text, run) for run in wanted} if few else self._scan(wanted)
        return [[(offset, places[run]) for offset, run in runs if places[run]] for runs in runs_of]

    def _scan(self, wanted: set[str]) -> dict[str, list[int]]:
        text = self.text
        places: dict[str, list[int]] = {run: [] for run in wanted}
        for length in {len(run) for run in wanted}:
            for place in [place for place in range(len(text)) if text[place : place + length] in places]:
                places[text[place : place + length]].append(place)
        return places


@lru_cache(maxsize=2)
def index_words(text: str) -> WordIndex:
    """Return the index of a text; that of the last texts is kept, because quotes come in many batches."""
    return WordIndex(text)


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
