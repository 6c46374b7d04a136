"""How often something is said in each talk of a part of an archive, by whom, and what is said there at all."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from workbench.archive.search.asked_pattern import AskedPattern
from workbench.archive.search.asked_words import AskedWords, read_words
from workbench.archive.search.concordance import ConcordanceWish, WordForm
from workbench.archive.search.place_search import PlaceSearch
from workbench.archive.search.searched_archive import SearchedArchive, TalkPart
from workbench.archive.search.spoken_units import SpokenUnit, units_of
from workbench.search.speech.spoken_passages import PassageQuery, SpokenSources


class CountedTalk(NamedTuple):
    """A part of a talk, and how often something is said there: by each label, and by all."""

    part: TalkPart
    counts: Mapping[str, int]
    total: int


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
    sources: SpokenSources, asked: AskedWords | AskedPattern, parts: Iterable[TalkPart]
) -> Iterator[CountedTalk]:
    """Yield the talks in which something is said, in their order."""
    by_source: dict[int, dict[str, int]] = {}
    for (source_id, label), count in PlaceSearch(asked, sources).counts().items():
        if count:
            by_source.setdefault(source_id, {})[label] = count
    by_key = {key: by_source[number] for number, key in sources.key_of.items() if number in by_source}
    for part in parts:
        found = by_key.get(part.talk.key)
        if found is not None:
            own = {label: count for label, count in found.items() if label in part.labels}
            if own:
                yield CountedTalk(part, own, sum(own.values()))


def said_in(archive: SearchedArchive, parts: Sequence[TalkPart]) -> Iterator[SaidUnit]:
    """Yield all that is said in some parts of talks. Raises SearchIndexError."""
    part_of = {part.talk.key: part for part in parts}
    with archive.library.spoken(part_of) as sources:
        for unit in units_of(sources.passages(PassageQuery())):
            part = part_of[sources.key_of[unit.first.source_id]]
            if part.holds(unit.first.speaker):
                yield SaidUnit(part, unit)
