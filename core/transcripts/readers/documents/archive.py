"""The parts of a zip file, read with limits: a small file can claim to be without end."""

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence

from core.errors import TranscriptError
from core.transcripts.readers.pieces import Given
from core.transcripts.readers.refusal import refusal
from core.transcripts.readers.xml_events import XmlHandler, XmlPlaces, XmlTrouble

MAX_ENTRIES = 1_000
MAX_PART = 200_000_000
_MAX_DIRECTORY = 1_000_000
_MAX_RATIO = 120
_NOT_JUDGED = 2_000_000  # bytes of a part below which its ratio tells nothing
_CHUNK = 1 << 16
_END = b"PK\x05\x06"
LONGEST_END = 66_000
"""Behind how many bytes from the end the list of parts is not looked for."""
ZIP_TROUBLE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    LookupError,
    OverflowError,
    struct.error,
)
"""What Python raises for a zip file that is damaged, encrypted, or packed in a way that it does not know."""
_BOMB = "Make the file anew in the program that it comes from."


def directory_size(data: bytes) -> int:
    """Return how many bytes a zip file, or its last `LONGEST_END` bytes, says its list of parts has; -1 where it says
    nothing."""
    end = data.rfind(_END, max(0, len(data) - LONGEST_END))
    return int.from_bytes(data[end + 12 : end + 16], "little") if 0 <= end <= len(data) - 22 else -1


def grows_too_much(packed: int, size: int) -> bool:
    """Tell whether `packed` bytes that have become `size` bytes so far were packed to be more than anybody wrote."""
    return size > _NOT_JUDGED and size > _MAX_RATIO * packed


class ZipParts:
    """The parts of a zip file by their names."""

    def __init__(self, given: Given) -> None:
        self._given = given
        size = directory_size(given.data)
        if size > _MAX_DIRECTORY:
            raise self._too_much()
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(given.data))
            names = self._archive.namelist()
        except ZIP_TROUBLE as error:
            raise self.damaged() from error
        if len(names) > MAX_ENTRIES:
            raise self._too_much()
        self.names = frozenset(names)
        if len(self.names) < len(names):
            raise self.damaged("two of its parts have the same name")

    def _too_much(self) -> TranscriptError:
        return refusal(self._given.name, f"this zip file holds more than {MAX_ENTRIES:,} parts.", _BOMB)

    def damaged(self, how: str = "its end is missing, or parts of it") -> TranscriptError:
        """Return the refusal of a zip file that cannot be read."""
        message = f"this zip file (a .docx and an .xlsx are one too) is damaged: {how}."
        return refusal(self._given.name, message, "Copy or export the file again, and use that one.")

    def first_bytes(self, name: str, most: int = 200) -> bytes:
        """Return the beginning of a part, b"" where there is none."""
        return next(self.chunks(name), b"")[:most] if name in self.names else b""

    def chunks(self, name: str) -> Iterator[bytes]:
        """Yield a part, unpacked. Raises TranscriptError where it cannot be, or grows too much."""
        done = 0
        try:
            info = self._archive.getinfo(name)
            self._refuse_growth(info, info.file_size)
            with self._archive.open(info) as part:
                while chunk := part.read(_CHUNK):
                    done += len(chunk)
                    self._refuse_growth(info, done)
                    yield chunk
        except ZIP_TROUBLE as error:
            raise self.damaged() from error

    def _refuse_growth(self, info: zipfile.ZipInfo, size: int) -> None:
        packed = min(info.compress_size, len(self._given.data))
        if size > MAX_PART or grows_too_much(packed, size):
            message = f'this zip file is not unpacked: its part "{info.filename[:80]}" grows too much.'
            raise refusal(self._given.name, message, _BOMB)

    def steps(self, name: str, handler: XmlHandler, what: str) -> Iterator[None]:
        """Read a part that is XML chunk by chunk, with a stop behind each.

        Raises TranscriptError where it is none; `what` names the kind of file.
        """
        try:
            yield from XmlPlaces(handler).steps(self.chunks(name))
        except XmlTrouble as trouble:
            message = f'{what} cannot be read: its part "{name}" {trouble}.'
            raise refusal(self._given.name, message, "Save it again in the program that it comes from.") from trouble

    def read(self, name: str, handler: XmlHandler, what: str) -> None:
        """Read a part that is XML. Raises TranscriptError where it is none."""
        for _ in self.steps(name, handler, what):
            pass


def first_name(names: Sequence[str], wanted: Callable[[str], bool]) -> str:
    """Return the first name that is wanted, "" where none is."""
    return next(filter(wanted, names), "")
