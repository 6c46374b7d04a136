"""Check each quotation of an article against the transcript, with what a person needs to judge the result."""

from bisect import bisect_right
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence

from core.editions.article_check.article_page import read_page
from core.editions.article_check.article_report import (
    ORDER_CONTROL,
    ArticleReport,
    CheckedQuotation,
    Obstacle,
    SpeakerResult,
    TimedPassage,
    WordingResult,
)
from core.editions.article_check.nearest_passage import QuotationLocation, find_near_passages, is_short
from core.span import Span
from core.text.segmentation import whole_tokens
from core.transcripts.transcript import TranscriptPair
from core.verify import (
    Form,
    UnverifiedQuotation,
    UnverifiedReason,
    Verdict,
    Verification,
    VerifiedQuotation,
)
from core.verify.edition import EditionVerifier
from core.verify.naming.known_speakers import TranscriptPersons
from core.verify.quotations import EditionQuotation, find_quotations
from core.verify.reading.page import collapse
from core.whitelist.difference import classify_difference, similarity
from core.whitelist.quote_key import quote_key

_WORDINGS = {
    UnverifiedReason.PARTIAL_WORD: WordingResult.PARTIAL_WORD,
    UnverifiedReason.CROSSES_TURNS: WordingResult.CROSSES_TURNS,
    UnverifiedReason.NOT_IN_TRANSCRIPT: WordingResult.MISSING,
}


def _outcomes(
    read: Sequence[EditionQuotation], verified: Verification
) -> Iterator[tuple[EditionQuotation, VerifiedQuotation | UnverifiedQuotation]]:
    """Yield each quotation with its outcome: the verification lists proven and unproven ones separately.

    The same words beside the same name in one line have one outcome, so that no two can be confused.
    """
    unproven = {(one.text, one.line, one.named): one for one in verified.unproven}
    proven: defaultdict[tuple[str, int], deque[VerifiedQuotation]] = defaultdict(deque)
    for one in verified.proven:
        proven[one.text, one.line].append(one)
    for quotation in read:
        named = quotation.named.name if quotation.named else None
        refused = unproven.get((quotation.text, quotation.line, named))
        if refused is not None or not quotation.unmarked:
            yield quotation, refused or proven[quotation.text, quotation.line].popleft()


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


def _reordering(verified: Verification) -> Obstacle | None:
    """Return where controls turn the order of characters, so that nobody can say which words are shown side by side."""
    line = next((one.line for one in verified.unproven if one.reason is UnverifiedReason.NOT_READABLE), None)
    return None if line is None else Obstacle(line=line, what=ORDER_CONTROL)


def check_article(text: str, form: Form, transcript: TranscriptPair) -> ArticleReport:
    """Find every quotation of any article in the transcript, or say what is nearest to it and how it differs.

    Needs neither certificate nor evidence map. Total: any text is an article, nothing raises. Of a web page that can
    show other words than it holds, the text is read (`ArticleReport.obstacle` says why). Lines count from 1.
    Source: decisions.md#verify, decisions.md#rejections.
    """
    page = read_page(text, form)
    file = page._replace(obstacle=None)
    verified = EditionVerifier(transcript).verify(file)
    persons = TranscriptPersons(transcript.labels, file.declared)
    found = list(_outcomes(list(find_quotations(file.blocks, persons)), verified))
    places = [_exact_location(outcome, transcript) for _, outcome in found]
    near = find_near_passages(
        [quotation.text for (quotation, _), place in zip(found, places, strict=True) if place.span is None], transcript
    )
    checked = (
        _checked(quotation, near[quotation.text] if place.span is None else place, transcript)
        for (quotation, _), place in zip(found, places, strict=True)
    )
    obstacle = Obstacle(line=page.obstacle[0], what=page.obstacle[1]) if page.obstacle else _reordering(verified)
    return ArticleReport(
        form=form,
        verdict=Verdict.UNPROVEN if obstacle and found else verified.verdict,
        names_speakers=transcript.names_speakers,
        quotations=tuple(checked),
        obstacle=obstacle,
    )
