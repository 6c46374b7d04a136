"""The persons of an evidence map with the labels and roles that a person gave them."""

from collections.abc import Iterable, Sequence

from core.errors import BadInput, Problem
from core.evidence.evidence_map import EvidenceMap
from core.evidence.speaker_mapping.mapping_records import Cast
from core.transcripts.speakers import Roster, Speaker, derive_speaker_id, name_words

Words = tuple[str, ...]

_SAY_WHO = "Write the person's whole name."


def place_of(label: str) -> str:
    """Return how problems name the place of a label's cast."""
    return f"speaker of {label}"


def _tidy(name: str) -> str:
    return " ".join(name.split())


def _meant(name: str, roster: Roster, declared: int) -> list[Speaker]:
    """Return everybody whom a name can mean on its own; behind the declared ones an ambiguous label is nobody."""
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
    """Finds the person of each cast: somebody declared, somebody whom only a label names, or somebody new."""

    def __init__(self, evidence_map: EvidenceMap, labels: Sequence[str], casts: Sequence[Cast]) -> None:
        declared = evidence_map.speakers
        self.problems: list[Problem] = []
        self._before = Roster.of(declared, labels)
        # A label that is cast to somebody else names nobody of its own, and takes along whoever bears it as a name.
        self._away: dict[Words, Cast] = {}
        for cast in casts:
            if not self._is_own(cast):
                self._away.setdefault(name_words(cast.label), cast)
        self._leaving = {one.speaker_id: one for one in declared if name_words(one.speaker_name) in self._away}
        staying = [speaker for speaker in declared if speaker.speaker_id not in self._leaving]
        self._declared = len(staying)
        self._known = Roster.of(staying, [label for label in labels if name_words(label) not in self._away])
        self._taken = {speaker.speaker_id for speaker in (*declared, *self._known.speakers)}
        first: dict[Words, Cast] = {}
        for cast in casts:
            again = first.setdefault(name_words(cast.label), cast)
            if name_words(again.person) != name_words(cast.person):
                message = f"“{again.label}” and “{cast.label}” are one name, and are said to be two persons."
                self.problems.append(_problem(cast.label, message, "Choose one person for both."))

    def _is_own(self, cast: Cast) -> bool:
        label, person = self._before.resolve(cast.label), self._before.resolve(cast.person)
        return label is not None and person is not None and label.speaker_id == person.speaker_id

    def _handed_on(self, name: str) -> Cast | None:
        """Return the cast of the label that a written name is, or that the person of that name leaves with."""
        words, person = name_words(name), self._before.resolve(name)
        leaving = self._leaving.get(person.speaker_id) if person else None
        if words not in self._away and leaving is not None and words in _names_of(leaving):
            words = name_words(leaving.speaker_name)
        return self._away.get(words)

    def written_name(self, cast: Cast) -> str:
        """Return the name that a cast comes down to: a label that is itself cast stands for whom it is cast to."""
        passed = [cast]
        while (following := self._handed_on(passed[-1].person)) is not None:
            if following in passed:
                message = f"“{cast.label}” and “{following.label}” are each said to be the other."
                self.problems.append(_problem(cast.label, message, "Name the person who speaks, not a label."))
                break
            passed.append(following)
        return _tidy(passed[-1].person)

    def person(self, cast: Cast, name: str) -> Speaker | None:
        """Return the person of a name, made where there is none yet; None, with a problem, where that is not clear."""
        meant = self._known.resolve(name)
        if meant is not None:
            index = next(i for i, one in enumerate(self._known.speakers) if one.speaker_id == meant.speaker_id)
            found = self._known.speakers[index]
            only_a_label = index >= self._declared and name_words(name) == name_words(found.speaker_name)
            return found.model_copy(update={"speaker_name": name}) if only_a_label else found
        several = _meant(name, self._known, self._declared)
        if several:
            self.problems.append(_several(cast.label, name, several))
            return None
        derived = derive_speaker_id(name)
        if not derived:
            message = f"“{name}” holds no letters or digits."
            self.problems.append(_problem(cast.label, message, "Write the person's name."))
            return None
        speaker_id, number = derived, 2
        while speaker_id in self._taken:
            speaker_id, number = f"{derived}_{number}", number + 1
        self._taken.add(speaker_id)
        made = Speaker(speaker_id=speaker_id, speaker_name=name)
        self._known = Roster(speakers=(*self._known.speakers, made))
        return made


