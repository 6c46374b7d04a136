"""The persons of an evidence map with the labels and roles that a person gave them."""

from collections.abc import Iterable, Sequence

from core.errors import BadInput, Problem
from core.evidence.evidence_map import EvidenceMap
from core.evidence.map_roster import names_of_speakers
from core.evidence.speaker_mapping.mapping_records import Cast
from core.transcripts.speakers import Roster, Speaker, derive_speaker_id, name_words

Words = tuple[str, ...]

_SAY_WHO = "Write the person's whole name."


def place_of(label: str) -> str:
    """Return the place that problems give for a label's mapping."""
    return f"speaker of {label}"


def _tidy(name: str) -> str:
    return " ".join(name.split())


def _meant(name: str, roster: Roster, declared: int) -> list[Speaker]:
    """Return everybody whom a name can mean by itself; after `declared` speakers an ambiguous label means nobody."""
    return [
        speaker
        for index, speaker in enumerate(roster.speakers)
        if Roster(speakers=(speaker,)).resolve(name) is not None
        and (index < declared or roster.resolve(speaker.speaker_name) is not None)
    ]


def _names_of(speaker: Speaker) -> set[Words]:
    return {name_words(name) for name in (speaker.speaker_name, speaker.speaker_id, *speaker.aliases)}


def _problem(label: str, message: str, remedy: str) -> Problem:
    return Problem(place=place_of(label), message=message, remedy=remedy)


def _several(label: str, name: str, speakers: Iterable[Speaker]) -> Problem:
    names = " or ".join(speaker.speaker_name for speaker in speakers) or "nobody"
    return _problem(label, f"“{name}” can mean {names}.", _SAY_WHO)


class _PersonFinder:
    """Finds the person of each mapping: somebody declared, somebody whom only a label names, or somebody new."""

    def __init__(self, evidence_map: EvidenceMap, labels: Sequence[str], mappings: Sequence[Cast]) -> None:
        declared = evidence_map.speakers
        self.problems: list[Problem] = []
        self._before = Roster.of(declared, labels)
        # A label that is mapped to somebody else has no person of its own; a speaker with that very name goes with it.
        self._mapped_away: dict[Words, Cast] = {}
        for mapping in mappings:
            if not self._is_own(mapping):
                self._mapped_away.setdefault(name_words(mapping.label), mapping)
        self._leaving = {one.speaker_id: one for one in declared if name_words(one.speaker_name) in self._mapped_away}
        staying = [speaker for speaker in declared if speaker.speaker_id not in self._leaving]
        self._declared = len(staying)
        self._known = Roster.of(staying, [label for label in labels if name_words(label) not in self._mapped_away])
        self._taken = {speaker.speaker_id for speaker in (*declared, *self._known.speakers)}
        first: dict[Words, Cast] = {}
        for mapping in mappings:
            again = first.setdefault(name_words(mapping.label), mapping)
            if name_words(again.person) != name_words(mapping.person):
                message = f"“{again.label}” and “{mapping.label}” are one name, and are said to be two persons."
                self.problems.append(_problem(mapping.label, message, "Choose one person for both."))

    def _is_own(self, mapping: Cast) -> bool:
        label, person = self._before.resolve(mapping.label), self._before.resolve(mapping.person)
        return label is not None and person is not None and label.speaker_id == person.speaker_id

    def _next_mapping(self, name: str) -> Cast | None:
        """Return the mapping of the label that a name is, or of the label with which the person of that name goes."""
        words, person = name_words(name), self._before.resolve(name)
        leaving = self._leaving.get(person.speaker_id) if person else None
        if words not in self._mapped_away and leaving is not None and words in _names_of(leaving):
            words = name_words(leaving.speaker_name)
        return self._mapped_away.get(words)

    def written_name(self, mapping: Cast) -> str:
        """Return the name at the end of a chain of mappings: a person may be given as a label that is itself mapped."""
        chain = [mapping]
        while (following := self._next_mapping(chain[-1].person)) is not None:
            if following in chain:
                message = f"“{mapping.label}” and “{following.label}” are each said to be the other."
                self.problems.append(_problem(mapping.label, message, "Name the person who speaks, not a label."))
                break
            chain.append(following)
        return _tidy(chain[-1].person)

    def person(self, mapping: Cast, name: str) -> Speaker | None:
        """Return the person of a name, made where there is none yet; None, with a problem, where that is not clear."""
        meant = self._known.resolve(name)
        if meant is not None:
            index = next(i for i, one in enumerate(self._known.speakers) if one.speaker_id == meant.speaker_id)
            found = self._known.speakers[index]
            only_a_label = index >= self._declared and name_words(name) == name_words(found.speaker_name)
            return found.model_copy(update={"speaker_name": name}) if only_a_label else found
        several = _meant(name, self._known, self._declared)
        if several:
            self.problems.append(_several(mapping.label, name, several))
            return None
        derived = derive_speaker_id(name)
        if not derived:
            message = f"“{name}” holds no letters or digits."
            self.problems.append(_problem(mapping.label, message, "Write the person's name."))
            return None
        speaker_id, number = derived, 2
        while speaker_id in self._taken:
            speaker_id, number = f"{derived}_{number}", number + 1
        self._taken.add(speaker_id)
        made = Speaker(speaker_id=speaker_id, speaker_name=name)
        self._known = Roster(speakers=(*self._known.speakers, made))
        return made


