"""Where the words of a question occur in the found texts, regardless of endings and accents, as in the index."""

import contextlib
import re
import sqlite3
from collections.abc import Iterator, Sequence

from core.answers.query_terms import Question, matches, with_spaced_pairs
from core.span import Span
from workbench.search.fts_query import expression_of
from workbench.search.schema import TOKENIZER

_MARKERS = tuple(map(chr, range(0xFDD0, 0xFDF0)))  # characters that texts do not contain


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


def _by_the_index(asked: str, texts: Sequence[str], markers: Sequence[str]) -> list[list[Span]]:
    """Return each text with FTS5's marks; a small index of these texts costs less than a query of the large one."""
    found: list[list[Span]] = [[] for _ in texts]
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        tokenizer = TOKENIZER.replace("'", "''")
        connection.execute(f"CREATE VIRTUAL TABLE shown USING fts5 (text, tokenize = '{tokenizer}')")
        # FTS5 would end a text at a NUL.
        connection.executemany("INSERT INTO shown VALUES (?)", ((text.replace("\0", " "),) for text in texts))
        query = "SELECT rowid, highlight(shown, 0, ?, ?) FROM shown WHERE shown MATCH ?"
        for number, marked in connection.execute(query, (*markers, asked)):
            found[number - 1] += _between(marked, *markers)
    return found


def highlights_of(question: Question, texts: Sequence[str]) -> list[tuple[Span, ...]]:
    """Return the spans of the question's words in each text: code points, half-open, in order, never overlapping.

    Adjacent words of a phrase are one span. Words are compared as in the index: `complaints` is `complaint`.
    """
    asked, present = expression_of(question).any_word, set[str]().union(*texts)
    markers = [char for char in _MARKERS if char not in present][:2]
    found = _by_the_index(asked, texts, markers) if asked and len(markers) == 2 else [list[Span]() for _ in texts]
    for own, text in zip(found, texts, strict=True):
        if with_spaced_pairs(text):
            own.extend(matches(question, text))
    return [_joined(own) for own in found]
