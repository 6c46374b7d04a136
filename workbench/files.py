"""Read files with a clear message if that fails; write several files, all or none."""

import contextlib
import os
import re
from collections.abc import Mapping
from errno import EISDIR
from pathlib import Path

from core.errors import BadInput, Problem

_NOT_IN_NAMES = re.compile(r"[\W_]+")


def file_stem(title: str) -> str:
    """Return a file name without suffix for a title: letters, digits and hyphens, at most 60 characters."""
    return _NOT_IN_NAMES.sub("-", title).strip("-")[:60].rstrip("-") or "session"


def read_bytes(path: Path, *, most: int | None = None) -> bytes:
    """Return a file's bytes; with `most` at most one byte more than that, so that an endless file is seen as too big.

    Raises BadInput if there is no such file or it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(-1 if most is None else most + 1)
    except OSError as error:
        raise BadInput(
            Problem(
                place=str(path),
                message=f"the file cannot be read: {error.strerror or error}.",
                remedy="Check the name and that you may read it.",
            )
        ) from error


def _cannot_write(folder: Path, error: OSError) -> BadInput:
    return BadInput(
        Problem(
            place=str(folder),
            message=f"the output folder cannot be written: {error.strerror or error}.",
            remedy="Name a folder that you may write to. Nothing was changed.",
        )
    )


def check_writable(folder: Path) -> None:
    """Raise BadInput unless files can be written to `folder`; if it does not exist, its nearest existing parent is
    tried."""
    import tempfile

    existing = folder
    while not existing.exists() and existing != existing.parent:
        existing = existing.parent
    try:
        with tempfile.TemporaryFile(dir=existing):
            pass
    except OSError as error:
        raise _cannot_write(folder, error) from error


def _readable() -> int:
    """Return the usual permissions of a new file; a temporary file can be read by its owner alone."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def write_all(folder: Path, files: Mapping[str, str]) -> None:
    """Write all files (UTF-8, line ends as given) into `folder` or none of them; a file of an earlier run is replaced.

    Raises BadInput if a file cannot be written.
    """
    import tempfile

    made = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    staged: dict[Path, Path] = {}
    done: list[tuple[Path, Path | None]] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            handle, temporary = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
            staged[folder / name] = Path(temporary)
            with os.fdopen(handle, "wb") as file:
                file.write(text.encode("utf-8", "replace"))
                file.flush()
                os.fsync(file.fileno())
        for target in staged:
            if target.is_dir():
                raise IsADirectoryError(EISDIR, f"{target.name} is a folder")
        for target, temporary in staged.items():
            temporary.chmod(_readable())
            backup = target.with_name(f".{target.name}.before") if target.exists() else None
            if backup is not None:
                target.replace(backup)
            done.append((target, backup))
            temporary.replace(target)
    except OSError as error:
        for target, backup in reversed(done):
            with contextlib.suppress(OSError):
                target.unlink(missing_ok=True)
                if backup is not None:
                    backup.replace(target)
        for temporary in staged.values():
            temporary.unlink(missing_ok=True)
        for parent in made:
            with contextlib.suppress(OSError):
                parent.rmdir()
        raise _cannot_write(folder, error) from error
    for _, backup in done:
        if backup is not None:
            backup.unlink(missing_ok=True)