def _name_persons(naming: _PersonFinder, mappings: Sequence[Cast]) -> dict[str, Speaker]:
    """Return the person of each mapped label; longer names first, so that "Zed" can mean "Zed Shaw"."""
    names = {mapping.label: naming.written_name(mapping) for mapping in mappings}
    persons: dict[str, Speaker] = {}
    for mapping in sorted(mappings, key=lambda mapping: -len(name_words(names[mapping.label]))):
        person = naming.person(mapping, names[mapping.label])
        if person is not None:
            persons[mapping.label] = person
    return {mapping.label: persons[mapping.label] for mapping in mappings if mapping.label in persons}


def _with_aliases(speaker: Speaker, names: Iterable[str]) -> Speaker:
    for name in names:
        if name_words(name) not in _names_of(speaker):
            speaker = speaker.model_copy(update={"aliases": (*speaker.aliases, name)})
    return speaker


def _give_labels(speakers: Sequence[Speaker], persons: dict[str, Speaker]) -> tuple[Speaker, ...]:
    """Make each label an alias of its person alone.

    A speaker whose very name is a label ("Speaker 1") is replaced by the person it is mapped to, who takes over the
    spellings, and the role too where the person is new to the map.
    """
    owner = {name_words(label): person for label, person in persons.items()}
    result = {speaker.speaker_id: speaker for speaker in speakers}
    gains: dict[str, list[str]] = {}
    for label, person in persons.items():
        gains.setdefault(person.speaker_id, []).append(label)
    declared = set(result)
    for speaker in speakers:
        into = owner.get(name_words(speaker.speaker_name))
        if into is None or into.speaker_id == speaker.speaker_id:
            kept = tuple(
                alias
                for alias in speaker.aliases
                if owner.get(name_words(alias), speaker).speaker_id == speaker.speaker_id
            )
            result[speaker.speaker_id] = speaker.model_copy(update={"aliases": kept})
            continue
        del result[speaker.speaker_id]
        spellings = (speaker.speaker_name, *speaker.aliases, speaker.speaker_id)
        gains[into.speaker_id] += [
            name for name in spellings if owner.get(name_words(name), into).speaker_id == into.speaker_id
        ]
        if into.speaker_id not in declared:
            result.setdefault(into.speaker_id, into.model_copy(update={"speaker_role": speaker.speaker_role}))
    for person in persons.values():
        result.setdefault(person.speaker_id, person)
    return tuple(_with_aliases(speaker, gains.get(speaker.speaker_id, ())) for speaker in result.values())


