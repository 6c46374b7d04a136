"""Calls of experiments that were made in this process and could not be stored yet: a full disk loses none of them."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TypeVar

from workbench.store import CachedCall, CallRecord, FailedCall, Store, UnitPosition

_T = TypeVar("_T")

_waiting: dict[tuple[str, str], list[Callable[[], object]]] = {}  # by the database and the experiment


def _store(store: Store, experiment_id: str, act: Callable[[], _T]) -> _T:
    waiting = _waiting.setdefault((str(store.path), experiment_id), [])
    if act not in waiting:
        waiting.append(act)
    done = act()
    with suppress(ValueError):  # another of this process may have stored it meanwhile
        waiting.remove(act)
    return done


def keep(store: Store, experiment_id: str, place: UnitPosition, key: str, call: CallRecord) -> CachedCall:
    """Store a call that was answered for a unit and return the one that stands under its key; while that does not
    succeed, it stays here. Raises StoreError."""
    return _store(store, experiment_id, partial(store.keep_call, key, call, experiment_id, place))


def keep_failed(store: Store, experiment_id: str, place: UnitPosition, failed: FailedCall) -> None:
    """Store a call that failed for a unit; while that does not succeed, it stays here. Raises StoreError."""
    _store(store, experiment_id, partial(store.note_failed_call, experiment_id, place, failed))


def unstored_calls(store: Store, experiment_id: str) -> int:
    """Return how many calls of an experiment wait for that."""
    return len(_waiting.get((str(store.path), experiment_id), ()))


def store_all(store: Store, experiment_id: str) -> None:
    """Store what waits for that, before anything is asked. Raises StoreError."""
    for act in tuple(_waiting.get((str(store.path), experiment_id), ())):
        _store(store, experiment_id, act)


def forget(store: Store, experiment_id: str) -> None:
    """Forget the calls of an experiment that is removed."""
    _waiting.pop((str(store.path), experiment_id), None)
