"""The documents of the sample's edition, as bytes and as their parts."""

import io
import zipfile
from collections.abc import Callable, Mapping

import pytest

from core.editions.export.documents.book import write_epub
from core.editions.export.documents.document_blocks import DocumentProof
from core.editions.export.documents.obsidian import write_obsidian
from core.editions.export.documents.word_document import write_docx
from core.enforcement.results import Edition
from core.generation.line import Line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.transcripts.transcript import TranscriptPair
from core.verify import Verification, verify_document, verify_edition
from core.verify.reading.documents.read_document import read_document
from core.verify.reading.read_file import EditionFile, read_file

PROOF = DocumentProof(0, "0123456789abcdef" * 4, "2026-11-28T12:00:00Z")
WRITERS: Mapping[str, Callable[[Edition, DocumentProof], bytes]] = {
    "docx": write_docx,
    "epub": write_epub,
    "obsidian": write_obsidian,
}


def parts_of(data: bytes) -> dict[str, str]:
    """Return the parts of a document as text; a text is a part without a name."""
    if not data.startswith(b"PK"):
        return {"": data.decode()}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def packed(parts: Mapping[str, str]) -> bytes:
    """Return parts as a document again."""
    if "" in parts:
        return parts[""].encode()
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return written.getvalue()


def verified(data: bytes, transcript: TranscriptPair) -> Verification:
    """Verify a document."""
    if not data.startswith(b"PK"):
        return verify_edition(data.decode(), transcript, form="markdown")
    return verify_document(data, "the document", transcript)


def read(form: str, data: bytes) -> EditionFile:
    """Read a document."""
    if form == "obsidian":
        return read_file(data.decode(), "markdown")
    return read_document(data, form)


@pytest.fixture(scope="session")
def documents(sample: Line) -> dict[str, bytes]:
    """The sample's edition by the offline composer, in each form."""
    edition = generate_edition(sample, OfflineComposer())
    return {form: write(edition, PROOF) for form, write in WRITERS.items()}
