"""What a person should know about two inputs that can be used as they are: what it means, and what to do."""

from collections.abc import Iterator
from enum import StrEnum

from core.evidence import EvidenceMap
from core.readers.decoding import DECLARED_ENCODINGS
from core.record import Record
from core.speakers import Roster, SpeakerRole
from core.transcript import TranscriptPair

MANY_CLAIMS = 10_000
_MAX_NAMED = 5


class NoticeKind(StrEnum):
    """What a notice is about."""

    NO_GUEST = "no_guest"
    NO_SPEAKERS = "no_speakers"
    DETECTED_ENCODING = "detected_encoding"
    EMPTY_CHAPTERS = "empty_chapters"
    MANY_CLAIMS = "many_claims"
    SILENT_SPEAKERS = "silent_speakers"


class Notice(Record):
    """Something worth knowing that stops nothing; `message` is plain text, names and titles as they were given."""

    kind: NoticeKind
    message: str


def _listed(names: list[str]) -> str:
    shown = names[:_MAX_NAMED]
    rest = len(names) - len(shown)
    return ", ".join(shown) + (f" and {rest:,} more" if rest else "")


def _about_guests(roster: Roster) -> Iterator[Notice]:
    if any(speaker.speaker_role is SpeakerRole.GUEST for speaker in roster.speakers):
        return
    names = [speaker.speaker_name for speaker in roster.speakers]
    known = f" The known speakers are {_listed(names)}." if names else ""
    yield Notice(
        kind=NoticeKind.NO_GUEST,
        message="No speaker is a guest, so chapters will have no key excerpts and no core claims. "
        f'Name one with --guest NAME, or give a speaker the role "guest" in the evidence map.{known}',
    )


def _about_transcript(transcript: TranscriptPair) -> Iterator[Notice]:
    if not transcript.names_speakers:
        yield Notice(
            kind=NoticeKind.NO_SPEAKERS,
            message="The transcript names no speakers, so quotes are proven by their words alone and the names beside "
            'them are not verified. To have them verified, begin each turn with its speaker, as in "Name: words".',
        )
    encoding = transcript.source.encoding
    if encoding not in DECLARED_ENCODINGS:
        yield Notice(
            kind=NoticeKind.DETECTED_ENCODING,
            message=f"The transcript is not UTF-8; it was read as {encoding}, which is a guess. "
            "If letters look wrong, save the file as UTF-8 and read it again.",
        )


def _about_chapters(evidence_map: EvidenceMap) -> Iterator[Notice]:
    empty = [chapter.title for chapter in evidence_map.chapters if not chapter.claims]
    if empty:
        chapters = f"{len(empty):,} chapters have" if len(empty) > 1 else "One chapter has"
        yield Notice(
            kind=NoticeKind.EMPTY_CHAPTERS,
            message=f"{chapters} no claims, so there is nothing to write there: {_listed(empty)}. "
            "Add claims to the evidence map, or take the chapter out.",
        )
    claims = sum(len(chapter.claims) for chapter in evidence_map.chapters)
    if claims > MANY_CLAIMS:
        yield Notice(
            kind=NoticeKind.MANY_CLAIMS,
            message=f"The evidence map has {claims:,} claims, which takes a while and makes long chapters. "
            "If that was not meant, split the map.",
        )


def _about_silent_speakers(evidence_map: EvidenceMap, transcript: TranscriptPair, roster: Roster) -> Iterator[Notice]:
    if not transcript.names_speakers:
        return
    heard = {person.speaker_id for person in map(roster.resolve, transcript.labels) if person is not None}
    silent = [speaker.speaker_name for speaker in evidence_map.speakers if speaker.speaker_id not in heard]
    if silent:
        yield Notice(
            kind=NoticeKind.SILENT_SPEAKERS,
            message=f"No turn of the transcript belongs to {_listed(silent)}, so no quote can be proven theirs. If the "
            "transcript writes the name differently, add its spelling to the speaker's aliases in the evidence map.",
        )


def find_notices(evidence_map: EvidenceMap, transcript: TranscriptPair, roster: Roster) -> tuple[Notice, ...]:
    """Return what a person should know before relying on the result; none of it is an error.

    Source: design, "Evidence map and speakers", last paragraph.
    """
    return (
        *_about_guests(roster),
        *_about_transcript(transcript),
        *_about_silent_speakers(evidence_map, transcript, roster),
        *_about_chapters(evidence_map),
    )
