"""An SQLite file of ours: where it is, how it is opened for one operation, and what is said where SQLite refuses.

Each kind of file brings its own words (`FileErrors`).
"""

import contextlib
import os
import sqlite3
from collections.abc import Callable, Generator
from pathlib import Path
from stat import S_IMODE, S_ISREG
from threading import Lock
from typing import NamedTuple

from pydantic import ValidationError

from core.errors import BadInput, Problem, WorkbenchError


class SQLiteFileError(WorkbenchError):
    """A file cannot be used as it should; `path` is where it is."""

    def __init__(self, path: Path, what: str, remedy: str) -> None:
        self.path = path
        super().__init__(f"{path}: {what} {remedy}")


class ErrorText(NamedTuple):
    """An error with what happened and what to do about it."""

    kind: Callable[[Path, str, str], SQLiteFileError]
    what: str
    remedy: str

    def at(self, path: Path, reason: str = "") -> SQLiteFileError:
        """Return the error of a file; `reason` stands in the place that `what` has for it."""
        return self.kind(path, self.what.format(reason), self.remedy)


class FileErrors(NamedTuple):
    """What is raised of one kind of file; `unreachable` has a place for the reason.

    `unreadable` are further errors that only a damaged file causes, `ours` the codes of SQLite's that are our own bugs.
    """

    damaged: Callable[[Path], SQLiteFileError]
    unreachable: ErrorText
    read_only: ErrorText
    locked: ErrorText
    full: ErrorText
    failed: ErrorText
    unreadable: tuple[type[Exception], ...] = ()
    ours: tuple[int, ...] = ()


_PRIVATE = 0o600
_OF_OTHERS = 0o077
_making = Lock()


def make_private(path: Path) -> None:
    """Make an empty file that only its owner may read, whatever the umask is; one that is there stays as it is.

    SQLite would give a new database the rights of the umask; its journal and log get those of the database.
    """
    # Closing a file ends the locks that this process has on it, so no other thread may begin to use it meanwhile.
    # What fails here fails again where SQLite opens the file, and is put into words there.
    with _making, contextlib.suppress(OSError):
        os.close(os.open(os.path.realpath(path), os.O_RDWR | os.O_CREAT | os.O_EXCL, _PRIVATE))


def _beside(path: Path) -> list[Path]:
    """Return the files that belong to a database: itself, what SQLite keeps beside it, and backups."""
    with os.scandir(path.parent) as folder:
        kept = [Path(entry.path) for entry in folder if entry.name.startswith(f"{path.name}.backup-")]
    return [path, *(path.with_name(path.name + suffix) for suffix in ("-journal", "-wal", "-shm")), *sorted(kept)]


def _take_from_others(path: Path) -> str | None:
    """Take a file's rights from everybody but its owner; returns None where others had none, "" where it is done, else
    why they still have them."""
    try:
        mode = path.stat().st_mode
        if not S_ISREG(mode) or not S_IMODE(mode) & _OF_OTHERS:
            return None
        path.chmod(S_IMODE(mode) & ~_OF_OTHERS)
        # Some file systems have no rights, and do not say so.
        return "its disk keeps no rights" if S_IMODE(path.stat().st_mode) & _OF_OTHERS else ""
    except FileNotFoundError:
        return None
    except OSError as error:
        return error.strerror or str(error)


def take_rights_from_others(path: Path) -> tuple[str, ...]:
    """Let nobody but its owner read or write a database of ours, and what belongs to it; returns what there is to say.

    Their folder is left as it is. On Windows it does nothing: a file has the rights of its folder there.
    """
    if os.name == "nt":
        return ()
    try:
        found = [(one, _take_from_others(one)) for one in _beside(path)]
    except OSError as error:
        found = [(path, error.strerror or str(error))]
    done = ", ".join(str(one) for one, why in found if why == "")
    said = [f"Others on this machine could read these files; now only you can: {done}"] if done else []
    left = [(one, why) for one, why in found if why]
    return (
        *said,
        *(
            f"Others on this machine can read {one}, and that cannot be changed ({why}). Keep it in a folder that only "
            "you may open."
            for one, why in left
        ),
    )


def chosen_path(given: Path | None, variable: str) -> Path | None:
    """Return the path of a file: the one given, else that in an environment variable, None where there is neither."""
    chosen = given or os.environ.get(variable, "").strip()
    return Path(chosen).expanduser().absolute() if chosen else None


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection, begin: str) -> Generator[None]:
    """Carry out what is done inside as one transaction, opened by the statement `begin`; undone where anything is
    raised."""
    connection.execute(begin)
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # SQLite has undone everything already where the disk failed.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _why_out_of_reach(path: Path) -> str | None:
    """Return why SQLite could not open a file, in words for people; None where it may be read but not written."""
    try:
        if path.is_dir():
            return "this is a folder, not a file"
        if path.exists() and not os.access(path, os.R_OK):
            return "you may not read it"
    except OSError as error:
        return error.strerror or str(error)
    # A change needs a second file beside the first, which a folder that may not be written refuses.
    return "the file cannot be opened or made" if os.access(path.parent, os.W_OK) else None


def _in_words(path: Path, code: int, errors: FileErrors) -> SQLiteFileError:
    match code & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return errors.locked.at(path)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return errors.read_only.at(path)
        case sqlite3.SQLITE_CANTOPEN:
            why = _why_out_of_reach(path)
            return errors.read_only.at(path) if why is None else errors.unreachable.at(path, why)
        case sqlite3.SQLITE_FULL:
            return errors.full.at(path)
        case sqlite3.SQLITE_IOERR:
            return errors.failed.at(path)
        case _:
            return errors.damaged(path)


@contextlib.contextmanager
def translate_sqlite_errors(path: Path, errors: FileErrors) -> Generator[None]:
    """Turn what SQLite raises into errors that a person can act on; our own bugs (wrong SQL) go through."""
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
        if code in errors.ours:
            raise
        raise _in_words(path, code, errors) from error
    except (ValidationError, *errors.unreadable) as error:
        raise errors.damaged(path) from error
    except UnicodeEncodeError as error:
        message = "a text holds half a character (a lone surrogate), which cannot be stored."
        raise BadInput(Problem(place="", message=message, remedy="Write the character itself.")) from error


class SQLiteFile:
    """A file that is opened for one operation; `patience` is how many seconds that waits for another program's."""

    def __init__(self, path: Path, errors: FileErrors, *, patience: float) -> None:
        self.path = path.expanduser().absolute()
        self._errors = errors
        self._patience = patience

    def _make_folder(self) -> None:
        try:
            if not self.path.parent.is_dir():
                # Transcripts may be confidential: a folder of our own is for its owner alone.
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            reason = f"its folder cannot be made ({error.strerror or error})"
            raise self._errors.unreachable.at(self.path, reason) from error

    def _connect(self, *, making: bool) -> sqlite3.Connection:
        """Return a connection that commits nothing by itself; with `making` the file is made where there is none."""
        if making:
            make_private(self.path)
        address = str(self.path) if making else f"{self.path.as_uri()}?mode=rw"
        connection = sqlite3.connect(address, uri=not making, timeout=self._patience, isolation_level=None)
        connection.row_factory = sqlite3.Row
        return connection

    @contextlib.contextmanager
    def _connected(self, *, making: bool = True) -> Generator[sqlite3.Connection]:
        """Open and close; what SQLite raises meanwhile is translated."""
        with (
            translate_sqlite_errors(self.path, self._errors),
            contextlib.closing(self._connect(making=making)) as connection,
        ):
            yield connection
