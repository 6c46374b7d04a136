"""Writes a whole edition as one of the formats that say themselves whether it is verified."""

from collections.abc import Callable, Mapping

from core.editions.comparison import read_certificate
from core.editions.export.documents.book import write_epub
from core.editions.export.documents.document_blocks import DocumentProof
from core.editions.export.documents.markdown_document import write_markdown_document
from core.editions.export.documents.obsidian import write_obsidian
from core.editions.export.documents.word_document import write_docx
from core.editions.export.markdown import write_markdown
from core.enforcement.results import Edition
from core.verify import verify_edition
from workbench.sessions.exporting.exported import ExportedEdition

_WRITERS: Mapping[str, Callable[[Edition, DocumentProof], bytes]] = {
    "docx": write_docx,
    "epub": write_epub,
    "markdown": write_markdown_document,
    "obsidian": write_obsidian,
}


def write_document(given: ExportedEdition, form: str) -> bytes:
    """Return an edition as a document (`DOCUMENTS`), its quotations linked to the recording that its certificate names;
    how many of them are not proven is found anew."""
    found = verify_edition(write_markdown(given.edition), given.transcript, form="markdown")
    unproven = max(given.unproven, len(found.unproven))
    certificate = read_certificate(given.certificate.encode()) if given.certificate else None
    recording_url = certificate.recording_url if certificate else ""
    proof = DocumentProof(unproven, given.certificate_sha256, given.made_at, recording_url)
    return _WRITERS[form](given.edition, proof)
