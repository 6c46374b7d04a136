"""Sort the files of one folder and stem: which are one talk, which is its map, which are nothing or cannot be read."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import PurePosixPath
from typing import NamedTuple, cast

from core.errors import BadInput, Problem
from core.transcripts.readers import SUFFIXES
from core.transcripts.readers.binary_kinds import binary_kind_of
from core.transcripts.readers.decoding import MAX_BYTES
from workbench.files.names import clean_name
from workbench.sessions.importing.given_files import GivenFile, is_called_map, is_called_table, rank_of_map
from workbench.sessions.importing.import_report import RefusedFile, SkippedFile
from workbench.sessions.recognise_file import (
    AcceptedSource,
    RejectedSource,
    SourceKind,
    TranscriptFacts,
    UndecidedSource,
    is_container,
    take_in,
)

_LOOKED_AT = 4_096  # bytes that tell a picture or a recording, however big it is
_TIMES = ("", "turns", "units", "words")  # the finest last


class TalkFile(NamedTuple):
    """A file that holds a talk: its cleaned name, the hash of its bytes, and what was read in it."""

    file: GivenFile
    name: str
    sha256: str
    facts: TranscriptFacts

    @property
    def keeps(self) -> tuple[bool, int]:
        """How much it keeps: whether it says who speaks, and how fine its times are."""
        return bool(self.facts.labels), _TIMES.index(self.facts.times_of)


class MapFile(NamedTuple):
    """A file that holds an evidence map."""

    file: GivenFile
    map: AcceptedSource


class TableFile(NamedTuple):
    """A file that holds a map in another form, which needs a transcript to be one: a table of quotes, a project."""

    file: GivenFile
    data: bytes


class SortedFiles(NamedTuple):
    """The files of one stem: each talk with its files, the one that keeps most first, and its maps in order."""

    talks: tuple[tuple[TalkFile, ...], ...]
    maps: tuple[MapFile | TableFile, ...]
    skipped: tuple[SkippedFile, ...]
    refused: tuple[RefusedFile, ...]


_Sorted = TalkFile | MapFile | TableFile | SkippedFile | RefusedFile


def refused_file(file: GivenFile, problems: Iterable[Problem]) -> RefusedFile:
    """Return a file as refused, each problem with its place in the file alone."""
    inside: list[Problem] = []
    for problem in problems:
        place = problem.place
        for named in (file.shown, clean_name(file.name)):
            place = place.removeprefix(named)
        inside.append(problem.model_copy(update={"place": place.removeprefix(":").strip()}))
    return RefusedFile(file=file.shown, problems=tuple(inside))


def _undecided(file: GivenFile, undecided: UndecidedSource) -> RefusedFile:
    remedy = "Bring it to a new session on the page Sources, which asks which of them to read."
    return refused_file(file, [Problem(place="", message=undecided.why, remedy=remedy)])


def _as_map(file: GivenFile, data: bytes) -> MapFile | RefusedFile:
    outcome = take_in(SourceKind.EVIDENCE, file.name, data)
    if isinstance(outcome, AcceptedSource):
        return MapFile(file, outcome)
    return refused_file(file, outcome.problems if isinstance(outcome, RejectedSource) else ())


def _as_talk(file: GivenFile, taken: AcceptedSource) -> TalkFile | SkippedFile:
    suffix = PurePosixPath(file.name).suffix.lower()
    if not is_container(taken) and not file.is_named and suffix not in SUFFIXES:
        ending = f"names that end in {suffix}" if suffix else "names without an ending"
        why = f"it holds plain words, and {ending} are passed over: give the file itself to have it read."
        return SkippedFile(file=file.shown, why=why)
    return TalkFile(file, taken.name, sha256(taken.data).hexdigest(), cast("TranscriptFacts", taken.facts))


def _sorted(file: GivenFile) -> _Sorted:
    """Return what one file is."""
    try:
        kind = binary_kind_of(file.read(_LOOKED_AT, only_begin=True))
        if kind is not None and not kind.has_text:
            return SkippedFile(file=file.shown, why=f"this is {kind.what}.")
        data = file.read(MAX_BYTES)
    except BadInput as error:
        return refused_file(file, error.problems)
    return TableFile(file, data) if is_called_table(file.name) else _recognised(file, data)


def _recognised(file: GivenFile, data: bytes) -> _Sorted:
    outcome = take_in(SourceKind.TRANSCRIPT, file.name, data)
    if isinstance(outcome, UndecidedSource):
        return _undecided(file, outcome)
    if is_called_map(file.name) and not (isinstance(outcome, AcceptedSource) and is_container(outcome)):
        return _as_map(file, data)
    return _as_talk(file, outcome) if isinstance(outcome, AcceptedSource) else _no_talk(file, data, outcome)


def _no_talk(file: GivenFile, data: bytes, outcome: RejectedSource) -> _Sorted:
    """Return what a file is that is no transcript that can be read."""
    if outcome.is_map:
        return _as_map(file, data)
    if outcome.is_table:
        return TableFile(file, data)
    if outcome.is_other:
        return SkippedFile(file=file.shown, why=outcome.problems[0].message)
    return refused_file(file, outcome.problems)


def _talks(files: Iterable[TalkFile]) -> tuple[tuple[TalkFile, ...], ...]:
    """Put the files of the same words together, the one that keeps most first, of equals the first by name."""
    alike: dict[str, list[TalkFile]] = {}
    for talk in files:
        alike.setdefault(talk.facts.words_sha256 or talk.file.shown, []).append(talk)
    return tuple(tuple(sorted(same, key=lambda talk: talk.keeps, reverse=True)) for same in alike.values())


def sort_files(files: Sequence[GivenFile]) -> SortedFiles:
    """Read the files of one folder and stem, which come in the order of their names, and sort them by content."""
    found = [_sorted(file) for file in files]
    maps = [one for one in found if isinstance(one, MapFile | TableFile)]
    maps.sort(key=lambda one: (isinstance(one, TableFile), rank_of_map(one.file.name)))
    return SortedFiles(
        talks=_talks(one for one in found if isinstance(one, TalkFile)),
        maps=tuple(maps),
        skipped=tuple(one for one in found if isinstance(one, SkippedFile)),
        refused=tuple(one for one in found if isinstance(one, RefusedFile)),
    )
