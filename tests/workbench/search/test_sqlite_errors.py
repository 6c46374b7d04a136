"""A file or a disk that refuses: a message that says what, where and what to do; what can be made anew is."""

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.workbench.search.making import Folder, contents, ids, talk
from workbench.search import DamagedIndex, ForeignFile, IndexFileError, LockedIndex, SearchIndex, UnreachableIndex

ROOT = Path(__file__).parents[3]
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="permissions and limits are POSIX's")
PAGE = 4096


def is_said(message: str, path: Path, *words: str) -> None:
    """Check the words of an error: where, what, what to do, and nothing of the program's insides."""
    assert message.startswith(f"{path}: ")
    for word in (*words, ". "):
        assert word in message
    for never in ("Traceback", "sqlite", "Errno", "Error", "malformed"):
        assert never not in message


def asked(library: SearchIndex, folder: Folder) -> list[Callable[[], object]]:
    """Return everything that may be asked of a library."""
    return [
        lambda: library.search("clock"),
        library.sources,
        library.collections,
        lambda: library.context("0#1"),
        lambda: library.source_text("0#1"),
        lambda: library.forget(folder.key("0.md")),
        lambda: library.take_in([folder.path]),
    ]


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """A folder with thirty talks and a short one, which no test changes."""
    folder = Folder(tmp_path_factory.mktemp("trouble") / "sources")
    folder.write("talk.md", talk("The tide clock stood still.", "Nobody wound it."))
    for number in range(30):
        folder.write(f"{number}.md", talk(*(f"Clock {number} says {word}." for word in ("tick", "tock") * 20)))
    return folder


@pytest.fixture(scope="module")
def index(talks: Folder) -> bytes:
    """An index of them, enough for every kind of page."""
    library = SearchIndex(talks.path.parent / "ask.db")
    library.take_in([talks.path])
    return library.path.read_bytes()


@pytest.fixture
def taken(library: SearchIndex, index: bytes) -> SearchIndex:
    """A library with the talks."""
    library.path.parent.mkdir()
    library.path.write_bytes(index)
    return library


def spoil(path: Path, start: int, end: int, seed: int) -> None:
    """Write noise over a part of a file."""
    data = bytearray(path.read_bytes())
    data[start:end] = random.Random(seed).randbytes(len(data[start:end]))
    path.write_bytes(data)


@pytest.mark.parametrize("how", ["noise", "cut", "cut short", "search index"])
def test_a_damaged_index_is_said_and_made_anew(taken: SearchIndex, talks: Folder, how: str) -> None:
    """Who searches is told to take the sources in again; that makes it anew, says so, and all is as it was, though no
    source has changed."""
    before = contents(taken)
    if how == "noise":
        spoil(taken.path, PAGE, taken.path.stat().st_size, 1)
    elif how == "cut":
        os.truncate(taken.path, PAGE * 3)
    elif how == "cut short":
        os.truncate(taken.path, 100)  # which SQLite would take for an empty file
    else:
        with closing(sqlite3.connect(taken.path)) as connection, connection:
            connection.execute("DELETE FROM passages_fts_data WHERE id > 10")
    with pytest.raises(DamagedIndex) as caught:
        taken.search("clock")
    is_said(str(caught.value), taken.path, "damaged", "Nothing is lost", "add the sources again")
    again = taken.take_in([talks.path])
    assert "rebuilt" in again.notice
    assert len(again.added) == 31
    assert contents(taken) == before
    assert taken.take_in([talks.path]).notice == ""


@pytest.mark.parametrize("seed", range(12))
def test_noise_anywhere_is_damage_and_no_crash(taken: SearchIndex, talks: Folder, seed: int) -> None:
    """Whatever part of a file is spoilt: an answer or an error of ours, and a whole index where it was found out."""
    size = taken.path.stat().st_size
    start = random.Random(seed).randrange(PAGE, size)
    spoil(taken.path, start, start + 3_000, seed)
    found = 0
    for ask in asked(taken, talks):
        try:
            ask()
        except IndexFileError as error:
            found += 1
            is_said(str(error), taken.path)
    taken.take_in([talks.path])
    if found:
        assert len(taken.sources()) == 31
        assert len(contents(taken)) == 30 * 40 + 2


def test_what_is_no_index_is_never_touched(library: SearchIndex, folder: Folder) -> None:
    """A text, noise, a database of something else: everything refuses, and the bytes stay."""
    library.path.parent.mkdir()
    with closing(sqlite3.connect(library.path)) as connection, connection:
        connection.execute("CREATE TABLE mine (words TEXT)")
    other = library.path.read_bytes()
    for data in (other, b"My notes. " * 100, random.Random(3).randbytes(20_000), b"SQLite format 3\0", b"x"):
        library.path.write_bytes(data)
        for ask in asked(library, folder):
            with pytest.raises(ForeignFile) as caught:
                ask()
            is_said(str(caught.value), library.path, "not an index of this program", "left as it is", "--index PATH")
        assert library.path.read_bytes() == data
    library.path.write_bytes(b"")
    assert library.search("clock") == ()
    assert len(library.take_in([folder.path]).added) == 1


