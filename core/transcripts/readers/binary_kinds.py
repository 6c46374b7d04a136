"""The kinds of binary files: what to call each, and what to do with one, by its first bytes."""

from core.record import Record

DATABASE = b"SQLite format 3\x00"
"""The first bytes of a SQLite file."""

_TEXT = (
    'save it as plain text ("Save as", "Plain text", UTF-8) and use that file, or copy the words and paste them here.'
)
_OPEN = f"Open it and {_TEXT}"
_WORDS = "Only text can be read here: have it transcribed, and use the transcript."
_OTHER = "Choose a text file."


class BinaryKind(Record):
    """A type of binary file: what to call it, and what to do with one; without `has_text` no words can be in it."""

    what: str
    remedy: str
    has_text: bool = True


_PROGRAM = BinaryKind(what="a program", remedy=_OTHER, has_text=False)
_PICTURE = BinaryKind(what="a picture", remedy=_OTHER, has_text=False)
_RECORDING = BinaryKind(what="a sound or video recording", remedy=_WORDS, has_text=False)
_ARCHIVE = BinaryKind(what="a compressed archive", remedy="Unpack it, and use the text file inside.")
_WORD = BinaryKind(what="a Word document", remedy=_OPEN)

_MAGIC = {
    b"%PDF-": BinaryKind(what="a PDF", remedy=f"Open it in the program that made it and {_TEXT}"),
    b"{\\rtf": BinaryKind(what="an RTF document", remedy=_OPEN),
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
    DATABASE: BinaryKind(what="a database", remedy=_OTHER, has_text=False),
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
    b"xl/workbook.xml": BinaryKind(what="an Excel workbook", remedy=_OPEN),
    b"ppt/presentation.xml": BinaryKind(what="a PowerPoint presentation", remedy=_OPEN),
    b"application/vnd.oasis.opendocument": BinaryKind(what="an OpenDocument file", remedy=_OPEN),
    b"application/epub+zip": BinaryKind(what="an e-book", remedy=_OPEN),
}
_OLD_WORD = "WordDocument".encode("utf-16-le")
_OLD_OFFICE = BinaryKind(what="an old Office document", remedy=_OPEN)
_LOOKED_AT = 4_096
_MOSTLY = 0.6
_BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")
_UTF_16 = BinaryKind(
    what="a text in UTF-16 without the mark that says so", remedy="Save it in UTF-8, and use that file."
)
_PICTURE_BRANDS = (b"heic", b"heix", b"mif1", b"avif")


def _zipped(data: bytes) -> BinaryKind:
    inside = next((kind for mark, kind in _ZIPPED.items() if mark in data), None)
    return inside or BinaryKind(what="a zip archive", remedy=_ARCHIVE.remedy)


def _wide_text(data: bytes) -> BinaryKind | None:
    """Return UTF-16 where a file looks like it and lacks the mark that says so: each second byte is mostly zero."""
    head = data[:_LOOKED_AT]
    if b"\0" not in head or head.startswith(_BYTE_ORDER_MARKS) or len(head) < 4:
        return None
    zeros = max(head[0::2].count(0), head[1::2].count(0))
    return _UTF_16 if 2 * zeros > _MOSTLY * len(head) and head.count(0) == zeros else None


def binary_kind_of(data: bytes) -> BinaryKind | None:
    """Return what a file is that is certainly no text as it stands, None if it may be one."""
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
    return found or _wide_text(data)
