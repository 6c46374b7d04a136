"""A zip file: a Word document or a workbook is read, every other one is refused by what it is."""

from collections.abc import Sequence
from typing import NamedTuple

from core.transcripts.readers.documents.archive import ZipParts, first_name
from core.transcripts.readers.documents.relationships import MAIN_PARTS, main_part
from core.transcripts.readers.documents.word_document import read_word
from core.transcripts.readers.documents.workbook import read_workbook
from core.transcripts.readers.pieces import Given, Reading
from core.transcripts.readers.product_files import REFI_FILE
from core.transcripts.readers.refusal import refusal, refusal_of_other

_AS_WORD = "Save it as a Word document (.docx) or as plain text, and use that file."
_AS_TABLE = "Save its table as comma-separated values (.csv) or as a workbook (.xlsx), and use that file."
_AS_TEXT = "Copy the transcript into a text file or a Word document, and use that file."


class _Kind(NamedTuple):
    what: str
    remedy: str


# What stands in the part `mimetype`, which comes first in these.
_BY_TYPE = (
    (b"application/vnd.oasis.opendocument.text", _Kind("an ODT document (OpenDocument text)", _AS_WORD)),
    (b"application/vnd.oasis.opendocument.spreadsheet", _Kind("an ODS table (OpenDocument spreadsheet)", _AS_TABLE)),
    (b"application/vnd.oasis.opendocument", _Kind("an OpenDocument file that is no text", _AS_TEXT)),
    (b"application/epub+zip", _Kind("an EPUB book", _AS_TEXT)),
)
_PROJECT = _Kind(*REFI_FILE)
_BY_ENDING = (
    (".qde", _PROJECT),
    ("content.opf", _Kind("an EPUB book", _AS_TEXT)),
    ("presentation.xml", _Kind("slides (PPTX)", _AS_TEXT)),
    ("presentation.apxl", _Kind("slides (Keynote)", _AS_TEXT)),
    ("workbook.bin", _Kind("a binary workbook (XLSB)", _AS_TABLE)),
    ("document.iwa", _Kind("a document of Pages, Numbers or Keynote", _AS_WORD)),
)
_UNPACK = "Unpack it, and use the transcript inside: one file at a time."


def is_document(names: Sequence[str]) -> bool:
    """Tell by the names of its parts whether a zip file is a document of its own, and no folder of other files."""
    says_so = {"[Content_Types].xml", "mimetype", *MAIN_PARTS}
    endings = tuple(ending for ending, _ in _BY_ENDING)
    return any(name in says_so or name.casefold().endswith(endings) for name in names)


def _kind_of(parts: ZipParts) -> _Kind | None:
    """Tell what a zip file is that is not read."""
    mimetype = parts.first_bytes("mimetype").strip()
    for start, kind in _BY_TYPE:
        if mimetype.startswith(start):
            return kind
    names = sorted(parts.names)
    for ending, kind in _BY_ENDING:
        if first_name(names, lambda name, ending=ending: name.casefold().endswith(ending)):
            return kind
    return None


def read(given: Given) -> Reading | None:
    """Read a zip file. Raises TranscriptError for every one that is no Word document and no workbook."""
    parts = ZipParts(given)
    main = main_part(parts)
    if main.startswith("word/") and main.endswith(".xml"):
        return read_word(parts, main, given)
    if main.startswith("xl/") and main.endswith(".xml"):
        return read_workbook(parts, main, given)
    kind = _kind_of(parts)
    if kind is _PROJECT:
        raise refusal_of_other(given.name, *REFI_FILE, is_table=True)
    if kind is not None:
        raise refusal(given.name, f"this is {kind.what}, which is not read.", kind.remedy)
    message = "this is a zip file, and no Word document (.docx) and no workbook (.xlsx)."
    raise refusal(given.name, message, _UNPACK)
