"""The verdict on an edition: every quotation in it is put to the transcript, and each has an outcome."""

from core.transcript import TranscriptPair
from core.verify.appearance import find_what_may_be_shown_otherwise
from core.verify.cast import Cast, Labels, find_declarations
from core.verify.quotations import Quotation, find_quotations
from core.verify.reading import Form, read_edition
from core.verify.result import Passage, Proven, Reason, Unproven, Verdict, Verification
from core.verify.witness import Finding, Standing, Witness

_REASONS = {
    Standing.NOWHERE: Reason.NOT_IN_TRANSCRIPT,
    Standing.PARTIAL_WORD: Reason.PARTIAL_WORD,
    Standing.CROSSES_TURNS: Reason.CROSSES_TURNS,
    Standing.ANOTHER_SPEAKER: Reason.WRONG_SPEAKER,
    Standing.OTHER_CHARACTERS: Reason.TYPOGRAPHY,
}


class _Court:
    """Puts quotations to one witness; the same question is asked only once."""

    def __init__(self, transcript: TranscriptPair) -> None:
        self._raw = transcript.raw
        self._names_speakers = transcript.names_speakers
        self._witness = Witness(transcript)
        self._answers: dict[tuple[str, Labels | None], Finding] = {}

    def _ask(self, quotation: Quotation) -> Finding:
        named = quotation.named
        labels = named.labels if named is not None and self._names_speakers else None
        question = (quotation.text, labels)
        if question not in self._answers:
            self._answers[question] = self._witness.ask(*question)
        return self._answers[question]

    def _reason(self, quotation: Quotation, finding: Finding) -> Reason | None:
        if finding.standing is not Standing.EXACT:
            return _REASONS[finding.standing]
        if not self._names_speakers:
            return None
        if quotation.named is None:
            return Reason.NO_SPEAKER_NAMED
        return Reason.UNKNOWN_SPEAKER if quotation.named.labels is None else None

    def decide(self, quotation: Quotation) -> Proven | Unproven:
        finding = self._ask(quotation)
        speaker = finding.turn.speaker if finding.turn else None
        reason = self._reason(quotation, finding)
        if reason is None and finding.span is not None:
            return Proven(text=quotation.text, line=quotation.line, raw_span=finding.span, speaker=speaker)
        nearest = None
        if finding.span is not None:
            nearest = Passage(text=finding.span.slice(self._raw), raw_span=finding.span, speaker=speaker)
        return Unproven(
            text=quotation.text,
            line=quotation.line,
            reason=reason or Reason.NOT_IN_TRANSCRIPT,
            named=quotation.named.name if quotation.named else None,
            nearest=nearest,
        )


def _verdict(proven: int, unproven: int, *, names_speakers: bool) -> Verdict:
    if unproven:
        return Verdict.UNPROVEN
    if not proven:
        return Verdict.NOTHING_TO_VERIFY
    return Verdict.VERIFIED if names_speakers else Verdict.VERIFIED_TEXT_ONLY


def verify_edition(edition: str, transcript: TranscriptPair, *, form: Form) -> Verification:
    """Find every quotation of an edition in the transcript again, in one turn, by the person named next to it.

    Total: any text is read, nothing raises. Needs the edition's text and the transcript, nothing else. Source: design,
    "Certificate and verify".
    """
    blocks = read_edition(edition, form)
    cast = Cast(transcript.labels, find_declarations(blocks))
    court = _Court(transcript)
    outcomes: list[Proven | Unproven] = []
    if form == "html":
        doubts = next(find_what_may_be_shown_otherwise(edition), None)
        outcomes += [Unproven(text=doubts[1], line=doubts[0], reason=Reason.NOT_READABLE)] if doubts else []
    outcomes += [court.decide(quotation) for quotation in find_quotations(blocks, cast)]
    proven = tuple(outcome for outcome in outcomes if isinstance(outcome, Proven))
    unproven = tuple(outcome for outcome in outcomes if isinstance(outcome, Unproven))
    verdict = _verdict(len(proven), len(unproven), names_speakers=transcript.names_speakers)
    return Verification(
        verdict=verdict,
        quotations=len(outcomes),
        verified=len(proven),
        unproven=unproven,
        proven=proven,
        speakers_verified=verdict is Verdict.VERIFIED,
        declared=cast.declared,
    )
