"""A zip file that holds files as a folder does: which ones, and each read with limits, for sizes in it may be lies."""

import re
import stat
import zipfile
from typing import IO, NamedTuple

from core.errors import BadInput, Problem
from core.transcripts.readers.decoding import ZIP
from core.transcripts.readers.documents.archive import LONGEST_END, ZIP_TROUBLE, directory_size, grows_too_much
from core.transcripts.readers.documents.zip_file import is_document
from workbench.files.list_folder import is_hidden

MOST_ZIPPED = 2_000
"""How many files of one zip are read."""
MOST_UNPACKED = 1_000_000_000
"""How many bytes of one zip are unpacked, counted while they are."""
_MOST_DIRECTORY = 4_000_000  # bytes of a list of parts; Python holds it all
_CHUNK = 1 << 16
_ENCRYPTED = 1
_LEADS_OUT = re.compile(r"/|[A-Za-z]:|(?:.*/)?\.\.(?:/|\Z)", re.DOTALL)
_SPLIT = "Split it into several, or unpack it and name the folder."


class ZippedFile(NamedTuple):
    """A file in a zip: its name with `/` between folders, and what the zip says of it."""

    name: str
    info: zipfile.ZipInfo


def _name_of(info: zipfile.ZipInfo) -> str:
    return info.filename.replace("\\", "/")


def _why_not(zipped: ZippedFile) -> str:
    """Return why a file in a zip is not to be read, "" where it may be."""
    name, info = zipped
    if _LEADS_OUT.match(name):
        return "its name leads out of the zip file, and is not followed."
    if stat.S_ISLNK(info.external_attr >> 16):
        return "this is a link, and links in a zip file are not followed."
    return "it is encrypted." if info.flag_bits & _ENCRYPTED else ""


def _is_wanted(info: zipfile.ZipInfo) -> bool:
    """Tell whether an entry is a file that is not hidden, nor in a hidden folder."""
    parts = (part for part in _name_of(info).split("/") if part not in (".", ".."))
    return not info.is_dir() and not any(map(is_hidden, parts))


class ZipFolder:
    """The files of a zip, in the order of their names; `refused` are those that are not read, each with the reason.

    Where it holds more than `MOST_ZIPPED` it has no files, and one reason under "". It stays open until `close`.
    """

    def __init__(self, file: IO[bytes], archive: zipfile.ZipFile) -> None:
        self._file = file
        self._archive = archive
        self._size = file.seek(0, 2)
        self._unpacked: dict[int, int] = {}  # bytes by where a file begins: one that is read again counts once
        self._total = 0
        wanted = (ZippedFile(_name_of(info), info) for info in archive.infolist() if _is_wanted(info))
        found = sorted(wanted, key=lambda zipped: zipped.name)
        self.refused: dict[str, Problem] = {}
        self.files: list[ZippedFile] = []
        if len(found) > MOST_ZIPPED:
            message = f"this zip file holds {len(found):,} files; {MOST_ZIPPED:,} may be read."
            self.refused[""] = Problem(place="", message=message, remedy=_SPLIT)
            return
        for zipped in found:
            why = _why_not(zipped)
            if why:
                remedy = "Unpack the zip file yourself, and give what it holds."
                self.refused[zipped.name] = Problem(place="", message=why, remedy=remedy)
            else:
                self.files.append(zipped)

    def read(self, zipped: ZippedFile, most: int, *, only_begin: bool = False) -> bytes:
        """Return the bytes of a file, of a longer one the first `most` with `only_begin`. Raises BadInput."""
        try:
            with self._archive.open(zipped.info) as part:
                data = self._read(zipped, part, most, whole=not only_begin)
        except ZIP_TROUBLE as error:
            message = "it cannot be unpacked: the zip file is damaged, or packed in a way that is not known."
            raise BadInput(Problem(place="", message=message, remedy="Make the zip file again.")) from error
        return data[:most]

    def _read(self, zipped: ZippedFile, part: IO[bytes], most: int, *, whole: bool) -> bytes:
        key, data = zipped.info.header_offset, bytearray()
        while len(data) <= most and (chunk := part.read(min(_CHUNK, most + 1 - len(data)))):
            data += chunk
            if grows_too_much(min(zipped.info.compress_size, self._size), len(data)):
                message = "it is not unpacked: it grows too much."
                raise BadInput(Problem(place="", message=message, remedy="Give the file itself."))
            known = self._unpacked.get(key, 0)
            self._unpacked[key] = max(known, len(data))
            self._total += self._unpacked[key] - known
            if self._total > MOST_UNPACKED:
                message = f"it is not read: more than {MOST_UNPACKED:,} bytes came out of this zip file."
                raise BadInput(Problem(place="", message=message, remedy=_SPLIT))
        if whole and len(data) > most:
            message = f"this file is too big: {most:,} bytes may be read."
            raise BadInput(Problem(place="", message=message, remedy="Split it into one file for each recording."))
        return bytes(data)

    def close(self) -> None:
        """Let the file go."""
        self._archive.close()
        self._file.close()


def open_zip_folder(file: IO[bytes]) -> ZipFolder | None:
    """Return the folder in a zip file, whatever its name is; None for a document that is a zip, for any other file, and
    for a damaged one, which are then closed.

    Raises BadInput where its list of parts is too long to be read.
    """
    folder: ZipFolder | None = None
    try:
        if file.read(len(ZIP[0])) in ZIP:
            size = file.seek(0, 2)
            file.seek(max(0, size - LONGEST_END))
            if directory_size(file.read()) > _MOST_DIRECTORY:
                message = f"this zip file holds more than {MOST_ZIPPED:,} files, or says that it does."
                raise BadInput(Problem(place="", message=message, remedy=_SPLIT))
            file.seek(0)
            archive = zipfile.ZipFile(file)
            names = archive.namelist()
            if names and not is_document(names):
                folder = ZipFolder(file, archive)
    except ZIP_TROUBLE:
        return None
    finally:
        if folder is None:
            file.close()
    return folder
