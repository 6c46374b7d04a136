"""The independent checker: an edition is read as its reader sees it, and every quotation in it is found again.

It needs neither database nor certificate nor evidence map, and shares no code with what writes quotations. In this
order: `reading` (edition to blocks of text as seen; one of ours by the grammar of what we write) → `quotations` (what a
reader would take for a quotation) and `naming` (whom the text names for it) → `transcript_search` (is it there, in one
turn, by that person) → `edition` (the verdict) → `originals` (the words read again from the transcript's own file).
"""

from core.verify.edition import verify_document, verify_edition, verify_part
from core.verify.originals.second_proof import prove_again
from core.verify.reading.read_edition import Form
from core.verify.result import (
    SecondProof,
    SpeakerDeclaration,
    TranscriptPassage,
    UnverifiedQuotation,
    UnverifiedReason,
    Verdict,
    Verification,
    VerifiedQuotation,
)

__all__ = [
    "Form",
    "SecondProof",
    "SpeakerDeclaration",
    "TranscriptPassage",
    "UnverifiedQuotation",
    "UnverifiedReason",
    "Verdict",
    "Verification",
    "VerifiedQuotation",
    "prove_again",
    "verify_document",
    "verify_edition",
    "verify_part",
]
