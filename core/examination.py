"""The whitelist with everything a person needs to mend what was refused."""

from collections.abc import Sequence

from core.boundaries import whole_tokens
from core.evidence import EvidenceMap
from core.quote_text import quote_key
from core.record import Record
from core.rejection import Difference, NearestPassage, Refusal, Rejection, RejectionReason
from core.span import Span
from core.speakers import Roster
from core.transcript import TranscriptPair
from core.whitelist import Proofs, WhitelistQuote, prove_quotes


class Examination(Record):
    """Every quote of an evidence map: let in, or refused with its nearest passage and the kind of difference.

    `proofs` is the same without the nearest passages.
    """

    proofs: Proofs
    rejections: tuple[Rejection, ...]

    @property
    def whitelist(self) -> tuple[WhitelistQuote, ...]:
        """The quotes that are let in."""
        return self.proofs.quotes


_BY_REASON = {
    RejectionReason.ELIDED: Difference.STITCHED,
    RejectionReason.CROSSES_TURNS: Difference.STITCHED,
    RejectionReason.WRONG_SPEAKER: Difference.WRONG_SPEAKER,
}


def _passage(span: Span, score: float, transcript: TranscriptPair) -> NearestPassage:
    turn = transcript.turn_at(span.start)
    return NearestPassage(
        quote_text=span.slice(transcript.raw), raw_span=span, speaker=turn.speaker if turn else None, score=score
    )


def _similarity(first: str, second: str) -> float:
    """Return 1 minus the normalised edit distance of two texts, 0 to 1."""
    from rapidfuzz.distance import Levenshtein

    return Levenshtein.normalized_similarity(first, second)


def describe_refusals(refusals: Sequence[Refusal], transcript: TranscriptPair) -> tuple[Rejection, ...]:
    """Find for each refused quote the nearest passage and say what kind of difference lies between; the order stays."""
    # Most of the line never asks what a refused quote may have meant.
    from core.difference import classify_difference
    from core.nearest import find_nearest

    near = find_nearest([refusal.canonical for refusal in refusals], transcript)
    described: list[Rejection] = []
    for refusal, found in zip(refusals, near, strict=True):
        nearest: NearestPassage | None = None
        difference = _BY_REASON.get(refusal.reason)
        if refusal.reason is RejectionReason.PARTIAL_WORD and refusal.found_at is not None:
            whole = whole_tokens(refusal.found_at, transcript.raw)
            words = quote_key(whole.slice(transcript.raw))
            nearest = _passage(whole, _similarity(refusal.canonical, words), transcript)
            difference = classify_difference(refusal.canonical, words)
        elif refusal.found_at is not None:
            nearest = _passage(refusal.found_at, 1.0, transcript)
        elif found is not None:
            nearest = _passage(transcript.raw_span(*found.span), found.score, transcript)
            if difference is None:
                difference = classify_difference(
                    refusal.canonical, found.span.slice(transcript.canonical), transcript.canonical
                )
        described.append(
            Rejection(
                evidence_id=refusal.evidence_id,
                chapter_index=refusal.chapter_index,
                claim_id=refusal.claim_id,
                quote=refusal.quote,
                speaker=refusal.speaker,
                reason=refusal.reason,
                difference=difference,
                nearest=nearest,
            )
        )
    return tuple(described)


def examine_evidence(
    evidence_map: EvidenceMap, transcript: TranscriptPair, *, roster: Roster | None = None
) -> Examination:
    """Return what `build_quote_whitelist` lets in, and every other quote with the reason and the nearest passage.

    Source: design, "Whitelist".
    """
    roster = roster or Roster.of(evidence_map.speakers, transcript.labels)
    proofs = prove_quotes(evidence_map, transcript, roster)
    return Examination(proofs=proofs, rejections=describe_refusals(proofs.refusals, transcript))
