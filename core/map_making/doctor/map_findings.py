"""What is wrong with a map as a whole: its chapters, its persons, whether it is this talk's."""

from collections.abc import Iterator, Sequence

from core.coverage.levels import ChapterCoverage, CoverageLevel, CoverageThresholds
from core.evidence.evidence_map import ChapterEvidence, EvidenceMap
from core.map_making.doctor.findings import FindingKind, MapFinding
from core.transcripts.speakers import Roster, SpeakerRole
from core.whitelist.rejection import RejectionReason

_FEWEST = 3  # quotes that tell whose talk a map is about
_ORDER = (CoverageLevel.WEAK, CoverageLevel.MEDIUM, CoverageLevel.STRONG)


def of_talk(reasons: Sequence[RejectionReason | None]) -> Iterator[MapFinding]:
    """Yield that a map is another talk's: several quotes with words, and none of them stands in the transcript."""
    told = [reason for reason in reasons if reason is not RejectionReason.EMPTY]
    if len(told) >= _FEWEST and all(reason is RejectionReason.NOT_FOUND for reason in told):
        yield MapFinding(
            kind=FindingKind.OTHER_TRANSCRIPT,
            place="chapters",
            message=f"none of its {len(told):,} quotes stands in the transcript.",
            fix="Choose the transcript that the map was made from, or the map of this one.",
        )


def of_guests(roster: Roster) -> Iterator[MapFinding]:
    """Yield that nobody is a guest."""
    if any(one.speaker_role is SpeakerRole.GUEST for one in roster.speakers):
        return
    names = ", ".join(one.speaker_name for one in roster.speakers)
    fix = "Give a speaker the role guest, in the map or with --guest NAME."
    yield MapFinding(
        kind=FindingKind.NO_GUEST,
        place="speakers",
        message="nobody is a guest, so no claim of an edition has a quote.",
        fix=f"{fix} The known speakers are: {names}." if names else fix,
    )


def of_roles(evidence_map: EvidenceMap, roster: Roster, named: Sequence[tuple[str, str]]) -> Iterator[MapFinding]:
    """Yield the persons without a role whom quotes name; `named` are the names with their places."""
    declared = {one.speaker_id: f"speakers[{number}]" for number, one in enumerate(evidence_map.speakers)}
    seen: set[str] = set()
    for name, place in named:
        person = roster.resolve(name)
        if person is None or person.speaker_role is not SpeakerRole.UNCLEAR or person.speaker_id in seen:
            continue
        seen.add(person.speaker_id)
        yield MapFinding(
            kind=FindingKind.MISSING_ROLE,
            place=declared.get(person.speaker_id, place),
            message=f"{person.speaker_name} has no role; only a guest's quotes support a claim.",
            fix=f'Give one in the map, or say --guest "{person.speaker_name}", or --host.',
        )


def of_empty(chapter: ChapterEvidence, place: str) -> Iterator[MapFinding]:
    """Yield what of a chapter is empty: itself, its claims, their words."""
    if not chapter.claims:
        message, fix = "the chapter has no claims.", "Add claims, or take the chapter out."
        yield MapFinding(kind=FindingKind.EMPTY, place=place, message=message, fix=fix)
    for number, claim in enumerate(chapter.claims):
        where = f"{place}.claims[{number}]"
        if not claim.claim.strip():
            message, fix = "the claim is not said yet.", "Say what its quotes support."
            yield MapFinding(kind=FindingKind.EMPTY, place=f"{where}.claim", message=message, fix=fix)
        if not claim.support:
            message, fix = "the claim has no quotes.", "Add quotes, or take the claim out."
            yield MapFinding(kind=FindingKind.EMPTY, place=where, message=message, fix=fix)


def of_level(
    chapter: ChapterEvidence, coverage: ChapterCoverage, thresholds: CoverageThresholds, place: str
) -> Iterator[MapFinding]:
    """Yield that a chapter lacks one quote for the next level: one more, as long as its others are on average."""
    quotes, claims = coverage.usable_quotes, max(len(chapter.claims), 1)
    if not quotes:
        return
    words = coverage.quote_words_per_claim * claims
    longer = max(words / quotes, thresholds.min_usable_words)
    level = thresholds.level(quotes + 1, (words + longer) / claims)
    if _ORDER.index(level) > _ORDER.index(coverage.level):
        counted = f"{quotes} usable quote{'' if quotes == 1 else 's'} with {words / claims:.0f} words per claim"
        yield MapFinding(
            kind=FindingKind.NEAR_LEVEL,
            place=place,
            message=f"the chapter is {coverage.level.value} with {counted}.",
            fix=f"One more quote of about {longer:.0f} words makes it {level.value}.",
        )
