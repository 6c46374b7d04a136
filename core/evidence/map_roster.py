"""Whom an evidence map and a transcript know: their names, the persons, and the roles that somebody gave them."""

from collections.abc import Sequence

from core.errors import BadInput, Problem
from core.evidence.evidence_map import EvidenceMap
from core.transcripts.speakers import Roster, SpeakerRole


def names_of_speakers(evidence_map: EvidenceMap, labels: Sequence[str]) -> list[str]:
    """Return the labels of the transcript; where it names nobody, the names in the map's own quotes, full names first.

    A first name then means the person whose full name is there. Each name stands once.
    """
    if labels:
        return list(labels)
    written = (one.speaker for chapter in evidence_map.chapters for claim in chapter.claims for one in claim.support)
    names = dict.fromkeys(name for name in written if name and name.strip())
    return sorted(names, key=lambda name: len(name.split()) < 2)


def roster_of(evidence_map: EvidenceMap, labels: Sequence[str]) -> Roster:
    """Return the persons of a map and of the transcript's labels.

    A name that only a quote of the map knows is a person of role UNCLEAR where the transcript names nobody; where it
    has labels, they decide who there is. Source: decisions.md#speakers.
    """
    names = names_of_speakers(evidence_map, labels)
    if labels:
        return Roster.of(evidence_map.speakers, names)
    full = Roster.of(evidence_map.speakers, [name for name in names if len(name.split()) > 1])
    return Roster.of(full.speakers, [name for name in names if len(name.split()) < 2])


def with_roles(
    evidence_map: EvidenceMap, guests: Sequence[str], hosts: Sequence[str], labels: Sequence[str]
) -> EvidenceMap:
    """Return the map with the named persons as guests and hosts, whatever it said of them before.

    `labels` are the transcript's; one that is named here and not declared in the map becomes a declared speaker. Where
    the transcript names nobody, the names in the map's own quotes count. Raises BadInput for a name that nobody, or
    more than one person, bears.
    """
    roster = roster_of(evidence_map, labels)
    known = ", ".join(speaker.speaker_name for speaker in roster.speakers) or "nobody"
    roles: dict[str, SpeakerRole] = {}
    problems: list[Problem] = []
    asked = [(name, SpeakerRole.GUEST) for name in guests] + [(name, SpeakerRole.HOST) for name in hosts]
    for name, role in asked:
        person = roster.resolve(name)
        if person is None:
            message, remedy = (
                f'nobody, or more than one person, is meant by "{name}".',
                f"The known names are: {known}.",
            )
            problems.append(Problem(place=role.value, message=message, remedy=remedy))
        elif roles.setdefault(person.speaker_id, role) is not role:
            message = f"{person.speaker_name} cannot be a guest and a host at once."
            problems.append(Problem(place=role.value, message=message, remedy="Name each person once."))
    if problems:
        raise BadInput(*problems)
    declared = {speaker.speaker_id for speaker in evidence_map.speakers}
    speakers = tuple(
        speaker.model_copy(update={"speaker_role": roles.get(speaker.speaker_id, speaker.speaker_role)})
        for speaker in roster.speakers
        if speaker.speaker_id in declared or speaker.speaker_id in roles
    )
    return evidence_map.model_copy(update={"speakers": speakers})
