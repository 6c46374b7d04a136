"""The verdict on an edition: every quotation in it is looked up in the transcript and has an outcome."""

from collections.abc import Iterable, Iterator, Sequence, Set

from core.transcripts.transcript import TranscriptPair
from core.verify.denials import take_denials
from core.verify.false_notes import EditionPlaces, find_false_link, find_false_notes
from core.verify.false_statements import find_false_statements
from core.verify.naming.beside_quotation import NamedSpeaker
from core.verify.naming.known_speakers import Labels, TranscriptPersons
from core.verify.naming.script_lines import find_spoken_lines
from core.verify.quotations import EditionQuotation, find_quotations_in
from core.verify.reading.bidi import find_controls, turns_only_itself
from core.verify.reading.documents.document_text import QuotationNote
from core.verify.reading.documents.read_document import read_document
from core.verify.reading.own_data.read_json import JsonEdition
from core.verify.reading.page import VisibleBlock, VisibleBlockKind, collapse
from core.verify.reading.read_edition import Form, read_texts
from core.verify.reading.read_file import EditionFile, read_file, read_part
from core.verify.redactions import with_redactions
from core.verify.result import (
    SpeakerDeclaration,
    TranscriptPassage,
    UnverifiedQuotation,
    UnverifiedReason,
    Verdict,
    Verification,
    VerifiedQuotation,
)
from core.verify.transcript_search import OccurrenceMatch, PreparedTranscript, ProofRank

_REASONS = {
    ProofRank.NOWHERE: UnverifiedReason.NOT_IN_TRANSCRIPT,
    ProofRank.PARTIAL_WORD: UnverifiedReason.PARTIAL_WORD,
    ProofRank.CROSSES_TURNS: UnverifiedReason.CROSSES_TURNS,
    ProofRank.ANOTHER_SPEAKER: UnverifiedReason.WRONG_SPEAKER,
    ProofRank.OTHER_CHARACTERS: UnverifiedReason.TYPOGRAPHY,
}
_NOBODY_KNOWN = (UnverifiedReason.NO_SPEAKER_NAMED, UnverifiedReason.UNKNOWN_SPEAKER)
_OF_NAMES = (*_NOBODY_KNOWN, UnverifiedReason.WRONG_SPEAKER)


