"""The evidence map: chapters, their claims, and the quotes that support them."""

from core.record import Record
from core.speakers import Speaker


class Support(Record):
    """One quote that supports a claim, as somebody typed it; `speaker` is a written name, "" where there is none."""

    evidence_id: str
    quote: str
    speaker: str = ""


class ClaimEvidence(Record):
    """One claim and its supporting quotes."""

    claim_id: str
    claim: str
    support: tuple[Support, ...] = ()


class ChapterEvidence(Record):
    """One chapter: a title and its claims."""

    title: str
    claims: tuple[ClaimEvidence, ...] = ()


class EvidenceMap(Record):
    """What an edition is to say, chapter by chapter, and the quotes it may rest on."""

    title: str = ""
    speakers: tuple[Speaker, ...] = ()
    chapters: tuple[ChapterEvidence, ...]
