"""Every place in the transcripts of an index where something stands: counted, or one by one."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from core.span import Span
from workbench.archive.search.asked_pattern import AskedPattern
from workbench.archive.search.asked_words import AskedWords
from workbench.archive.search.spoken_units import SpokenUnit, units_of
from workbench.search.schema import POSITION_BITS
from workbench.search.speech.spoken_passages import TEXTS_END, PassageQuery, SpokenPassage, SpokenSources

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
        """Return how often it is said in each source by each label; other sources may be there, and counts of 0."""
        if isinstance(self._asked, AskedPattern) and not self._asked.asks_for_ends:
            return self._counts_of_pattern(self._asked)
        counts: Counter[tuple[int, str]] = Counter()
        for found in self.found(at_a_glance=counts):
            counts[found.unit.first.source_id, found.unit.first.speaker or ""] += len(found.spans)
        return counts

    def _counts_of_pattern(self, asked: AskedPattern) -> Counter[tuple[int, str]]:
        """Return the counts of a pattern, which is searched in all that is said in a source at once, where that can
        be."""
        counts: Counter[tuple[int, str]] = Counter()
        for source_id, texts in self._sources.whole_sources():
            if texts is None:
                units = list(units_of(self._sources.passages(PassageQuery(source_id=source_id))))
                for unit, spans in zip(units, asked.places(units), strict=True):
                    counts[source_id, unit.first.speaker or ""] += len(spans)
            else:
                counts.update(dict(texts.counts(asked.numbers(texts.data))))
        return counts

    def found(self, at_a_glance: Counter[tuple[int, str]] | None = None) -> Iterator[UnitPlaces]:
        """Yield where it stands; what can be counted without looking for places is added to `at_a_glance` instead."""
        if isinstance(self._asked, AskedPattern):
            units = units_of(self._sources.passages(PassageQuery()))
        else:
            units = map(SpokenUnit, zip(self._holding(self._asked, at_a_glance)))
        while group := list(islice(units, _AT_ONCE)):
            yield from map(UnitPlaces, group, self._asked.places(group))
        if isinstance(self._asked, AskedWords) and self._asked.crosses:
            yield from self._crossing(self._asked)

    def _holding(self, asked: AskedWords, counts: Counter[tuple[int, str]] | None) -> Iterator[SpokenPassage]:
        """Yield the passages in which words may stand, without those whose count is certain where these are counted."""
        filters = asked.filters
        if not filters.together:
            yield from self._sources.passages(PassageQuery())
        elif counts is None:
            yield from self._sources.passages(PassageQuery(filters.in_a_row, unspoken=False))
        else:
            yield from self._uncounted(asked, counts)
        if filters.together:
            yield from self._sources.passages(PassageQuery(filters.together, unspoken=True))

    def _uncounted(self, asked: AskedWords, counts: Counter[tuple[int, str]]) -> Iterator[SpokenPassage]:
        """Yield the passages of which all was said and whose count is not certain at a glance, the others counted."""
        for texts in self._sources.whole_texts(asked.filters.in_a_row):
            glanced = asked.glance(texts.data)
            if glanced is not None:
                counts.update(dict(texts.counts(one for one in glanced.numbers if one not in glanced.unsure)))
            if glanced is None or glanced.unsure:
                ids = list(map(int, texts.ids.split(TEXTS_END) if texts.ids else ()))
                unsure = ids if glanced is None else map(ids.__getitem__, glanced.unsure)
                known = self._sources.key_of
                yield from (self._sources.passage(one) for one in unsure if one >> POSITION_BITS in known)

    def _crossing(self, asked: AskedWords) -> Iterator[UnitPlaces]:
        """Yield the places that begin in one passage and end in another of the same turn."""
        before = self._sources.going_on(asked.filters)
        for _, passage in sorted({passage.passage_id: passage for passage in before}.items()):
            unit = SpokenUnit((passage, *self._behind(passage)))
            end = len(passage.text)
            spans = [span for span in asked.places((unit,))[0] if span.start < end < span.end]
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