def test_an_index_of_another_version_is_made_anew(taken: SearchIndex, talks: Folder) -> None:
    """Searching says so and leaves it to the other version; taking in makes it anew."""
    with closing(sqlite3.connect(taken.path)) as connection, connection:
        connection.execute("PRAGMA user_version = 99")
        connection.execute("CREATE TABLE of_tomorrow (x)")
    data = taken.path.read_bytes()
    for ask in asked(taken, talks)[:-2]:
        with pytest.raises(DamagedIndex, match="another version of this program made this index"):
            ask()
    assert taken.path.read_bytes() == data
    assert taken.take_in([talks.path / "0.md"]).notice
    assert [source.name for source in taken.sources()] == ["0.md"]
    assert taken.take_text("a.md", b"Ada: A clock.", key="a").notice == ""


def test_one_writer_at_a_time(taken: SearchIndex, folder: Folder) -> None:
    """While another program takes sources in, questions are answered; who wants to take in too waits, then says so."""
    new = folder.write("new.md", talk("Another clock."))
    with closing(sqlite3.connect(taken.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert len(taken.search("clock")) == 50
        with pytest.raises(LockedIndex) as caught:
            taken.take_in([new])
        is_said(str(caught.value), taken.path, "another program", "Try again", "only the missing sources are read")
        other.execute("COMMIT")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(LockedIndex):
            taken.search("clock")
    assert taken.take_in([new]).added == (folder.key("new.md"),)


def test_a_damaged_index_is_not_thrown_away_under_a_writer(taken: SearchIndex, talks: Folder) -> None:
    """Of another version, and in use: who wants to make it anew waits, then says so."""
    with closing(sqlite3.connect(taken.path, isolation_level=None)) as other:
        other.execute("PRAGMA user_version = 99")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LockedIndex):
            taken.take_in([talks.path])
    assert taken.take_in([talks.path]).notice


@pytest.mark.parametrize("how", ["a folder", "under a file", "too long"])
def test_where_no_index_can_be(library: SearchIndex, folder: Folder, how: str) -> None:
    """The path itself is said to be the trouble."""
    path = {
        "a folder": folder.path,
        "under a file": folder.path / "talk.md" / "ask.db",
        "too long": folder.path / ("x" * 300) / "ask.db",
    }[how]
    for ask in asked(SearchIndex(path), folder):
        with pytest.raises(UnreachableIndex) as caught:
            ask()
        is_said(str(caught.value), path, "cannot be opened", "--index PATH")


@pytest.fixture
def public() -> Iterator[Path]:
    """A place that a user without rights can get to, with sources and three indexes of the first of them."""
    place = Path(tempfile.mkdtemp())
    place.chmod(0o755)
    folder = Folder(place / "sources")
    folder.write("0.md", talk("The first clock."))
    for name in ("file", "folder", "unreadable"):
        SearchIndex(place / name / "ask.db").take_in([folder.path])
    for number in range(1, 9):
        folder.write(f"{number}.md", talk(*(f"Clock {number}, {word}." for word in ("tick", "tock") * 100)))
    for path in (folder.path, *folder.path.iterdir()):
        path.chmod(0o755)
    yield place
    for path in [place, *place.rglob("*")]:
        path.chmod(0o777)
    shutil.rmtree(place)


def hindered(how: str, place: Path) -> dict[str, Any]:
    """Return what the library says in a program that is hindered."""
    command = [sys.executable, "-m", "tests.workbench.search.hindered", how, str(place)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@POSIX
def test_what_may_not_be_written_can_be_searched(public: Path) -> None:
    """A file, and a folder, without the right to write: questions are answered, what is unchanged needs no writing,
    and what is new is refused; the bytes stay."""
    for name, mode in (("file", 0o444), ("folder", 0o666), ("unreadable", 0o000)):
        (public / name / "ask.db").chmod(mode)
        (public / name).chmod(0o777 if name == "file" else 0o555)
    before = {name: (public / name / "ask.db").read_bytes() for name in ("file", "folder")}
    found = hindered("read-only", public)
    for name, data in before.items():
        path = public / name / "ask.db"
        assert found[f"{name}: take in"]["error"] == "ReadOnlyIndex"
        is_said(found[f"{name}: take in"]["message"], path, "may be read but not written", "--index PATH")
        assert (found[f"{name}: search"], found[f"{name}: unchanged"]) == (["0#1"], 1)
        assert path.read_bytes() == data
    assert found["new"]["error"] == "ReadOnlyIndex"
    for name, path in (("unreadable", "unreadable/ask.db"), ("new folder", "folder/new/ask.db")):
        assert found[name]["error"] == "UnreachableIndex"
        is_said(found[name]["message"], public / path, "--index PATH")


@POSIX
def test_a_full_disk_leaves_what_was_there(public: Path) -> None:
    """What was taken in before is found, and the rest can be taken in when there is room."""
    found = hindered("full", public)
    assert found["take in"]["error"] == "FullIndexDisk"
    is_said(found["take in"]["message"], public / "file" / "ask.db", "may be full", "Make room")
    assert found["search"] == ["0#1"]
    assert found["later"] == 8
    assert len(ids(SearchIndex(public / "file" / "ask.db").search("clock"))) == 50
