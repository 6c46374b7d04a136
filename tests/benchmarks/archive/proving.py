"""A program that reads an archive and proves a table of quotes in it; prints JSON: its seconds, its memory, a digest.

`python -m tests.benchmarks.archive.proving FOLDER TABLE INDEX EXECUTOR [AGAINST]`. The workers have done some work
before their time counts: how long they need to start is said apart.
"""

import csv
import hashlib
import json
import resource
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from core.transcripts.readers import read_transcript
from tests.benchmarks.indexing import peak
from tests.benchmarks.transcripts import SAMPLE
from workbench.archive.asked_quotes import AskedQuote
from workbench.archive.executors import ExecutorChoice, ExecutorKind, WorkerPool, open_executor
from workbench.archive.index_archive import ArchiveFolders, index_archive
from workbench.archive.prove_archive import Against, ArchiveProof, prove_archive
from workbench.archive.talks_to_ask import ProvingArchive
from workbench.search import SearchIndex

WORKERS = 2


class ProvingRun(NamedTuple):
    """What a run said: seconds of the clock, memory in KB, and the digest of all rows."""

    index_seconds: float
    start_seconds: float
    prove_seconds: float
    index_peak: int
    peak: int
    worker_peak: int
    talks: int
    rows: int
    digest: str


def _nothing(*_: object) -> None:
    """Tell nobody how far it is."""


def read_sample() -> int:
    """Read a transcript where the work is done, so that what is needed for that is there."""
    return len(read_transcript(SAMPLE.read_bytes(), SAMPLE.name).turns)


def _warm(pool: WorkerPool) -> None:
    for future in [pool.executor.submit(read_sample) for _ in range(4 * WORKERS)]:
        future.result()


def digest_of(rows: Iterable[ArchiveProof], folder: Path) -> str:
    """Return a digest of rows, wherever their folder stands."""
    digest = hashlib.sha256()
    for row in rows:
        digest.update(row.model_copy(update={"talk": row.talk.removeprefix(str(folder))}).model_dump_json().encode())
    return digest.hexdigest()


def prove_all(folder: Path, table: Path, library: SearchIndex, kind: ExecutorKind, against: Against) -> ProvingRun:
    """Bring the index up to date and prove the quotes of a table."""
    choice = ExecutorChoice(kind, WORKERS)
    began = time.monotonic()
    taken = index_archive(ArchiveFolders([folder], {}, library), choice, _nothing)
    indexed, index_peak = time.monotonic() - began, peak()
    with table.open(encoding="utf-8", newline="") as file:
        asked = [AskedQuote(*row) for row in csv.reader(file)][1:]
    talks = library.talks(taken.keys)
    began = time.monotonic()
    with open_executor(choice) as pool:
        _warm(pool)
        started = time.monotonic() - began
        began = time.monotonic()
        with prove_archive(ProvingArchive(talks, [str(folder)], library, pool), asked, against) as found:
            proved = time.monotonic() - began
            assert not found.unreadable
            rows, digest = len(found), digest_of(found.rows(), folder)
    worker = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return ProvingRun(indexed, started, proved, index_peak, peak(), worker, len(talks), rows, digest)


def main(folder: str, table: str, index: str, executor: str, against: str = "own") -> None:
    """Print what a run said."""
    library = SearchIndex(Path(index))
    run = prove_all(Path(folder).resolve(), Path(table), library, ExecutorKind(executor), Against(against))
    sys.stdout.write(json.dumps(run._asdict()))


if __name__ == "__main__":
    main(*sys.argv[1:])
