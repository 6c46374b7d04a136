"""The index of an archive: every file read once, here or by many workers; the one who asks writes it alone."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from core.errors import Problem
from workbench.archive.executors import ExecutorChoice, WorkerPool, open_executor
from workbench.archive.map_groups import LostTask, map_groups
from workbench.search import IngestReport, SearchIndex
from workbench.search.ingest import Progress
from workbench.search.read_source import SourceReading, SourceToRead, read_source_file


class ArchiveFolders(NamedTuple):
    """The folders of an archive, the tiers that are read where a file has several, where its index is, and whether the
    files are read again although size and time are the same."""

    folders: Sequence[Path]
    tiers: dict[str, str]
    library: SearchIndex
    rehash: bool = False


def _read_by(pool: WorkerPool, tasks: Iterator[SourceToRead]) -> Iterator[SourceReading]:
    for task, reading in map_groups(pool, read_source_file, tasks):
        if isinstance(reading, LostTask):
            problem = Problem(place=task.given.name, message=reading.why, remedy="Look at this file by itself.")
            yield SourceReading(task.given, cannot_open=(problem,))
        else:
            yield reading


def index_archive(archive: ArchiveFolders, executor: ExecutorChoice, progress: Progress) -> IngestReport:
    """Bring the index of an archive up to date; what was stored before a stop is not read again.

    Raises BadInput where workers cannot be had, SearchIndexError.
    """
    with open_executor(executor) as pool:
        return archive.library.take_in(
            archive.folders,
            mapping=archive.tiers,
            progress=progress,
            read_all=lambda tasks: _read_by(pool, tasks),
            rehash=archive.rehash,
        )
