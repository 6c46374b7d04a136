"""Results of work on the files of an archive, kept in its index: what was worked out once is not worked out again.

A result follows from a file's bytes, the versions of readers and program, and the wish alone: these are its key. It
goes with the last file of its bytes that the index has, and the oldest go where all together are too many bytes.
"""

import hashlib
import json
import sqlite3
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar

from core.transcripts.readers import READER_VERSION
from workbench.archive.executors import WorkerPool
from workbench.archive.map_groups import SMALLEST, LostTask, map_groups
from workbench.search import ReadOnlyIndex, SearchIndex
from workbench.search.index_file import IndexFile
from workbench.version import program_version

MOST_KEPT = 512_000_000  # bytes of results
_LOOKED_UP = 16 * SMALLEST  # tasks for each worker: at the end of so many, some workers wait for the last group

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")


class ResultName(NamedTuple):
    """What a result is found by: its key, and the hash of the file's bytes that it follows from."""

    key: str
    sha256: str


class KeptResult(NamedTuple):
    """A result as it is kept."""

    name: ResultName
    data: bytes


def name_result(sha256: str, work: str, *wish: object) -> ResultName:
    """Return the name of a result: of bytes with this hash, by this work; `wish` is whatever else it follows from, as
    JSON has it."""
    follows_from = [sha256, READER_VERSION, program_version(), work, *wish]
    return ResultName(hashlib.sha256(json.dumps(follows_from).encode()).hexdigest(), sha256)


class KeptResults:
    """The results in an index; whoever coordinates the work reads and writes them alone."""

    def __init__(self, library: SearchIndex, *, most: int = MOST_KEPT) -> None:
        self._file = IndexFile(library.path)
        self._most = most

    def find(self, keys: Sequence[str]) -> dict[str, bytes]:
        """Return those that are kept, by key. Raises SearchIndexError."""
        query = "SELECT key, data FROM results WHERE key IN (SELECT value FROM json_each(?))"
        with self._file.reading() as connection:
            return dict(connection.execute(query, (json.dumps(keys),)).fetchall()) if connection is not None else {}

    def keep(self, results: Sequence[KeptResult]) -> None:
        """Store results of files that the index has, all of them or none; none where the index may only be read. Raises
        SearchIndexError."""
        if results:
            with suppress(ReadOnlyIndex):
                self._put(results)

    def _put(self, results: Sequence[KeptResult]) -> None:
        rows = ((one.name.key, one.name.sha256, len(one.data), one.data, one.name.sha256) for one in results)
        with self._file.writing() as connection:
            connection.executemany(
                "INSERT OR REPLACE INTO results (key, sha256, size, data) "
                "SELECT ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM sources WHERE sha256 = ?)",
                rows,
            )
            self._remove_oldest(connection)

    def _remove_oldest(self, connection: sqlite3.Connection) -> None:
        if (connection.execute("SELECT sum(size) FROM results").fetchone()[0] or 0) > self._most:
            connection.execute(
                "DELETE FROM results WHERE result_id IN (SELECT result_id FROM ("
                "SELECT result_id, sum(size) OVER (ORDER BY result_id DESC) AS held FROM results) WHERE held > ?)",
                (self._most,),
            )


class KeptWork(NamedTuple, Generic[_Task, _Result]):
    """A pure function whose results are kept, each under its name.

    `pack` returns None for a result that is not to be kept, `unpack` where what was kept is of no use any more.
    """

    function: Callable[[_Task], _Result]
    name_of: Callable[[_Task], ResultName]
    pack: Callable[[_Task, _Result], bytes | None]
    unpack: Callable[[_Task, bytes], _Result | None]


class _KeptMap(Generic[_Task, _Result]):
    """Tasks that are looked up together: those whose results are kept, and the others."""

    def __init__(self, kept: KeptResults, work: KeptWork[_Task, _Result], tasks: Sequence[_Task]) -> None:
        self._kept = kept
        self._work = work
        self._tasks = tasks
        self._names = [work.name_of(task) for task in tasks]
        self._fresh: list[KeptResult] = []

    def results(self, pool: WorkerPool) -> Iterator[tuple[_Task, _Result | LostTask]]:
        # What was kept stays packed until its turn comes: unpacked it takes ten times the memory.
        found = self._kept.find([name.key for name in self._names])
        missing = (task for task, name in zip(self._tasks, self._names, strict=True) if name.key not in found)
        made = map_groups(pool, self._work.function, missing)
        try:
            for task, name in zip(self._tasks, self._names, strict=True):
                kept = self._work.unpack(task, found[name.key]) if name.key in found else None
                if kept is not None:
                    yield task, kept
                    continue
                is_of_no_use = name.key in found
                _, new = next(map_groups(pool, self._work.function, iter((task,))) if is_of_no_use else made)
                yield task, new
                self._note(task, name, new)
        finally:
            self._kept.keep(self._fresh)

    def _note(self, task: _Task, name: ResultName, result: _Result | LostTask) -> None:
        data = None if isinstance(result, LostTask) else self._work.pack(task, result)
        if data is not None:
            self._fresh.append(KeptResult(name, data))
        if len(self._fresh) >= SMALLEST:
            waiting, self._fresh = self._fresh, []
            self._kept.keep(waiting)


def map_kept(
    pool: WorkerPool, kept: KeptResults, work: KeptWork[_Task, _Result], tasks: Iterator[_Task]
) -> Generator[tuple[_Task, _Result | LostTask]]:
    """Yield each task with its result, in the order of the tasks, as `map_groups` does; groups are made of those alone
    whose results are not kept. New ones are kept a group at a time. Raises SearchIndexError."""
    while together := tuple(islice(tasks, pool.workers * _LOOKED_UP)):
        yield from _KeptMap[_Task, Any](kept, work, together).results(pool)
