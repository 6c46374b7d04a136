"""Runs of a program that proves quotes in a made archive: by each executor in turn, from the same index."""

import csv
import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.benchmarks.archive.made_archive import QUOTES, SIZE, asked_quotes, plan_of, write_archive
from tests.benchmarks.archive.proving import ProvingRun
from workbench.archive.asked_quotes import AskedQuote
from workbench.archive.executors import ExecutorKind
from workbench.archive.prove_archive import Against

ROOT = Path(__file__).parents[3]


class PreparedArchive(NamedTuple):
    """A made archive, the file of its index, and the run that made the index."""

    folder: Path
    index_file: Path
    indexing: ProvingRun


@lru_cache(maxsize=1)
def _place() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="benchmarks-archive-")


def _run(folder: Path, table: Path, index: Path, *more: str) -> ProvingRun:
    command = [sys.executable, "-m", "tests.benchmarks.archive.proving", *map(str, (folder, table, index)), *more]
    done = subprocess.run(command, capture_output=True, check=True, cwd=ROOT)
    return ProvingRun(**json.loads(done.stdout))


def write_table(table: Path, quotes: Iterable[AskedQuote]) -> Path:
    """Write quotes as they are asked for."""
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(AskedQuote._fields)
        writer.writerows(quotes)
    return table


@lru_cache(maxsize=4)
def prepared(talks: int, size: int = SIZE) -> PreparedArchive:
    """Return an archive that lasts as long as the process; its index is made by a program that proves one quote."""
    place = Path(_place().name)
    folder, index = place / f"{talks} of {size}", place / f"{talks} of {size}.db"
    write_archive(folder, talks, plan_of()._replace(size=size))
    one = write_table(index.with_suffix(".one.csv"), islice(asked_quotes(1), 1))
    return PreparedArchive(folder, index, _run(folder, one, index, "processes"))


def proven(talks: int, kind: ExecutorKind, table: Path, against: Against = Against.OWN) -> ProvingRun:
    """Prove the quotes of a table in a program that has kept no result."""
    made = prepared(talks)
    index = made.index_file.with_suffix(f".{kind}.db")
    shutil.copyfile(made.index_file, index)
    return _run(made.folder, table, index, kind, against)


@lru_cache(maxsize=2)
def by_each_executor(talks: int, rounds: int) -> dict[ExecutorKind, ProvingRun]:
    """Return the fastest run of each executor, their rounds alternating; all of them say the same."""
    table = write_table(prepared(talks).index_file.with_suffix(".csv"), asked_quotes(talks))
    runs = [{kind: proven(talks, kind, table) for kind in ExecutorKind} for _ in range(rounds)]
    said = {(run.rows, run.digest) for one in runs for run in one.values()}
    assert said == {(talks * QUOTES, next(iter(said))[1])}, said
    return {kind: min((one[kind] for one in runs), key=lambda run: run.prove_seconds) for kind in ExecutorKind}
