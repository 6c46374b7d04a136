"""Find the files behind the paths that a person named: folders with all their contents, each file once."""

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from core.errors import Problem
from workbench.search.index_records import IndexedSourceKind, UnreadableFile

SUFFIXES = {
    **dict.fromkeys((".md", ".markdown", ".txt", ".text"), IndexedSourceKind.TRANSCRIPT),
    **dict.fromkeys((".csv", ".tsv", ".json", ".jsonl", ".ndjson"), IndexedSourceKind.FEEDBACK),
}
"""The suffixes that are indexed in a folder, and their kind; a file named directly may have any suffix, and is a
transcript if the suffix is not listed."""

_NO_WAY = (OSError, RuntimeError, ValueError)  # the last two: a link to itself, an impossible name


class ListedFile(NamedTuple):
    """A file to index: `key` is its full path as text, `folder` its folder's path."""

    path: Path
    key: str
    name: str
    folder: str
    kind: IndexedSourceKind
    size: int
    mtime_ns: int


class FileListing(NamedTuple):
    """The files behind the paths, in the order of their keys, and what could not be read.

    `looked_at` are the folders that were searched, and named paths that do not exist; `unseen` are folders inside that
    could not be read.
    """

    files: tuple[ListedFile, ...]
    unreadable: tuple[UnreadableFile, ...]
    looked_at: tuple[str, ...]
    unseen: tuple[str, ...]

    def is_gone(self, key: str) -> bool:
        """Tell whether a file that is not among `files` no longer exists."""
        return _is_under(key, self.looked_at) and not _is_under(key, self.unseen)


def _is_under(key: str, paths: tuple[str, ...]) -> bool:
    return key in paths or key.startswith(tuple(f"{path.rstrip(os.sep)}{os.sep}" for path in paths))


def as_text(path: str | Path) -> str:
    """Return a path as text that can be stored, whatever bytes its name has."""
    return str(path).encode("utf-8", "backslashreplace").decode()


def _is_hidden(name: str) -> bool:
    return name.startswith((".", "~$"))


class _FolderWalk:
    """A walk through folders; no folder is entered twice, however many links lead to it."""

    def __init__(self, check: Callable[[], object]) -> None:
        self._check = check
        self._entered: set[str] = set()
        self._linked: dict[str, ListedFile] = {}
        self.found: dict[str, ListedFile] = {}
        self.unreadable: list[UnreadableFile] = []
        self.unseen: list[str] = []

    def complain(self, path: Path, error: Exception | str) -> None:
        reason = error if isinstance(error, str) else getattr(error, "strerror", None) or "it leads nowhere"
        key = as_text(path)
        message, remedy = f"cannot be read: {reason}.", "Check the name and that you may read it."
        self.unreadable.append(
            UnreadableFile(
                key=key, name=as_text(path.name), problems=(Problem(place=key, message=message, remedy=remedy),)
            )
        )

    def enter(self, folder: Path) -> None:
        waiting = [folder]
        while waiting:
            self._check()
            waiting += reversed(list(self._inside(waiting.pop())))

    def add(self, path: Path) -> None:
        """Note a file under its own path if that was found, else under the link that leads to it."""
        try:
            facts = path.stat()
            real = str(path.resolve())
        except _NO_WAY as error:
            self.complain(path, error)
            return
        if not stat.S_ISREG(facts.st_mode):
            self.complain(path, "it is not a regular file")
            return
        key, kind = as_text(path), SUFFIXES.get(path.suffix.lower(), IndexedSourceKind.TRANSCRIPT)
        found = ListedFile(path, key, as_text(path.name), as_text(path.parent), kind, facts.st_size, facts.st_mtime_ns)
        (self.found if real == str(path) else self._linked).setdefault(real, found)

    def files(self) -> tuple[ListedFile, ...]:
        return tuple(sorted({**self._linked, **self.found}.values(), key=lambda file: file.key))

    def _inside(self, folder: Path) -> Iterator[Path]:
        """Note the files of a folder, and yield the folders in it."""
        try:
            real = str(folder.resolve())
            if real in self._entered:
                return
            self._entered.add(real)
            with os.scandir(folder) as entries:
                inside = sorted(entries, key=lambda entry: entry.name)
        except _NO_WAY as error:
            self.complain(folder, error)
            self.unseen.append(as_text(folder))
            return
        for entry in inside:
            if _is_hidden(entry.name):
                continue
            if self._is_folder(entry):
                yield Path(entry.path)
            elif Path(entry.name).suffix.lower() in SUFFIXES:
                self.add(Path(entry.path))

    def _is_folder(self, entry: os.DirEntry[str]) -> bool:
        try:
            return entry.is_dir()
        except OSError:
            return False  # a link that leads to itself


def _follow(walk: _FolderWalk, path: Path) -> Path | None:
    """Note the files behind a path that a person named; return the path if it is a folder or does not exist."""
    path = Path(os.path.expanduser(path))  # noqa: PTH111 - Path's own raises where there is no such home
    try:
        real = path.resolve(strict=True)
    except _NO_WAY as error:
        walk.complain(path, error)
        return Path(os.path.realpath(path)) if isinstance(error, FileNotFoundError) and "\0" not in str(path) else None
    if not real.is_dir():
        walk.add(real)
        return None
    walk.enter(real)
    return real


def find_files(paths: Iterable[Path], check: Callable[[], object]) -> FileListing:
    """Return the files behind `paths`; in folders all files with a known suffix, without hidden ones, links followed
    once.

    `check` is called before each folder and may raise to stop.
    """
    walk = _FolderWalk(check)
    looked_at = [as_text(followed) for path in paths if (followed := _follow(walk, path)) is not None]
    return FileListing(walk.files(), tuple(walk.unreadable), tuple(looked_at), tuple(walk.unseen))
