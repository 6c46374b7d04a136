"""A workbook (.xlsx)."""

from core.transcripts.readers.documents.archive import ZipParts
from core.transcripts.readers.pieces import Given, Reading
from core.transcripts.readers.refusal import refusal


def read_workbook(parts: ZipParts, main: str, given: Given) -> Reading:
    """Read a workbook."""
    del parts, main
    message = "this is a workbook (XLSX), which is not read."
    raise refusal(given.name, message, "Save its table as comma-separated values (.csv), and use that file.")
