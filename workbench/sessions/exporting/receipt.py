"""The receipt of an export: which bytes were written, and what they were made under."""

from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from core.errors import BadInput
from core.record import Record
from workbench.files.read_file import read_bytes
from workbench.version import program_version

if TYPE_CHECKING:  # commands that only read a transcript ask for receipts, too
    from workbench.sessions.exporting.exported import Exported

_MOST = 10_000  # bytes of a receipt; ours has some three hundred


class ExportReceipt(Record):
    """What a receipt says of a file: its SHA-256, that of the certificate it was made under, its format, the version of
    the program and the edition's verdict."""

    file_sha256: str
    certificate_sha256: str | None
    format: str
    program_version: str
    verdict: str | None


class _ReceiptOfFiles(Record):
    files: dict[str, str]
    certificate_sha256: str | None
    format: str
    program_version: str
    verdict: str | None


FOLDER_RECEIPT = "receipt.json"
"""What the receipt of a folder of files is called in it."""


def receipt_path(file: Path) -> Path:
    """Return where the receipt of a file stands."""
    return file.with_name(f"{file.name}.receipt.json")


def exported_as(file: Path, data: bytes) -> str:
    """Return the format in which these very bytes were exported, as the receipt beside them says; else ""."""
    receipt = receipt_path(file)
    with suppress(BadInput, OSError):
        if receipt.is_file():
            held = read_receipt(read_bytes(receipt, _MOST))
            return held.format if held and held.file_sha256 == sha256(data).hexdigest() else ""
    return ""


def read_receipt(data: bytes) -> ExportReceipt | None:
    """Return what a receipt says, None where the bytes are no receipt of one file."""
    try:
        return ExportReceipt.model_validate_json(data)
    except ValidationError:
        return None


def _made_under(form: str, given: "Exported") -> dict[str, str | None]:
    """Return what an export was made from, and how; a map and a session have neither certificate nor verdict."""
    from workbench.sessions.exporting.exported import ExportedEdition

    edition = given if isinstance(given, ExportedEdition) else None
    return {
        "certificate_sha256": edition and (edition.certificate_sha256 or None),
        "format": form,
        "program_version": program_version(),
        "verdict": edition and edition.edition.verdict,
    }


def receipt_of(data: bytes, form: str, given: "Exported") -> str:
    """Return the text of `FILE.receipt.json`: which bytes were written, from what, and its verdict."""
    made = {"file_sha256": sha256(data).hexdigest(), **_made_under(form, given)}
    return ExportReceipt.model_validate(made).model_dump_json(indent=2) + "\n"


def receipt_of_files(files: Mapping[str, bytes], form: str, given: "Exported") -> str:
    """Return the text of `receipt.json` in a folder: the SHA-256 of each of its files by name, and the same."""
    digests = {name: sha256(data).hexdigest() for name, data in files.items()}
    made = {"files": digests, **_made_under(form, given)}
    return _ReceiptOfFiles.model_validate(made).model_dump_json(indent=2) + "\n"
