"""The roles that the maps beside talks give to their labels: kept in the index, so that a map is read again only where
it, or its talk, is another."""

import json
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from core.errors import BadInput
from core.evidence.evidence_map import read_evidence
from core.evidence.map_roster import roster_of
from core.transcripts.readers.decoding import MAX_BYTES
from workbench.archive.executors import ExecutorChoice, ExecutorKind, open_executor
from workbench.archive.kept_results import KeptResults, KeptWork, ResultName, map_kept, name_result
from workbench.archive.map_beside import FilesBeside, is_replies, map_beside
from workbench.archive.map_groups import LostTask
from workbench.files.read_file import read_bytes
from workbench.search import SearchIndex
from workbench.search.find_files import path_of
from workbench.search.talk_facts import IndexedTalk

Roles = dict[str, str]
"""The role of each label of a talk that has one."""


class _FileBeside(NamedTuple):
    """A file that may be a map, as it was when the folder was looked at."""

    path: str
    size: int
    mtime_ns: int


class _TalkWithFiles(NamedTuple):
    """A talk, and the files beside it of which one may be its map."""

    talk: IndexedTalk
    files: tuple[_FileBeside, ...]


def _read(path: str) -> bytes:
    return read_bytes(path_of(path), MAX_BYTES, regular=True)


def _roles(task: _TalkWithFiles) -> Roles:
    """Return the roles in the map beside a talk; none where there is no map that can be read."""
    labels = [one.label for one in task.talk.facts.speakers]
    try:
        path = map_beside(task.talk.key, (file.path for file in task.files), _read)
        roster = roster_of(read_evidence(_read(path), path.rpartition("/")[2]), labels) if path else None
    except BadInput:
        return {}
    found = {label: roster.resolve(label) for label in labels} if roster is not None else {}
    return {label: ref.speaker_role.value for label, ref in found.items() if ref is not None}


def _name(task: _TalkWithFiles) -> ResultName:
    return name_result(task.talk.sha256, "roles", task.talk.name, task.talk.tiers, task.files)


def _pack(task: _TalkWithFiles, roles: Roles) -> bytes:
    del task
    return json.dumps(roles).encode()


def _unpack(task: _TalkWithFiles, data: bytes) -> Roles:
    del task
    return json.loads(data)


_ROLES = KeptWork(_roles, _name, _pack, _unpack)


def _with_files(talks: Iterable[IndexedTalk]) -> Iterator[_TalkWithFiles]:
    """Yield the talks that may have a map."""
    beside = FilesBeside()
    for talk in talks:
        files: list[_FileBeside] = []
        try:
            for path in beside.of(talk.key):
                if path != talk.key and not is_replies(path):
                    facts = path_of(path).stat()
                    files.append(_FileBeside(path, facts.st_size, facts.st_mtime_ns))
        except (BadInput, OSError):
            continue
        if files:
            yield _TalkWithFiles(talk, tuple(files))


def roles_in_maps(library: SearchIndex, talks: Iterable[IndexedTalk]) -> dict[str, Roles]:
    """Return what the maps beside talks say of roles, by the talks' keys. Raises SearchIndexError."""
    with open_executor(ExecutorChoice(ExecutorKind.SERIAL)) as here:
        found = map_kept(here, KeptResults(library), _ROLES, _with_files(talks))
        return {task.talk.key: roles for task, roles in found if not isinstance(roles, LostTask)}
