"""Lock a folder of calls for one command: two commands would pay for the same calls and use the same numbers."""

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from core.errors import BadInput, Problem


def _lock(handle: int, folder: Path) -> None:
    """Lock an open folder until it is closed. Raises BadInput if another command holds the lock."""
    try:
        import fcntl
    except ImportError:
        return  # Windows has no lock for a folder
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        message = "another command is writing its calls there."
        remedy = "Wait until it is done, or name another folder."
        raise BadInput(Problem(place=str(folder), message=message, remedy=remedy)) from None
    except OSError:
        pass  # a file system without locks


@contextmanager
def lock_folder(folder: Path | None, *, make: bool) -> Generator[None]:
    """Hold the lock of a folder, if there is one. With `make` it is created first, and removed at the end if it is
    empty. A folder that cannot be created or opened is not locked; its use reports the error.

    Raises BadInput if another command holds the lock.
    """
    if folder is None:
        yield
        return
    made = [path for path in (folder, *folder.parents) if not path.exists()] if make else []
    try:
        if make:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
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
