"""The quotes that an outline proposes: whole sentences that can stand alone and carry much of their chapter."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log, sqrt
from typing import NamedTuple

from core.answers.word_tokens import form_of, is_content_word, length_of, word_spans, words_of
from core.map_making.outline.talk_sentences import TalkSentence

MOST_CANDIDATES = 6
"""Quotes proposed for a chapter: one more than makes its coverage strong."""
_SAID_ALREADY = 0.3  # what a word counts that a chosen quote of the chapter has
_NAMED = 3  # words in a reason


class Candidate(NamedTuple):
    """A sentence that is proposed as a quote, and why, in words."""

    sentence: TalkSentence
    reason: str


def content_forms(text: str) -> list[str]:
    """Return the content words of a text in order, without their inflection."""
    return [form_of(word) for word in words_of(text) if is_content_word(word)]


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _reason(text: str, weights: Mapping[str, float], again: Counter[str]) -> str:
    """Say why a sentence is proposed: the heaviest of its words that the chapter comes back to, as it writes them."""
    written: dict[str, str] = {}
    for start, end in word_spans(text):
        for form in content_forms(text[start:end])[:1]:
            written.setdefault(form, text[start:end])
    returning = [form for form in written if again[form] > 1]
    heaviest = sorted(returning or written, key=lambda form: -weights.get(form, 0.0))[:_NAMED]
    subject = f"; speaks of {_listed([written[form] for form in heaviest])}" if heaviest else ""
    returns = ", to which the chapter comes back" if returning else ""
    return f"Can stand alone, {length_of(text)} words{subject}{returns}."


def word_weights(chapters: Sequence[Counter[str]]) -> list[dict[str, float]]:
    """Return for each chapter what its words weigh: more the more often it has them and the fewer others do."""
    holders = Counter(form for counts in chapters for form in counts)
    return [
        {form: log(1 + count) * log(1 + len(chapters) / holders[form]) for form, count in counts.items()}
        for counts in chapters
    ]


def choose_candidates(
    sentences: Sequence[TalkSentence], weights: Mapping[str, float], counts: Counter[str]
) -> list[Candidate]:
    """Return the sentences of a chapter that carry most, in the order of the talk; each that stands alone is given.

    What a chosen one says already counts little. `weights` and `counts` are those of the chapter's words.
    """
    left = [(sentence, set(content_forms(sentence.text))) for sentence in sentences]
    said: set[str] = set()
    chosen: list[TalkSentence] = []

    def carries(one: tuple[TalkSentence, set[str]]) -> float:
        new = sum(sorted(weights.get(form, 0.0) * (_SAID_ALREADY if form in said else 1.0) for form in one[1]))
        return new / sqrt(length_of(one[0].text) or 1)

    while left and len(chosen) < MOST_CANDIDATES:
        best = max(range(len(left)), key=lambda at: carries(left[at]))
        sentence, forms = left.pop(best)
        chosen.append(sentence)
        said |= forms
    chosen.sort(key=lambda sentence: sentence.span)
    return [Candidate(sentence, _reason(sentence.text, weights, counts)) for sentence in chosen]