class EditionVerifier:
    """Verifies editions against one transcript, which is prepared once; the same words by the same person are looked up
    once. Where its labels are ids of records, they are not `of_people`."""

    def __init__(self, transcript: TranscriptPair, *, of_people: bool = True) -> None:
        self._of_people = of_people
        self._transcript = transcript
        self._labels = transcript.labels
        self._raw = transcript.raw
        self._names_speakers = transcript.names_speakers
        self._prepared = PreparedTranscript(transcript)
        self._answers: dict[tuple[str, Labels | None], OccurrenceMatch] = {}

    def ask(self, quotation: EditionQuotation) -> OccurrenceMatch:
        """Return the best occurrence of a quotation, by whomever it names."""
        named = quotation.named
        labels = named.labels if named is not None and self._names_speakers else None
        question = (quotation.text, labels)
        if question not in self._answers:
            self._answers[question] = self._prepared.ask(*question)
        return self._answers[question]

    def _reason(self, quotation: EditionQuotation, finding: OccurrenceMatch) -> UnverifiedReason | None:
        if finding.standing is not ProofRank.EXACT:
            return _REASONS[finding.standing]
        if not self._names_speakers:
            return None
        if quotation.named is None:
            return UnverifiedReason.NO_SPEAKER_NAMED
        return UnverifiedReason.UNKNOWN_SPEAKER if quotation.named.labels is None else None

    def _counts(self, quotation: EditionQuotation) -> bool:
        """Tell whether what is read is a quotation: a name behind true words without marks misleads nobody."""
        if not quotation.unmarked:
            return True
        standing = self.ask(quotation).standing
        return standing is not ProofRank.EXACT and not (quotation.if_said and standing is ProofRank.NOWHERE)

    def decide(self, quotation: EditionQuotation) -> VerifiedQuotation | UnverifiedQuotation:
        """Return the outcome of a quotation, whatever is shown around it."""
        finding = self.ask(quotation)
        speaker = finding.turn.speaker if finding.turn else None
        reason = self._reason(quotation, finding)
        if reason is None and finding.span is not None:
            return VerifiedQuotation(text=quotation.text, line=quotation.line, raw_span=finding.span, speaker=speaker)
        nearest = None
        if finding.span is not None:
            nearest = TranscriptPassage(text=finding.span.slice(self._raw), raw_span=finding.span, speaker=speaker)
        return UnverifiedQuotation(
            text=quotation.text,
            line=quotation.line,
            reason=reason or UnverifiedReason.NOT_IN_TRANSCRIPT,
            named=quotation.named.name if quotation.named else None,
            nearest=nearest,
        )

    def _decide_block(
        self, block: VisibleBlock, quotations: Sequence[EditionQuotation]
    ) -> Iterator[VerifiedQuotation | UnverifiedQuotation]:
        """Yield the outcome of each quotation of a block; one is proven only where it is shown where it stands."""
        outcomes = list(map(self.decide, quotations))
        if not _holds_stray_controls(block, outcomes):
            yield from outcomes
            return
        for quotation, outcome in zip(quotations, outcomes, strict=True):
            yield self._unreadable(outcome, quotation) if isinstance(outcome, VerifiedQuotation) else _unread(outcome)
        if not outcomes:
            offset = find_controls(block.text)[0]
            control = f"U+{ord(block.text[offset]):04X}"
            yield UnverifiedQuotation(text=control, line=block.line_at(offset), reason=UnverifiedReason.NOT_READABLE)

    def _unreadable(self, outcome: VerifiedQuotation, quotation: EditionQuotation) -> UnverifiedQuotation:
        span = outcome.raw_span
        return UnverifiedQuotation(
            text=outcome.text,
            line=outcome.line,
            reason=UnverifiedReason.NOT_READABLE,
            named=quotation.named.name if quotation.named else None,
            nearest=TranscriptPassage(text=span.slice(self._raw), raw_span=span, speaker=outcome.speaker),
        )

    def _also_listed(self, data: JsonEdition, persons: TranscriptPersons) -> Iterator[UnverifiedQuotation]:
        """Yield what an edition as data holds besides its chapters and is not proven; what is proven stands there too.

        Words that stand in two places are read by programs in either.
        """
        # A slice as long as the words: many long ones of few words would cost more than linear time.
        elsewhere = (
            (one.text, one.line)
            for one in data.slices
            if one.end - one.start != len(one.text) or self._raw[one.start : one.end] != one.text
        )
        yield from (_not_readable(line, what) for what, line in (*data.strays, *elsewhere))
        for blocks in (read_texts(data.repeated), data.listed, *((claim,) for claim in data.claims)):
            for index, block in enumerate(blocks):
                quotations = find_quotations_in(blocks, index, persons)
                found = self._decide_block(block, [one for one in quotations if self._counts(one)])
                yield from (one for one in found if isinstance(one, UnverifiedQuotation))
        for text, line in data.free:
            for said in find_spoken_lines(text, persons):
                words = collapse(said.words.slice(text))
                outcome = self.decide(EditionQuotation(text=words, line=line, named=said.named))
                yield from (outcome,) if isinstance(outcome, UnverifiedQuotation) else ()

    def _misnamed(self, notes: Iterable[QuotationNote], persons: TranscriptPersons) -> Iterator[UnverifiedQuotation]:
        """Yield the quotations whose note or card names somebody else than who said them."""
        for note in notes if self._names_speakers else ():
            named = NamedSpeaker(note.name, persons.resolve(note.name))
            outcome = self.decide(EditionQuotation(text=note.words, line=note.line, named=named))
            if isinstance(outcome, UnverifiedQuotation) and outcome.reason in _OF_NAMES:
                yield outcome

    def _contradicted(
        self, file: EditionFile, notes: Sequence[QuotationNote], persons: TranscriptPersons, *, is_proven: bool
    ) -> Iterator[tuple[int, str]]:
        """Yield the line and the words of what a file says besides its text, in `notes` of quotations and elsewhere,
        and what it or the transcript contradicts."""
        yield from file.statements.strays
        places = EditionPlaces(self._raw, notes)
        yield from ((one.line, one.text) for one in find_false_notes(notes, self._transcript, persons, places))
        if is_proven:
            yield from find_false_statements(file.statements, self._transcript, places)
        false = find_false_link(file.links, self._transcript, self._prepared.occurrences_of)
        if false:
            yield false.line, false.address

    def verify(self, file: EditionFile) -> Verification:
        """Find every quotation of a file that was read in the transcript again, as `verify_edition` does."""
        persons = TranscriptPersons(self._labels, file.declared, are_people=self._of_people)
        outcomes: list[VerifiedQuotation | UnverifiedQuotation] = []
        if file.obstacle:
            outcomes.append(_not_readable(*file.obstacle))
        blocks, strays = take_denials(file.blocks, self._raw) if file.is_own else (file.blocks, ())
        for index, block in enumerate(blocks):
            quotations = find_quotations_in(blocks, index, persons)
            outcomes += self._decide_block(block, [one for one in quotations if self._counts(one)])
        outcomes += self._also_listed(file.data, persons) if file.data else ()
        # A quotation that is not proven is said by itself; then it is no news what else was said of it.
        known = {(one.text, one.line) for one in outcomes if isinstance(one, UnverifiedQuotation)}
        notes = [one for one in file.notes if (one.words, one.line) not in known]
        contradicted = self._contradicted(file, notes, persons, is_proven=not known)
        outcomes += (_not_readable(*one) for one in (*strays, *contradicted))
        outcomes = list(with_redactions(file, outcomes))
        speakers = {one.speaker for one in outcomes if isinstance(one, VerifiedQuotation)}
        outcomes += _contradictions(file, persons, speakers)
        outcomes += self._misnamed(notes, persons)
        if file.unshown and not any(isinstance(one, UnverifiedQuotation) for one in outcomes):
            # A changed quotation is said by itself; then it is no news that the data for machines have the old one.
            outcomes.append(_not_readable(*file.unshown))
        proven = tuple(outcome for outcome in outcomes if isinstance(outcome, VerifiedQuotation))
        unproven = tuple(outcome for outcome in outcomes if isinstance(outcome, UnverifiedQuotation))
        return Verification(
            verdict=self._verdict(file, outcomes),
            quotations=len(outcomes),
            verified=len(proven),
            unproven=unproven,
            proven=proven,
            speakers_verified=bool(proven) and not unproven and self._names_speakers,
            declared=persons.declared,
        )

    def _verdict(self, file: EditionFile, outcomes: Sequence[VerifiedQuotation | UnverifiedQuotation]) -> Verdict:
        if not outcomes:
            return Verdict.NOTHING_TO_VERIFY
        if any(isinstance(outcome, UnverifiedQuotation) for outcome in outcomes):
            return Verdict.UNPROVEN
        if not file.is_own:
            return Verdict.QUOTATIONS_FOUND
        return Verdict.VERIFIED if self._names_speakers else Verdict.VERIFIED_TEXT_ONLY


