"""What keeps the index apart from what a person types, from files that are not its own, and from needless reading."""

import contextlib
import os
import re
import sqlite3
import sys

import pytest

from core.answers.query_terms import Question, read_question
from tests.workbench.search.making import Folder
from workbench.search import IndexFileError, SearchIndex, SearchScope
from workbench.search.fts_query import expression_of

_IN_MARKS = re.compile(r'"(?:[^"]|"")*"')


@pytest.mark.parametrize("search_in", SearchScope)
@pytest.mark.parametrize(
    "question",
    [
        read_question("harbour NOT spring"),
        read_question("NEAR(lead rank, 2) AND rest : clock* ^first -second"),
        read_question('"to be OR not to be" follow-ups 価格'),
        Question(words=('one" OR "two', '"', "''"), phrases=('a" NOT "b', '"" c')),
    ],
    ids=["operators", "syntax", "phrases", "marks"],
)
def test_every_word_that_is_typed_stands_in_marks(question: Question, search_in: SearchScope) -> None:
    """Outside them are the operators of our own alone, so that no word is ever one."""
    for asked in expression_of(question, search_in):
        outside = _IN_MARKS.sub(" ", asked).replace("(", " ").replace(")", " ").replace("{lead spaced_lead} :", " ")
        assert set(outside.split()) <= {"AND", "OR"}


def test_a_database_of_others_keeps_its_bytes(library: SearchIndex, folder: Folder) -> None:
    """Whatever becomes of the attempt to take sources into it."""
    library.path.parent.mkdir()
    with contextlib.closing(sqlite3.connect(library.path)) as connection, connection:
        connection.execute("CREATE TABLE mine (words TEXT)")
    before = library.path.read_bytes()
    for take in (lambda: library.take_in([folder.path]), lambda: library.take_text("a.md", b"Ada: A clock.", key="a")):
        with contextlib.suppress(IndexFileError, sqlite3.Error):
            take()
        assert library.path.read_bytes() == before


def test_what_has_not_changed_is_not_opened(library: SearchIndex, folder: Folder) -> None:
    """A file that is new, or newly written, is; one with a new time is looked at, and stays as it is."""
    other = folder.write("other.md", "**Ada:** Rain.\n")
    assert library.take_in([folder.path]).opened == 2
    assert library.take_in([folder.path]).opened == 0
    folder.touch("talk.md")
    folder.write("other.md", "**Ada:** Snow.\n")
    taken = library.take_in([folder.path])
    assert (taken.opened, taken.changed, taken.unchanged) == (2, (str(other),), (folder.key("talk.md"),))


def test_what_is_forgotten_leaves_no_words_behind(library: SearchIndex, folder: Folder) -> None:
    """Neither its passages nor the text that they are slices of."""
    library.take_in([folder.path])
    library.forget(folder.key("talk.md"))
    with contextlib.closing(sqlite3.connect(library.path)) as connection:
        query = "SELECT (SELECT count(*) FROM passages), (SELECT count(*) FROM texts)"
        counts = connection.execute(query).fetchone()
    assert counts == (0, 0)


def test_a_folder_that_lets_nobody_look_keeps_its_sources(
    library: SearchIndex, folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot be seen at the moment is not gone."""
    folder.write("season/one.md", "**Ada:** Rain.\n")
    library.take_in([folder.path])
    look = os.scandir

    def hindered(path: str) -> object:
        if str(path).endswith("season"):
            raise PermissionError(13, "Permission denied")
        return look(path)

    monkeypatch.setattr(os, "scandir", hindered)
    taken = library.take_in([folder.path])
    assert (taken.removed, [one.name for one in taken.unreadable]) == ((), ["season"])
    assert len(library.sources()) == 2


def test_a_source_more_is_not_compared_with_all_others(library: SearchIndex, folder: Folder) -> None:
    """What is looked up for each source is found by an index: a folder of 100,000 files would take the square."""
    library.take_in([folder.path])
    with contextlib.closing(sqlite3.connect(library.path)) as connection:
        for lookup in ("SELECT 1 FROM sources WHERE key = ?", "SELECT 1 FROM sources WHERE stem = ?"):
            plan = connection.execute(f"EXPLAIN QUERY PLAN {lookup}", ("x",)).fetchall()
            assert [row[3].split(" USING ")[0] for row in plan] == ["SEARCH sources"], lookup


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are POSIX's")
def test_a_folder_of_its_own_is_for_its_owner_alone(library: SearchIndex, folder: Folder) -> None:
    """Transcripts may be confidential."""
    library.take_in([folder.path])
    assert library.path.parent.stat().st_mode & 0o077 == 0
