"""The files directly in a folder that a person named, and the folders in it."""

import os
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from core.errors import BadInput, Problem

MOST_FILES = 100_000
"""How many files of folders one call reads."""
MOST_BYTES = 4_000_000_000
"""How many bytes one call reads from folders."""


class FolderFiles(NamedTuple):
    """Regular files in the order of their names, the links that were left out, and the folders inside."""

    files: tuple[Path, ...]
    links: tuple[Path, ...]
    folders: tuple[Path, ...]


def is_hidden(name: str) -> bool:
    """Tell whether a file is hidden by its name, or is the lock of an open document."""
    return name.startswith((".", "~$"))


def files_in(folder: Path, suffixes: Collection[str] = ()) -> FolderFiles:
    """Return the files of a folder with one of these suffixes (in lower case; none given: all), without hidden ones.

    Links in it are not followed, so nothing outside is read; of the folders in it only the names are returned, without
    hidden ones. Raises BadInput if it cannot be read, or holds too many entries.
    """
    files: list[Path] = []
    links: list[Path] = []
    folders: list[Path] = []
    looked_at = 0
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                looked_at += 1
                if looked_at > MOST_FILES:
                    message = f"the folder holds more than {MOST_FILES:,} entries."
                    raise BadInput(Problem(place=str(folder), message=message, remedy="Name a smaller folder."))
                path = Path(entry.path)
                if is_hidden(path.name):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    folders.append(path)
                elif not suffixes or path.suffix.lower() in suffixes:
                    if entry.is_symlink():
                        links.append(path)
                    elif entry.is_file(follow_symlinks=False):
                        files.append(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "this is not a possible path"
        message = f"the folder cannot be read: {reason}."
        raise BadInput(
            Problem(place=str(folder), message=message, remedy="Check the name and that you may read it.")
        ) from error
    return FolderFiles(tuple(sorted(files)), tuple(sorted(links)), tuple(sorted(folders)))
