"""The whitelist with everything a person needs to correct what was refused."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import AfterValidator

from core.evidence.evidence_map import EvidenceMap
from core.evidence.map_roster import roster_of
from core.record import Record
from core.span import Span
from core.text.safe_html import (
    MOST_ROWS,
    NotebookDisplay,
    NotebookTable,
    SafeHtml,
    counted,
    display_html,
    element,
    in_words,
    join_html,
)
from core.text.segmentation import whole_tokens
from core.transcripts.speakers import Roster
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import QuoteProofs, prove_quotes
from core.whitelist.occurrences import closing_of
from core.whitelist.quote import Whitelist, WhitelistQuote
from core.whitelist.quote_key import quote_key
from core.whitelist.rejection import (
    MOST_NEAREST,
    DifferenceKind,
    NearestPassage,
    QuoteRefusal,
    Rejection,
    RejectionReason,
)


def _words(rejection: Rejection) -> SafeHtml:
    """Return what was typed, and how the nearest passage differs where there is one."""
    from core.whitelist.difference import DiffOperation, word_diff

    near = rejection.nearest
    if near is None or rejection.reason is RejectionReason.WRONG_SPEAKER:
        return join_html([rejection.quote])
    tags = {DiffOperation.GONE: "del", DiffOperation.NEW: "ins"}
    # Punctuation at the end decides nothing, so it is no difference.
    end = closing_of(rejection.quote)
    end = "" if near.quote_text.endswith(end) else end
    pieces = word_diff(rejection.quote.removesuffix(end), near.quote_text)
    words = [(tags.get(piece.op), piece.text.rstrip()) for piece in pieces]
    # The last word of either text has no space behind it, so the words are joined by one.
    return join_html([join_html((element(tag, text) if tag else text for tag, text in words), between=" "), end])


def _why(rejection: Rejection) -> str:
    kinds = dict.fromkeys(in_words(kind) for kind in (rejection.reason, rejection.difference) if kind)
    return ", ".join(kinds)


def _nearest(rejection: Rejection) -> str:
    near = rejection.nearest
    return f"{near.speaker or 'nobody named'}, {near.percent_alike} % alike" if near else "none"


class Rejections(NotebookDisplay, tuple[Rejection, ...]):
    """Refused quotes; a notebook shows them as a table, each with what turns it into the nearest passage."""

    __slots__ = ()

    def table(self) -> NotebookTable:
        """Return what was typed and why it is refused; struck out what nobody said, underlined what was said."""
        rows = [(one.evidence_id, _why(one), _words(one), one.speaker, _nearest(one)) for one in self[:MOST_ROWS]]
        return NotebookTable(
            caption=counted(len(self), "refused quote"),
            headings=("Evidence", "Why", "As typed, and what the nearest passage has", "Typed speaker", "Nearest"),
            rows=rows,
            lines=[f"{one.evidence_id}: {_why(one)}; nearest {_nearest(one)}: {one.quote}" for one in self[:MOST_ROWS]],
            left_out=len(self) - MOST_ROWS,
        )


class Examination(Record):
    """Every quote of an evidence map: proven, or refused with its nearest passage and the kind of difference.

    `proofs` is the same without the nearest passages.
    """

    proofs: QuoteProofs
    rejections: Annotated[tuple[Rejection, ...], AfterValidator(Rejections)]

    def _repr_html_(self) -> str:
        return display_html(Whitelist(self.whitelist).table().as_html(), Rejections(self.rejections).table().as_html())

    @property
    def whitelist(self) -> tuple[WhitelistQuote, ...]:
        """The proven quotes."""
        return self.proofs.quotes


_BY_REASON = {
    RejectionReason.ELIDED: DifferenceKind.STITCHED,
    RejectionReason.CROSSES_TURNS: DifferenceKind.STITCHED,
    RejectionReason.WRONG_SPEAKER: DifferenceKind.WRONG_SPEAKER,
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


def describe_refusals(refusals: Sequence[QuoteRefusal], transcript: TranscriptPair) -> tuple[Rejection, ...]:
    """Find for each refused quote the nearest passage and say what kind of difference lies between; the order stays.

    It is looked for for the first `MOST_NEAREST` quotes.
    """
    # Most of the line never asks what a refused quote may have meant.
    from core.whitelist.difference import classify_difference
    from core.whitelist.nearest import find_nearest

    near = find_nearest([refusal.canonical for refusal in refusals[:MOST_NEAREST]], transcript)
    near += [None] * (len(refusals) - len(near))
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
    return Rejections(described)


def examine_evidence(
    evidence_map: EvidenceMap, transcript: TranscriptPair, *, roster: Roster | None = None
) -> Examination:
    """Return the quotes that `build_quote_whitelist` proves, and every other one with its reason and nearest passage.

    Source: decisions.md#rejections.
    """
    roster = roster or roster_of(evidence_map, transcript.labels)
    proofs = prove_quotes(evidence_map, transcript, roster)
    return Examination(proofs=proofs, rejections=describe_refusals(proofs.refusals, transcript))
