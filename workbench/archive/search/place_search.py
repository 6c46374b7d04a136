"""Every place in the transcripts of an index where something stands: counted, or one by one."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from core.span import Span
from workbench.archive.search.asked_pattern import AskedPattern
from workbench.archive.search.asked_words import AskedWords
from workbench.archive.search.spoken_units import SpokenUnit, units_of
from workbench.search.speech.spoken_passages import PassageQuery, SpokenPassage, SpokenSources

_AT_ONCE = 400  # what is said in so many goes is searched together


class UnitPlaces(NamedTuple):
    """Where the words stand in what somebody says in one go."""

    unit: SpokenUnit
    spans: Sequence[Span]


class PlaceSearch:
    """Looks for what was asked in the transcripts of an index."""

    def __init__(self, asked: AskedWords | AskedPattern, sources: SpokenSources) -> None:
        self._asked = asked
        self._sources = sources

    def counts(self) -> Counter[tuple[int, str]]:
        """Return how often it is said in each source by each label."""
        if isinstance(self._asked, AskedPattern) and not self._asked.asks_for_ends:
            return self._counts_of_pattern(self._asked)
        counts: Counter[tuple[int, str]] = Counter()
        for found in self.found(at_a_glance=counts):
            if found.spans:
                counts[found.unit.first.source_id, found.unit.first.speaker or ""] += len(found.spans)
        return counts

    def _counts_of_pattern(self, asked: AskedPattern) -> Counter[tuple[int, str]]:
        """Return the counts of a pattern, which is searched in all that is said in a source at once, where that can
        be."""
        counts: Counter[tuple[int, str]] = Counter()
        for source_id, data in self._sources.joined():
            if data is None:
                units = list(units_of(self._sources.passages(PassageQuery(source_id=source_id))))
                for unit, spans in zip(units, asked.places(units), strict=True):
                    counts[source_id, unit.first.speaker or ""] += len(spans)
            elif numbers := list(asked.numbers(data)):
                labels = self._sources.labels(source_id)
                counts.update((source_id, labels[number]) for number in numbers)
        return +counts

    def found(self, at_a_glance: Counter[tuple[int, str]] | None = None) -> Iterator[UnitPlaces]:
        """Yield where it stands; what can be counted without looking for places is added to `at_a_glance` instead."""
        units = self._units(at_a_glance)
        while group := list(islice(units, _AT_ONCE)):
            yield from map(UnitPlaces, group, self._asked.places(group))
        yield from self._crossing()

    def _units(self, at_a_glance: Counter[tuple[int, str]] | None) -> Iterator[SpokenUnit]:
        if isinstance(self._asked, AskedPattern):
            yield from units_of(self._sources.passages(PassageQuery()))
            return
        count = self._asked.count
        for passage in self._sources.passages(PassageQuery(self._asked.filters[1])):
            seen = count(passage.text) if at_a_glance is not None and passage.unspoken is None else None
            if seen is None or at_a_glance is None:
                yield SpokenUnit((passage,))
            elif seen:
                at_a_glance[passage.source_id, passage.speaker or ""] += seen

    def _crossing(self) -> Iterator[UnitPlaces]:
        """Yield the places that begin in one passage and end in another of the same turn."""
        if isinstance(self._asked, AskedPattern) or not self._asked.crosses:
            return
        query = PassageQuery(self._asked.filters[0], going_on=True)
        for passage in list(self._sources.passages(query)):
            unit = SpokenUnit((passage, *self._behind(passage)))
            end = len(passage.text)
            spans = [span for span in self._asked.places((unit,))[0] if span.start < end < span.end]
            if spans:
                yield UnitPlaces(unit, spans)

    def _behind(self, passage: SpokenPassage) -> Iterator[SpokenPassage]:
        """Yield the passages behind one into which what was asked may reach."""
        length, needed = 0, 2 * len(self._asked.needle) if isinstance(self._asked, AskedWords) else 0
        for following in self._sources.following(passage, needed):
            yield following
            length += len(following.text)
            if length > needed:
                return
