"""What talks say to quotes: kept under the bytes of a file, how they are read, and the quotes; and laid aside until all
talks have said it."""

import zlib
from contextlib import suppress
from tempfile import TemporaryFile
from types import TracebackType

from pydantic import ValidationError

from core.errors import BadInput, Problem
from core.record import Record
from workbench.archive.kept_results import KeptWork, ResultName, name_result
from workbench.archive.prove_talk import QuoteInTalk, TalkProofs, TalkToProve, prove_talk

_FAST = 1


def _name(task: TalkToProve) -> ResultName:
    return name_result(task.sha256, "prove", task.name, task.tiers, task.asked, task.nearest, task.persons)


def _pack(task: TalkToProve, proofs: TalkProofs) -> bytes | None:
    """Return proofs of the very bytes that the index has; those of a file that was changed meanwhile are not kept."""
    return zlib.compress(proofs.model_dump_json().encode(), _FAST) if proofs.sha256 == task.sha256 else None


def _unpack(task: TalkToProve, data: bytes) -> TalkProofs | None:
    del task
    try:
        return TalkProofs.model_validate_json(zlib.decompress(data))
    except (zlib.error, ValidationError):
        return None


PROOFS = KeptWork(prove_talk, _name, _pack, _unpack)
"""Quotes against one talk."""


class AsideProof(Record):
    """What the talk with this key says to one quote."""

    talk: str
    found: QuoteInTalk


class ProofsAside:
    """What talks say to quotes, in a file that has no name and goes when it is closed: memory need not hold it."""

    def __init__(self) -> None:
        try:
            self._file = TemporaryFile()  # noqa: SIM115 - it is closed with this
        except OSError as error:
            raise self._cannot_write(error) from error

    def __enter__(self) -> "ProofsAside":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with suppress(OSError):  # what still waits to be written is not needed any more
            self._file.close()

    @staticmethod
    def _cannot_write(error: OSError) -> BadInput:
        message = f"what was found cannot be laid aside: {error.strerror or error}."
        return BadInput(Problem(place="the folder for temporary files", message=message, remedy="Make room there."))

    def put(self, proof: AsideProof) -> int:
        """Lay a proof aside; return its place. Raises BadInput where the file cannot be written."""
        try:
            place = self._file.seek(0, 2)
            self._file.write(proof.model_dump_json().encode() + b"\n")
        except OSError as error:
            raise self._cannot_write(error) from error
        return place

    def get(self, place: int) -> AsideProof:
        """Return the proof at a place. Raises BadInput where the file cannot be written: its end may still wait."""
        try:
            self._file.seek(place)
            return AsideProof.model_validate_json(self._file.readline())
        except OSError as error:
            raise self._cannot_write(error) from error
