"""Values that a page waits for, computed in the background: each once in this process, and only while it is needed.

Nothing is stored; after a restart of the program they are computed again.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable
from threading import Event, Lock, Thread
from time import monotonic
from typing import Generic, NamedTuple, TypeVar

from core.errors import WorkbenchError

GRACE = 10.0
"""For how many seconds a value is computed though nobody who asked for it is there any more: a page is loaded again."""
NAME = "computation"
"""What its threads are called."""

_T = TypeVar("_T")
Report = Callable[[int, int], None]
"""Takes how many steps of a computation are done, and of how many. Raises Unneeded."""


class Unneeded(Exception):
    """Nobody needs the value any more."""


class ComputationProgress(NamedTuple):
    """How many steps of a computation are done, and of how many; 0 of 0 before that is known."""

    done: int = 0
    steps: int = 0


class Computation(Generic[_T]):
    """Computes one value in a thread of its own; everybody who asks is shown the same progress and given the same."""

    def __init__(self) -> None:
        self.progress = ComputationProgress()
        self._asked_at = monotonic()
        self._viewers: dict[str, Callable[[], bool]] = {}
        self._ended = Event()
        self._value: _T | None = None
        self._error: Exception | None = None

    def ask(self, viewer: str, is_there: Callable[[], bool]) -> None:
        """Say who needs the value, and how to find out whether they are there still."""
        self._viewers[viewer] = is_there
        self._asked_at = monotonic()

    @property
    def has_ended(self) -> bool:
        """Whether there is a value, or a reason why there is none."""
        return self._ended.is_set()

    @property
    def is_unneeded(self) -> bool:
        """Whether it ended because nobody needed the value."""
        return isinstance(self._error, Unneeded)

    def wait(self, seconds: float) -> bool:
        """Wait for the end; tell whether it has come."""
        return self._ended.wait(seconds)

    def value(self) -> _T:
        """Return the value once it has ended. Raises what kept it from that, a bug as WorkbenchError."""
        if self._error is not None:
            raise self._error
        if self._value is None:
            raise ValueError("it has not ended")
        return self._value

    def start(self, compute: Callable[[Report], _T], at_end: Callable[[], None]) -> None:
        """Begin; `at_end` is called in its thread as the last thing. What `compute` holds is let go then."""
        Thread(target=self._work, args=(compute, at_end), name=NAME, daemon=True).start()

    def _report(self, done: int, steps: int) -> None:
        self.progress = ComputationProgress(done, steps)
        if monotonic() - self._asked_at > GRACE and not any(is_there() for is_there in list(self._viewers.values())):
            raise Unneeded

    def _work(self, compute: Callable[[Report], _T], at_end: Callable[[], None]) -> None:
        try:
            self._value = compute(self._report)
        except (WorkbenchError, Unneeded) as error:
            self._error = error
        except Exception as error:
            logging.getLogger(__name__).log(logging.ERROR, "a bug of the workbench", exc_info=error)
            said = f"The workbench itself made a mistake: {type(error).__name__}. Its terminal has the details."
            self._error = WorkbenchError(said)
        finally:
            self._ended.set()
            at_end()


class ComputationRegistry(Generic[_T]):
    """The computations of this process by a key of their content, with the last `most` values."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._changing = Lock()
        self._known: OrderedDict[str, Computation[_T]] = OrderedDict()

    def ask(
        self, key: str, compute: Callable[[Report], _T], viewer: str, is_there: Callable[[], bool]
    ) -> Computation[_T]:
        """Return the computation of a value, which is begun where there is none."""
        with self._changing:
            found = self._known.get(key)
            if found is not None and not found.is_unneeded:
                self._known.move_to_end(key)
                found.ask(viewer, is_there)
                return found
            begun = self._known[key] = Computation[_T]()
            begun.ask(viewer, is_there)
        begun.start(compute, lambda: self._forget_old(key, begun))
        return begun

    def forget(self, key: str) -> None:
        """Let a value be computed anew when it is asked for next."""
        with self._changing:
            self._known.pop(key, None)

    def _forget_old(self, key: str, ended: Computation[_T]) -> None:
        with self._changing:
            if ended.is_unneeded and self._known.get(key) is ended:
                del self._known[key]
            ended_keys = [one for one, computation in self._known.items() if computation.has_ended]
            for old in ended_keys[: -self._most]:
                del self._known[old]
