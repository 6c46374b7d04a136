"""Calls made in this process that could not be stored yet: a paid call is not lost with a full disk."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Generic, TypeVar

_T = TypeVar("_T")
_Stored = TypeVar("_Stored")


class PendingCalls(Generic[_T]):
    """The calls that wait to be stored, in the order in which they were made; any thread of this process may add or
    store one."""

    def __init__(self) -> None:
        self._items: list[_T] = []

    def __iter__(self) -> Iterator[_T]:
        return iter(tuple(self._items))

    def __len__(self) -> int:
        return len(self._items)

    def store(self, item: _T, act: Callable[[], _Stored]) -> _Stored:
        """Store a call by `act` and return the result; while `act` raises, the call waits here."""
        if item not in self._items:
            self._items.append(item)
        stored = act()
        self.drop(item)
        return stored

    def drop(self, item: _T) -> None:
        """Remove a waiting call; another thread may have stored it meanwhile."""
        with suppress(ValueError):
            self._items.remove(item)
