"""Find the files behind the paths that a person gave: in folders and the folders in them, and in zips."""

import io
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import NamedTuple

from core.errors import BadInput, Problem
from core.text.safe_html import counted
from core.text.well_formed import well_formed
from core.transcripts.readers.decoding import MAX_BYTES
from workbench.files.list_folder import MOST_BYTES, MOST_FILES, files_in
from workbench.files.read_file import open_regular, read_bytes
from workbench.files.zip_folder import ZipFolder, ZippedFile, open_zip_folder
from workbench.sessions.importing.given_files import GivenFile
from workbench.sessions.importing.import_report import RefusedFile

_A_LINK = "this is a link, and links in a folder are not followed."
_CHECK_IT = "Check the name and that you may read it."
_TOO_MUCH = f"one import looks at {MOST_FILES:,} files and {MOST_BYTES:,} bytes."


class GivenFiles(NamedTuple):
    """The files to look at, and what is not looked at, with the reasons; whoever has read files calls `release`."""

    files: tuple[GivenFile, ...]
    refused: tuple[RefusedFile, ...]
    release: Callable[[], None]


class _Origin(NamedTuple):
    """Where a file comes from: what it or its folder is called, the parts of the folder's path, its name there."""

    shown: str
    folder: tuple[str, ...]
    name: str
    inside: str = ""
    is_named: bool = True


class _OpenZips:
    """Zips whose files are read one after the other: the last one stays open, the one before is closed."""

    def __init__(self) -> None:
        self._source: Path | bytes | None = None
        self._folder: ZipFolder | None = None

    def folder_in(self, source: Path | bytes) -> ZipFolder | None:
        """Return the folder in a zip, None where a file is none. Raises BadInput, OSError."""
        if self._source is not source:
            self.close()
            self._folder = open_zip_folder(io.BytesIO(source) if isinstance(source, bytes) else open_regular(source))
            self._source = source
        return self._folder

    def close(self) -> None:
        """Close the one that is open."""
        if self._folder is not None:
            self._folder.close()
        self._source = self._folder = None

    def read(self, source: Path | bytes, zipped: ZippedFile, most: int, *, only_begin: bool = False) -> bytes:
        """Return the bytes of a file in a zip. Raises BadInput."""
        folder = self.folder_in(source)
        if folder is None:
            message = "the zip file was changed while it was read."
            raise BadInput(Problem(place="", message=message, remedy="Import it again."))
        return folder.read(zipped, most, only_begin=only_begin)


def _read_file(path: Path, most: int, *, only_begin: bool = False) -> bytes:
    if not only_begin:
        return read_bytes(path, most, regular=True)
    try:
        with open_regular(path) as file:
            return file.read(most)
    except OSError as error:
        raise BadInput(Problem(place="", message=f"cannot be read: {error.strerror}.", remedy=_CHECK_IT)) from error


def _read_upload(data: bytes, most: int, *, only_begin: bool = False) -> bytes:
    if len(data) > most and not only_begin:
        message = f"this file is too big: it has {len(data):,} bytes; {most:,} may be read."
        raise BadInput(Problem(place="", message=message, remedy="Split it into one file for each recording."))
    return data[:most]


