"""An archive: what more workers gain, what its index costs, and memory that does not grow with it.

Wall time, because that is what workers are for: so these ratios are right on a machine with two cores to itself.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.archive.archive_runs import by_each_executor, prepared
from tests.benchmarks.archive.made_archive import write_archive
from tests.benchmarks.measure import ratio_of
from tests.benchmarks.registry import Case, NotMeasured, at_least, at_most, growth
from workbench.archive.executors import ExecutorKind
from workbench.search import SearchIndex
from workbench.search.read_source import SourceReading, SourceToRead, read_source_file

TALKS = 64  # four groups: two workers have two each
FEW, MANY, SHORT = 90, 450, 12_000  # of so many characters; the first fill every group and batch under way
ROUNDS = 2
TIMES_BY_PROCESSES, TIMES_BY_DASK, INDEX_COST, MORE_MEMORY = 1.7, 1.4, 1.6, 1.1


@at_least("archive: proving in two processes, times faster than in one", TIMES_BY_PROCESSES)
def processes() -> float:
    """A hundred quotes of each talk, without the start of the workers; all executors must say the same."""
    return faster(TALKS, ExecutorKind.PROCESSES, ROUNDS)


@at_least("archive: proving on Dask with two workers, times faster than in one", TIMES_BY_DASK)
def dask() -> float:
    """The same on a cluster of this machine."""
    return faster(TALKS, ExecutorKind.DASK, ROUNDS)


@at_most("archive: building the index against reading its files", INDEX_COST)
def index() -> float:
    """Processor time in one process; what is read is what the index reads."""
    with TemporaryDirectory() as place:
        folder, tasks = Path(place, "archive"), list[SourceToRead]()
        write_archive(folder, TALKS // 2)

        def noted(given: Iterator[SourceToRead]) -> Iterator[SourceReading]:
            tasks.extend(given)
            return map(read_source_file, tasks)

        def build() -> None:
            Path(place, "index.db").unlink(missing_ok=True)
            assert SearchIndex(Path(place, "index.db")).take_in([folder]).added

        SearchIndex(Path(place, "first.db")).take_in([folder], read_all=noted)
        return ratio_of(build, lambda: list(map(read_source_file, tasks)), most=INDEX_COST)


@at_most("archive: memory of who asks for five times the talks", MORE_MEMORY)
def memory() -> float:
    """While the index is made by two processes; this is no time."""
    few, many = (prepared(talks, SHORT).indexing.index_peak for talks in (FEW, MANY))
    if not few:
        raise NotMeasured("this system does not say how much memory a program had")
    return many / few


@growth("archive: ten times the files that hold nothing", 20, floor=0.05)
def nothing() -> Iterator[Case]:
    """Each is refused with its reason, and kept as refused."""
    with TemporaryDirectory() as place:

        def refuse(count: int) -> None:
            Path(place, "index.db").unlink(missing_ok=True)
            taken = SearchIndex(Path(place, "index.db")).take_in([Path(place, f"{count}")])
            assert len(taken.unreadable) == count

        for count in (400, 4_000):
            Path(place, f"{count}").mkdir()
            for number in range(count):
                Path(place, f"{count}", f"{number}.md").touch()
        yield Case("", partial(refuse, 400), partial(refuse, 4_000))


def faster(talks: int, kind: ExecutorKind, rounds: int) -> float:
    """Return how many times faster than one process an executor proves the quotes of an archive."""
    runs = by_each_executor(talks, rounds)
    return runs[ExecutorKind.SERIAL].prove_seconds / runs[kind].prove_seconds
