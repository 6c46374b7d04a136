"""Turn a question into an FTS5 query, and find its words in the texts that were found.

Every word is in quotation marks, so that none is an operator. Words are lit regardless of endings and accents, as in
the index.
"""

import contextlib
import re
import sqlite3
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.answers.query_terms import Question, matches, pairs_of, with_spaced_pairs
from core.span import Span
from core.text.segmentation import is_unspaced
from workbench.search.index_records import SearchScope
from workbench.search.schema import IN_SUMMARIES, TOKENIZER

_MARKERS = "\ufdd0", "\ufdd1"  # no characters, which belong to no word
_UNMARKED = re.compile("[\ufdd0\ufdd1]")


class FtsQuery(NamedTuple):
    """Three queries: `any_word` finds passages with any word or phrase, `all_phrases` those with every phrase, and
    `telling` those with any word that is no background.

    `all_phrases` is "" if the question has no phrase, `telling` if it has no background; all are "" if it has no words.
    """

    any_word: str
    all_phrases: str
    telling: str = ""


def _quoted(words: str) -> str:
    return '"{}"'.format(words.replace('"', '""').replace("\0", " "))


def _is_run(word: str) -> bool:
    return is_unspaced(word[0])


def word_queries(question: Question, word: str) -> Iterator[str]:
    """Yield the queries for a word of a question and for what is looked for in its place; any of them finds it."""
    if _is_run(word):
        yield from (_quoted(" ".join(pair)) for pair in pairs_of(word))
    else:
        yield from map(_quoted, (word, *question.others(word)))


def _words(question: Question) -> Iterator[str]:
    for word in question.words:
        yield from word_queries(question, word)


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
    rest = question.model_copy(update={"words": tuple(one for one in question.words if one not in question.background)})
    telling = " OR ".join(dict.fromkeys((*_words(rest), *phrases))) if question.background else ""
    return FtsQuery(
        any_word=f"{held}({anything})" if anything else "",
        all_phrases=f"{held}({' AND '.join((*phrases, f'({anything})'))})" if phrases else "",
        telling=f"{held}({telling})" if telling else "",
    )


def _between(marked: str, opening: str, closing: str) -> Iterator[Span]:
    at = start = 0
    for piece in re.split(f"([{opening}{closing}])", marked):
        if piece == opening:
            start = at
        elif piece == closing:
            yield Span(start, at)
        else:
            at += len(piece)


def _joined(spans: Sequence[Span]) -> tuple[Span, ...]:
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.start <= joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return tuple(joined)


def marked_by_the_index(asked: str, texts: Sequence[str]) -> list[list[Span]]:
    """Return where FTS5 marks each text for a query; a small index of these texts costs less than a query of the large
    one."""
    found: list[list[Span]] = [[] for _ in texts]
    texts = [_UNMARKED.sub(" ", text) for text in texts]
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        tokenizer = TOKENIZER.replace("'", "''")
        connection.execute(f"CREATE VIRTUAL TABLE shown USING fts5 (text, tokenize = '{tokenizer}')")
        # FTS5 would end a text at a NUL.
        connection.executemany("INSERT INTO shown VALUES (?)", ((text.replace("\0", " "),) for text in texts))
        query = "SELECT rowid, highlight(shown, 0, ?, ?) FROM shown WHERE shown MATCH ?"
        for number, marked in connection.execute(query, (*_MARKERS, asked)):
            found[number - 1] += _between(marked, *_MARKERS)
    return found


def highlights_of(question: Question, texts: Sequence[str]) -> list[tuple[Span, ...]]:
    """Return the spans of the question's words in each text: code points, half-open, in order, never overlapping.

    Adjacent words of a phrase are one span. Words are compared as in the index: `complaints` is `complaint`.
    """
    asked = expression_of(question).any_word
    found = marked_by_the_index(asked, texts) if asked else [list[Span]() for _ in texts]
    for own, text in zip(found, texts, strict=True):
        if with_spaced_pairs(text):
            own.extend(matches(question, text))
    return [_joined(own) for own in found]
