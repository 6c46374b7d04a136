"""The independent checker: an edition is read as its reader sees it, and every quotation in it is found again.

It needs neither database nor certificate nor evidence map, and shares no code with what writes quotations. In this
order: `reading` (edition to blocks of text as seen; one of ours by the grammar of what we write) → `quotations` (what a
reader would take for a quotation) and `naming` (whom the text names for it) → `transcript_search` (is it there, in one
turn, by that person) → `edition` (the verdict).
"""

from core.verify.edition import verify_edition, verify_part
from core.verify.reading.read_edition import Form
from core.verify.result import (
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
    "SpeakerDeclaration",
    "TranscriptPassage",
    "UnverifiedQuotation",
    "UnverifiedReason",
    "Verdict",
    "Verification",
    "VerifiedQuotation",
    "verify_edition",
    "verify_part",
]