class _FileSearch:
    """Collects files; none is found twice."""

    def __init__(self) -> None:
        self.zips = _OpenZips()
        self._seen: set[str] = set()
        self._bytes = self._left_out = 0
        self._first_left_out = ""
        self._files: list[GivenFile] = []
        self._refused: list[RefusedFile] = []

    def refuse(self, shown: str, *problems: Problem) -> None:
        self._refused.append(RefusedFile(file=shown, problems=problems))

    def found(self) -> GivenFiles:
        """Return what was found, with one word about all that is too much."""
        if self._left_out:
            message = f"from here on {counted(self._left_out, 'file')} left out: {_TOO_MUCH}"
            self.refuse(self._first_left_out, Problem(place="", message=message, remedy="Give smaller folders."))
        return GivenFiles(tuple(self._files), tuple(self._refused), self.zips.close)

    def add(self, source: Path | bytes, origin: _Origin) -> None:
        """Note a file, or all files of a zip."""
        try:
            zipped = self.zips.folder_in(source)
            size = len(source) if isinstance(source, bytes) else source.stat().st_size
        except BadInput as error:
            self.refuse(origin.shown, *error.problems)
        except OSError as error:
            problem = Problem(place="", message=f"cannot be read: {error.strerror}.", remedy=_CHECK_IT)
            self.refuse(origin.shown, problem)
        else:
            if zipped is not None:
                self._add_zipped(zipped, source, origin)
            elif isinstance(source, bytes):
                self._note(GivenFile(*origin[:3], partial(_read_upload, source), *origin[3:]), size)
            else:
                self._note(GivenFile(*origin[:3], partial(_read_file, source), *origin[3:]), size)

    def _note(self, file: GivenFile, size: int) -> None:
        size = size if size <= MAX_BYTES else 0  # of such a file only the beginning is read
        if len(self._files) >= MOST_FILES or self._bytes + size > MOST_BYTES:
            self._left_out += 1
            self._first_left_out = self._first_left_out or file.shown
            return
        self._bytes += size
        self._files.append(file)

    def _add_zipped(self, folder: ZipFolder, source: Path | bytes, origin: _Origin) -> None:
        for name, problem in folder.refused.items():
            self.refuse(f"{origin.shown}/{name}" if name else origin.shown, problem)
        for zipped in folder.files:
            *folders, name = (part for part in zipped.name.split("/") if part not in ("", "."))
            inside = folders[-1] if folders else Path(origin.name).stem
            path = (*origin.folder, origin.name, *folders)
            read = partial(self.zips.read, source, zipped)
            shown = f"{origin.shown}/{well_formed(zipped.name)}"
            self._note(GivenFile(shown, path, name, read, inside, is_named=False), 0)

    def add_path(self, path: Path, folder: Path, *, inside: str = "", is_named: bool = True) -> None:
        """Note a file under the path by which it was found; `folder` is the true path of its folder."""
        real = os.path.realpath(path)
        if real not in self._seen:
            self._seen.add(real)
            self.add(path, _Origin(well_formed(str(path)), folder.parts, path.name, inside, is_named))

    def enter(self, root: Path) -> None:
        """Note the files of a folder and of the folders in it. Raises BadInput where it cannot be read itself."""
        waiting = [root]
        while waiting:
            folder = waiting.pop()
            try:
                listed = files_in(folder)
            except BadInput as error:
                if folder == root:
                    raise
                self.refuse(well_formed(str(folder)), *(one.model_copy(update={"place": ""}) for one in error.problems))
                continue
            for link in listed.links:
                problem = Problem(place="", message=_A_LINK, remedy="Give what it leads to.")
                self.refuse(well_formed(str(link)), problem)
            inside = "" if folder == root else folder.name
            for path in listed.files:
                self.add_path(path, folder.resolve(), inside=inside, is_named=False)
            waiting += reversed(listed.folders)


def _problem_of(path: Path) -> Problem | None:
    """Return why a path cannot be looked at, None where it is a file or a folder."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "this is not a possible path"
        return Problem(place=str(path), message=f"cannot be read: {reason}.", remedy=_CHECK_IT)
    if S_ISDIR(mode) or S_ISREG(mode):
        return None
    return Problem(place=str(path), message="this is no file and no folder.", remedy="Name files, folders and zips.")


def uploaded(files: Iterable[tuple[str, bytes]]) -> GivenFiles:
    """Return the files that a browser sent, by name and bytes; all of them count as one folder."""
    search = _FileSearch()
    for name, data in files:
        search.add(data, _Origin(well_formed(name), (), name))
    search.zips.close()
    return search.found()


def _searched(search: _FileSearch, paths: Sequence[Path]) -> Iterator[Problem]:
    """Note the files behind paths, and yield what is wrong with a path itself."""
    for path in sorted(paths, key=lambda path: path.is_dir()):  # a file that is named counts as named
        problem = _problem_of(path)
        if problem is not None:
            yield problem
            continue
        try:
            if path.is_dir():
                search.enter(path)
            else:
                search.add_path(path, path.parent.resolve())
        except BadInput as error:
            yield from error.problems


def find_given(paths: Sequence[Path]) -> GivenFiles:
    """Return the files behind paths of files, folders and zips, without hidden ones in folders and zips.

    Nothing but a file's first bytes and the list of a zip is read. Raises BadInput with all paths that are neither file
    nor folder, or cannot be read.
    """
    search = _FileSearch()
    problems = list(_searched(search, paths))
    search.zips.close()
    if problems:
        raise BadInput(*problems)
    return search.found()
