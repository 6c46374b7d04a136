"""What lies beside a transcript and belongs to it: its evidence map, known by its name or by what is in it, and replies
of a model."""

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from pathlib import PurePath

from core.errors import BadInput
from core.evidence.evidence_map import read_evidence
from workbench.files.list_folder import files_in
from workbench.search.find_files import as_text, path_of
from workbench.sessions.importing.given_files import is_called_map, rank_of_map, stem_of

_REPLIES = ".replies.json"
_OF_MAPS = (".json", ".yml", ".yaml")


Place = tuple[str, str]
"""A folder, and what files in it that belong together are called, without the ending of their kind."""


def is_replies(name: str) -> bool:
    """Tell whether a file holds replies by its name, as `X.replies.json` does."""
    return name.casefold().endswith(_REPLIES)


def place_of(key: str) -> Place:
    """Return the place of a file by its path: that of `X.vtt` is that of `X.evidence.json`, and of `X.replies.json`."""
    folder, _, name = key.rpartition("/")
    stem = name[: -len(_REPLIES)] if is_replies(name) else stem_of(name)
    return folder, unicodedata.normalize("NFC", stem).casefold()


def _is_map(key: str, read: Callable[[str], bytes]) -> bool:
    try:
        read_evidence(read(key), key.rpartition("/")[2])
    except BadInput:
        return False
    return True


def is_map_beside(key: str, talks: Collection[Place], read: Callable[[str], bytes]) -> bool:
    """Tell whether a file is an evidence map and no transcript: by its name, as `X.evidence.json` is, or an `X.json`
    beside a transcript `X`, which holds one. `talks` are the places of the transcripts."""
    if is_called_map(key):
        return True
    return key.casefold().endswith(".json") and place_of(key) in talks and _is_map(key, read)


def map_beside(talk: str, beside: Iterable[str], read: Callable[[str], bytes]) -> str:
    """Return the path of a talk's map among the files of its place, "" where there is none; what is called a map comes
    before an `X.json` that holds one."""
    own = (file for file in beside if file != talk and not is_replies(file))
    maps = [file for file in own if is_called_map(file) or (file.casefold().endswith(".json") and _is_map(file, read))]
    return min(maps, key=lambda file: (rank_of_map(file), file), default="")


class FilesBeside:
    """The files that may be a talk's map or replies; each folder is listed once."""

    def __init__(self) -> None:
        self._files: dict[str, dict[Place, list[str]]] = {}

    def of(self, talk: str) -> list[str]:
        """Return the paths of those of a talk, by its path. Raises BadInput where its folder cannot be listed."""
        folder = str(PurePath(talk).parent)
        if folder not in self._files:
            by_place: dict[Place, list[str]] = defaultdict(list)
            for path in map(as_text, files_in(path_of(talk).parent, _OF_MAPS).files):
                by_place[place_of(path)].append(path)
            self._files[folder] = by_place
        return self._files[folder].get(place_of(talk), [])
