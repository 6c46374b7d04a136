"""Finding many exact quotes in one text, all occurrences, in time that grows with the text and the quotes, not
their product.

Each quote is looked up by its rarest inner word: a word with a space on both sides must stand in the text exactly as it
stands in the quote, so a quote whose rarest inner word is missing is nowhere, and otherwise only that word's
places are tried. Quotes made of common words only (many turns that begin alike) are looked up by their rarest run
of characters.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import accumulate

_TOO_COMMON = 64  # places of a seed above which a rarer one is looked for
_GRAM = 16  # characters of a run that serves as seed where words are too common


def find_all_occurrences(text: str, needle: str) -> list[tuple[int, int]]:
    """Return every stretch of `text` that equals `needle`, overlapping ones too; code points, half-open.

    Source: seed 1 (`find_all_occurrences`).
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


def _word_seeds(needles: Sequence[str], counts: Counter[str]) -> dict[int, tuple[str, int]]:
    """Choose for each needle with inner words its rarest one: needle number to (word, its offset in the needle)."""
    seeds: dict[int, tuple[str, int]] = {}
    for number, needle in enumerate(needles):
        inner = needle.split(" ")[1:-1]
        if inner:
            word = min(inner, key=counts.__getitem__)
            seeds[number] = (word, needle.index(f" {word} ") + 1)
    return seeds


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
    counts = Counter(words)
    seeds = _word_seeds(needles, counts)
    wanted = {word for word, _ in seeds.values() if 0 < counts[word] <= _TOO_COMMON}
    lengths = list(accumulate(map(len, words), initial=0))
    places: dict[str, list[int]] = {word: [] for word in wanted}
    for index in [index for index, word in enumerate(words) if word in wanted]:
        places[words[index]].append(lengths[index] + index)
    common: dict[int, str] = {}
    found: list[list[tuple[int, int]]] = [[] for _ in needles]
    for number, needle in enumerate(needles):
        word, within = seeds.get(number, ("", 0))
        if word in wanted:
            starts = _starts(text, needle, places[word], within)
            found[number] = [(start, start + len(needle)) for start in starts if start >= 0]
        elif number not in seeds:
            found[number] = find_all_occurrences(text, needle)
        elif counts[word]:
            common[number] = needle
    long_ones = {number: needle for number, needle in common.items() if len(needle) >= _GRAM}
    if len(long_ones) > _TOO_COMMON:
        for number, starts in _by_runs(text, long_ones).items():
            found[number] = [(start, start + len(needles[number])) for start in starts]
    else:
        long_ones = {}
    for number in common.keys() - long_ones.keys():
        found[number] = find_all_occurrences(text, needles[number])
    return found
