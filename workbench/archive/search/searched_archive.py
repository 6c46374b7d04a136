"""An archive that is searched: its talks with what is known of them, and who speaks in which under which label."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from core.errors import BadInput, Problem
from core.record import Record
from core.transcripts.speakers import name_words
from workbench.archive.about_talks import TalkAbout, may_lie_between
from workbench.archive.archive_stats import group_copies
from workbench.archive.persons import Person, person_of_label
from workbench.archive.search.map_roles import Roles, roles_in_maps
from workbench.search import SearchIndex
from workbench.search.talk_facts import IndexedTalk

_NOTHING_KNOWN = TalkAbout()


class ArchiveFilter(Record):
    """Which part of an archive: what these persons say, those of a role, in talks of a show or between two dates (both
    included, each a year, a month or a day), in these talks (keys). Nothing given is everything.

    A role is what `persons.yml` says, else the map beside the talk; a talk without a date is between no dates.
    """

    speakers: tuple[str, ...] = ()
    role: str = ""
    show: str = ""
    since: str = ""
    until: str = ""
    talks: tuple[str, ...] = ()


class ArchiveTalk(NamedTuple):
    """A talk, the copies of it left out, and what is known of it."""

    facts: IndexedTalk
    about: TalkAbout

    @property
    def key(self) -> str:
        """The path of its file."""
        return self.facts.key


class TalkPart(NamedTuple):
    """What counts of a talk: some of its labels, "" for nobody's, with the words of each and of all."""

    talk: ArchiveTalk
    labels: Mapping[str, int]
    words: int

    def holds(self, label: str | None) -> bool:
        """Tell whether what a label says there counts."""
        return (label or "") in self.labels


class ArchivePart(NamedTuple):
    """What counts of an archive: the talks in which something does, in their order, and the words of each person."""

    talks: tuple[TalkPart, ...]
    words: Mapping[str, int]


class SearchedArchive:
    """Talks of an index, who the persons are, and what is known of the talks (by key)."""

    def __init__(
        self,
        library: SearchIndex,
        talks: Sequence[IndexedTalk],
        persons: Iterable[Person] = (),
        about: Mapping[str, TalkAbout] | None = None,
    ) -> None:
        self.library = library
        self._persons = person_of_label(persons)
        known = about or {}
        self._copies = group_copies(talks)
        self.talks = tuple(
            ArchiveTalk(group[0], next((known[one.key] for one in group if one.key in known), _NOTHING_KNOWN))
            for group in self._copies
        )
        self._part: tuple[ArchiveFilter, ArchivePart] | None = None

    def person_of(self, label: str) -> str:
        """Return the name of the person whom a label means, the label itself where nobody said."""
        person = self._persons.get(label)
        return person.person if person is not None else label

    def role_of(self, talk: ArchiveTalk, label: str) -> str:
        """Return the role of a label in a talk, "" where it is not known. Raises SearchIndexError."""
        person = self._persons.get(label)
        if person is not None and person.role:
            return person.role
        return self._roles.get(talk.key, {}).get(label, "")

    def within(self, wish: ArchiveFilter) -> Iterator[ArchiveTalk]:
        """Yield the talks of a part of the archive, in the order of their keys."""
        talks = frozenset(wish.talks)
        for talk in self.talks:
            about = talk.about
            is_chosen = (not talks or talk.key in talks) and (not wish.show or about.show == wish.show)
            if is_chosen and may_lie_between(about.date, wish.since, wish.until):
                yield talk

    def undated(self, wish: ArchiveFilter) -> int:
        """Return how many talks are left out because their dates are not known."""
        if not wish.since and not wish.until:
            return 0
        without = wish.model_copy(update={"since": "", "until": ""})
        return sum(not talk.about.date for talk in self.within(without))

    def labels_of(self, names: Iterable[str]) -> frozenset[str]:
        """Return the labels of persons, each named as `persons.yml` or a transcript does. Raises BadInput for names
        that nobody bears."""
        found: set[str] = set()
        problems: list[Problem] = []
        for name in names:
            person = self.person_of(name)
            own = {label for label in self._labels if self.person_of(label) == person}
            own = own or {label for label in self._labels if name_words(label) == name_words(name)}
            if not own:
                message, remedy = f'nobody in these talks is called "{name}".', "See workbench archive stats."
                problems.append(Problem(place="--speaker", message=message, remedy=remedy))
            found |= own
        if problems:
            raise BadInput(*problems)
        return frozenset(found)

    def part(self, wish: ArchiveFilter) -> ArchivePart:
        """Return a part of the archive, which is kept until another one is asked for. Raises BadInput for a speaker
        whom nobody knows."""
        kept = self._part
        if kept is not None and kept[0] == wish:
            return kept[1]
        labels = self.labels_of(wish.speakers)
        said = ((talk, self.said_by(wish, talk, labels)) for talk in self.within(wish))
        talks = tuple(TalkPart(talk, words, sum(words.values())) for talk, words in said if words)
        of_labels, of_persons = Counter[str](), Counter[str]()
        for talk in talks:
            of_labels.update(talk.labels)
        for label, words in of_labels.items():
            of_persons[self.person_of(label)] += words
        part = ArchivePart(talks, of_persons)
        self._part = wish, part  # several threads may ask: each has what it asked for
        return part

    def said_by(self, wish: ArchiveFilter, talk: ArchiveTalk, labels: frozenset[str]) -> dict[str, int]:
        """Return the labels of a talk that belong to a part of the archive, with their words; `labels` are those of its
        speakers. What nobody is named for has the label "" where no speaker and no role is asked for."""
        words = {one.label: one.words for one in talk.facts.facts.speakers}
        if not wish.speakers and not wish.role:
            return {**words, "": talk.facts.facts.words - sum(words.values())}
        named = {label: count for label, count in words.items() if not wish.speakers or label in labels}
        if not wish.role:
            return named
        return {label: count for label, count in named.items() if self.role_of(talk, label) == wish.role}

    @cached_property
    def _labels(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.label for talk in self.talks for one in talk.facts.facts.speakers))

    @cached_property
    def _roles(self) -> dict[str, Roles]:
        found = roles_in_maps(self.library, (one for group in self._copies for one in group))
        beside = ((group[0].key, (found.get(one.key) for one in group)) for group in self._copies)
        return {key: next(filter(None, roles), Roles()) for key, roles in beside}