def _name_persons(naming: _PersonFinder, casts: Sequence[Cast]) -> dict[str, Speaker]:
    """Return the person of each label that is cast to one; longer names first, so that "Zed" can mean "Zed Shaw"."""
    names = {cast.label: naming.written_name(cast) for cast in casts}
    persons: dict[str, Speaker] = {}
    for cast in sorted(casts, key=lambda cast: -len(name_words(names[cast.label]))):
        person = naming.person(cast, names[cast.label])
        if person is not None:
            persons[cast.label] = person
    return {cast.label: persons[cast.label] for cast in casts if cast.label in persons}


def _with_aliases(speaker: Speaker, names: Iterable[str]) -> Speaker:
    for name in names:
        if name_words(name) not in _names_of(speaker):
            speaker = speaker.model_copy(update={"aliases": (*speaker.aliases, name)})
    return speaker


def _give_labels(speakers: Sequence[Speaker], persons: dict[str, Speaker]) -> tuple[Speaker, ...]:
    """Make each label an alias of its person alone.

    Somebody whose very name is a label was only ever that label ("Speaker 1"): the person it is cast to takes their
    place, with their spellings, and with their role where the person is new to the map.
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
    speakers: tuple[Speaker, ...], labels: Sequence[str], casts: Sequence[Cast]
) -> tuple[tuple[Speaker, ...], list[Problem]]:
    """Give each person the role that a cast of one of their labels names; who was only a label is declared by it."""
    roster = Roster.of(speakers, labels)
    declared = {speaker.speaker_id for speaker in speakers}
    problems: list[Problem] = []
    given: dict[str, Cast] = {}
    for cast in casts:
        person = roster.resolve(cast.label)
        if person is None:
            problems.append(_several(cast.label, cast.label, _meant(cast.label, roster, len(speakers))))
            continue
        first = given.setdefault(person.speaker_id, cast)
        if first.role is not cast.role and first.role is not None and cast.role is not None:
            message = f"{person.speaker_name} is “{first.role.value}” as “{first.label}”, “{cast.role.value}” here."
            problems.append(_problem(cast.label, message, "Give one person the same role under all their labels."))
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
    """Return what a roster could not tell apart: labels that would not mean their person, or nobody any more."""
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
    """Return the map with each cast label as an alias of its person alone, and with the roles that casts name.

    `labels` are the transcript's; casts of other labels are left for the day they come back. Somebody the map does
    not have is added with a derived id; a role alone goes to whoever the label means, a person without a role keeps
    the map's, and a new one is UNCLEAR. Casting twice changes nothing more. Raises BadInput with a problem for each
    label that is not clear. Source: decisions.md#speaker-mapping.
    """
    order = {label: index for index, label in enumerate(labels)}
    known = [cast for cast in casts if cast.label in order and (cast.person.strip() or cast.role is not None)]
    if not known:
        return evidence_map
    known.sort(key=lambda cast: order[cast.label])
    named = [cast for cast in known if cast.person.strip()]
    naming = _PersonFinder(evidence_map, labels, named)
    persons = _name_persons(naming, named)
    if naming.problems:
        raise BadInput(*naming.problems)
    speakers = _give_labels(evidence_map.speakers, persons)
    problems = _check(evidence_map, speakers, labels, persons)
    if not problems:
        speakers, problems = _give_roles(speakers, labels, [cast for cast in known if cast.role is not None])
    if problems:
        raise BadInput(*problems)
    return evidence_map.model_copy(update={"speakers": speakers})
