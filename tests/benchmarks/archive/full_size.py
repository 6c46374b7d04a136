"""Benchmarks of an archive at full size, for a person to measure by hand: 2,000 talks take many minutes."""

from collections.abc import Callable, Iterator
from functools import partial

from tests.benchmarks.archive import bench_archive as small
from tests.benchmarks.archive.archive_runs import by_each_executor, prepared, proven, write_table
from tests.benchmarks.archive.concordances import MOST, against_match, against_re2
from tests.benchmarks.archive.made_archive import asked_quotes
from tests.benchmarks.registry import Benchmark, Measured
from workbench.archive.executors import ExecutorKind
from workbench.archive.prove_archive import Against

MOST_OF_WHO_ASKS, MOST_OF_A_WORKER = 500_000, 400_000  # KB
MOST_SECONDS = 300
ASKED = 1_000


def _faster(talks: int, kind: ExecutorKind) -> Measured:
    runs = by_each_executor(talks, 1)
    seconds = ", ".join(f"{name} {run.prove_seconds:.0f} s" for name, run in runs.items())
    return Measured(small.faster(talks, kind, 1), seconds)


def _indexing(talks: int) -> Measured:
    run = prepared(talks).indexing
    return Measured(run.index_peak / MOST_OF_WHO_ASKS, f"{run.talks:,} files in {run.index_seconds:.0f} s")


def _who_asks(talks: int) -> Measured:
    run = by_each_executor(talks, 1)[ExecutorKind.PROCESSES]
    return Measured(run.peak / MOST_OF_WHO_ASKS, f"{run.rows:,} rows")


def _worker(talks: int) -> Measured:
    return Measured(by_each_executor(talks, 1)[ExecutorKind.PROCESSES].worker_peak / MOST_OF_A_WORKER)


def _against_all(talks: int) -> Measured:
    quotes = asked_quotes(min(talks, ASKED // 20), 20)
    table = write_table(prepared(talks).index_file.with_suffix(".some.csv"), quotes)
    run = proven(talks, ExecutorKind.PROCESSES, table, Against.ALL)
    return Measured(run.prove_seconds / MOST_SECONDS, f"{run.prove_seconds:.0f} s, {run.rows:,} rows")


def _measured(measure: Callable[[int], float], talks: int) -> Measured:
    return Measured(measure(talks))


def benchmarks_at(talks: int) -> Iterator[Benchmark]:
    """Yield the benchmarks of an archive of so many talks."""
    name = f"archive of {talks:,} talks"
    bounds = {ExecutorKind.PROCESSES: small.TIMES_BY_PROCESSES, ExecutorKind.DASK: small.TIMES_BY_DASK}
    yield Benchmark(f"{name}: memory while it is indexed, in 500 MB", 1, "most", partial(_indexing, talks))
    for kind, bound in bounds.items():
        yield Benchmark(f"{name}: {kind}, times faster than serial", bound, "least", partial(_faster, talks, kind))
    yield Benchmark(f"{name}: memory of who asks for all quotes, in 500 MB", 1, "most", partial(_who_asks, talks))
    yield Benchmark(f"{name}: memory of a worker, in 400 MB", 1, "most", partial(_worker, talks))
    for tool, measure in {"bare MATCH": against_match, "RE2": against_re2}.items():
        concordance = partial(_measured, measure, talks)
        yield Benchmark(f"{name}: a concordance against {tool}", MOST, "most", concordance)
    yield Benchmark(f"{name}: {ASKED:,} quotes against all, in 300 s", 1, "most", partial(_against_all, talks))
