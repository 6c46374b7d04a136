"""An edition for every talk of an archive that has a map: made anywhere, written by the one who asks."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from core.errors import BadInput, Problem
from core.text.documents import MAX_BYTES
from workbench.archive.archive_stats import group_copies
from workbench.archive.editions.archive_lines import ArchiveLine, lines_as_text, read_archive_lines
from workbench.archive.editions.check_places import check_places
from workbench.archive.editions.edition_folders import LINES, name_folders
from workbench.archive.editions.make_edition import (
    EditionFacts,
    EditionTask,
    FileOfEdition,
    MadeEdition,
    make_edition_of_files,
)
from workbench.archive.executors import WorkerPool
from workbench.archive.kept_results import KeptResults, KeptWork, ResultName, map_kept, name_result
from workbench.archive.map_beside import FilesBeside, is_replies, map_beside
from workbench.archive.map_groups import LostTask
from workbench.files.read_file import read_bytes
from workbench.files.write_files import check_writable, write_all
from workbench.search import SearchIndex
from workbench.search.find_files import path_of
from workbench.search.ingest import Progress
from workbench.search.talk_facts import IndexedTalk


class EditionsWish(NamedTuple):
    """The folder that editions are written to, and whether replies beside the talks are their writers."""

    out: Path
    with_replies: bool = False


class TalksToWrite(NamedTuple):
    """The talks of an archive, the folders that they were found in, as they are without links, and their index."""

    talks: Sequence[IndexedTalk]
    folders: Sequence[Path]
    library: SearchIndex


class WrittenArchive(NamedTuple):
    """The lines of all talks in the order of their paths, and how many editions were written, or stood there."""

    lines: tuple[ArchiveLine, ...]
    written: int
    unchanged: int


class _Planned(NamedTuple):
    """A talk with its copies, and the task that makes its edition; without one where it has no map, or `problems`."""

    talk: IndexedTalk
    copies: tuple[str, ...]
    task: EditionTask | None
    problems: tuple[Problem, ...] = ()


def _read(path: str) -> bytes:
    return read_bytes(path_of(path), MAX_BYTES, regular=True)


class _Planner:
    """Finds the map of each talk, and of copies the one that keeps most."""

    def __init__(self, talks: TalksToWrite, wish: EditionsWish) -> None:
        self._talks = talks
        self._wish = wish
        self._beside = FilesBeside()

    def _by_map(self, copies: Sequence[IndexedTalk]) -> Iterator[tuple[IndexedTalk, tuple[str, ...], FileOfEdition]]:
        """Yield the talk of each map among copies, with the others; one without a map where none of them has any."""
        ranked = sorted(copies, key=lambda talk: (not talk.facts.speakers, talk.facts.seconds is None, talk.key))
        found: dict[str, tuple[IndexedTalk, FileOfEdition]] = {}
        for talk in ranked:
            path = map_beside(talk.key, self._beside.of(talk.key), _read)
            if path:
                digest = sha256(_read(path)).hexdigest()
                found.setdefault(digest, (talk, FileOfEdition(path, digest)))
        for talk, evidence in found.values() or [(ranked[0], FileOfEdition())]:
            yield talk, tuple(one.key for one in copies if one is not talk), evidence

    def _replies(self, talk: IndexedTalk) -> FileOfEdition:
        found = filter(is_replies, self._beside.of(talk.key)) if self._wish.with_replies else ()
        path = next(iter(found), "")
        return FileOfEdition(path, sha256(_read(path)).hexdigest()) if path else FileOfEdition()

    def _plan(self, copies: Sequence[IndexedTalk]) -> Iterator[_Planned]:
        try:
            for talk, others, evidence in self._by_map(copies):
                task = None
                if evidence.path:
                    of_talk = FileOfEdition(talk.key, talk.sha256)
                    task = EditionTask(of_talk, talk.name, talk.tiers, evidence, self._replies(talk), "")
                yield _Planned(talk, others, task)
        except BadInput as error:
            yield _Planned(copies[0], tuple(one.key for one in copies[1:]), None, error.problems)

    def plan(self) -> list[_Planned]:
        planned = [one for copies in group_copies(self._talks.talks) for one in self._plan(copies)]
        planned.sort(key=lambda one: one.talk.key)
        folders = name_folders((one.talk.key for one in planned if one.task is not None), self._talks.folders)
        return [
            one if one.task is None else one._replace(task=one.task._replace(folder=folders[one.talk.key]))
            for one in planned
        ]


def _stands_there(folder: Path, digests: dict[str, str]) -> bool:
    """Tell whether a folder has these files, to the byte."""
    try:
        return all(sha256(_read(str(folder / name))).hexdigest() == digest for name, digest in digests.items())
    except BadInput:
        return False


def _name(task: EditionTask) -> ResultName:
    names = (task.name, Path(task.evidence.path).name, Path(task.replies.path).name)
    return name_result(task.talk.sha256, "run", task.tiers, task.made_of, names)


def _pack(task: EditionTask, made: MadeEdition) -> bytes | None:
    """Return what an edition is, but not its files; one of files that were changed meanwhile is not kept."""
    return made.facts.model_dump_json().encode() if made.made_of == task.made_of else None


def _unpack(out: Path, task: EditionTask, data: bytes) -> MadeEdition | None:
    """Return an edition whose files stand written, to the byte; else it is made again."""
    try:
        facts = EditionFacts.model_validate_json(data)
    except ValidationError:
        return None
    return MadeEdition(facts, {}, task.made_of) if _stands_there(out / task.folder, facts.sha256s) else None


def _line(planned: _Planned, facts: EditionFacts) -> ArchiveLine:
    task = planned.task
    of_edition = facts.model_dump(exclude={"sha256s", "problems"})
    return ArchiveLine(
        file=planned.talk.key,
        map=task.evidence.path if task is not None else "",
        replies=task.replies.path if task is not None else "",
        folder=task.folder if task is not None and facts.sha256s else "",
        copies=planned.copies,
        certificate_sha256=facts.certificate_sha256,
        problems=(*planned.problems, *facts.problems),
        **of_edition,
    )


class _Writer:
    """Writes editions as they are made, each whole or not at all, and counts them."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self.written = 0
        self.unchanged = 0

    def write(self, task: EditionTask, made: MadeEdition) -> None:
        folder = self._out / task.folder
        if not made.files:
            self.unchanged += bool(made.facts.sha256s)
        elif _stands_there(folder, made.facts.sha256s):
            self.unchanged += 1
        else:
            write_all(folder, made.files)
            self.written += 1


