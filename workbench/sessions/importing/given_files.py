"""The files that an import looks at, and how they are called: files of one folder and stem may be one talk."""

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import PurePosixPath
from typing import NamedTuple, Protocol

from workbench.files.names import MAP_ENDINGS, TABLE_ENDINGS

_OF_MAPS_ALONE = tuple(ending for ending in MAP_ENDINGS if ending.startswith(".evidence."))


class _Contents(Protocol):
    def __call__(self, most: int, *, only_begin: bool = False) -> bytes:
        """Return the bytes, of a longer file the first `most` with `only_begin`. Raises BadInput."""
        ...


class GivenFile(NamedTuple):
    """A file: `shown` is what it is called in lists, `folder` the parts of its folder's path, `read` opens it.

    `inside` is the folder's name where that is not itself what a person gave, else ""; `is_named` says that a person
    gave this very file.
    """

    shown: str
    folder: tuple[str, ...]
    name: str
    read: _Contents
    inside: str = ""
    is_named: bool = True


def stem_of(name: str) -> str:
    """Return what a file is called without the ending of its kind: `X` for `X.vtt` and for `X.evidence.json`."""
    ending = next((ending for ending in (*_OF_MAPS_ALONE, *TABLE_ENDINGS) if name.casefold().endswith(ending)), "")
    return name[: -len(ending)] if ending else PurePosixPath(name).stem


def rank_of_map(name: str) -> int:
    """Return the place of a file among those that may be the map beside a transcript, 0 for the first."""
    folded = name.casefold()
    return next((rank for rank, ending in enumerate(MAP_ENDINGS) if folded.endswith(ending)), len(MAP_ENDINGS))


def is_called_map(name: str) -> bool:
    """Tell whether a file is a map by its name alone, as `X.evidence.json` is."""
    return name.casefold().endswith(_OF_MAPS_ALONE)


def is_called_table(name: str) -> bool:
    """Tell whether a file is a table of quotes by its name alone, as `X.evidence.csv` is."""
    return name.casefold().endswith(TABLE_ENDINGS)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _place(file: GivenFile) -> tuple[tuple[str, ...], str]:
    return file.folder, _folded(stem_of(file.name))


def by_stem(files: Iterable[GivenFile]) -> Iterator[list[GivenFile]]:
    """Yield the files of each folder and stem together, in order; upper and lower case are the same."""
    ordered = sorted(files, key=lambda file: (*_place(file), _folded(file.name), file.shown))
    for _, alike in groupby(ordered, _place):
        yield list(alike)
