"""Read one file, and never more of it than may be read."""

import os
from errno import EINVAL
from io import BufferedReader
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from core.errors import BadInput, Problem
from workbench.files.names import OWN_NAMES

_FLAGS = os.O_RDONLY | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
_WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0)  # a pipe that takes the place of a file meanwhile is not waited for


def _problem(path: Path, message: str, remedy: str) -> BadInput:
    return BadInput(Problem(place=str(path), message=message, remedy=remedy))


def _too_big(path: Path, size: int, most: int) -> BadInput:
    has = f"it has {size:,} bytes; {most:,} may be read" if size > most else f"it has more than {most:,} bytes"
    return _problem(path, f"the file is too big: {has}.", "Choose a smaller file, or split it.")


def _is_file_or_folder(facts: os.stat_result) -> bool:
    return S_ISREG(facts.st_mode) or S_ISDIR(facts.st_mode)  # that a folder is no file is said where it is read


def _read(path: Path, most: int, *, regular: bool) -> bytes:
    strange = _problem(path, "this is not a regular file, so reading it may never end.", "Name a file.")
    if regular and not _is_file_or_folder(path.stat()):
        raise strange  # before it is opened: that alone may move a device
    handle = os.open(path, _FLAGS | (_WITHOUT_WAITING if regular else 0))
    with os.fdopen(handle, "rb") as file:
        facts = os.fstat(handle)
        if regular and not _is_file_or_folder(facts):
            raise strange
        if S_ISREG(facts.st_mode) and facts.st_size > most:
            raise _too_big(path, facts.st_size, most)
        data = file.read(most + 1)
    if len(data) > most:
        raise _too_big(path, 0, most)
    return data


def open_regular(path: Path) -> BufferedReader:
    """Open a regular file and nothing else; a pipe that takes its place meanwhile is not waited for. Raises OSError."""
    handle = os.open(path, _FLAGS | _WITHOUT_WAITING)
    file = os.fdopen(handle, "rb")
    if not S_ISREG(os.fstat(handle).st_mode):
        file.close()
        raise OSError(EINVAL, "this is not a regular file")
    return file


def read_bytes(path: Path, most: int, *, regular: bool = False) -> bytes:
    """Return a file's bytes, `most` at the most; of a pipe or a device no more than that is ever read.

    With `regular` nothing but a regular file is opened. If a command was killed while it wrote this file with others,
    they are put in their places first. Raises BadInput if the file cannot be read, or has more bytes.
    """
    if OWN_NAMES.fullmatch(path.name):
        from workbench.files.staging_folder import finish_interrupted_write

        finish_interrupted_write(path.parent)
    try:
        return _read(path, most, regular=regular)
    except (OSError, ValueError) as error:  # the latter: a path that no file can have
        reason = getattr(error, "strerror", None) or error
        remedy = "Check the name and that you may read it."
        raise _problem(path, f"the file cannot be read: {reason}.", remedy) from error
