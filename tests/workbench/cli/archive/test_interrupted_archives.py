"""What an archive says is the same from every executor, whatever is killed, and whatever becomes of its index."""

import contextlib
import json
import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.archive.archive_runs import ROOT, write_table
from tests.benchmarks.archive.made_archive import asked_quotes, plan_of, write_archive
from tests.benchmarks.archive.proving import prove_all
from tests.workbench.conftest import Workbench
from tests.workbench.jobs.runs.acting import until
from workbench.archive.executors import ExecutorChoice, ExecutorKind
from workbench.archive.index_archive import ArchiveFolders, index_archive
from workbench.archive.prove_archive import Against
from workbench.search import SearchIndex

TALKS, EACH = 40, 8
PLAN = plan_of()._replace(size=3_000)
SAY = "import sys; from workbench.__main__ import main; sys.exit(main())"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX's")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A made archive, and a table of quotes of each talk, one of eight changed."""
    place = tmp_path_factory.mktemp("interrupted")
    write_archive(place / "archive", TALKS, PLAN)
    write_table(place / "quotes.csv", asked_quotes(TALKS, EACH, PLAN))
    return place


def digest(place: Path, index: Path, kind: ExecutorKind) -> str:
    """Return the digest of all rows."""
    run = prove_all(place / "archive", place / "quotes.csv", SearchIndex(index), kind, Against.OWN)
    assert run.rows == TALKS * EACH
    return run.digest


@pytest.fixture(scope="module")
def expected(place: Path) -> str:
    """The digest of a run that nobody disturbed, in this process."""
    return digest(place, place / "first.db", ExecutorKind.SERIAL)


@pytest.mark.parametrize("kind", ["processes", pytest.param("dask", marks=pytest.mark.thorough)])
def test_every_executor_says_the_same(place: Path, tmp_path: Path, expected: str, kind: str) -> None:
    """From an index that it makes itself, and again from what is kept there."""
    for _ in range(2):
        assert digest(place, tmp_path / "index.db", ExecutorKind(kind)) == expected


def test_a_worker_that_is_killed_changes_nothing(place: Path, tmp_path: Path, expected: str) -> None:
    """In the middle of reading: what it had under way is read by another."""
    killed: list[int] = []

    def kill(done: int, *_: object) -> None:
        if done == TALKS // 2 and not killed:
            (worker, *_others) = multiprocessing.active_children()
            os.kill(worker.pid or 0, signal.SIGKILL)
            killed.append(worker.pid or 0)

    library = SearchIndex(tmp_path / "index.db")
    index_archive(ArchiveFolders([place / "archive"], {}, library), ExecutorChoice(workers=2), kill)
    assert len(killed) == 1
    assert digest(place, library.path, ExecutorKind.SERIAL) == expected


def command(place: Path, index: Path) -> list[str]:
    words = ["archive", "prove", str(place / "archive"), "--quotes", str(place / "quotes.csv"), "--json"]
    return [sys.executable, "-c", SAY, *words, "--index", str(index), "--executor", "serial"]


def rows_of(place: Path, index: Path) -> Any:
    """Return the rows that the command prints, in a process of its own."""
    done = subprocess.run(command(place, index), capture_output=True, check=False, cwd=ROOT)
    assert done.returncode == 1, done.stderr
    return json.loads(done.stdout)


def results_in(index: Path) -> int:
    """Return how many results are kept, as far as can be seen."""
    with (
        contextlib.suppress(sqlite3.Error),
        contextlib.closing(sqlite3.connect(f"{index.as_uri()}?mode=ro", uri=True)) as file,
    ):
        return file.execute("SELECT count(*) FROM results").fetchone()[0]
    return 0


@pytest.mark.thorough
def test_a_command_that_is_killed_goes_on(place: Path, tmp_path: Path) -> None:
    """Once it has kept something, and two that prove the same at once disturb each other no more."""
    index = tmp_path / "index.db"
    with subprocess.Popen(command(place, index), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT) as one:
        until(lambda: results_in(index) > 0 or one.poll() is not None)
        one.kill()
    rows = rows_of(place, index)
    assert rows == rows_of(place, tmp_path / "undisturbed.db")
    together = [
        subprocess.Popen(command(place, tmp_path / "together.db"), stdout=subprocess.PIPE, cwd=ROOT) for _ in range(2)
    ]
    assert [json.loads(one.communicate()[0]) for one in together] == [rows, rows]


def test_an_index_that_is_spoiled_is_made_anew(
    workbench: Workbench, place: Path, tmp_path: Path, expected: str
) -> None:
    """Deleted, cut, or of another version: the next command reads the files again. What is no index is not touched."""
    index = tmp_path / "index.db"
    whole = digest(place, index, ExecutorKind.SERIAL)
    assert whole == expected
    index.unlink()
    assert digest(place, index, ExecutorKind.SERIAL) == whole
    os.truncate(index, index.stat().st_size // 2)
    assert digest(place, index, ExecutorKind.SERIAL) == whole
    with contextlib.closing(sqlite3.connect(index)) as file:
        file.execute("PRAGMA user_version = 1")
    assert digest(place, index, ExecutorKind.SERIAL) == whole
    index.write_bytes(b"\xff\x00garbage" * 500)
    done = workbench("archive", "index", place / "archive", "--index", index, "--executor", "serial")
    assert (done.code, index.read_bytes()[:9]) == (2, b"\xff\x00garbage")
    assert str(index) in done.err
