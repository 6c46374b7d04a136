"""The words of a text for comparison: without case, accents and marks, as stems; and which are content words.

In a script without spaces a word is a pair of characters. Stop words are function words and fillers of talk.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from core.answers.stopwords import STOPWORDS
from core.answers.word_families import base_of
from core.span import Span
from core.text.punctuation import FORMAT_CHARACTERS
from core.text.segmentation import is_unspaced
from core.whitelist.difference import FILLERS, NUMBER_WORDS

_SHORTEST, _LONGEST = 3, 64  # letters of a word that is stemmed

_FORM = re.compile(r"[aeiouy]+[^aeiouy]+")  # one measure of a stem: vowels and the consonants behind them
_VOWEL = re.compile(r"[aeiouy]")
_SHORT_END = re.compile(r".*[^aeiouy][aeiouy][^aeiouywxY]")
_DOUBLED = re.compile(r"(?:([^aeioulsz])\1)")
_SECOND_WORDS = (
    "ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e ousli>ous ization>ize "
    "ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble logi>log"
)
_THIRD_WORDS = "icate>ic ative> alize>al iciti>ic ical>ic ful> ness>"

_LONGEST_WORD = 40
# Signs of Indic and South-East Asian scripts that stand inside words and are no letters to Python.
_SIGNS = "\u0900-\u0963\u0966-\u0df3\u0e31-\u0e3a\u0e47-\u0e4e\u0eb1-\u0ebc\u0ec8-\u0ece\u1000-\u1049\u1780-\u17d3"
_WORD = re.compile(rf"[^\W_](?:[\w{_SIGNS}]|'(?=[^\W_]))*")
_WRITTEN = re.compile(rf"[^\W_](?:[\w\u0300-\u036f{_SIGNS}]|['’](?=[^\W_]))*")
_ACCENTS = re.compile("[\u0300-\u036f]")
_NOT_SEEN = re.compile(f"[{re.escape(''.join(sorted(FORMAT_CHARACTERS)))}]")
_NO_SPACES = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3000-\U0003ffff]")


def _pairs_of(words: str) -> dict[str, str]:
    return {ending: other for ending, _, other in (pair.partition(">") for pair in words.split())}


_SECOND, _THIRD = _pairs_of(_SECOND_WORDS), _pairs_of(_THIRD_WORDS)
_FOURTH = tuple("ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic ou".split())


def _sounds(stem: str) -> str:
    """Return a stem with each y that is a consonant as `Y`: at the start, and behind a vowel."""
    if "y" not in stem:
        return stem
    sounds = ""
    for letter in stem:
        consonant = letter == "y" and (not sounds or sounds[-1] in "aeiouy")
        sounds += "Y" if consonant else letter
    return sounds


def _measure(stem: str) -> int:
    """Return how many times vowels and consonants alternate, which measures the length of a stem."""
    return len(_FORM.findall(_sounds(stem)))


def _has_vowel(stem: str) -> bool:
    return _VOWEL.search(_sounds(stem)) is not None


def _ends_short(stem: str) -> bool:
    """Tell whether a stem ends in consonant, vowel, consonant, so that an e was dropped."""
    return _SHORT_END.fullmatch(_sounds(stem)) is not None


def _without_plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _without_past(word: str) -> str:
    if word.endswith("eed") and len(word) > len("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    stem = word.removesuffix("ed") if word.endswith("ed") else word.removesuffix("ing")
    if stem == word or not _has_vowel(stem):
        return word
    if stem.endswith(("at", "bl", "iz")):
        return stem + "e"
    if _DOUBLED.fullmatch(stem[-2:]):
        return stem[:-1]
    return stem + "e" if _measure(stem) == 1 and _ends_short(stem) else stem


def _exchange(word: str, endings: dict[str, str]) -> str:
    for ending, other in endings.items():
        if word.endswith(ending):
            stem = word.removesuffix(ending)
            return stem + other if _measure(stem) else word
    return word


def _without_suffix(word: str) -> str:
    for ending in _FOURTH:
        if word.endswith(ending):
            stem = word.removesuffix(ending)
            return stem if _measure(stem) > 1 and (ending != "ion" or stem.endswith(("s", "t"))) else word
    return word


def _without_last(word: str) -> str:
    stem = word.removesuffix("e")
    if stem != word and (_measure(stem) > 1 or (_measure(stem) == 1 and not _ends_short(stem))):
        word = stem
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word


def _is_english(word: str) -> bool:
    return _SHORTEST <= len(word) <= _LONGEST and word.isascii() and word.isalpha()


def _without_inflection(word: str) -> str:
    word = _without_past(_without_plural(word))
    return word[:-1] + "i" if word.endswith("y") and _has_vowel(word[:-1]) else word


@lru_cache(maxsize=65_536)
def form_of(word: str) -> str:
    """Return a word in small letters without its inflection: `tests` and `testing` are `test`, `drew` is `draw`,
    `complaint` is `complain`, `generics` is no `general`."""
    word = base_of(word.removesuffix("'s"))
    return _without_last(_without_inflection(word)) if _is_english(word) else word


@lru_cache(maxsize=65_536)
def stem_of(word: str) -> str:
    """Return the stem of a word in small letters, as the index takes it: `compilers` and `compilation` are `compil`.

    Words in other scripts stay as they are.
    """
    word = word.removesuffix("'s")
    if not _is_english(word):
        return word
    return _without_last(_without_suffix(_exchange(_exchange(_without_inflection(word), _SECOND), _THIRD)))


def _plain(text: str) -> str:
    text = text.casefold().replace("’", "'")
    if text.isascii():
        return text
    bare = _ACCENTS.sub("", unicodedata.normalize("NFKD", _NOT_SEEN.sub("", text)))
    return unicodedata.normalize("NFC", bare)


def _pairs(word: str) -> Iterator[str]:
    """Yield the pairs of characters of each stretch that is written without spaces, and whatever stands between."""
    start = 0
    for end in range(1, len(word) + 1):
        if end < len(word) and is_unspaced(word[end]) == is_unspaced(word[start]):
            continue
        stretch, start = word[start:end], end
        if is_unspaced(stretch[0]) and len(stretch) > 1:
            yield from map("".join, pairwise(stretch))
        else:
            yield stretch


def words_of(text: str) -> list[str]:
    """Return the words of a text in order, in small letters and without accents."""
    words = _WORD.findall(_plain(text))
    if text.isascii() or not _NO_SPACES.search(text):
        return words
    return [pair for word in words for pair in _pairs(word)]


def word_spans(text: str) -> Iterator[Span]:
    """Yield where the words of a text stand as it writes them, without a genitive's ending; code points.

    Of a stretch without spaces each pair of neighbours is one.
    """
    for found in _WRITTEN.finditer(text):
        start, end = found.span()
        word = found[0]
        if not word.isascii() and _NO_SPACES.search(word):
            pairs = (at for at in range(len(word) - 1) if is_unspaced(word[at]) and is_unspaced(word[at + 1]))
            yield from (Span(start + at, start + at + 2) for at in pairs)
        else:
            yield Span(start, end - 2 if word.endswith(("'s", "’s")) else end)


@lru_cache(maxsize=65_536)
def _read(word: str) -> tuple[tuple[str, str], ...]:
    """Return the spelling and the form of a word; in scripts without spaces those of its pairs of characters."""
    plain = words_of(word)
    bare = word.removesuffix("'s").removesuffix("’s")
    return tuple((bare if len(plain) == 1 else part, form_of(part)) for part in plain)


def spellings_of(terms: Sequence[str], texts: Iterable[str]) -> list[str]:
    """Return each term (one form, or two with a space between) as the texts write it most often.

    Of equally frequent spellings the one in small letters counts, then the shortest. A term that stands in no text is
    returned as it is.
    """
    found = {term: Counter[str]() for term in terms}
    for text in texts:
        read = [pair for word in _WRITTEN.findall(text) for pair in _read(word)]
        for (word, form), (next_word, next_form) in pairwise((*read, ("", ""))):
            if form in found:
                found[form][word] += 1
            if (pair := f"{form} {next_form}") in found:
                found[pair][f"{word} {next_word}"] += 1

    def rank(spelling: tuple[str, int]) -> tuple[int, bool, int, str]:
        written, number = spelling
        return number, written.islower(), -len(written), written

    return [max(spellings.items(), key=rank)[0] if spellings else term for term, spellings in found.items()]


def length_of(text: str) -> int:
    """Return the length of a text in words; two characters of a script without spaces count as one word, and a very
    long word as several."""
    words = sum(any(map(str.isalnum, word)) for word in text.split())
    unspaced = 0 if text.isascii() else sum(map(is_unspaced, text)) // 2
    return max(words + unspaced, len(text) // _LONGEST_WORD)


EVERYDAY = frozenset(words_of(" ".join((*STOPWORDS, *FILLERS, *NUMBER_WORDS))))
"""All of them, in lower case and unstemmed, because content words share their stems (`generics`)."""


def is_content_word(word: str) -> bool:
    """Tell whether a word in small letters is a content word: no stop word, no single letter and no number."""
    return word not in EVERYDAY and len(word) > 1 and not word.isdigit()
