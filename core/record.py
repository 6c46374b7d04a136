"""The one base of every value in this project: a frozen record that refuses unknown fields; and very many of them."""

import gc
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from operator import eq
from threading import Lock
from typing import TypeVar, cast, overload

from pydantic import BaseModel, ConfigDict

T = TypeVar("T")


class Record(BaseModel):
    """A value: compared by content, never changed after it was made."""

    # Validators are built when a record is first made, not when its module is imported: start-up is a promise too.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    def __setattr__(self, name: str, value: object) -> None:
        if name in type(self).model_fields:
            raise AttributeError(
                f"a {type(self).__name__} never changes: make another with .model_copy(update={{{name!r}: ...}}), "
                f"or with its own with_{name}(...) where it has one"
            )
        super().__setattr__(name, value)

    # Pydantic's own writes every field, whatever `__repr__` says: a hundred thousand characters of a line.
    def __str__(self) -> str:
        return repr(self)


class Columns(Sequence[T]):
    """Very many records of one kind, held as columns of numbers; each record is made when it is asked for.

    Equal to every sequence of equal records.
    """

    def _record(self, index: int) -> T:
        raise NotImplementedError

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        """Return one record, or a tuple of several."""
        chosen = range(len(self))[index]
        return tuple(map(self._record, chosen)) if isinstance(chosen, range) else self._record(chosen)

    def __iter__(self) -> Iterator[T]:
        return map(self._record, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Columns, tuple)):
            return NotImplemented
        others = cast("Sequence[object]", other)
        return len(self) == len(others) and all(map(eq, self, others))

    def __hash__(self) -> int:
        return hash((len(self), *self[:1], *self[-1:]))


class _Makers:
    """How many threads are making many records, and whether Python looked for cycles before the first of them."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.inside = 0
        self.was_on = False


_MAKERS = _Makers()


@contextmanager
def making_many() -> Generator[None]:
    """Let Python look for cycles of garbage later, while very many records are made that stay.

    It would pass over all of them again and again: a quarter to a third of the time in which 20,000 quotes are
    proven.
    """
    with _MAKERS.lock:
        if not _MAKERS.inside:
            _MAKERS.was_on = gc.isenabled()
            gc.disable()
        _MAKERS.inside += 1
    try:
        yield
    finally:
        with _MAKERS.lock:
            _MAKERS.inside -= 1
            if not _MAKERS.inside and _MAKERS.was_on:
                gc.enable()
