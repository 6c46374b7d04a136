"""The folder `.workbench-new` inside an output folder: what a write that was killed left there, and how it is finished.

New files are written and flushed there under their own names. Then a journal names them with their SHA-256; from this
moment the write counts, and each file is renamed to its place. Whoever finds a journal does the remaining renames;
without one everything that is there is a leftover. A journal may come from anywhere, with a folder that was downloaded:
it can move nothing but files that this program writes, from this folder to the one around it.
"""

import os
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager, suppress
from errno import EAGAIN, EPERM
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from time import monotonic, sleep
from typing import Any, cast

from core.errors import BadInput, Problem
from workbench.files.names import OWN_NAMES

STAGING = ".workbench-new"
_JOURNAL = "journal.json"
_FORM = "workbench_journal"
_MOST_JOURNAL, _MOST_FILE = 1_000_000, 1_000_000_000  # bytes
_PATIENCE, _PAUSE = 10.0, 0.02  # seconds: how long another program is waited for, and between two attempts
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_IS_FOLDER = getattr(os, "O_DIRECTORY", 0)


class ForeignFolder(PermissionError):
    """Something that is called like a staging folder and is none that may be trusted."""


class _UnfitJournal(Exception):
    """The journal is none of ours, or does not fit the files."""


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk, on systems that can open a folder."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def write_file(path: Path, pieces: Iterable[bytes], rights: int) -> None:
    """Write a new file and wait until it is on the disk; the umask narrows its rights. Raises OSError."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK, rights)
    with os.fdopen(handle, "wb") as file:
        file.writelines(pieces)
        file.flush()
        os.fsync(file.fileno())


def _sha256(path: Path) -> str | None:
    """Return the SHA-256 of a file, "" for something that is no file of ours, None where there is nothing."""
    import hashlib

    try:
        handle = os.open(path, os.O_RDONLY | _NO_LINK)
    except FileNotFoundError:
        return None
    except OSError:
        return ""
    with os.fdopen(handle, "rb") as file:
        facts = os.fstat(handle)
        if not S_ISREG(facts.st_mode) or facts.st_size > _MOST_FILE:
            return ""
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_journal(new: Path, digests: Mapping[str, str]) -> None:
    """Write the journal of the files in a staging folder, SHA-256 by name; from now on they count. Raises OSError."""
    import json

    strange = [name for name in digests if not OWN_NAMES.fullmatch(name)]
    if strange:
        raise ValueError(f"nobody could finish writing {strange}: add their names to OWN_NAMES")
    unfinished = new / f"{_JOURNAL}.part"
    write_file(unfinished, [json.dumps({_FORM: 1, "files": dict(digests)}, indent=2).encode()], 0o666)
    sync_folder(new)
    unfinished.replace(new / _JOURNAL)
    sync_folder(new)


def _read_journal(new: Path) -> dict[str, str] | None:
    """Return the SHA-256 of each file by its name; None where no journal was completed. Raises _UnfitJournal."""
    import json

    try:
        handle = os.open(new / _JOURNAL, os.O_RDONLY | _NO_LINK)
    except FileNotFoundError:
        return None
    with os.fdopen(handle, "rb") as file:
        data = file.read(_MOST_JOURNAL + 1) if S_ISREG(os.fstat(handle).st_mode) else b""
    try:
        journal: Any = json.loads(data) if len(data) <= _MOST_JOURNAL else None
    except (ValueError, RecursionError):
        raise _UnfitJournal from None
    written = cast("dict[str, Any]", journal) if isinstance(journal, dict) else {}
    if written.get(_FORM) != 1 or not isinstance(written.get("files"), dict):
        raise _UnfitJournal
    named = cast("dict[str, Any]", written["files"])
    if not all(OWN_NAMES.fullmatch(name) and isinstance(digest, str) for name, digest in named.items()):
        raise _UnfitJournal
    return named


def _finish(folder: Path, new: Path, journal: dict[str, str]) -> None:
    """Do the renames that remain. Raises _UnfitJournal before anything is renamed, OSError."""
    waiting: list[str] = []
    for name, digest in journal.items():
        staged = _sha256(new / name)
        if staged == digest:
            waiting.append(name)
        elif staged is not None or _sha256(folder / name) != digest:
            raise _UnfitJournal
    for name in waiting:
        (new / name).replace(folder / name)
    sync_folder(folder)


def clear(new: Path) -> None:
    """Remove the files of a staging folder, the journal first: without it the others are leftovers. Raises OSError."""
    (new / _JOURNAL).unlink(missing_ok=True)
    with os.scandir(new) as entries:
        files = [Path(entry.path) for entry in entries if not entry.is_dir(follow_symlinks=False)]
    for path in files:
        path.unlink(missing_ok=True)


def _warn(folder: Path, message: str) -> None:
    import logging

    logging.getLogger("workbench.files").warning("Note: %s: %s", folder, message)


def settle(folder: Path, new: Path, *, discards: bool) -> None:
    """Finish what a killed write left in a staging folder whose lock is held, or clear it.

    A journal that does not fit raises _UnfitJournal, or is cleared with the rest where the caller `discards` it because
    it writes the files anew. Raises OSError.
    """
    try:
        journal = _read_journal(new)
        if journal is not None:
            _finish(folder, new, journal)
            _warn(folder, "a command was stopped while it wrote here; its files are complete now.")
    except _UnfitJournal:
        if not discards:
            raise
        _warn(folder, "files that a stopped command left here fit no journal, and were removed.")
    try:
        clear(new)
    except OSError:
        if discards:
            raise  # else it is a reader's, for whom all files are old or all are new by now


def _is_trusted(folder: Path, new: Path) -> bool:
    """Tell whether this is a folder that the person, or whoever owns the folder around it, has made.

    Where everybody may write, anybody could have put one there.
    """
    facts = new.lstat()
    owners = (getattr(os, "geteuid", lambda: 0)(), folder.stat().st_uid)
    return S_ISDIR(facts.st_mode) and facts.st_uid in owners


def _is_locked(handle: int, new: Path) -> bool:
    """Lock an open staging folder; tell whether it is ours now, and still the one of that name."""
    with suppress(ImportError, OSError):  # Windows, or a file system without locks
        import fcntl

        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return os.path.samestat(os.fstat(handle), new.lstat())


def _open(folder: Path, new: Path) -> int | None:
    """Return a handle of a staging folder whose lock is ours now, None where folders have no handles.

    Raises BlockingIOError if another program holds the lock, FileNotFoundError, ForeignFolder, OSError.
    """
    if not _is_trusted(folder, new):
        raise ForeignFolder(EPERM, f"{STAGING} in it was not made by this program")
    if not _IS_FOLDER:
        return None
    handle = os.open(new, os.O_RDONLY | _IS_FOLDER | _NO_LINK)
    try:
        if _is_locked(handle, new):
            return handle
    except BaseException:
        os.close(handle)
        raise
    os.close(handle)
    raise BlockingIOError(EAGAIN, "another command is writing there")


@contextmanager
def hold(folder: Path, rights: int | None = None) -> Generator[Path]:
    """Hold the lock of a folder's staging folder, which is removed in the end if it is empty; with `rights` it is made
    where there is none.

    Raises FileNotFoundError where there is none, ForeignFolder, BlockingIOError if another program holds it for too
    long, OSError.
    """
    new = folder / STAGING
    end = monotonic() + _PATIENCE
    while True:
        if rights is not None:
            with suppress(FileExistsError):
                new.mkdir(rights)
        try:
            handle = _open(folder, new)
            break
        except (BlockingIOError, FileNotFoundError) as error:  # not found: who held the lock has removed it
            if monotonic() > end or (rights is None and isinstance(error, FileNotFoundError)):
                raise
        sleep(_PAUSE)
    try:
        yield new
    finally:
        with suppress(OSError):
            new.rmdir()
        if handle is not None:
            os.close(handle)


def finish_interrupted_write(folder: Path, *, discards: bool = False) -> None:
    """Finish a write into `folder` that was killed, or clear what it left; where nothing is left, nothing is done.

    With `discards` a journal that does not fit is cleared, because the caller writes anew. Raises BadInput if the
    files cannot be put in their places here, so that a reader never takes some old and some new files for one edition.
    """
    try:
        with hold(folder) as new:
            settle(folder, new, discards=discards)
        return
    except (FileNotFoundError, NotADirectoryError, ForeignFolder):
        return
    except _UnfitJournal:
        message = "a stopped command left files here, and its journal does not fit them."
        remedy = "Look whether you need them, and remove this folder."
    except BlockingIOError:
        message, remedy = "another command is writing its files.", "Wait until it is done."
    except OSError as error:
        reason = error.strerror or str(error)
        message = f"a command was stopped while it wrote, and its files cannot be put in their places: {reason}."
        remedy = "Run it again, or `workbench verify`, as somebody who may write there."
    raise BadInput(Problem(place=str(folder / STAGING), message=message, remedy=remedy))