def _give_roles(
    speakers: tuple[Speaker, ...], labels: Sequence[str], mappings: Sequence[Cast]
) -> tuple[tuple[Speaker, ...], list[Problem]]:
    """Give each person the role that a mapping of their labels names; a person with only a label becomes declared."""
    roster = Roster.of(speakers, labels)
    declared = {speaker.speaker_id for speaker in speakers}
    problems: list[Problem] = []
    given: dict[str, Cast] = {}
    for mapping in mappings:
        person = roster.resolve(mapping.label)
        if person is None:
            problems.append(_several(mapping.label, mapping.label, _meant(mapping.label, roster, len(speakers))))
            continue
        first = given.setdefault(person.speaker_id, mapping)
        if first.role is not mapping.role and first.role is not None and mapping.role is not None:
            message = f"{person.speaker_name} is “{first.role.value}” as “{first.label}”, “{mapping.role.value}” here."
            problems.append(_problem(mapping.label, message, "Give one person the same role under all their labels."))
    only_labels = roster.speakers[len(speakers) :]
    result = tuple(
        speaker.model_copy(update={"speaker_role": given[speaker.speaker_id].role})
        if speaker.speaker_id in given
        else speaker
        for speaker in (*speakers, *(one for one in only_labels if one.speaker_id in given.keys() - declared))
    )
    return result, problems


def _check(
    evidence_map: EvidenceMap, speakers: Sequence[Speaker], labels: Sequence[str], persons: dict[str, Speaker]
) -> list[Problem]:
    """Return a problem for each label that would no longer mean its person, or would mean nobody."""
    before, after = Roster.of(evidence_map.speakers, labels), Roster.of(speakers, labels)
    declared = {speaker.speaker_id for speaker in evidence_map.speakers}
    problems: list[Problem] = []
    for label in labels:
        was, person = before.resolve(label), persons.get(label)
        now = after.resolve(label)
        if person is None:
            lost = was is not None and was.speaker_id in declared and now is None
        else:
            lost = now is None or now.speaker_id != person.speaker_id
        if lost:
            names = " or ".join(speaker.speaker_name for speaker in _meant(label, after, len(speakers))) or "nobody"
            message = f"“{label}” could then mean {names}."
            remedy = "Write this label as a whole name in the transcript, and read it again."
            problems.append(_problem(label, message, remedy))
    return problems


def cast_speakers(evidence_map: EvidenceMap, labels: Sequence[str], casts: Sequence[Cast]) -> EvidenceMap:
    """Return the map with each mapped label as an alias of its person alone, and with the roles that mappings name.

    `labels` are the transcript's; mappings of other labels have no effect. Somebody the map does not have is added with
    a derived id; a role alone goes to whoever the label means, a person without a role keeps the map's, and a new one
    is UNCLEAR. Applying the mappings twice changes nothing more. Raises BadInput with a problem for each label that is
    not clear. Source: decisions.md#speaker-mapping.
    """
    labels = names_of_speakers(evidence_map, labels)
    order = {label: index for index, label in enumerate(labels)}
    known = [one for one in casts if one.label in order and (one.person.strip() or one.role is not None)]
    if not known:
        return evidence_map
    known.sort(key=lambda mapping: order[mapping.label])
    named = [mapping for mapping in known if mapping.person.strip()]
    naming = _PersonFinder(evidence_map, labels, named)
    persons = _name_persons(naming, named)
    if naming.problems:
        raise BadInput(*naming.problems)
    speakers = _give_labels(evidence_map.speakers, persons)
    problems = _check(evidence_map, speakers, labels, persons)
    if not problems:
        speakers, problems = _give_roles(speakers, labels, [mapping for mapping in known if mapping.role is not None])
    if problems:
        raise BadInput(*problems)
    return evidence_map.model_copy(update={"speakers": speakers})
