"""Rank the passages that BM25 found.

BM25 knows only stems and lengths: for the stem of `generics` it finds `generous`, and a turn of three words comes
before one that answers. So the best passages are ranked again: the question's words themselves count more than other
words of their stem, and so do adjacent words as in the question, and passages that are not very short.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import log
from typing import NamedTuple

from core.answers.query_terms import Question
from core.answers.word_tokens import form_of, is_content_word, length_of, stem_of, words_of

_ACCENTS = re.compile("[\u0300-\u036f]")
_RELATED = 0.25  # the part of a word's weight that any word of the same stem gets; the rest is for the word itself
_SHORT = 5  # letters; in longer stems an ending may change the last two
_EVERYDAY = 0.2  # the weight of a stopword
_FLOOR = 0.3  # the factor of a passage without any of the question's words
_TOGETHER = 0.15  # added to the factor for each pair of words that are adjacent as in the question
_LONG_ENOUGH = 15  # words; shorter passages answer little
_OFTEN_ENOUGH, _ONCE_MORE = 3, 0.1  # how many passages with the same text count fully, and the factor of more
_LOOKED_AT, _MOST_TEXT = 400, 20_000  # characters of a passage that are read, for its length and for its words
_BRIEF = 0.3  # the factor of an empty passage; it grows to 1 with the number of words


class PassageCandidate(NamedTuple):
    """A found passage: `fit` is its BM25 score, higher is better; `searched` is the text that was searched."""

    passage_id: int
    record_id: str
    fit: float
    searched: str
    text: str


class _Term(NamedTuple):
    """A word of a question: the stems and the forms of what counts as it, and its weight."""

    stems: frozenset[str]
    forms: frozenset[str]
    worth: float


class _TermMatches(NamedTuple):
    """The terms of a passage, by number: any word of the stem (`family`), the word itself, and a word directly behind
    the question's previous one (`together`)."""

    family: set[int]
    itself: set[int]
    together: set[int]


def _terms(question: Question) -> tuple[_Term, ...]:
    terms: list[_Term] = []
    for word in dict.fromkeys(words_of(" ".join(question.words))):
        same = (word, *words_of(" ".join(question.others(word))))
        telling = is_content_word(word) and word not in question.background
        terms.append(_Term(frozenset(map(stem_of, same)), frozenset(map(form_of, same)), 1.0 if telling else _EVERYDAY))
    return tuple(terms)


def _start(stem: str) -> str:
    """Return the letters that all words of a stem begin with; an ending may change the stem's last letters."""
    return stem[:-2] if len(stem) > _SHORT else stem.rstrip("eiy") or stem


class _WordFamilies:
    """Finds words that share a stem with the question's words; each different word is stemmed once."""

    def __init__(self, terms: Sequence[_Term]) -> None:
        self.terms = terms
        self._numbers = {stem: number for number, term in reversed(list(enumerate(terms))) for stem in term.stems}
        self._known: dict[str, tuple[int, bool] | None] = {}
        starts = "|".join(sorted({re.escape(_start(stem)) for term in terms for stem in term.stems}))
        self.pattern = re.compile(rf"\b(?:{starts})\w*")

    def place(self, word: str) -> tuple[int, bool] | None:
        """Return the number of a word's term, and whether it is the word itself; None for a word of no such stem."""
        if word not in self._known:
            number = self._numbers.get(stem_of(word))
            self._known[word] = None if number is None else (number, form_of(word) in self.terms[number].forms)
        return self._known[word]


def _plain(text: str) -> str:
    text = text[:_MOST_TEXT].casefold()
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFD", text)))


def _look(text: str, words: _WordFamilies) -> _TermMatches:
    family, itself, together = set[int](), set[int](), set[int]()
    last, last_end = -2, -2
    for found in words.pattern.finditer(_plain(text)):
        place = words.place(found[0])
        if place is None:
            continue
        number, is_itself = place
        family.add(number)
        if is_itself:
            itself.add(number)
        if last == number - 1 and last_end == found.start() - 1:
            together.add(number)
        last, last_end = number, found.end()
    return _TermMatches(family, itself, together)


def _worths(share: float, terms: Sequence[_Term], found: Sequence[set[int]]) -> list[float]:
    """Return the weight of each term, which is lower the more passages have it."""
    holders = Counter(number for each in found for number in each)
    return [
        share * term.worth * log(1 + len(found) / holders[number]) if number in holders else 0.0
        for number, term in enumerate(terms)
    ]


def _substance(text: str) -> float:
    words = len(text.split(maxsplit=_LONG_ENOUGH))
    if words < _LONG_ENOUGH:  # the text may be a script without spaces
        words = min(length_of(text[:_LOOKED_AT]), _LONG_ENOUGH)
    return _BRIEF + (1 - _BRIEF) * min(words, _LONG_ENOUGH) / _LONG_ENOUGH


def _by_rank(found: Iterable[tuple[PassageCandidate, float]]) -> list[tuple[PassageCandidate, float]]:
    return sorted(found, key=lambda pair: (-pair[1], pair[0].record_id))


def _with_the_same_last(found: Iterable[tuple[PassageCandidate, float]]) -> Iterator[tuple[PassageCandidate, float]]:
    """Yield the passages; after three with the same text, more of them get a low score."""
    seen = Counter[str]()
    for candidate, worth in found:
        words = " ".join(candidate.text.casefold().split())
        seen[words] += 1
        yield candidate, worth if seen[words] <= _OFTEN_ENOUGH else worth * _ONCE_MORE


def by_worth(question: Question, candidates: Sequence[PassageCandidate]) -> list[tuple[PassageCandidate, float]]:
    """Return the candidates with their scores, the best first, equal ones by their record ids."""
    if not candidates:
        return []
    terms = _terms(question)
    words = _WordFamilies(terms)
    seen = [_look(candidate.searched, words) for candidate in candidates]
    related = _worths(_RELATED, terms, [one.family for one in seen])
    own = _worths(1 - _RELATED, terms, [one.itself for one in seen])
    whole = sum(related) + sum(own) or 1.0
    found: list[tuple[PassageCandidate, float]] = []
    for candidate, one in zip(candidates, seen, strict=True):
        has = sum(related[number] for number in one.family) + sum(own[number] for number in one.itself)
        together = 1 + _TOGETHER * len(one.together)
        found.append((candidate, candidate.fit * (_FLOOR + has / whole) * together * _substance(candidate.text)))
    return _by_rank(_with_the_same_last(_by_rank(found)))
