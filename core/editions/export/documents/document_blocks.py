"""What every document of an edition holds beside its chapters: how it stands, first, and what vouches for it, last."""

from typing import NamedTuple

from core.editions.export.decision_labels import NO_VERDICT, VERDICTS
from core.editions.export.markdown import about_blocks, title_block
from core.enforcement.results import Edition
from core.prose.model import Block, Paragraph, TextRun
from core.verify import Verdict

_VERIFIED = frozenset((Verdict.VERIFIED.value, Verdict.VERIFIED_TEXT_ONLY.value))


class DocumentProof(NamedTuple):
    """What is known of a document: how many of its edition's quotations are not proven, None where nobody counted, the
    SHA-256 of its certificate, "" where it has none, when the edition was made (ISO 8601, UTC), "" where that is not
    known, and the address of the recording that its certificate names, "" where it names none."""

    unproven: int | None = None
    certificate_sha256: str = ""
    made_at: str = ""
    recording_url: str = ""


EDITION_ALONE = DocumentProof()
"""What is known where there is nothing but an edition."""


def _paragraph(words: str) -> Paragraph:
    return Paragraph(inlines=(TextRun(text=words),))


def _not_verified(edition: Edition, unproven: int | None) -> list[Block]:
    if edition.verdict in _VERIFIED and not unproven:
        return []
    if edition.verdict == Verdict.NOTHING_TO_VERIFY:
        return [_paragraph("Not verified: there is no quotation in it.")]
    if unproven is None:
        return [_paragraph("Not verified: it was not counted how many quotations are not proven.")]
    if not unproven:
        return [_paragraph("Not verified: a chapter cannot be used as it stands.")]
    counted = "1 quotation is" if unproven == 1 else f"{unproven:,} quotations are"
    return [_paragraph(f"Not verified: {counted} not proven.")]


def _closing(edition: Edition, proof: DocumentProof) -> Block:
    verdict = VERDICTS.get(edition.verdict, NO_VERDICT)[0]
    certificate = f"SHA-256 of its certificate: {proof.certificate_sha256}" if proof.certificate_sha256 else ""
    return _paragraph(f"Verdict when this was written: {verdict}. {certificate or 'It has no certificate'}.")


def document_blocks(edition: Edition, proof: DocumentProof) -> tuple[Block, ...]:
    """Return all blocks of a document in order.

    One that is not verified begins with saying so and how many quotations are not proven; each ends with the verdict
    and the certificate's hash.
    """
    chapters = (block for chapter in edition.chapters for block in chapter.blocks)
    return (
        *_not_verified(edition, proof.unproven),
        title_block(edition),
        *chapters,
        *about_blocks(edition),
        _closing(edition, proof),
    )
