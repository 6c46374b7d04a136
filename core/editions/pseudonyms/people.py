"""Who of an edition is called what under pseudonyms."""

from collections.abc import Iterator

from core.enforcement.results import Edition, EditionSpeaker
from core.errors import BadInput, Problem
from core.text.confusables import plain_letters
from core.transcripts.pseudonyms.name_finder import NameFinder
from core.transcripts.pseudonyms.names import Pseudonyms
from core.transcripts.speakers import Roster, Speaker, SpeakerRef, SpeakerRole, derive_speaker_id


def _renamed(speaker: EditionSpeaker, by_label: dict[str, str]) -> EditionSpeaker:
    """Return a person under the pseudonym of their first label that has one."""
    pseudonyms = [by_label[label] for label in speaker.labels if label in by_label]
    if not pseudonyms:
        return speaker
    return EditionSpeaker(
        speaker_id=derive_speaker_id(pseudonyms[0]),
        speaker_name=pseudonyms[0],
        speaker_role=speaker.speaker_role,
        labels=tuple(by_label[label] for label in speaker.labels),
    )


def _ref(speaker: EditionSpeaker) -> SpeakerRef:
    return SpeakerRef(
        speaker_id=speaker.speaker_id,
        speaker_name=speaker.speaker_name,
        speaker_role=SpeakerRole(speaker.speaker_role),
    )


def _problems(edition: Edition, by_label: dict[str, str]) -> Iterator[Problem]:
    """Yield what is wrong with pseudonyms that fit the transcript: people with some of their labels only, and names
    that the edition has for somebody else."""
    kept = {one.speaker_id for one in edition.speakers if by_label.keys().isdisjoint(one.labels)}
    for speaker in edition.speakers:
        named = [label for label in speaker.labels if label in by_label]
        for label in speaker.labels if named else ():
            if label not in by_label:
                yield Problem(
                    place=f"the label “{label}”",
                    message=f"it is of {speaker.speaker_name}, as “{named[0]}” is, and has no pseudonym.",
                    remedy="Give both one.",
                )
        for label in named:
            if derive_speaker_id(by_label[label]) in kept:
                yield Problem(
                    place=f"the pseudonym “{by_label[label]}”",
                    message="somebody else of the edition has this name.",
                    remedy="Choose another one.",
                )


class RenamedPeople:
    """The persons of an edition, as they were and as they are called. Raises BadInput where pseudonyms do not fit."""

    def __init__(self, edition: Edition, names: Pseudonyms) -> None:
        problems = tuple(_problems(edition, names.by_label))
        if problems:
            raise BadInput(*problems)
        self.speakers = tuple(_renamed(one, names.by_label) for one in edition.speakers)
        self._refs = {
            old.speaker_id: _ref(new) for old, new in zip(edition.speakers, self.speakers, strict=True) if new != old
        }
        self.roster = Roster(
            speakers=tuple(
                Speaker(speaker_id=one.speaker_id, speaker_name=one.speaker_name, aliases=one.labels)
                for one in edition.speakers
            )
        )
        self.written = tuple(one.speaker_name for one in edition.speakers if one.speaker_id in self._refs)
        self.finder = NameFinder((*names.by_label, *self.written))

    def ref(self, speaker: SpeakerRef) -> SpeakerRef:
        """Return a person as they are called."""
        return self._refs.get(speaker.speaker_id, speaker)

    def pseudonym(self, name: str) -> str | None:
        """Return the pseudonym of whoever a written name means, also in letters that only look like its own; None where
        that is nobody who has one."""
        person = self.roster.resolve(name) or self.roster.resolve(plain_letters(name))
        new = self._refs.get(person.speaker_id) if person is not None else None
        return new.speaker_name if new is not None else None
