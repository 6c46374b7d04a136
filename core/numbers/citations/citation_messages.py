"""The messages about invalid citations, and suggestions that would correct them; nothing is applied here."""

from bisect import bisect_left
from collections.abc import Iterable
from decimal import Decimal
from typing import Any, NamedTuple

from core.numbers.citations.lead_ins import CitationLeadIn
from core.numbers.citations.source_names import CitationSources, ResultIndex, alike
from core.numbers.records import NumericClaim
from core.numbers.safe_arithmetic import safe_arithmetic
from core.numbers.units import scales
from core.text.safe_html import ended

_MOST = 5
_SENSIBLE = 72  # least similarity of two names, in per cent
_LOOKUPS = 100  # different unknown names of a narrative that are compared with all prefixes, at most
_UNITS = 40  # different units of a narrative's numbers that results are looked up for
_LOOKED_AT = 50  # results on each side of a number

_AND_ID = ", and give the query id"
_LONGEST = 60  # characters of a number, a source or an id
_MOST_WORDS = 4  # of a name without a colon: more may belong to the narrative


class _Value(NamedTuple):
    """A result's value in the unit of a number, half a step of its rounding, and where the result stands."""

    value: Decimal
    row: int


class CitationSuggester:
    """Finds corrections for the citations of one narrative; caches what it looked up."""

    def __init__(self, sources: CitationSources, results: ResultIndex | None) -> None:
        self._sources = sources
        self._results = results
        self._values: dict[str, list[_Value]] = {}
        self._nearest: dict[str, str] = {}

    def _in_unit(self, unit: str) -> list[_Value]:
        """Return the values of all results that are comparable with a number in this unit, in order of size."""
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

        Results of the sources in `accepted` (normalised) come first, then the nearest.
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
        """Return the distance and the position of the results that the number may be a rounding of."""
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
        """Return the allowed prefix for the source of the first result with this id, "" if there is none."""
        rows = self._results.by_id.get(query_id) if self._results else None
        return self._sources.prefix_of.get(self._results.names[rows[0]], "") if self._results and rows else ""

    def nearest_prefix(self, name: str) -> str:
        """Return the allowed prefix of the source with the most similar name, "" if none is similar enough."""
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


def shorten(text: str) -> str:
    """Return a name on one line, at most 60 characters long."""
    line = " ".join(text[: 2 * _LONGEST].split())
    return line if len(line) <= _LONGEST and len(text) <= 2 * _LONGEST else f"{line[: _LONGEST - 1].rstrip()}…"


def _such_as(prefix: str) -> str:
    return f", such as “{shorten(prefix)}”" if prefix else ""


def uncited_message(number: str, example: str, query_id: str, *, needs_id: bool) -> str:
    """Say that a number has no source; if it has an id, what is missing."""
    if query_id:
        return (
            f"“{shorten(number)}” has the query id “{shorten(query_id)}” but no source. "
            f"Begin its sentence with an allowed prefix{_such_as(example)}."
        )
    add = _AND_ID if needs_id else ""
    return f"“{shorten(number)}” has no source. Begin its sentence with an allowed prefix{_such_as(example)}{add}."


def missing_id_message(number: str, prefix: str, wrong: str) -> str:
    """Say that a query id is missing after an allowed prefix, or has the wrong form."""
    if wrong:
        return (
            f"“{shorten(number)}” is cited with “{shorten(prefix)}”, but the form of its query id, "
            f"“{shorten(wrong)}”, is wrong. Write an id in a form that the rules know."
        )
    return (
        f"“{shorten(number)}” is cited with “{shorten(prefix)}” but has no query id. "
        "Write the id of the query that it comes from after it."
    )


def placeholder_message(number: str, prefix: str, placeholder: str) -> str:
    """Say that a word is only a placeholder for the id."""
    return (
        f"“{shorten(number)}” is cited with “{shorten(prefix)}”, but “{shorten(placeholder)}” is a placeholder, "
        "not the id of a query. Write the id of the query that it comes from in its place."
    )


def _as_cited(lead_in: CitationLeadIn) -> str:
    """Return a lead-in as written, as far as it certainly names a source."""
    words = lead_in.name.split()
    if lead_in.colon or len(words) <= _MOST_WORDS:
        return shorten(" ".join(filter(None, (lead_in.words, lead_in.name))) + ":" * lead_in.colon)
    return shorten(" ".join(filter(None, (lead_in.words, *words[:_MOST_WORDS])))) + " …"


def lead_in_message(number: str, lead_in: CitationLeadIn, right: str, *, has_id: bool, needs_id: bool) -> str:
    """Say that words which name a source are no allowed prefix; `right` is an allowed one."""
    begin = f"“{shorten(number)}” is cited with “{_as_cited(lead_in)}”"
    add = _AND_ID if needs_id and not has_id else ""
    if lead_in.prefix:
        return f"{begin}, which is not how its source is cited. Write “{shorten(right)}” instead{add}."
    if has_id or lead_in.has_form_of_prefix:
        return f"{begin}, a source that the rules do not know. Cite a source that they know{_such_as(right)}."
    return f"{begin}, which is no citation. Begin the sentence with an allowed prefix{_such_as(right)}{add}."


def no_source_message(number: str, prefix: str) -> str:
    """Say that no result comes from the source of the prefix."""
    return (
        f"“{shorten(number)}” is cited with “{shorten(prefix)}”, but no result comes from that source. "
        "Cite the source of a result that has the number."
    )


def no_id_message(number: str, query_id: str) -> str:
    """Say that no result has the id."""
    return (
        f"“{shorten(number)}” is cited with the query id “{shorten(query_id)}”, which no result has. "
        "Correct the id, or give the results of that query."
    )


def other_source_message(number: str, query_id: str, prefix: str, source: str) -> str:
    """Say that the id's result comes from another source than the prefix names."""
    cited = f"“{shorten(number)}” is cited with “{shorten(prefix)}”"
    belongs = ended(f"{cited}, but the query id “{shorten(query_id)}” belongs to “{shorten(source)}”")
    return f"{belongs} Use the prefix of that source, or an id of this one."
