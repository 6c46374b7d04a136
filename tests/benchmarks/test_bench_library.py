"""The index: memory that does not grow with the number of files, and questions that cost what FTS5 costs.

The transcripts have 60 KB each. Five and a hundred of them; with BENCH_LIBRARY=full a hundred and two thousand, which
takes some minutes.
"""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from core.answers.diversity import select_diverse
from core.answers.query_terms import read_question
from tests.benchmarks.measure import times
from tests.benchmarks.transcripts import write_transcripts
from workbench.search import SearchIndex
from workbench.search.fts_query import expression_of

pytestmark = pytest.mark.benchmark

ROOT = Path(__file__).parents[2]
FULL = os.environ.get("BENCH_LIBRARY") == "full"
FEW, MANY = (100, 2_000) if FULL else (5, 100)
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


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return indexed(tmp_path_factory.mktemp("many"), MANY)


def test_memory_does_not_grow_with_the_number_of_files(many: Made, tmp_path: Path, benchmark: BenchmarkFixture) -> None:
    """Taking in twenty times as many transcripts needs at most five times the memory."""
    few = indexed(tmp_path, FEW)
    ratio = many.peak / few.peak
    benchmark.extra_info["times the memory"] = round(ratio, 2)
    benchmark.extra_info["megabytes"] = round(many.peak / (1 << 10))
    benchmark.pedantic(many.library.sources, rounds=1)
    assert ratio <= MOST_MEMORY


def test_a_question_costs_at_most_three_bare_queries(many: Made, benchmark: BenchmarkFixture) -> None:
    """Four questions, for each fifty passages with their places, texts, highlights, and diversity: beside what FTS5
    needs for the numbers of the fifty best, the same words in the same index, asked as its documentation says over a
    connection that is open already."""
    asked = [(question, expression_of(read_question(question))) for question in QUESTIONS]

    def answer() -> None:
        for question, _ in asked:
            assert select_diverse([hit.citation for hit in many.library.search(question, most=FOUND)]).kept

    with closing(sqlite3.connect(many.library.path)) as connection:

        def bare() -> None:
            query = "SELECT rowid FROM passages_fts WHERE passages_fts MATCH ? ORDER BY rank LIMIT ?"
            for _, expression in asked:
                match = expression.all_phrases or expression.any_word
                assert len(connection.execute(query, (match, FOUND)).fetchall()) > 0

        ratio = times(answer, bare, most=MOST_TIME)
    benchmark.extra_info["times the bare query"] = round(ratio, 2)
    benchmark.pedantic(answer, rounds=1)
    assert ratio <= MOST_TIME
