"""Who may be quoted in an outline: the roles that a person names, and those that the turns suggest for the others."""

from collections.abc import Sequence

from core.errors import BadInput, Problem
from core.evidence.evidence_map import EvidenceMap
from core.evidence.map_roster import with_roles
from core.evidence.speaker_mapping import describe_labels
from core.transcripts.speakers import Speaker, SpeakerRole, derive_speaker_id
from core.transcripts.transcript import TranscriptPair

NOBODY_NAMED = "Speaker"
"""Whose words they are where the transcript names nobody and no person says it."""


def _one_voice(guests: Sequence[str], hosts: Sequence[str]) -> EvidenceMap:
    """Return the one speaker of a transcript without labels."""
    if hosts or len(guests) > 1:
        message = "the transcript names no speakers, so that nothing tells one person's words from another's."
        remedy = "Name at most one guest, who then speaks all of it, and no host."
        raise BadInput(Problem(place="guest and host", message=message, remedy=remedy))
    name = guests[0].strip() if guests else NOBODY_NAMED
    if not derive_speaker_id(name):
        raise BadInput(Problem(place="guest", message=f'"{name}" holds no letters or digits.', remedy="Write a name."))
    role = SpeakerRole.GUEST if guests else SpeakerRole.UNCLEAR
    speaker = Speaker(speaker_id=derive_speaker_id(name), speaker_name=name, speaker_role=role)
    return EvidenceMap(speakers=(speaker,), chapters=())


def outline_speakers(transcript: TranscriptPair, guests: Sequence[str], hosts: Sequence[str]) -> EvidenceMap:
    """Return a map without chapters that declares who speaks, in which role.

    Who is named is what they are named; a role that nobody is named for goes to those whose turns suggest it. Where the
    transcript has no labels one guest may be named, who speaks all of it. Raises BadInput for a name that means nobody.
    """
    if not transcript.labels:
        return _one_voice(guests, hosts)
    named = with_roles(EvidenceMap(chapters=()), guests, hosts, transcript.labels)
    given = {role for role, names in ((SpeakerRole.GUEST, guests), (SpeakerRole.HOST, hosts)) if names}
    known = {speaker.speaker_id for speaker in named.speakers}
    suggested: dict[str, Speaker] = {}
    for report in describe_labels(transcript, named, ()):
        person, role = report.person, report.suggested_role
        if role is not None and role not in given and person.speaker_id not in known:
            speaker = Speaker(speaker_id=person.speaker_id, speaker_name=person.speaker_name, speaker_role=role)
            suggested.setdefault(person.speaker_id, speaker)
    return named.model_copy(update={"speakers": (*named.speakers, *suggested.values())})
