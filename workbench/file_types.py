"""Recognise the type of a file: binary files by their first bytes, text by its name and its beginning."""

import json
from pathlib import PurePath

from core.record import Record
from core.verify import Form

DATABASE = b"SQLite format 3\x00"
"""The first bytes of a SQLite file."""

_TEXT = (
    'save it as plain text ("Save as", "Plain text", UTF-8) and use that file, or copy the words and paste them here.'
)
_OPEN = f"Open it and {_TEXT}"
_WORDS = "Only text can be read here: have it transcribed, and use the transcript."
_OTHER = "Choose a text file."

_FORMS: dict[str, Form] = {".html": "html", ".htm": "html", ".md": "markdown", ".markdown": "markdown", ".txt": "text"}


class BinaryFormat(Record):
    """A type of binary file: what to call it, and what to do with one."""

    what: str
    remedy: str


_PROGRAM = BinaryFormat(what="a program", remedy=_OTHER)
_PICTURE = BinaryFormat(what="a picture", remedy=_OTHER)
_RECORDING = BinaryFormat(what="a sound or video recording", remedy=_WORDS)
_ARCHIVE = BinaryFormat(what="a compressed archive", remedy="Unpack it, and use the text file inside.")
_WORD = BinaryFormat(what="a Word document", remedy=_OPEN)

_MAGIC = {
    b"%PDF-": BinaryFormat(what="a PDF", remedy=f"Open it in the program that made it and {_TEXT}"),
    b"{\\rtf": BinaryFormat(what="an RTF document", remedy=_OPEN),
    b"\x7fELF": _PROGRAM,
    b"\xcf\xfa\xed\xfe": _PROGRAM,
    b"\xca\xfe\xba\xbe": _PROGRAM,
    b"\x1f\x8b": _ARCHIVE,
    b"7z\xbc\xaf\x27\x1c": _ARCHIVE,
    b"Rar!\x1a\x07": _ARCHIVE,
    b"\xfd7zXZ\x00": _ARCHIVE,
    b"\x89PNG": _PICTURE,
    b"\xff\xd8\xff": _PICTURE,
    b"\x1a\x45\xdf\xa3": _RECORDING,
    b"fLaC": _RECORDING,
    DATABASE: BinaryFormat(what="a database", remedy=_OTHER),
}
# A text may also begin with these letters, or with bytes that are letters in an old encoding: a NUL byte decides.
_MAGIC_WITH_NUL = {
    b"MZ": _PROGRAM,
    b"GIF8": _PICTURE,
    b"BM": _PICTURE,
    b"ID3": _RECORDING,
    b"OggS": _RECORDING,
    b"RIFF": _RECORDING,
    b"\xff\xfb": _RECORDING,
    b"\xff\xf3": _RECORDING,
    b"BZh": _ARCHIVE,
}
# A zip archive holds the names of its members in plain bytes, so it is recognised without unpacking.
_ZIPPED = {
    b"word/document.xml": _WORD,
    b"xl/workbook.xml": BinaryFormat(what="an Excel workbook", remedy=_OPEN),
    b"ppt/presentation.xml": BinaryFormat(what="a PowerPoint presentation", remedy=_OPEN),
    b"application/vnd.oasis.opendocument": BinaryFormat(what="an OpenDocument file", remedy=_OPEN),
    b"application/epub+zip": BinaryFormat(what="an e-book", remedy=_OPEN),
}
_OLD_WORD = "WordDocument".encode("utf-16-le")
_OLD_OFFICE = BinaryFormat(what="an old Office document", remedy=_OPEN)
_PICTURE_BRANDS = (b"heic", b"heix", b"mif1", b"avif")


def is_database(data: bytes) -> bool:
    """Tell whether `data` begins like a SQLite file."""
    return data.startswith(DATABASE)


def _zipped(data: bytes) -> BinaryFormat:
    inside = next((kind for mark, kind in _ZIPPED.items() if mark in data), None)
    return inside or BinaryFormat(what="a zip archive", remedy=_ARCHIVE.remedy)


def name_container(data: bytes) -> BinaryFormat | None:
    """Return the type of `data` if it is certainly not text, None if it may be text."""
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zipped(data)
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        return _WORD if _OLD_WORD in data else _OLD_OFFICE
    if data[4:8] == b"ftyp":
        return _PICTURE if data[8:12] in _PICTURE_BRANDS else _RECORDING
    if data[257:262] == b"ustar":
        return _ARCHIVE
    found = next((kind for mark, kind in _MAGIC.items() if data.startswith(mark)), None)
    if found is None and b"\0" in data:
        found = next((kind for mark, kind in _MAGIC_WITH_NUL.items() if data.startswith(mark)), None)
    return found


def form_of(path: PurePath, text: str) -> Form:
    """Return the format of an edition, by its file name, else by its beginning."""
    known = _FORMS.get(path.suffix.lower())
    if known is not None:
        return known
    return "html" if text.lstrip()[:15].casefold().startswith(("<!doctype html", "<html")) else "markdown"


def is_data(path: PurePath, text: str) -> bool:
    """Tell whether a file is JSON, which is data for programs and not an edition for readers."""
    if path.suffix.lower() == ".json":
        return True
    if not text.lstrip().startswith("{"):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