def _made(
    pool: WorkerPool, library: SearchIndex, out: Path, tasks: Iterable[EditionTask]
) -> Iterator[tuple[EditionTask, MadeEdition]]:
    work = KeptWork(make_edition_of_files, _name, _pack, partial(_unpack, out))
    for task, result in map_kept(pool, KeptResults(library), work, iter(tasks)):
        if isinstance(result, LostTask):
            problem = Problem(place=task.name, message=result.why)
            yield task, MadeEdition(EditionFacts(problems=(problem,)), {}, ())
        else:
            yield task, result


def run_archive(pool: WorkerPool, talks: TalksToWrite, wish: EditionsWish, progress: Progress) -> WrittenArchive:
    """Write an edition for each talk with a map to its folder, and `archive.jsonl`; what stands there is left.

    Raises BadInput before anything is written where a folder holds something else, or cannot be written to;
    SearchIndexError.
    """
    out = wish.out.resolve()
    planned = _Planner(talks, wish).plan()
    tasks = [one.task for one in planned if one.task is not None]
    of_before = read_archive_lines(out) or ()
    ours = frozenset(line.certificate_sha256 for line in of_before if line.certificate_sha256)
    check_places(out, (task.folder for task in tasks), talks.folders, ours)
    check_writable(out)
    facts: dict[str, EditionFacts] = {}
    writer = _Writer(out)
    for task, made in _made(pool, talks.library, out, tasks):
        progress(len(facts), len(tasks), task.name)
        writer.write(task, made)
        facts[task.talk.path] = made.facts
    progress(len(tasks), len(tasks), "")
    lines = tuple(_line(one, facts.get(one.talk.key, EditionFacts())) for one in planned)
    write_all(out, {LINES: lines_as_text(lines)})
    return WrittenArchive(lines, writer.written, writer.unchanged)
