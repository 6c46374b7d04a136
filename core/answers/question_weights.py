"""What a question asks for, weighed against the passages that were found: rare words of it say most."""

from collections.abc import Mapping, Sequence
from math import log

from core.answers.query_terms import read_question
from core.answers.stemming import form_of, stem_of
from core.answers.stopwords import is_content_word
from core.answers.word_tokens import words_of

_PHRASE = 1.5  # words between marks are worth more than each of them
_STEM = "~"  # before a stem: the word itself, or one of its inflections, is worth more than any word of its family

Asked = Mapping[str, float]
"""What each term is worth, 1 for the rarest word: a form, `~` and a stem, or forms with spaces between; 0 where no
passage has it."""


def _has(term: str, keys: frozenset[str], line: str) -> bool:
    return f" {term} " in line if " " in term else term in keys


def _keys(words: Sequence[str]) -> tuple[frozenset[str], str]:
    """Return what terms are looked up in: the forms and stems of words, and the forms in a row."""
    forms = list(map(form_of, words))
    return frozenset((*forms, *(_STEM + stem_of(word) for word in words))), f" {' '.join(forms)} "


def matching_terms(words: Sequence[str], asked: Asked) -> frozenset[str]:
    """Return the terms that a row of words has."""
    keys, line = _keys(words)
    return frozenset(term for term in asked if _has(term, keys, line))


def content_words_of_question(question: str) -> tuple[str, ...]:
    """Return the words of a question that say what it is about; all that are searched for where none does."""
    searched = words_of(" ".join(read_question(question).words))
    return tuple(dict.fromkeys(word for word in searched if is_content_word(word))) or tuple(dict.fromkeys(searched))


def term_weights(question: str, texts: Sequence[str]) -> dict[str, float]:
    """Return what each term of a question is worth among the passages: less the more of them have it."""
    words = content_words_of_question(question)
    phrases = [" ".join(map(form_of, words_of(phrase))) for phrase in read_question(question).phrases]
    shares = {form_of(word): 0.5 for word in words} | {_STEM + stem_of(word): 0.5 for word in words}
    shares |= {phrase: _PHRASE for phrase in phrases if " " in phrase}
    found = [matching_terms(words_of(text), shares) for text in texts]
    size = len(texts)
    worth: dict[str, float] = {}
    for term, share in shares.items():
        holders = sum(term in each for each in found)
        worth[term] = share * log(1 + size / holders) / log(1 + size) if holders else 0.0
    return worth
