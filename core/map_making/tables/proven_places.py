"""Where the quotes of a map stand in their transcript, and why some are refused."""

from core.evidence.evidence_map import EvidenceMap, Support
from core.evidence.map_roster import roster_of
from core.span import Span
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import prove_quotes


class ProvenPlaces:
    """The proofs of a map's quotes; `quotes` has those that are proven, by the ids of their evidence."""

    def __init__(self, evidence_map: EvidenceMap, transcript: TranscriptPair) -> None:
        self.roster = roster_of(evidence_map, transcript.labels)
        proofs = prove_quotes(evidence_map, transcript, self.roster)
        self.quotes = {own: quote for quote in proofs.quotes for own in quote.source_evidence_ids}
        self._reasons = {refusal.evidence_id: str(refusal.reason) for refusal in proofs.refusals}

    def reason_of(self, support: Support) -> str:
        """Return why a quote without a place is refused."""
        return self._reasons[support.evidence_id]

    def place_of(self, support: Support) -> Span | None:
        """Return where a quote stands in raw: where the map means it, else first; None where it is refused."""
        quote = self.quotes.get(support.evidence_id)
        spans = [Span(*span) for span in quote.raw_spans] if quote else []
        meant = (span for span in spans if support.span is not None and span.overlaps(support.span))
        return next(meant, spans[0] if spans else None)
