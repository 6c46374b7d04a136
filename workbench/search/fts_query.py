"""Turn a question into an FTS5 query: every word is in quotation marks, so that none is an operator."""

from collections.abc import Iterator
from typing import NamedTuple

from core.answers.query_terms import Question, pairs_of
from core.text.segmentation import is_unspaced
from workbench.search.index_records import SearchScope
from workbench.search.schema import IN_SUMMARIES


class FtsQuery(NamedTuple):
    """Two queries: `any_word` finds passages with any word or phrase, `all_phrases` those with every phrase.

    `all_phrases` is "" if the question has no phrase; both are "" if it has no words.
    """

    any_word: str
    all_phrases: str


def _quoted(words: str) -> str:
    return '"{}"'.format(words.replace('"', '""').replace("\0", " "))


def _is_run(word: str) -> bool:
    return is_unspaced(word[0])


def _words(question: Question) -> Iterator[str]:
    for word in question.words:
        if _is_run(word):
            yield from (_quoted(" ".join(pair)) for pair in pairs_of(word))
        else:
            yield _quoted(word)


def _phrase(phrase: str) -> str:
    """Return the query for the words of a phrase in order; scripts without spaces have columns of their own."""
    words = phrase.split()
    runs = [_quoted(" ".join(word)) for word in words if _is_run(word)]
    others = [word for word in words if not _is_run(word)]
    return f"({' AND '.join([*runs, *([_quoted(' '.join(others))] if others else [])])})"


def expression_of(question: Question, search_in: SearchScope = SearchScope.BOTH) -> FtsQuery:
    """Return the FTS5 queries of a question."""
    held = f"{{{' '.join(IN_SUMMARIES)}}} : " if search_in is SearchScope.SUMMARIES else ""
    phrases = [_phrase(phrase) for phrase in question.phrases]
    anything = " OR ".join(dict.fromkeys((*_words(question), *phrases)))
    return FtsQuery(
        any_word=f"{held}({anything})" if anything else "",
        all_phrases=f"{held}({' AND '.join((*phrases, f'({anything})'))})" if phrases else "",
    )