def _not_readable(line: int, what: str) -> UnverifiedQuotation:
    return UnverifiedQuotation(text=what, line=line, reason=UnverifiedReason.NOT_READABLE)


def _contradictions(
    file: EditionFile, persons: TranscriptPersons, speakers: Set[str | None]
) -> Iterator[UnverifiedQuotation]:
    """Yield what a file says about the labels of those whom it quotes (`speakers`) and the transcript contradicts."""
    for declared, line in zip(file.declared, file.declared_lines, strict=False):
        if declared in persons.declared or not persons.contradict(declared):
            continue
        if not speakers.isdisjoint(persons.resolve(declared.name) or ()):
            said = f"In the transcript, {declared.name} is labelled {declared.label}."
            yield _not_readable(line, said)


def _unread(outcome: UnverifiedQuotation) -> UnverifiedQuotation:
    """Return the outcome of words in a block that may be shown otherwise: whom it names cannot be read either."""
    return (
        outcome.model_copy(update={"reason": UnverifiedReason.NOT_READABLE})
        if outcome.reason in _NOBODY_KNOWN
        else outcome
    )


def _holds_stray_controls(block: VisibleBlock, outcomes: Sequence[VerifiedQuotation | UnverifiedQuotation]) -> bool:
    """Tell whether a block holds controls that turn the order of its characters, besides those of proven slices.

    Those of a slice inside a sentence must end in it.
    """
    controls = len(find_controls(block.text))
    return controls > 0 and controls > sum(
        len(find_controls(one.text))
        for one in outcomes
        if isinstance(one, VerifiedQuotation) and (block.kind is VisibleBlockKind.QUOTE or turns_only_itself(one.text))
    )


def verify_part(
    text: str, transcript: TranscriptPair, *, declared: Iterable[SpeakerDeclaration] = (), of_people: bool = True
) -> Verification:
    """Verify Markdown that this program has just written, a chapter or an answer, as `verify_edition` does a file.

    `declared` says whom the transcript's labels mean; nothing in the text does. They are not `of_people` where they are
    ids of records.
    """
    return EditionVerifier(transcript, of_people=of_people).verify(read_part(text, declared))


def verify_document(data: bytes, name: str, transcript: TranscriptPair) -> Verification:
    """Find every quotation of a Word document or an EPUB, called `name` in messages, as `verify_edition` does; lines
    are paragraphs, from 1. One whose properties name a certificate of ours is read by the grammar of what the program
    writes, with its notes, any other as an article. Raises BadInput for a file that is neither. Source:
    decisions.md#documents."""
    return EditionVerifier(transcript).verify(read_document(data, name))


def verify_edition(edition: str, transcript: TranscriptPair, *, form: Form, of_people: bool = True) -> Verification:
    """Find every quotation of a file in the transcript again, in one turn, by the person named next to it.

    A file that says that it is an edition of this program is `not_readable` where it is not what the program writes;
    any other is an article, whose best verdict is `quotations_found`. A control that turns the order of characters may
    stand only in a proven slice; else what it turns is `not_readable`.
    Total: any text is read, nothing raises. Needs the edition's text and the transcript, nothing else; that its labels
    are not `of_people`, but ids of records. Source: decisions.md#verify.
    """
    return EditionVerifier(transcript, of_people=of_people).verify(read_file(edition, form))
