"""Words without their endings, by Porter's rules for English; words of other languages mostly stay as they are.

A **form** is a word without its inflection: what texts are compared by. A **stem** is what the index looks for, so that
what a search found is found again.
"""

import re
from functools import lru_cache

_SHORTEST, _LONGEST = 3, 64  # letters of a word that has endings

_FORM = re.compile(r"[aeiouy]+[^aeiouy]+")  # one measure of a stem: vowels and the consonants behind them
_VOWEL = re.compile(r"[aeiouy]")
_SHORT_END = re.compile(r".*[^aeiouy][aeiouy][^aeiouywxY]")
_DOUBLED = re.compile(r"(?:([^aeioulsz])\1)")
_SECOND_WORDS = (
    "ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e ousli>ous ization>ize "
    "ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble logi>log"
)
_THIRD_WORDS = "icate>ic ative> alize>al iciti>ic ical>ic ful> ness>"


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
    """Return how many times vowels and consonants alternate: how much of a word a stem is."""
    return len(_FORM.findall(_sounds(stem)))


def _has_vowel(stem: str) -> bool:
    return _VOWEL.search(_sounds(stem)) is not None


def _ends_short(stem: str) -> bool:
    """Tell whether a stem ends in consonant, vowel, consonant: there an e was dropped."""
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
    """Return a word in small letters without its inflection: `tests` and `testing` are `test`, `generics` is no
    `general`."""
    word = word.removesuffix("'s")
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
