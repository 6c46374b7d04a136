"""Renews a lease while its worker is writing, however long one call takes."""

from collections.abc import Callable
from threading import Event, Thread
from types import TracebackType

from workbench.store import LostLease, StoreError

LEASE_SECONDS = 10.0
"""How long a worker may be silent before another may take over what it writes."""
_BEATS = 4  # in the time of a lease


class Heartbeat:
    """Renews a lease for so many seconds by `renew`, which tells whether any tab or program asked for a stop.

    `lost` is set when it is another's, `stop` when a stop was asked for.
    """

    def __init__(self, renew: Callable[[float], bool], seconds: float) -> None:
        self._renew = renew
        self._seconds = seconds
        self._over = Event()
        self._thread = Thread(target=self._beat, name="heartbeat", daemon=True)
        self.lost = Event()
        self.stop = Event()

    def __enter__(self) -> "Heartbeat":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def _beat(self) -> None:
        while not self._over.wait(self._seconds / _BEATS) and not self.lost.is_set():
            try:
                if self._renew(self._seconds):
                    self.stop.set()
            except LostLease:
                self.lost.set()
            except StoreError:
                # A file that cannot be written for a moment: the next beat may be in time. Where none is, the lease
                # runs out, and whoever takes it then has what is written.
                continue
