"""Programs that are started at the same moment, on a database that is not there yet, or an older one."""

import sqlite3
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from tests.workbench.store.test_migrations import backups, names_in, older
from workbench.sample import SAMPLE_ID
from workbench.search import SearchIndex
from workbench.store import Store
from workbench.store.database.migrations import STEPS

PROGRAMS = 4
ROUNDS = 50

# Does with each path that it is sent what a program does first with a database; prints what came of it.
BEGIN = """
import sys
from pathlib import Path
import sqlite_utils  # so that all come to the database at once
from workbench.sample import begin_with_the_sample, sample_session
from workbench.search import SearchIndex
from workbench.store import Store
what = sys.argv[1]
begin_with_the_sample(Store(Path(sys.argv[2])))
print("ready", flush=True)
for line in sys.stdin:
    path = Path(line.rstrip("\\n"))
    try:
        if what == "sample":
            begin_with_the_sample(Store(path)) if sys.argv[3] in "01" else sample_session(Store(path))
        elif what == "list":
            Store(path).sessions.list()
        else:
            SearchIndex(path).take_text("a.md", b"Ada: So it is.", key=sys.argv[2])
        print("done", flush=True)
    except Exception as error:
        print(repr(error), flush=True)
"""


@contextmanager
def programs(what: str, folder: Path) -> Generator[Sequence["subprocess.Popen[str]"]]:
    """Start programs that wait for paths; none outlives this."""
    with ExitStack() as stack:
        started: list[subprocess.Popen[str]] = []
        for number in range(PROGRAMS):
            command = [sys.executable, "-c", BEGIN, what, str(folder / f"own-{number}.db"), str(number)]
            pipe = subprocess.PIPE
            one = stack.enter_context(subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True))
            stack.callback(one.kill)
            started.append(one)
        for one in started:
            assert one.stdout is not None
            assert one.stdout.readline() == "ready\n"
        yield started


def at_once(started: Sequence["subprocess.Popen[str]"], path: Path) -> list[str]:
    """Let all begin with a path, and return what each says."""
    for one in started:
        assert one.stdin is not None
        one.stdin.write(f"{path}\n")
        one.stdin.flush()
    return [one.stdout.readline().strip() for one in started if one.stdout is not None]


def integrity(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchone()[0]


@pytest.mark.thorough
def test_the_sample_is_made_once_whoever_comes_first(tmp_path: Path) -> None:
    """At a start or by its button, in folders that are not there either: no program fails, and the sample is there
    whole, with one run."""
    with programs("sample", tmp_path) as started:
        for number in range(ROUNDS // 3):  # each program proves and writes the sample, which takes longest
            path = tmp_path / str(number) / "workbench.db"
            assert at_once(started, path) == ["done"] * PROGRAMS
            (summary,) = Store(path).sessions.list()
            assert summary.session.session_id == SAMPLE_ID
            assert [run.number for run in Store(path).runs.list(SAMPLE_ID)] == [1]
            assert integrity(path) == "ok"
            assert [one.name for one in path.parent.iterdir()] == [path.name]


@pytest.mark.thorough
@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_an_older_database_is_migrated_once(tmp_path: Path, mode: str) -> None:
    """By programs, as by the threads of one: one backup, which is whole; also where somebody had switched it to WAL."""
    with programs("list", tmp_path) as started:
        for number in range(ROUNDS):
            folder = tmp_path / str(number)
            folder.mkdir()
            path = older(folder / "workbench.db")
            with closing(sqlite3.connect(path)) as connection:
                connection.execute(f"PRAGMA journal_mode = {mode}")
            assert at_once(started, path) == ["done"] * PROGRAMS
            assert names_in(path) == list(STEPS)
            (backup,) = backups(folder)
            assert names_in(backup) == ["sessions"]
            assert (integrity(path), integrity(backup)) == ("ok", "ok")


@pytest.mark.thorough
def test_a_new_index_takes_what_all_bring(tmp_path: Path) -> None:
    """Each program's source is in it."""
    with programs("index", tmp_path) as started:
        for number in range(ROUNDS):
            path = tmp_path / str(number) / "ask.db"
            assert at_once(started, path) == ["done"] * PROGRAMS
            assert len(SearchIndex(path).sources()) == PROGRAMS
            assert integrity(path) == "ok"


def test_a_sample_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    """Who comes second gets the first one's, with what a person has done to it."""
    from workbench.sample import _add_sample  # pyright: ignore[reportPrivateUsage]

    store = Store(tmp_path / "workbench.db")
    renamed = store.sessions.rename(_add_sample(store), "Mine")
    assert _add_sample(store) == renamed
    assert len(store.runs.list(SAMPLE_ID)) == 1
