"""How often something is said in each talk of a part of an archive, by whom, and what is said there at all."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from workbench.archive.search.asked_pattern import AskedPattern
from workbench.archive.search.asked_words import AskedWords, read_words
from workbench.archive.search.concordance import ConcordanceWish, WordForm
from workbench.archive.search.place_search import PlaceSearch
from workbench.archive.search.searched_archive import SearchedArchive, TalkPart
from workbench.archive.search.spoken_units import SpokenUnit, units_of
from workbench.search.speech.spoken_passages import PassageQuery


class CountedTalk(NamedTuple):
    """A part of a talk, and how often each label says something there."""

    part: TalkPart
    counts: Mapping[str, int]

    @property
    def total(self) -> int:
        """How often it is said."""
        return sum(self.counts.values())


class SaidUnit(NamedTuple):
    """What somebody says in one go, and the part of a talk to which that belongs."""

    part: TalkPart
    unit: SpokenUnit


def read_asked(wish: ConcordanceWish) -> AskedWords | AskedPattern:
    """Return what a wish looks for. Raises BadInput where that is nothing, or no pattern."""
    if wish.form is WordForm.REGEX:
        return AskedPattern(wish.words)
    return read_words(wish.words, by_stem=wish.form is WordForm.STEM)


def count_in_talks(
    archive: SearchedArchive, asked: AskedWords | AskedPattern, parts: Sequence[TalkPart]
) -> Iterator[CountedTalk]:
    """Yield the talks in which something is said, in their order. Raises SearchIndexError."""
    part_of = {part.talk.key: part for part in parts}
    with archive.library.spoken(part_of) as sources:
        found = PlaceSearch(asked, sources).counts()
        key_of = dict(sources.key_of)
    by_key: dict[str, dict[str, int]] = {}
    for (source_id, label), count in found.items():
        key = key_of[source_id]
        if label in part_of[key].labels:
            by_key.setdefault(key, {})[label] = count
    yield from (CountedTalk(part, by_key[key]) for key, part in part_of.items() if key in by_key)


def said_in(archive: SearchedArchive, parts: Sequence[TalkPart]) -> Iterator[SaidUnit]:
    """Yield all that is said in some parts of talks. Raises SearchIndexError."""
    part_of = {part.talk.key: part for part in parts}
    with archive.library.spoken(part_of) as sources:
        for unit in units_of(sources.passages(PassageQuery())):
            part = part_of[sources.key_of[unit.first.source_id]]
            if part.holds(unit.first.speaker):
                yield SaidUnit(part, unit)
