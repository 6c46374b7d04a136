"""A concordance of an archive against the bare tools that it stands on: FTS5's MATCH, and RE2 over the same text."""

import sqlite3
from contextlib import closing
from functools import partial
from importlib import import_module
from typing import Any

from tests.benchmarks.archive.archive_runs import prepared
from tests.benchmarks.measure import ratio_of
from workbench.archive.search.concordance import ConcordanceWish, WordForm
from workbench.archive.search.search_archive import search_archive
from workbench.archive.search.searched_archive import SearchedArchive
from workbench.search import SearchIndex

LINES = 100
MOST = 3
WORDS = ("keeper", "the tide", "brass arm")
PATTERN = r"\b[Tt]id(?:e|al)\w*"


def _archive(talks: int) -> SearchedArchive:
    library = SearchIndex(prepared(talks).index_file)
    return SearchedArchive(library, library.talks(source.key for source in library.sources()))


def _search(archive: SearchedArchive, form: WordForm, *asked: str) -> None:
    for words in asked:
        assert search_archive(archive, ConcordanceWish(words=words, form=form, limit=LINES)).total


def against_match(talks: int) -> float:
    """Return how many bare queries for the hundred best passages a concordance of words costs, which counts all places
    by speaker and talk."""
    archive = _archive(talks)
    with closing(sqlite3.connect(archive.library.path)) as connection:

        def bare() -> None:
            query = "SELECT rowid FROM passages_fts WHERE passages_fts MATCH ? ORDER BY rank LIMIT ?"
            for asked in WORDS:
                assert connection.execute(query, (f'"{asked}"', LINES)).fetchall()

        return ratio_of(partial(_search, archive, WordForm.WORDS, *WORDS), bare, most=MOST)


def against_re2(talks: int) -> float:
    """Return how many searches of RE2, in the text of all passages in memory, a concordance of a pattern costs."""
    archive = _archive(talks)
    with closing(sqlite3.connect(archive.library.path)) as connection:
        text = "\n".join(lead for (lead,) in connection.execute("SELECT lead FROM passages"))
    re2: Any = import_module("re2")  # the package has no types
    compiled = re2.compile(PATTERN)
    return ratio_of(
        partial(_search, archive, WordForm.REGEX, PATTERN), lambda: list(compiled.finditer(text)), most=MOST
    )
