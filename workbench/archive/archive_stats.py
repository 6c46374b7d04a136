"""Who speaks how much in an archive: talks, speakers, words and questions."""

from collections.abc import Iterable, Sequence

from core.record import Record
from workbench.archive.persons import Person, SamePerson, person_of_label, same_persons
from workbench.search.talk_facts import IndexedTalk

UNNAMED = ""


class ArchiveSpeaker(Record):
    """One person in all talks: the `labels` that name them, and `share`, their part of all words."""

    person: str
    role: str
    labels: tuple[str, ...]
    talks: int
    turns: int
    words: int
    questions: int
    share: float


class ArchiveStats(Record):
    """An archive in numbers; `seconds` sums the talks that give times, `copies` are files of one talk.

    Speakers come by words, the most first; `candidates` are names that may be one person's.
    """

    talks: int
    words: int
    seconds: float
    untimed: int
    unnamed_words: int
    speakers: tuple[ArchiveSpeaker, ...]
    copies: tuple[tuple[str, ...], ...]
    candidates: tuple[SamePerson, ...]


class _Sum:
    def __init__(self, role: str) -> None:
        self.role = role
        self.labels: dict[str, None] = {}
        self.talks = self.turns = self.words = self.questions = 0


def _stem(name: str) -> str:
    return name.rpartition(".")[0] or name


def group_copies(talks: Iterable[IndexedTalk]) -> tuple[tuple[IndexedTalk, ...], ...]:
    """Return the files of each talk: those of one stem with the same words are copies of it."""
    groups: dict[tuple[str, str], list[IndexedTalk]] = {}
    for talk in talks:
        groups.setdefault((_stem(talk.name), talk.facts.words_sha256), []).append(talk)
    return tuple(map(tuple, groups.values()))


def _speakers(talks: Sequence[IndexedTalk], persons: Iterable[Person], words: int) -> tuple[ArchiveSpeaker, ...]:
    known = person_of_label(persons)
    sums: dict[str, _Sum] = {}
    for talk in talks:
        here: set[str] = set()
        for speaker in talk.facts.speakers:
            person = known.get(speaker.label)
            name = person.person if person is not None else speaker.label
            own = sums.setdefault(name, _Sum(person.role if person is not None else ""))
            own.labels[speaker.label] = None
            own.turns += speaker.turns
            own.words += speaker.words
            own.questions += speaker.questions
            own.talks += name not in here
            here.add(name)
    listed = [
        ArchiveSpeaker(
            person=name,
            role=own.role,
            labels=tuple(own.labels),
            talks=own.talks,
            turns=own.turns,
            words=own.words,
            questions=own.questions,
            share=own.words / words if words else 0.0,
        )
        for name, own in sums.items()
    ]
    return tuple(sorted(listed, key=lambda one: (-one.words, one.person)))


def count_archive(talks: Iterable[IndexedTalk], persons: Sequence[Person] = ()) -> ArchiveStats:
    """Return an archive in numbers; copies of a talk count once."""
    groups = group_copies(talks)
    single = [group[0] for group in groups]
    words = sum(talk.facts.words for talk in single)
    speakers = _speakers(single, persons, words)
    timed = [talk.facts.seconds for talk in single if talk.facts.seconds is not None]
    return ArchiveStats(
        talks=len(single),
        words=words,
        seconds=sum(timed),
        untimed=len(single) - len(timed),
        unnamed_words=words - sum(one.words for one in speakers),
        speakers=speakers,
        copies=tuple(tuple(talk.key for talk in group) for group in groups if len(group) > 1),
        candidates=same_persons(one.person for one in speakers),
    )
