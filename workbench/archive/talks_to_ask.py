"""The talks of an archive that are asked for words: those that may hold them, and those that come nearest."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, Protocol, TypeVar

from core.errors import Problem
from workbench.archive.archive_stats import group_copies
from workbench.archive.executors import WorkerPool
from workbench.archive.kept_results import KeptResults, KeptWork, map_kept
from workbench.archive.map_groups import LostTask
from workbench.search import SearchIndex
from workbench.search.ingest import Progress
from workbench.search.talk_facts import IndexedTalk

MOST_LIKELY = 8
"""Passages that share most words with a quote: in their talks the nearest one is looked for."""
_AT_ONCE = 64  # talks whose words are held in memory


def _tell_nobody(done: int, total: int, name: str) -> None:
    del done, total, name


class ProvingArchive(NamedTuple):
    """The talks of an archive, its folders as paths, the index that finds passages in it, who works, and who is told
    how many of the talks were asked."""

    talks: Sequence[IndexedTalk]
    folders: Sequence[str]
    library: SearchIndex
    pool: WorkerPool
    progress: Progress = _tell_nobody


class TalkAnswer(Protocol):
    """What a talk says; with `problems` it could not be read any more."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Why it could not be read."""
        ...


_Answer = TypeVar("_Answer", bound=TalkAnswer)


class TalksToAsk:
    """The talks of an archive, `by_key`, one of several copies; `unreadable` are those that could not be read."""

    def __init__(self, archive: ProvingArchive) -> None:
        self._archive = archive
        self._kept = KeptResults(archive.library)
        self.by_key = {group[0].key: group[0] for group in group_copies(archive.talks)}
        self.unreadable: dict[str, tuple[Problem, ...]] = {}

    def that_may_hold(
        self, standing_in: Callable[[str], Sequence[int]], count: int
    ) -> Iterator[tuple[str, Sequence[int]]]:
        """Yield for each talk the numbers, of so many, that stand in its canonical form: all where the index does not
        have it any more."""
        keys = iter(self.by_key)
        while group := list(islice(keys, _AT_ONCE)):
            speeches = self._archive.library.speeches(group)
            for key in group:
                speech = speeches.get(key)
                yield key, range(count) if speech is None else standing_in(speech)

    def likely_to_hold(self, words: str) -> list[str]:
        """Return the talks that hold passages with most of these words, the first talk where none does."""
        hits = self._archive.library.search(words.replace('"', " "), sources=self.by_key, most=MOST_LIKELY)
        return list(dict.fromkeys(hit.citation.file_path or "" for hit in hits)) or list(self.by_key)[:1]

    def with_numbers(self, keys_of: Mapping[int, Sequence[str]]) -> Iterator[tuple[str, Sequence[int]]]:
        """Yield the talks that some numbers name, in their order, each with these numbers."""
        wanted: dict[str, list[int]] = defaultdict(list)
        for number, keys in keys_of.items():
            for key in keys:
                wanted[key].append(number)
        yield from ((key, wanted[key]) for key in self.by_key if key in wanted)

    def ask(
        self,
        work: KeptWork[Any, _Answer],
        wanted: Iterable[tuple[str, Sequence[int]]],
        task_of: Callable[[IndexedTalk, Sequence[int]], Any],
    ) -> Iterator[tuple[str, _Answer]]:
        """Yield what each talk says to what is wanted of it, in its order; nothing is asked of one where it is nothing.

        Raises SearchIndexError.
        """
        tasks = (
            task_of(talk, numbers) for key, numbers in wanted if numbers and (talk := self.by_key.get(key)) is not None
        )
        place, tell = {key: at for at, key in enumerate(self.by_key)}, self._archive.progress
        for task, result in map_kept(self._archive.pool, self._kept, work, tasks):
            tell(place[task.key], len(place), task.name)
            if isinstance(result, LostTask):
                self.unreadable[task.key] = (Problem(place=task.name, message=result.why),)
                continue
            if result.problems:
                self.unreadable[task.key] = result.problems
            yield task.key, result
        tell(len(place), len(place), "")
