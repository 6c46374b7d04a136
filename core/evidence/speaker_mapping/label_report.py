"""A report on each label of a transcript: how much it says, whom it means, which role its turns suggest."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from core.evidence.evidence_map import EvidenceMap
from core.evidence.map_roster import names_of_speakers
from core.evidence.speaker_mapping.fit_names import fit_speaker_mapping
from core.evidence.speaker_mapping.mapped_turns import Names, measure_parts, spell
from core.evidence.speaker_mapping.mapping_records import Cast, LabelReport
from core.evidence.speaker_mapping.role_suggestions import QuoteShare, RoleSuggestion, suggest_roles
from core.evidence.speaker_mapping.role_words import has_questions_and_answers, is_nobody, read_role
from core.transcripts.speakers import Roster, SpeakerRef, SpeakerRole, derive_speaker_id
from core.transcripts.transcript import TranscriptPair

_NO_MAP = EvidenceMap(chapters=())


def _people(labels: Iterable[str], roster: Roster) -> dict[str, SpeakerRef]:
    """Return whom each label means; one that could mean several people is a person of its own."""
    people: dict[str, SpeakerRef] = {}
    for label in labels:
        alone = SpeakerRef(
            speaker_id=derive_speaker_id(label) or label, speaker_name=label, speaker_role=SpeakerRole.UNCLEAR
        )
        people[label] = roster.resolve(label) or alone
    return people


def _labelled(people: Mapping[str, SpeakerRef]) -> dict[str, RoleSuggestion | None]:
    """Return the role that labels state for each person; None for nobody in particular and for two roles at once."""
    stated: dict[str, list[RoleSuggestion]] = {}
    labelled: dict[str, RoleSuggestion | None] = {}
    asks_and_answers = has_questions_and_answers(people)
    for label, person in people.items():
        role = read_role(label, asks_and_answers=asks_and_answers)
        if role is not None:
            stated.setdefault(person.speaker_id, []).append(RoleSuggestion(role[0], f"The label says “{role[1]}”"))
        elif is_nobody(label):
            labelled[person.speaker_id] = None
    for person, suggestions in stated.items():
        labelled[person] = suggestions[0] if len({one.role for one in suggestions}) == 1 else None
    return labelled


def _written_names(people: Mapping[str, SpeakerRef], labelled: Mapping[str, RoleSuggestion | None]) -> Names:
    """Return the spellings by which a turn can name somebody: label, name, and a first name only one of them bears."""
    firsts = Counter(name.partition(" ")[0] for name in {person.speaker_name for person in people.values()})
    names: dict[tuple[str, ...], str] = {}
    for label, person in people.items():
        if person.speaker_id in labelled or len(label) == 1:
            continue
        first = person.speaker_name.partition(" ")[0]
        for name in (label, person.speaker_name, *([first] if firsts[first] == 1 else [])):
            names[spell(name)] = person.speaker_id
    return names


def _quoted(evidence_map: EvidenceMap, roster: Roster) -> dict[str, QuoteShare]:
    """Return how many of the map's quotes each person has."""
    written = Counter(
        support.speaker for chapter in evidence_map.chapters for claim in chapter.claims for support in claim.support
    )
    own: Counter[str] = Counter()
    for name, count in written.items():
        person = roster.resolve(name)
        if person is not None:
            own[person.speaker_id] += count
    return {person: QuoteShare(count, written.total()) for person, count in own.items()}


def describe_labels(
    transcript: TranscriptPair, evidence_map: EvidenceMap | None, casts: Sequence[Cast]
) -> tuple[LabelReport, ...]:
    """Return a report on each label of the transcript, in order of appearance.

    A role is suggested by what the label says, by the words with which somebody begins, is introduced or is put
    through, by who hands over with questions, and by whom the map quotes; where these are silent or disagree, none is.
    Several labels of one person get one suggestion. Mappings that contradict each other are left
    out, as `fit_speaker_mapping` does, which says what is wrong. Source: decisions.md#speaker-mapping.
    """
    given = evidence_map or _NO_MAP
    labels = names_of_speakers(given, transcript.labels)
    mapped = fit_speaker_mapping(given, labels, casts).evidence_map
    roster = Roster.of(mapped.speakers, labels)
    people = _people(labels, roster)
    labelled = _labelled(people)
    ids = {label: person.speaker_id for label, person in people.items()}
    parts = measure_parts(transcript, ids, _written_names(people, labelled))
    suggested = suggest_roles(parts, labelled, _quoted(mapped, roster))
    declared = {speaker.speaker_id for speaker in mapped.speakers}
    reports: list[LabelReport] = []
    for label, person in people.items():
        turns, words = parts.by_label.get(label, (0, 0))
        suggestion = suggested.get(person.speaker_id)
        reports.append(
            LabelReport(
                label=label,
                turns=turns,
                words=words,
                person=person,
                declared=person.speaker_id in declared,
                suggested_role=suggestion.role if suggestion else None,
                reason=suggestion.reason if suggestion else "",
            )
        )
    return tuple(reports)
