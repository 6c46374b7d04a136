"""Write several files, all or none, whatever ends the program."""

from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager, suppress
from errno import EISDIR
from hashlib import sha256
from pathlib import Path

from core.errors import BadInput, Problem
from workbench.files.staging_folder import (
    clear,
    finish_interrupted_write,
    hold,
    settle,
    sync_folder,
    write_file,
    write_journal,
)

_ALONE = "new"  # what a single file is called until it is in its place


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
    tried. A write that was killed there is finished."""
    import tempfile

    finish_interrupted_write(folder, discards=True)
    existing = folder
    while not existing.exists() and existing != existing.parent:
        existing = existing.parent
    try:
        with suppress(FileNotFoundError), hold(folder):
            pass
        with tempfile.TemporaryFile(dir=existing):
            pass
    except OSError as error:
        raise _cannot_write(folder, error) from error


def _write_one(target: Path, new: Path, pieces: Iterable[bytes], rights: int) -> None:
    """Write one file beside its place and rename it: it is old or new at every moment, without a journal."""
    try:
        write_file(new / _ALONE, pieces, rights)
        (new / _ALONE).replace(target)
    finally:
        clear(new)
    sync_folder(target.parent)


def _stage(new: Path, contents: Mapping[str, bytes], rights: int) -> None:
    """Write the new files beside their places, and the journal that makes them count; undone if that fails."""
    try:
        for name, data in contents.items():
            write_file(new / name, (data,), rights)
        write_journal(new, {name: sha256(data).hexdigest() for name, data in contents.items()})
    except BaseException:
        clear(new)
        raise


def _put_in_place(folder: Path, new: Path, names: Iterable[str]) -> None:
    """Rename each file to its place; if one cannot be, those before it are taken back. Raises OSError.

    Killed in the middle, the journal is there all the while, and whoever finds it renames the rest.
    """
    done: list[tuple[Path, Path]] = []
    try:
        for name in names:
            target, before = folder / name, new / f"{name}.before"
            with suppress(FileNotFoundError):
                target.replace(before)
            done.append((target, before))
            (new / name).replace(target)
    except OSError:
        for target, before in reversed(done):
            for old, place in ((target, new / target.name), (before, target)):
                with suppress(FileNotFoundError):
                    old.replace(place)
        clear(new)  # only now: if a file cannot be taken back, the journal stays
        raise
    sync_folder(folder)
    clear(new)


@contextmanager
def _staging(folder: Path, names: Iterable[str], rights: int) -> Generator[Path]:
    """Hold the staging folder for files of these names, empty; a folder that was made for nothing is removed.

    Raises BadInput where they cannot be written.
    """
    made = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    try:
        folder.mkdir(rights, parents=True, exist_ok=True)
        with hold(folder, rights) as new:
            settle(folder, new, discards=True)
            for target in (folder / name for name in names):
                if target.exists() and not target.is_file():
                    raise OSError(EISDIR, f"{target.name} is a folder, a pipe or a device")
            yield new
    except BaseException as error:
        for parent in made:
            with suppress(OSError):
                parent.rmdir()
        if isinstance(error, OSError):
            raise _cannot_write(folder, error) from error
        raise


def write_pieces(target: Path, pieces: Iterable[str]) -> None:
    """Write one file a piece at a time, as `write_all` does; it is in its place once the last piece is written.

    Raises BadInput if it cannot be written.
    """
    with _staging(target.parent, (target.name,), 0o777) as new:
        _write_one(target, new, (piece.encode("utf-8", "replace") for piece in pieces), 0o666)


def write_all(folder: Path, files: Mapping[str, str | bytes], *, private: bool = False) -> None:
    """Write all files into `folder` or none of them; a file of an earlier run is replaced.

    Texts are written in UTF-8, line ends as given. Their rights follow the umask; `private` files, and a folder that
    is made for them, are for their owner alone. Several files need names that OWN_NAMES knows. Raises BadInput if a
    file cannot be written.
    """
    contents = {
        name: data if isinstance(data, bytes) else data.encode("utf-8", "replace") for name, data in files.items()
    }
    folder_rights, rights = (0o700, 0o600) if private else (0o777, 0o666)
    with _staging(folder, contents, folder_rights) as new:
        if len(contents) == 1:
            ((name, data),) = contents.items()
            _write_one(folder / name, new, (data,), rights)
        else:
            _stage(new, contents, rights)
            _put_in_place(folder, new, contents)
