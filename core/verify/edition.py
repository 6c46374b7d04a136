"""The verdict on an edition: every quotation in it is put to the transcript, and each has an outcome."""

from collections.abc import Iterator, Sequence

from core.transcripts.transcript import TranscriptPair
from core.verify.naming.known_speakers import Cast, Labels, find_declarations
from core.verify.quotations import Quotation, find_quotations_in
from core.verify.reading.bidi import find_controls, turns_only_itself
from core.verify.reading.hidden_text import find_what_may_be_shown_otherwise
from core.verify.reading.page import Block, BlockKind
from core.verify.reading.read_edition import Form, read_edition
from core.verify.result import Passage, Proven, Reason, Unproven, Verdict, Verification
from core.verify.transcript_search import Finding, Standing, Witness

_REASONS = {
    Standing.NOWHERE: Reason.NOT_IN_TRANSCRIPT,
    Standing.PARTIAL_WORD: Reason.PARTIAL_WORD,
    Standing.CROSSES_TURNS: Reason.CROSSES_TURNS,
    Standing.ANOTHER_SPEAKER: Reason.WRONG_SPEAKER,
    Standing.OTHER_CHARACTERS: Reason.TYPOGRAPHY,
}
_OF_NAMES = (Reason.NO_SPEAKER_NAMED, Reason.UNKNOWN_SPEAKER)


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

    def decide_block(self, block: Block, quotations: Sequence[Quotation]) -> Iterator[Proven | Unproven]:
        """Yield what becomes of the quotations of a block: proven are only those that are seen where they stand."""
        outcomes = list(map(self.decide, quotations))
        if not _holds_stray_controls(block, outcomes):
            yield from outcomes
            return
        for quotation, outcome in zip(quotations, outcomes, strict=True):
            yield self._unreadable(outcome, quotation) if isinstance(outcome, Proven) else _unread(outcome)
        if not outcomes:
            offset = find_controls(block.text)[0]
            control = f"U+{ord(block.text[offset]):04X}"
            yield Unproven(text=control, line=block.line_at(offset), reason=Reason.NOT_READABLE)

    def _unreadable(self, outcome: Proven, quotation: Quotation) -> Unproven:
        span = outcome.raw_span
        return Unproven(
            text=outcome.text,
            line=outcome.line,
            reason=Reason.NOT_READABLE,
            named=quotation.named.name if quotation.named else None,
            nearest=Passage(text=span.slice(self._raw), raw_span=span, speaker=outcome.speaker),
        )


def _unread(outcome: Unproven) -> Unproven:
    """Return the outcome of words in a block that may be shown otherwise: whom it names cannot be read either."""
    return outcome.model_copy(update={"reason": Reason.NOT_READABLE}) if outcome.reason in _OF_NAMES else outcome


def _holds_stray_controls(block: Block, outcomes: Sequence[Proven | Unproven]) -> bool:
    """Tell whether a block holds controls that turn the order of its characters, besides those of proven slices.

    Those of a slice inside a sentence must end in it.
    """
    own = sum(
        len(find_controls(one.text))
        for one in outcomes
        if isinstance(one, Proven) and (block.kind is BlockKind.QUOTE or turns_only_itself(one.text))
    )
    return len(find_controls(block.text)) > own


def _verdict(proven: int, unproven: int, *, names_speakers: bool) -> Verdict:
    if unproven:
        return Verdict.UNPROVEN
    if not proven:
        return Verdict.NOTHING_TO_VERIFY
    return Verdict.VERIFIED if names_speakers else Verdict.VERIFIED_TEXT_ONLY


def verify_edition(edition: str, transcript: TranscriptPair, *, form: Form) -> Verification:
    """Find every quotation of an edition in the transcript again, in one turn, by the person named next to it.

    A control that turns the order of characters stands only in what is proven, else what it turns is `not_readable`.
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
    for index, block in enumerate(blocks):
        outcomes += court.decide_block(block, list(find_quotations_in(blocks, index, cast)))
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
