"""Two sides of an archive beside each other: which words one says more often, and how telling that is."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from math import log
from typing import Literal, NamedTuple

from core.record import Record
from core.text.canonical import canonicalize_all
from core.text.segmentation import is_unspaced
from workbench.archive.search.concordance import per_thousand
from workbench.archive.search.searched_archive import ArchiveFilter, SearchedArchive
from workbench.archive.search.talk_counts import said_in

Side = Literal["one", "other", ""]
"""Who says a word more often, "" for neither."""

FORMULA = (
    "G2 = 2 (a ln(a/E1) + b ln(b/E2)), E1 = c (a+b)/(c+d), E2 = d (a+b)/(c+d): a and b are how often each side says "
    "the word, c and d all words of each (Dunning 1993, in the form of Rayson and Garside 2000)."
)
"""How words are compared, for people."""

_AT_ONCE = 400  # what is said in so many goes is folded together
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")


class WordComparison(Record):
    """How often each side says a word, and in a thousand of its words; `g2` is 0 where both say it alike, 3.84 and more
    where chance would do so once in twenty times, 15.13 once in ten thousand. `more` says who does."""

    word: str
    one: int
    other: int
    one_per_thousand: float
    other_per_thousand: float
    g2: float
    more: Side


class SpeakerComparison(Record):
    """Two sides of an archive: all words of each, and the words that tell most, those first.

    `different` is how many different words were compared; none is left out for being common.
    """

    one_words: int
    other_words: int
    different: int
    words: tuple[WordComparison, ...]


class WordUse(NamedTuple):
    """How often a side says a word, and how many words it says in all."""

    said: int
    words: int


def log_likelihood(one: WordUse, other: WordUse) -> float:
    """Return how telling it is that one side says a word more often than the other: 0 where nothing can be compared.

    G2 = 2 (a ln(a/E1) + b ln(b/E2)) with E1 = c (a+b)/(c+d) and E2 = d (a+b)/(c+d), where a and b are the counts, c and
    d all words of each, and 0 ln 0 is 0. Source: decisions.md#a-concordance.
    """
    if not one.words or not other.words:
        return 0.0
    share = (one.said + other.said) / (one.words + other.words)
    cells = ((use.said, use.words * share) for use in (one, other))
    # What is said alike may come out a little below nothing.
    return max(0.0, 2 * sum(count * log(count / expected) for count, expected in cells if count))


def who_says_more(one: WordUse, other: WordUse) -> Side:
    """Return which side says a word more often for its number of words."""
    if not one.words or not other.words:
        return ""
    first, second = one.said * other.words, other.said * one.words
    return "one" if first > second else "other" if second > first else ""


def compare_counts(one: Mapping[str, int], other: Mapping[str, int], most: int = 200) -> SpeakerComparison:
    """Return two sides' words beside each other, by their counts; those that tell most first, `most` of them."""
    all_one, all_other = sum(one.values()), sum(other.values())
    different = dict.fromkeys((*one, *other))

    def compared() -> Iterator[WordComparison]:
        for word in different:
            first, second = WordUse(one.get(word, 0), all_one), WordUse(other.get(word, 0), all_other)
            yield WordComparison(
                word=word,
                one=first.said,
                other=second.said,
                one_per_thousand=per_thousand(*first),
                other_per_thousand=per_thousand(*second),
                g2=log_likelihood(first, second),
                more=who_says_more(first, second),
            )

    ordered = sorted(compared(), key=lambda row: (-row.g2, row.word))
    return SpeakerComparison(
        one_words=all_one, other_words=all_other, different=len(different), words=tuple(ordered[:most])
    )


def _words(text: str) -> Iterator[str]:
    """Yield the words of a canonical text; in scripts without spaces each character is one."""
    for word in _WORD.findall(text):
        if word.isascii() or not any(map(is_unspaced, word)):
            yield word
        else:
            yield from filter(str.isalnum, word)


def count_words(archive: SearchedArchive, within: ArchiveFilter) -> Counter[str]:
    """Return how often each word is said in a part of an archive, folded as quotes are. Raises BadInput,
    SearchIndexError."""
    counts: Counter[str] = Counter()
    said = said_in(archive, archive.part(within).talks)
    while group := [one.unit.spoken for one in islice(said, _AT_ONCE)]:
        for text in canonicalize_all(group):
            counts.update(_words(text))
    return counts


def compare_speakers(
    archive: SearchedArchive, one: ArchiveFilter, other: ArchiveFilter, most: int = 200
) -> SpeakerComparison:
    """Return the words of two parts of an archive beside each other, such as what two persons say; see
    `log_likelihood`. Raises BadInput, SearchIndexError."""
    return compare_counts(count_words(archive, one), count_words(archive, other), most)
