"""What is exported: an edition with its certificate, the evidence map or an answer of a session, or all of it."""

from hashlib import sha256
from typing import NamedTuple

from core.answers.records import CitedAnswer
from core.editions.listener_verdict import ListenerVerdict
from core.enforcement.results import Edition
from core.evidence.evidence_map import EvidenceMap
from core.transcripts.transcript import TranscriptPair


class ExportedEdition(NamedTuple):
    """An edition, the transcript that it is of, the text of its certificate, "" where it is not proven, and what is to
    be said of it.

    `made_at` is when it was made, "" where that is not known; `unproven` is how many quotations of its edits are not
    proven, which stand without marks. `verdicts` are what was heard of its quotes; of a denied one
    the edition says so.
    """

    edition: Edition
    transcript: TranscriptPair
    certificate: str
    notices: tuple[str, ...] = ()
    made_at: str = ""
    unproven: int = 0
    verdicts: tuple[ListenerVerdict, ...] = ()

    @property
    def certificate_sha256(self) -> str:
        """The SHA-256 of the certificate, "" where there is none."""
        return sha256(self.certificate.encode()).hexdigest() if self.certificate else ""


class ExportedMap(NamedTuple):
    """An evidence map with its transcript, and what was heard of its quotes."""

    evidence_map: EvidenceMap
    transcript: TranscriptPair
    verdicts: tuple[ListenerVerdict, ...] = ()


class AnswerToExport(NamedTuple):
    """An answer of a session; each of its quotations is proven in the passage that it names."""

    answer: CitedAnswer


class ExportedSession(NamedTuple):
    """The file of a whole session, as the page Sessions exports it."""

    data: bytes


Exported = ExportedEdition | ExportedMap | AnswerToExport | ExportedSession
