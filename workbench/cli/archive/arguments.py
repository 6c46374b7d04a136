"""From the options of `workbench archive` to an archive whose index is up to date."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from core.errors import BadInput, Problem
from core.prose.render import one_line
from core.record import Record
from core.text.safe_html import counted
from core.text.tables import first_problems
from core.transcripts.readers.decoding import MAX_BYTES
from workbench.archive.about_talks import ABOUT
from workbench.archive.cluster_address import is_encrypted
from workbench.archive.executors import ClusterChoice, ExecutorChoice, ExecutorKind
from workbench.archive.index_archive import ArchiveFolders, index_archive
from workbench.archive.map_beside import is_map_beside, is_replies, place_of
from workbench.cli.archive.progress_lines import tell_progress
from workbench.cli.output import say
from workbench.files.read_file import read_bytes
from workbench.search import ForeignFile, IngestReport, SearchIndex, UnreachableIndex, UnreadableFile, index_path
from workbench.search.find_files import path_of
from workbench.search.named_sources import mapping_of
from workbench.search.talk_facts import IndexedTalk


class ArchiveWish(NamedTuple):
    """The folders of an archive and how they are read: `executor` says where, `progress` that a program follows it."""

    archive: ArchiveFolders
    executor: ExecutorChoice
    progress: bool = False


class RefusedTalk(Record):
    """A file of an archive that is not read, and why."""

    file: str
    problems: tuple[Problem, ...]


class OpenArchive(NamedTuple):
    """An archive whose index is up to date: what was read for that, its talks, and the files that are refused."""

    taken: IngestReport
    talks: tuple[IndexedTalk, ...]
    refused: tuple[RefusedTalk, ...]


def read_executor(executor: str, *, workers: int | None, scheduler: str, **tls: Path | None) -> ExecutorChoice:
    """Return where the command's options have the work done; `tls` are the certificates of a cluster. Raises BadInput
    where they do not fit together."""
    kind = ExecutorKind(executor)
    files = [tls["tls_ca"], tls["tls_cert"], tls["tls_key"]]
    if kind is not ExecutorKind.DASK and (scheduler or any(files)):
        message, remedy = "a cluster is asked for, but not Dask.", "Add --executor dask."
        raise BadInput(Problem(place="--scheduler", message=message, remedy=remedy))
    if any(files) and not scheduler:
        message, remedy = "certificates are named, but no cluster.", "Add --scheduler tls://HOST:PORT."
        raise BadInput(Problem(place="--scheduler", message=message, remedy=remedy))
    cluster = ClusterChoice(scheduler, *(str(file) if file is not None else "" for file in files))
    if scheduler and not is_encrypted(cluster):
        others = "whoever has an account on this machine can run code as you"
        say(f"Warning: {scheduler} is not encrypted: {others}.", error=True)
    return ExecutorChoice(kind, workers or 0, cluster)


def read_wish(
    folders: Sequence[Path],
    *,
    tiers: Sequence[str],
    index: Path | None,
    rehash: bool = False,
    progress: bool = False,
    **executor: Any,
) -> ArchiveWish:
    """Return what the command's options ask for. Raises BadInput where they do not fit together."""
    archive = ArchiveFolders(folders, mapping_of((), tiers), SearchIndex(index_path(index)), rehash)
    return ArchiveWish(archive, read_executor(**executor), progress)


def _without_maps(unreadable: Iterable[UnreadableFile], talks: Iterable[IndexedTalk]) -> Iterator[RefusedTalk]:
    """Yield what is refused; what lies beside a talk and belongs to it, and `archive.csv`, are no talks."""
    beside = {place_of(talk.key) for talk in talks}
    for file in unreadable:
        is_known = PurePath(file.key).name == ABOUT or is_replies(file.key)
        if not (
            is_known or is_map_beside(file.key, beside, lambda key: read_bytes(path_of(key), MAX_BYTES, regular=True))
        ):
            yield RefusedTalk(file=file.key, problems=file.problems)


def open_archive(wish: ArchiveWish) -> OpenArchive:
    """Bring the index up to date, telling how far it is. Raises BadInput, SearchIndexError."""
    try:
        with tell_progress("reading", "file", to_programs=wish.progress) as progress:
            taken = index_archive(wish.archive, wish.executor, progress)
    except (ForeignFile, UnreachableIndex) as error:
        raise BadInput(Problem(place="the index", message=str(error))) from error
    if taken.notice:
        say(f"Note: {taken.notice}", error=True)
    say_notes(taken.notes)
    talks = wish.archive.library.talks(taken.keys)
    refused = tuple(_without_maps(taken.unreadable, talks))
    if not talks:
        problems, name = [problem for one in refused for problem in one.problems], str(wish.archive.folders[0])
        none = Problem(place=name, message="there is no talk in it.", remedy="Name a folder with transcripts.")
        raise BadInput(*first_problems(problems or [none], name))
    return OpenArchive(taken, talks, refused)


def say_refused(refused: Sequence[RefusedTalk], most: int = 50) -> None:
    """Print which files are not read, and why."""
    for one in refused[:most]:
        for problem in one.problems:
            say(f"Not read: {one_line(str(problem))}", error=True)
    if len(refused) > most:
        say(f"Not read: {counted(len(refused) - most, 'more file')}. `archive index --json` lists all.", error=True)


def say_notes(notes: Sequence[Problem], most: int = 50) -> None:
    """Print what was passed over: files that were left out, rows of a table of talks that name none."""
    for note in notes[:most]:
        say(f"Note: {one_line(str(note))}", error=True)
    if len(notes) > most:
        say(f"Note: {counted(len(notes) - most, 'more note')} of these.", error=True)
