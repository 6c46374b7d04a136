"""What vouches for a file: the receipt that was exported with it, or the certificate of its edition."""

from hashlib import sha256
from typing import NamedTuple

from core.editions.certificate import Certificate
from core.editions.comparison import Comparison, EditionText, compare, read_certificate
from core.errors import EditionError, Problem
from core.transcripts.transcript import TranscriptPair
from core.verify import Verification
from workbench.sessions.exporting.receipt import ExportReceipt, read_receipt

Vouching = Certificate | ExportReceipt


class VerifiedFile(NamedTuple):
    """The bytes of a file that is checked, its name, and its text, None where it is a document in a zip file."""

    name: str
    data: bytes
    text: EditionText | None


class Vouched(NamedTuple):
    """What a certificate or a receipt says of the file: the differences, or whether it is the same to the byte."""

    compared: Comparison | None = None
    receipt: ExportReceipt | None = None
    same_bytes: bool = False

    @property
    def agrees(self) -> bool:
        """Whether nothing speaks against the file."""
        return (self.compared is None or self.compared.agrees) and (self.receipt is None or self.same_bytes)


def read_vouching(data: bytes, name: str, file: VerifiedFile) -> Vouching:
    """Return a certificate or a receipt, called `name` in messages, that is given with a file. Raises EditionError with
    everything that is wrong with it, or where a certificate is given with a document."""
    receipt = read_receipt(data)
    if receipt is None and file.text is None:
        message = "this is no receipt, and a certificate is of edition.md, edition.html and edition.json."
        remedy = f"Give {file.name}.receipt.json, which export wrote beside it."
        raise EditionError(Problem(place=name, message=message, remedy=remedy))
    return receipt or read_certificate(data, name)


def vouch(given: Vouching, file: VerifiedFile, found: Verification, transcript: TranscriptPair) -> Vouched:
    """Compare a file, in which `found` was found, with what vouches for it."""
    if isinstance(given, ExportReceipt):
        return Vouched(receipt=given, same_bytes=sha256(file.data).hexdigest() == given.file_sha256)
    return Vouched(compare(given, found, transcript, file.text))
