"""Find the files behind the paths that a person named: folders with all their contents, each file once."""

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from core.errors import BadInput, Problem
from core.text.safe_html import counted
from core.transcripts.readers import SUFFIXES as TRANSCRIPT_SUFFIXES
from core.transcripts.readers.decoding import MAX_BYTES
from workbench.files.list_folder import MOST_BYTES, MOST_FILES
from workbench.search.index_records import IndexedSourceKind, UnreadableFile

SUFFIXES = {
    **dict.fromkeys(TRANSCRIPT_SUFFIXES, IndexedSourceKind.TRANSCRIPT),
    **dict.fromkeys((".csv", ".tsv", ".json", ".jsonl", ".ndjson"), IndexedSourceKind.FEEDBACK),
}
"""The suffixes that are indexed in a folder, and their kind; a file named directly may have any suffix, and is a
transcript if the suffix is not listed."""

_MOST_ENTRIES = 1_000_000  # that are looked at, whatever they are
_BETWEEN_CHECKS = 1_000  # entries of one folder
_NO_TEXT = re.compile(r"\\u(dc[89a-f][0-9a-f])")  # a byte of a name, as `as_text` writes it
_NO_WAY = (OSError, RuntimeError, ValueError)  # the last two: a link to itself, an impossible name


class ListedFile(NamedTuple):
    """A file to index: `path` is what is read, `key` the path by which it was found, as text, `folder` its folder."""

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
    could not be read. `left_out` says what was not followed or is too much; with `is_whole` nothing was too much.
    """

    files: tuple[ListedFile, ...]
    unreadable: tuple[UnreadableFile, ...]
    looked_at: tuple[str, ...]
    unseen: tuple[str, ...]
    left_out: tuple[Problem, ...] = ()
    is_whole: bool = True

    def is_gone(self, key: str) -> bool:
        """Tell whether a file that is not among `files` no longer exists, or is reached by no path that is followed."""
        if not _is_under(key, self.looked_at) or _is_under(key, self.unseen):
            return False
        return self.is_whole or not os.path.lexists(path_of(key))


def _is_under(key: str, paths: tuple[str, ...]) -> bool:
    return key in paths or key.startswith(tuple(f"{path.rstrip(os.sep)}{os.sep}" for path in paths))


def as_text(path: str | Path) -> str:
    """Return a path as text that can be stored, whatever bytes its name has."""
    return str(path).encode("utf-8", "backslashreplace").decode()


def path_of(key: str) -> Path:
    """Return the path of the file with this key: the other way round of `as_text`."""
    if "\\udc" not in key or os.path.lexists(key):
        return Path(key)
    return Path(_NO_TEXT.sub(lambda found: chr(int(found[1], 16)), key))


def file_in(folder: Path, name: str) -> Path | None:
    """Return the file with this name in a folder, None where there is none.

    Raises BadInput where it is a link that leads out of the folder, or nowhere: such links are not followed.
    """
    path = folder / name
    if not os.path.lexists(path):
        return None
    try:
        real = path.resolve(strict=True)
    except _NO_WAY as error:
        message = f"cannot be read: {getattr(error, 'strerror', None) or 'it leads nowhere'}."
        raise BadInput(Problem(place=as_text(path), message=message, remedy="Take the link away.")) from error
    if not real.is_relative_to(folder.resolve()):
        message, remedy = "is a link that leads out of the folder; it is not followed.", "Put the file itself there."
        raise BadInput(Problem(place=as_text(path), message=message, remedy=remedy))
    return real


def _is_hidden(name: str) -> bool:
    return name.startswith((".", "~$"))


def _id_of(path: Path, facts: os.stat_result) -> object:
    """Return what is the same for all names of a file or folder: links, hard links, other upper and lower case."""
    return (facts.st_dev, facts.st_ino) if facts.st_ino else path


class _LeftOut:
    """What was not followed, and what is more than one call reads."""

    def __init__(self) -> None:
        self.links: list[str] = []
        self.files = 0
        self.first = ""
        self.stopped_at = ""

    def problems(self) -> tuple[Problem, ...]:
        found: list[Problem] = []
        if self.links:
            message = f"{counted(len(self.links), 'link')} left out: links that lead out of a folder are not followed."
            found.append(Problem(place=self.links[0], message=message, remedy="Name what they lead to."))
        if self.files:
            limits = f"one call reads at most {MOST_FILES:,} files and {MOST_BYTES:,} bytes"
            message = f"from here on {counted(self.files, 'file')} left out: {limits}."
            found.append(Problem(place=self.first, message=message, remedy="Name smaller folders."))
        if self.stopped_at:
            message = f"from here on nothing was looked at: there are more than {_MOST_ENTRIES:,} files and folders."
            found.append(Problem(place=self.stopped_at, message=message, remedy="Name smaller folders."))
        return tuple(found)


class _FolderWalk:
    """A walk through folders; no folder is entered twice, however many names it has.

    Links inside are followed to nothing beyond the folder that was named: a folder behind one is found by its own name,
    or is not for this walk.
    """

    def __init__(self, check: Callable[[], object]) -> None:
        self._check = check
        self._entered: set[object] = set()
        self._linked: dict[object, ListedFile] = {}
        self._found: dict[object, ListedFile] = {}
        self._bytes = 0
        self._entries = 0
        self.left_out = _LeftOut()
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

    def enter(self, root: Path) -> None:
        """Note the files of a folder that a person named, and of the folders in it."""
        waiting = [root]
        while waiting and not self.left_out.stopped_at:
            self._check()
            waiting += reversed(list(self._inside(waiting.pop(), f"{str(root).rstrip(os.sep)}{os.sep}")))

    def add(self, path: Path, real: str = "") -> None:
        """Note a file under its own path if that is found, else under the link that leads to its `real` path."""
        try:
            facts = path.stat()
        except _NO_WAY as error:
            self.complain(path, error)
            return
        if not stat.S_ISREG(facts.st_mode):
            self.complain(path, "it is not a regular file")
            return
        known, file_id = self._linked if real else self._found, _id_of(path, facts)
        if file_id in known or (real and file_id in self._found):
            return
        # What is too big for any reader is refused without being read.
        size = facts.st_size if facts.st_size <= MAX_BYTES else 0
        if len(self._found) + len(self._linked) >= MOST_FILES or self._bytes + size > MOST_BYTES:
            self.left_out.files += 1
            self.left_out.first = self.left_out.first or as_text(path)
            return
        self._bytes += size
        key, kind = as_text(path), SUFFIXES.get(path.suffix.lower(), IndexedSourceKind.TRANSCRIPT)
        name, folder = as_text(path.name), as_text(path.parent)
        known[file_id] = ListedFile(Path(real or path), key, name, folder, kind, facts.st_size, facts.st_mtime_ns)

    def files(self) -> tuple[ListedFile, ...]:
        return tuple(sorted({**self._linked, **self._found}.values(), key=lambda file: file.key))

    def _inside(self, folder: Path, root: str) -> Iterator[Path]:
        """Note the files of a folder, and yield the folders in it."""
        try:
            folder_id = _id_of(folder, folder.stat())
            if folder_id in self._entered:
                return
            self._entered.add(folder_id)
            inside = sorted(self._entries_of(folder), key=lambda entry: entry.name)
        except _NO_WAY as error:
            self.complain(folder, error)
            self.unseen.append(as_text(folder))
            return
        for entry in inside:
            path = Path(entry.path)
            if entry.is_symlink():
                self._follow_link(path, root)
            elif entry.is_dir(follow_symlinks=False):
                yield path
            else:
                self.add(path)

    def _entries_of(self, folder: Path) -> Iterator[os.DirEntry[str]]:
        with os.scandir(folder) as entries:
            for entry in entries:
                self._entries += 1
                if self._entries > _MOST_ENTRIES:
                    self.left_out.stopped_at = self.left_out.stopped_at or as_text(folder)
                    return
                if not self._entries % _BETWEEN_CHECKS:
                    self._check()
                if _is_hidden(entry.name):
                    continue
                if Path(entry.name).suffix.lower() in SUFFIXES or entry.is_symlink() or entry.is_dir():
                    yield entry

    def _follow_link(self, path: Path, root: str) -> None:
        """Note a file behind a link if it is in the folder that was named; folders there are found without the link."""
        is_source = path.suffix.lower() in SUFFIXES
        try:
            real = os.path.realpath(path, strict=True)
            is_folder = Path(real).is_dir()
        except _NO_WAY as error:
            if is_source:
                self.complain(path, error)
            return
        if not f"{real}{os.sep}".startswith(root):
            if is_source or is_folder:
                self.left_out.links.append(as_text(path))
        elif is_source and not is_folder:
            self.add(path, real)


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
    """Return the files behind `paths`; in folders all files with a known suffix, without hidden ones.

    A named path that is a link is followed; one inside a folder only to a file of the same folder. Nothing but folders
    is opened. `check` is called before each folder and may raise to stop.
    """
    walk = _FolderWalk(check)
    looked_at = [as_text(followed) for path in paths if (followed := _follow(walk, path)) is not None]
    left_out, unseen = walk.left_out, tuple(walk.unseen)
    is_whole = not (left_out.files or left_out.stopped_at)
    return FileListing(walk.files(), tuple(walk.unreadable), tuple(looked_at), unseen, left_out.problems(), is_whole)
