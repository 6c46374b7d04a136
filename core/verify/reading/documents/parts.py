"""The parts of a document that is a zip file, unpacked with limits."""

import io
import zipfile
import zlib
from collections.abc import Mapping

from core.errors import EditionError, Problem

_MOST_PARTS = 1_000
_MOST = 100_000_000  # bytes of all parts together
_TROUBLE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError, LookupError, OverflowError)


def _read(archive: zipfile.ZipFile) -> Mapping[str, bytes]:
    names = archive.namelist()
    if len(names) > _MOST_PARTS or len(set(names)) < len(names):
        raise ValueError("too many parts, or two of one name")
    left, read = _MOST, dict[str, bytes]()
    for name in names:
        with archive.open(name) as part:
            read[name] = part.read(left + 1)
        left -= len(read[name])
        if left < 0:
            raise ValueError("more than is read")
    return read


def read_parts(data: bytes, name: str) -> Mapping[str, bytes]:
    """Return the parts of a zip file, called `name` in messages, by their names in its order. Raises EditionError where
    it is damaged, or holds more than 1,000 parts or 100 MB."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _read(archive)
    except _TROUBLE as error:
        message = f"this zip file (a .docx and an .epub are one) cannot be unpacked: {error}."
        raise EditionError(Problem(place=name, message=message, remedy="Export or copy it again.")) from error
