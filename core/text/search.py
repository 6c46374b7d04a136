"""Finding many exact quotes in one text, all occurrences, in time that grows with the text and the quotes, not
their product.

Each quote is looked up by its rarest inner word: a word with a space on both sides must stand in the text exactly as it
stands in the quote, so a quote whose rarest inner word is missing is nowhere, and otherwise only that word's
places are tried. Quotes made of common words only (many turns that begin alike) are looked up by their rarest run
of characters.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import accumulate

_TOO_COMMON = 64  # places of a seed above which a rarer one is looked for
_FEW = 16  # needles that are sooner looked for one by one than with an index
_GRAM = 16  # characters of a run that serves as seed where words are too common


def find_all_occurrences(text: str, needle: str) -> list[tuple[int, int]]:
    """Return every stretch of `text` that equals `needle`, overlapping ones too; code points, half-open.

    Source: decisions.md#seed-1.
    """
    spans: list[tuple[int, int]] = []
    start = text.find(needle) if needle else -1
    while start >= 0:
        spans.append((start, start + len(needle)))
        start = text.find(needle, start + 1)
    return spans


def _starts(text: str, needle: str, places: Sequence[int], within: int) -> list[int]:
    length = len(needle)
    return [place - within for place in places if text[place - within : place - within + length] == needle]


def _places(words: list[str], wanted: set[str]) -> dict[str, list[int]]:
    """Return where each of the wanted words begins in the text that `words` are the words of."""
    ends = list(accumulate(map(len, words), initial=0))
    places: dict[str, list[int]] = {word: [] for word in wanted}
    for index in [index for index, word in enumerate(words) if word in wanted]:
        places[words[index]].append(ends[index] + index)
    return places


def _by_words(text: str, words: list[str], needles: dict[int, str], rank: Callable[[str], int]) -> dict[int, list[int]]:
    """Look needles up by their inner word of the highest rank; those without one, or whose word is common, are left
    out."""
    inner = {number: needle.split(" ")[1:-1] for number, needle in needles.items()}
    seeds = {number: max(own, key=rank) for number, own in inner.items() if own}
    places = _places(words, set(seeds.values()))
    found: dict[int, list[int]] = {}
    for number, word in seeds.items():
        if len(places[word]) <= _TOO_COMMON:
            needle = needles[number]
            within = needle.index(f" {word} ") + 1
            found[number] = [start for start in _starts(text, needle, places[word], within) if start >= 0]
    return found


def _by_runs(text: str, needles: dict[int, str]) -> dict[int, list[int]]:
    """Look up needles whose words are all common by their rarest run of characters."""
    counts = Counter(text[index : index + _GRAM] for index in range(len(text) - _GRAM + 1))
    seeds: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, needle in needles.items():
        within = min(range(len(needle) - _GRAM + 1), key=lambda index: counts[needle[index : index + _GRAM]])
        seeds[needle[within : within + _GRAM]].append((number, within))
    found: dict[int, list[int]] = {number: [] for number in needles}
    for place in range(len(text) - _GRAM + 1):
        for number, within in seeds.get(text[place : place + _GRAM], ()):
            if place >= within and text.startswith(needles[number], place - within):
                found[number].append(place - within)
    return found


def find_all_of_many(text: str, needles: Sequence[str]) -> list[list[tuple[int, int]]]:
    """Return for each needle what `find_all_occurrences` returns for it; words are parted by single spaces."""
    words = text.split(" ")
    left = dict(enumerate(needles))
    # A long word is mostly a rare one; only for the needles where it is not, words are counted.
    starts = _by_words(text, words, left, len)
    left = {number: needle for number, needle in left.items() if number not in starts}
    if len(left) > _FEW:
        counts = Counter(words)
        starts |= _by_words(text, words, left, lambda word: -counts[word])
        left = {number: needle for number, needle in left.items() if number not in starts}
    long_ones = {number: needle for number, needle in left.items() if len(needle) >= _GRAM}
    if len(long_ones) > _FEW:
        starts |= _by_runs(text, long_ones)
    return [
        [(start, start + len(needle)) for start in starts[number]]
        if number in starts
        else find_all_occurrences(text, needle)
        for number, needle in enumerate(needles)
    ]
