"""A folder that one command has to itself while it keeps calls there: two would pay for the same calls, and number
theirs alike."""

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from core.errors import BadInput, Problem


def _lock(handle: int, folder: Path) -> None:
    """Lock an open folder until it is closed. Raises BadInput where another command has it."""
    try:
        import fcntl
    except ImportError:
        return  # Windows has no lock for a folder
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        message = "another command keeps its calls there at this moment."
        remedy = "Wait until it is done, or name another folder."
        raise BadInput(Problem(place=str(folder), message=message, remedy=remedy)) from None
    except OSError:
        pass  # a file system without locks


@contextmanager
def lock_folder(folder: Path | None, *, make: bool) -> Generator[None]:
    """Have a folder for oneself while this lasts, where there is one; it is made where `make` says so, and is gone
    again where nothing was kept. One that cannot be made or opened is left to whoever uses it.

    Raises BadInput where another command has it.
    """
    if folder is None:
        yield
        return
    made = [path for path in (folder, *folder.parents) if not path.exists()] if make else []
    try:
        if make:
            folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        yield
        return
    try:
        _lock(handle, folder)
        yield
    finally:
        os.close(handle)
        for path in made:
            with suppress(OSError):
                path.rmdir()
