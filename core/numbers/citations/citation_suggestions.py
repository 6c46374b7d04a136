"""What would mend a citation: ids of results that have the number, and allowed prefixes. Never applied by itself."""

from bisect import bisect_left
from collections.abc import Iterable
from decimal import Decimal
from typing import Any, NamedTuple

from core.numbers.citations.source_names import CitationSources, ResultIndex, alike
from core.numbers.records import NumericClaim
from core.numbers.safe_arithmetic import safe_arithmetic
from core.numbers.units import scales

_MOST = 5
_SENSIBLE = 72  # per cent of two names that are the same, at least
_LOOKUPS = 100  # different unknown names of a narrative that are compared with all prefixes
_UNITS = 40  # different units of a narrative's numbers that results are looked up for
_LOOKED_AT = 50  # results on each side of a number


class _Value(NamedTuple):
    """A result's value in the unit of a number, half a step of its rounding, and where the result stands."""

    value: Decimal
    row: int


class CitationSuggester:
    """Finds what would mend the citations of one narrative; what is looked up once is kept."""

    def __init__(self, sources: CitationSources, results: ResultIndex | None) -> None:
        self._sources = sources
        self._results = results
        self._values: dict[str, list[_Value]] = {}
        self._nearest: dict[str, str] = {}

    def _in_unit(self, unit: str) -> list[_Value]:
        """Return the values of all results that can be compared with a number in this unit, in order of size."""
        known = self._values.get(unit)
        if known is None:
            rows = self._results.rows if self._results and len(self._values) < _UNITS else ()
            known = [
                _Value(row.value * scale, position)
                for position, row in enumerate(rows)
                if row.value is not None
                for scale in scales(row.unit, unit)
            ]
            known.sort()
            self._values[unit] = known
        return known

    def ids(self, claim: NumericClaim, accepted: Iterable[str] = ()) -> list[str]:
        """Return the ids of results whose value is the number, rounded as the number is written, at most five.

        Those of the sources named in `accepted` (as compared) come first, then the nearest.
        """
        if self._results is None:
            return []
        with safe_arithmetic():
            near = self._near(claim)
        preferred = frozenset(accepted)
        rows, names = self._results.rows, self._results.names
        near.sort(key=lambda one: (names[one[1]] not in preferred, *one))
        return list(dict.fromkeys(rows[row].query_id for _, row in near))[:_MOST]

    def _near(self, claim: NumericClaim) -> list[tuple[Decimal, int]]:
        """Return how far from the number the results are that it may be the rounding of, and where they stand."""
        values = self._in_unit(claim.unit)
        slack = abs(claim.quantum) / 2
        found: list[tuple[Decimal, int]] = []
        middle = bisect_left(values, (claim.value,))
        for index in (*range(middle - 1, max(-1, middle - 1 - _LOOKED_AT), -1), *range(middle, middle + _LOOKED_AT)):
            if index < len(values):
                distance = abs(values[index].value - claim.value)
                if distance <= slack:
                    found.append((distance, values[index].row))
        return found

    def prefix_of_id(self, query_id: str) -> str:
        """Return the allowed prefix of the source that the first result with this id has, "" where there is none."""
        rows = self._results.by_id.get(query_id) if self._results else None
        return self._sources.prefix_of.get(self._results.names[rows[0]], "") if self._results and rows else ""

    def nearest_prefix(self, name: str) -> str:
        """Return the allowed prefix of the source whose name is nearest, "" where none is near enough."""
        wanted = alike(name)
        known = self._nearest.get(wanted)
        if known is None:
            if len(self._nearest) >= _LOOKUPS:
                return ""
            known = self._nearest[wanted] = self._look(name, wanted)
        return known

    def _look(self, name: str, wanted: str) -> str:
        from rapidfuzz.fuzz import ratio
        from rapidfuzz.process import extractOne

        exact = self._sources.prefix_for(name)
        if exact:
            return exact
        found: Any = extractOne(wanted, self._sources.prefix_of.keys(), scorer=ratio, score_cutoff=_SENSIBLE)
        return self._sources.prefix_of[found[0]] if found else ""
