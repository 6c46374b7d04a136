"""A whole edition as a Markdown document that says by itself how it stands."""

from core.editions.export.documents.document_blocks import EDITION_ALONE, DocumentProof, document_blocks
from core.editions.recording_link import recording_links
from core.enforcement.results import Edition
from core.prose.render import write_blocks
from core.text.well_formed import well_formed


def write_markdown_document(edition: Edition, proof: DocumentProof = EDITION_ALONE) -> bytes:
    """Return the edition as Markdown in UTF-8: `edition.md` with what vouches for it as its last paragraph, and
    whatever is not proven said in its first."""
    links = recording_links(proof.recording_url, edition.quotes)
    return well_formed(write_blocks(document_blocks(edition, proof), links)).encode()
