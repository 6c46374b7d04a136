"""The index: memory that does not grow with the number of files, and questions that cost what FTS5 costs.

The transcripts have 60 KB each. Five and a hundred of them.
"""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from core.answers.diversity import select_diverse
from core.answers.query_terms import read_question
from tests.benchmarks.measure import ratio_of
from tests.benchmarks.registry import NotMeasured, at_most
from tests.benchmarks.transcripts import write_transcripts
from workbench.search import SearchIndex
from workbench.search.fts_query import expression_of

ROOT = Path(__file__).parents[2]
FEW, MANY = 5, 100
MOST_MEMORY = 5
MOST_TIME = 3
FOUND = 50
QUESTIONS = (
    "What do people say about the clock and its brass arm?",
    "Why would nobody trust the numbers of the tide table?",
    "What is the keeper of the archive arguing about?",
    'Who said "a bad number" was like a bad clock?',
)


class Made(NamedTuple):
    """Transcripts, and an index of them made by a program of its own."""

    folder: Path
    library: SearchIndex
    peak: int


def indexed(place: Path, count: int) -> Made:
    """Write so many transcripts and take them in; also again, which opens none."""
    library, folder = SearchIndex(place / "ask.db"), place / "sources"
    library.take_text("empty.txt", b"", key="empty")
    write_transcripts(folder, count)
    command = [sys.executable, "-m", "tests.benchmarks.indexing", str(library.path), str(folder)]
    said = [json.loads(subprocess.run(command, capture_output=True, check=True, cwd=ROOT).stdout) for _ in range(2)]
    assert [(one["added"], one["opened"]) for one in said] == [(count, count), (0, 0)]
    return Made(folder, library, said[0]["peak"])


@lru_cache(maxsize=1)
def many() -> Made:
    """Return an index of many transcripts, which lasts as long as the process."""
    return indexed(Path(_folder().name), MANY)


@lru_cache(maxsize=1)
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="benchmarks-")


@at_most("search: memory for twenty times the transcripts", MOST_MEMORY)
def memory() -> float:
    """Taken in by a program of its own; this is no time."""
    if not many().peak:
        raise NotMeasured("this system does not say how much memory a program had")
    with TemporaryDirectory() as place:
        return many().peak / indexed(Path(place), FEW).peak


@at_most("search: four questions against bare queries of FTS5", MOST_TIME)
def questions() -> float:
    """For each fifty passages with their places, texts, highlights, and diversity: beside what FTS5 needs for the
    numbers of the fifty best, the same words in the same index, asked as its documentation says over a connection that
    is open already."""
    asked = [(question, expression_of(read_question(question))) for question in QUESTIONS]
    library = many().library

    def answer() -> None:
        for question, _ in asked:
            assert select_diverse([hit.citation for hit in library.search(question, most=FOUND)]).kept

    with closing(sqlite3.connect(library.path)) as connection:

        def bare() -> None:
            query = "SELECT rowid FROM passages_fts WHERE passages_fts MATCH ? ORDER BY rank LIMIT ?"
            for _, expression in asked:
                match = expression.all_phrases or expression.any_word
                assert len(connection.execute(query, (match, FOUND)).fetchall()) > 0

        return ratio_of(answer, bare, most=MOST_TIME)
