"""Where each quotation of an article stands in a transcript or what is nearest to it, and whether its name is right."""

from bisect import bisect_right
from collections.abc import Sequence

from core.editions.article_check.article_report import CheckedQuotation, SpeakerResult, TimedPassage, WordingResult
from core.editions.article_check.nearest_passage import QuotationLocation, find_near_passages, is_short
from core.span import Span
from core.text.segmentation import whole_tokens
from core.transcripts.transcript import TranscriptPair
from core.verify import UnverifiedQuotation, UnverifiedReason, VerifiedQuotation
from core.verify.quotations import EditionQuotation
from core.verify.reading.page import collapse
from core.whitelist.difference import classify_difference, similarity
from core.whitelist.quote_key import quote_key

_WORDINGS = {
    UnverifiedReason.PARTIAL_WORD: WordingResult.PARTIAL_WORD,
    UnverifiedReason.CROSSES_TURNS: WordingResult.CROSSES_TURNS,
    UnverifiedReason.NOT_IN_TRANSCRIPT: WordingResult.MISSING,
}


def _exact_location(outcome: VerifiedQuotation | UnverifiedQuotation, transcript: TranscriptPair) -> QuotationLocation:
    """Return where words stand that are in the transcript in some form."""
    if isinstance(outcome, VerifiedQuotation):
        return QuotationLocation(WordingResult.FOUND, outcome.raw_span)
    if outcome.nearest is None:
        return QuotationLocation(WordingResult.MISSING, score=0.0)
    span = outcome.nearest.raw_span
    wording = _WORDINGS.get(outcome.reason)
    if wording is WordingResult.PARTIAL_WORD:
        span = whole_tokens(span, transcript.raw)
        own, other = quote_key(outcome.text), quote_key(span.slice(transcript.raw))
        return QuotationLocation(wording, span, similarity(own, other), classify_difference(own, other))
    if wording is not None:
        return QuotationLocation(wording, span)
    exact = collapse(outcome.nearest.text) == outcome.text
    return QuotationLocation(WordingResult.FOUND if exact else WordingResult.TYPOGRAPHY, span)


def _passage(span: Span, transcript: TranscriptPair) -> TimedPassage:
    turn = transcript.turn_of(span)
    return TimedPassage(
        text=span.slice(transcript.raw),
        raw_span=span,
        turn=bisect_right(transcript.turns, span.start, key=lambda one: one.span.start) - 1 if turn else None,
        speaker=turn.speaker if turn else None,
        start_seconds=transcript.time_at(span.start),
    )


def _speaker_result(quotation: EditionQuotation, place: QuotationLocation, transcript: TranscriptPair) -> SpeakerResult:
    turn = transcript.turn_of(place.span) if place.span else None
    if place.span is not None and not transcript.names_speakers:
        return SpeakerResult.NO_SPEAKERS
    if turn is None:
        return SpeakerResult.NOT_KNOWN
    if quotation.named is None:
        return SpeakerResult.NOBODY_NAMED
    if quotation.named.labels is None:
        return SpeakerResult.UNKNOWN_NAME
    return SpeakerResult.RIGHT if turn.speaker in quotation.named.labels else SpeakerResult.WRONG


def _checked(quotation: EditionQuotation, place: QuotationLocation, transcript: TranscriptPair) -> CheckedQuotation:
    passage = _passage(place.span, transcript) if place.span else None
    return CheckedQuotation(
        text=quotation.text,
        line=quotation.line,
        short=is_short(quotation.text) and place.wording is not WordingResult.ALTERED,
        wording=place.wording,
        mouth=_speaker_result(quotation, place, transcript),
        named=quotation.named.name if quotation.named else None,
        passage=passage,
        score=place.score,
        difference=place.difference,
    )


def check_outcomes(
    found: Sequence[tuple[EditionQuotation, VerifiedQuotation | UnverifiedQuotation]], transcript: TranscriptPair
) -> list[CheckedQuotation]:
    """Return quotations, with their outcomes, as `check_article` does."""
    places = [_exact_location(outcome, transcript) for _, outcome in found]
    near = find_near_passages(
        [quotation.text for (quotation, _), place in zip(found, places, strict=True) if place.span is None], transcript
    )
    return [
        _checked(quotation, near[quotation.text] if place.span is None else place, transcript)
        for (quotation, _), place in zip(found, places, strict=True)
    ]
