"""The titles of chapters, made of words that stand in them: what a chapter comes back to and the others do not."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import log
from typing import NamedTuple

from core.answers.word_tokens import form_of, is_content_word, word_spans, words_of

_PAIR = 1.5  # the weight of two words in a row against one: they rarely meet by chance
_SECOND = 0.6  # the share of the first term's weight that a second one must have
_BETWEEN = ", "


class _Term(NamedTuple):
    """One use of a term: its forms, and the words as they stand there."""

    forms: tuple[str, ...]
    written: str


def _terms_of(text: str) -> Iterable[_Term]:
    """Yield the content words of a text, and the pairs of them with nothing between but a space or a hyphen."""
    words: list[tuple[str, int, int]] = []
    for start, end in word_spans(text):
        plain = words_of(text[start:end])
        form = form_of(plain[0]) if len(plain) == 1 and is_content_word(plain[0]) else ""
        words.append((form, start, end))
        if form:
            yield _Term((form,), text[start:end])
    for (first, start, stop), (second, begin, end) in pairwise(words):
        if first and second and first != second and text[stop:begin] in (" ", "-"):
            yield _Term((first, second), text[start:end])


class _ChapterTerms:
    """The terms of one chapter: how often it has each, and how it writes them."""

    def __init__(self, text: str) -> None:
        self.counts: Counter[tuple[str, ...]] = Counter()
        self._written: dict[tuple[str, ...], Counter[str]] = {}
        for forms, written in _terms_of(text):
            self.counts[forms] += 1
            self._written.setdefault(forms, Counter())[written] += 1

    def spelled(self, forms: tuple[str, ...]) -> str:
        """Return a term as the chapter writes it most often; of equally frequent spellings the one in small letters."""
        spellings = self._written[forms].items()
        return max(spellings, key=lambda one: (one[1], one[0].islower(), one[0]))[0]


def _title(chapter: _ChapterTerms, holders: Counter[tuple[str, ...]], chapters: int) -> str:
    def weight(forms: tuple[str, ...]) -> float:
        rarity = log(1 + chapters / holders[forms])
        return chapter.counts[forms] * rarity * (_PAIR if len(forms) > 1 else 1.0)

    counted = {forms: weight(forms) for forms, count in chapter.counts.items() if count > 1}
    if not counted:
        # Nothing comes back: what is spoken of first must do.
        first = next(iter(chapter.counts), None)
        return chapter.spelled(first) if first else ""
    best = max(counted, key=lambda forms: counted[forms])
    others = [forms for forms in counted if not set(forms) & set(best)]
    second = max(others, key=lambda forms: counted[forms], default=None)
    chosen = [best, second] if second and counted[second] >= _SECOND * counted[best] else [best]
    return _BETWEEN.join(map(chapter.spelled, chosen))


def title_chapters(texts: Sequence[str]) -> tuple[str, ...]:
    """Return a title for each chapter of a talk: one or two terms of its own, exactly as it writes them.

    The first letter is made a capital; a chapter without one content word is called by its number.
    """
    chapters = [_ChapterTerms(text) for text in texts]
    holders = Counter(forms for chapter in chapters for forms in chapter.counts)
    titles = (_title(chapter, holders, len(chapters)) for chapter in chapters)
    return tuple(
        title[0].upper() + title[1:] if title else f"Chapter {number}" for number, title in enumerate(titles, 1)
    )
