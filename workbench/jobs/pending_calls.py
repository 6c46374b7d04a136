"""What was made in this process and could not be stored yet: what was paid for is not lost with a full disk."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Generic, TypeVar

_T = TypeVar("_T")
_Stored = TypeVar("_Stored")


class PendingCalls(Generic[_T]):
    """What waits to be stored, in the order in which it was made; any thread of this process may make or store it."""

    def __init__(self) -> None:
        self._items: list[_T] = []

    def __iter__(self) -> Iterator[_T]:
        return iter(tuple(self._items))

    def __len__(self) -> int:
        return len(self._items)

    def store(self, item: _T, act: Callable[[], _Stored]) -> _Stored:
        """Store something by `act` and return what that returns; while `act` raises, it waits here."""
        if item not in self._items:
            self._items.append(item)
        stored = act()
        self.drop(item)
        return stored

    def drop(self, item: _T) -> None:
        """Let something wait no longer; another thread may have stored it meanwhile."""
        with suppress(ValueError):
            self._items.remove(item)
