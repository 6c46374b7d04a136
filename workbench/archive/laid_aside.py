"""What talks say, laid aside until all talks have said it: memory need not hold it."""

from contextlib import suppress
from tempfile import TemporaryFile
from types import TracebackType
from typing import Generic, Self, TypeVar

from core.errors import BadInput, Problem
from core.record import Record

_Record = TypeVar("_Record", bound=Record)


class LaidAside(Generic[_Record]):
    """Records of one kind, in a file that has no name and goes when it is closed. Raises BadInput where there can be
    none."""

    def __init__(self, kind: type[_Record]) -> None:
        self._kind = kind
        try:
            self._file = TemporaryFile()  # noqa: SIM115 - it is closed with this
        except OSError as error:
            raise self._cannot_write(error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with suppress(OSError):  # what still waits to be written is not needed any more
            self._file.close()

    @staticmethod
    def _cannot_write(error: OSError) -> BadInput:
        message = f"what was found cannot be laid aside: {error.strerror or error}."
        return BadInput(Problem(place="the folder for temporary files", message=message, remedy="Make room there."))

    def put(self, record: _Record) -> int:
        """Lay a record aside; return its place. Raises BadInput where the file cannot be written."""
        try:
            place = self._file.seek(0, 2)
            self._file.write(record.model_dump_json().encode() + b"\n")
        except OSError as error:
            raise self._cannot_write(error) from error
        return place

    def get(self, place: int) -> _Record:
        """Return the record at a place. Raises BadInput where the file cannot be written: its end may still wait."""
        try:
            self._file.seek(place)
            return self._kind.model_validate_json(self._file.readline())
        except OSError as error:
            raise self._cannot_write(error) from error
