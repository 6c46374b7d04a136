"""Index folders in the background: thousands of files take time, and the page stays usable.

One folder at a time is read into an index in this process; another writer waits for one batch, not for all.
"""

import threading
from collections.abc import Sequence
from pathlib import Path

from core.errors import BadInput, WorkbenchError
from core.record import Record
from workbench.search import IngestReport, SearchIndex


class IngestProgress(Record):
    """The progress of indexing: how many files of how many were read, and the current one; `trouble` says why it ended
    early, `outcome` is the result once it is over."""

    folder: str
    done: int = 0
    total: int = 0
    name: str = ""
    outcome: IngestReport | None = None
    trouble: str = ""
    stopped: bool = False

    @property
    def is_over(self) -> bool:
        """Whether nothing more is done."""
        return self.stopped or bool(self.trouble) or self.outcome is not None


class _IngestStop(Exception):
    """It was asked to stop."""


class _IngestThread:
    """One indexing run; another thread may read its progress at any time."""

    def __init__(self, library: SearchIndex, paths: Sequence[Path], folder: str) -> None:
        self.progress = IngestProgress(folder=folder)
        self._library = library
        self._paths = paths
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="taking in", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()

    def wait(self, seconds: float) -> None:
        self._thread.join(seconds)

    def _say(self, **changes: object) -> None:
        self.progress = self.progress.model_copy(update=changes)

    def _check(self) -> None:
        if self._stop.is_set():
            raise _IngestStop

    def _note(self, done: int, total: int, name: str) -> None:
        self._say(done=done, total=total, name=name)

    def _work(self) -> None:
        try:
            outcome = self._library.take_in(
                self._paths, collection=self.progress.folder, progress=self._note, check=self._check
            )
        except _IngestStop:
            self._say(stopped=True)
        except BadInput as error:
            self._say(trouble=" ".join(map(str, error.problems)))
        except WorkbenchError as error:
            self._say(trouble=str(error))
        except BaseException as error:
            self._say(trouble=f"The workbench itself made a mistake: {type(error).__name__}.")
            raise
        else:
            self._say(outcome=outcome)


_changing = threading.Lock()
_workers: dict[str, _IngestThread] = {}


def start_ingest(library: SearchIndex, paths: Sequence[Path], folder: str, *, wait: float = 0.0) -> bool:
    """Index files in the background, as a collection of that name; False where another indexing run is under way.

    `wait` is how many seconds to wait for its end: a few files take less time than one poll.
    """
    key = str(library.path)
    with _changing:
        known = _workers.get(key)
        if known is not None and not known.progress.is_over:
            return False
        worker = _workers[key] = _IngestThread(library, paths, folder)
    worker.start()
    worker.wait(wait)
    return True


def ingest_progress(path: Path) -> IngestProgress | None:
    """Return the progress of indexing into this index, None where none is under way."""
    with _changing:
        worker = _workers.get(str(path))
    return worker.progress if worker is not None else None


def stop(path: Path) -> None:
    """Stop it; the batches that were stored stay."""
    with _changing:
        worker = _workers.get(str(path))
    if worker is not None:
        worker.stop()


def forget(path: Path) -> None:
    """Forget one that is over."""
    with _changing:
        worker = _workers.get(str(path))
        if worker is not None and worker.progress.is_over:
            del _workers[str(path)]
