"""All that is wrong with an evidence map, and the map with what is certain done."""

from collections.abc import Iterator, Sequence

from core.coverage.levels import DEFAULT_THRESHOLDS, CoverageThresholds, score_chapters
from core.evidence.evidence_map import ChapterEvidence, EvidenceMap, Support
from core.evidence.map_roster import roster_of
from core.map_making.doctor.findings import FindingKind, MapFinding
from core.map_making.doctor.map_findings import of_empty, of_guests, of_level, of_roles, of_talk
from core.map_making.doctor.quote_findings import MapEvidence, QuoteDoctor, join_doubles
from core.map_making.word_places import find_word_places
from core.record import Record
from core.text.safe_html import counted
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import prove_quotes
from core.whitelist.report import describe_refusals


class Diagnosis(Record):
    """What is wrong with a map, the map with all certain findings done, and how many quotes are not proven then.

    `unproven` are those of the map as it was given.
    """

    findings: tuple[MapFinding, ...]
    mended: EvidenceMap
    unproven: int
    unproven_then: int


class _Examination:
    """One look at a map: chapter by chapter, claim by claim."""

    def __init__(self, known: MapEvidence, thresholds: CoverageThresholds) -> None:
        self._known = known
        self._thresholds = thresholds
        self._doctor = QuoteDoctor(known)
        self._named: list[tuple[str, str]] = []
        self.chapters: list[ChapterEvidence] = []

    def _supports(self, supports: Sequence[Support], place: str) -> Iterator[MapFinding]:
        mended = [self._doctor.mended(support) for support in supports]
        _, doubled = join_doubles(mended, self._doctor)
        for number, support in enumerate(supports):
            where = f"{place}.support[{number}]"
            self._named.append((mended[number].speaker, f"{where}.speaker"))
            yield from self._doctor.findings(support, where)
            if number in doubled:
                message, fix = "the claim has these words by this person already.", "The two are joined."
                yield MapFinding(kind=FindingKind.DOUBLED, place=where, message=message, fix=fix, certain=True)
            yield from self._too_short(support, where)

    def _too_short(self, support: Support, where: str) -> Iterator[MapFinding]:
        quote, least = self._known.quotes.get(support.evidence_id), self._thresholds.min_usable_words
        words = len(quote.quote_text.split()) if quote else least
        if words < least:
            message = f"the quote has {counted(words, 'word')}; it counts from {least} on."
            fix = "Take in more of what was said around it."
            yield MapFinding(kind=FindingKind.TOO_SHORT, place=f"{where}.quote", message=message, fix=fix)

    def _mended(self, chapter: ChapterEvidence) -> ChapterEvidence:
        claims = (
            claim.model_copy(
                update={"support": join_doubles([self._doctor.mended(one) for one in claim.support], self._doctor)[0]}
            )
            for claim in chapter.claims
        )
        return chapter.model_copy(update={"claims": tuple(claims)})

    def _chapters(self) -> Iterator[MapFinding]:
        chapters = self._known.evidence_map.chapters
        coverages = score_chapters(chapters, self._known.proven, thresholds=self._thresholds)
        for number, (chapter, coverage) in enumerate(zip(chapters, coverages, strict=True)):
            place = f"chapters[{number}]"
            yield from of_empty(chapter, place)
            yield from of_level(chapter, coverage, self._thresholds, place)
            for at, claim in enumerate(chapter.claims):
                yield from self._supports(claim.support, f"{place}.claims[{at}]")
            self.chapters.append(self._mended(chapter))

    def findings(self) -> Iterator[MapFinding]:
        """Yield what concerns the whole map first, then chapter by chapter."""
        evidence_map, roster = self._known.evidence_map, self._known.roster
        supports = [one for chapter in evidence_map.chapters for claim in chapter.claims for one in claim.support]
        yield from of_talk([self._doctor.reason_of(support) for support in supports])
        yield from of_guests(roster)
        chapters = list(self._chapters())
        yield from of_roles(evidence_map, roster, self._named)
        yield from chapters


def diagnose(
    evidence_map: EvidenceMap,
    transcript: TranscriptPair,
    *,
    missing_ids: Sequence[str] = (),
    thresholds: CoverageThresholds = DEFAULT_THRESHOLDS,
) -> Diagnosis:
    """Return all that is wrong with a map, with what would help, and the map in which all that is certain was done.

    What is certain: doubled quotes are joined, marks and dots at the ends go, a name is spelled as the label, a speaker
    is named who alone said the words, and ids are made (`missing_ids` are the places that `read_map` gives). Never
    other words, never another person. Source: decisions.md#the-doctor.
    """
    roster = roster_of(evidence_map, transcript.labels)
    proofs = prove_quotes(evidence_map, transcript, roster)
    known = MapEvidence(
        evidence_map=evidence_map,
        transcript=transcript,
        roster=roster,
        proven=proofs.quotes,
        quotes={own: quote for quote in proofs.quotes for own in quote.source_evidence_ids},
        rejections={one.evidence_id: one for one in describe_refusals(proofs.refusals, transcript)},
        places=find_word_places(evidence_map, transcript, roster, lambda one: roster.resolve(one.speaker) is None),
    )
    examination = _Examination(known, thresholds)
    ids = (
        MapFinding(
            kind=FindingKind.MISSING_ID,
            place=place,
            message="there is no id, or another one has it.",
            fix="One is made.",
            certain=True,
        )
        for place in missing_ids
    )
    findings = (*examination.findings(), *ids)
    mended = evidence_map.model_copy(update={"chapters": tuple(examination.chapters)})
    then = prove_quotes(mended, transcript, roster_of(mended, transcript.labels))
    return Diagnosis(findings=findings, mended=mended, unproven=len(proofs.refusals), unproven_then=len(then.refusals))
