"""Check the citation of a number, and name the fault if it is invalid."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from core.numbers.citations.citation_messages import (
    CitationSuggester,
    lead_in_message,
    missing_id_message,
    no_id_message,
    no_source_message,
    other_source_message,
    placeholder_message,
    uncited_message,
)
from core.numbers.citations.scope import CitationScan, NumberCitation
from core.numbers.citations.source_names import CitationSources, ResultIndex
from core.numbers.records import CitationIssue, CitedNumber, IssueCode, NumericClaim
from core.numbers.rules import CitationRules
from core.span import Span

# Begins with its first letter, which the engine finds fast; that a word begins there is checked afterwards.
MEANT_AS_ID = re.compile(
    r"[qQiIİı](?<!\w.)(?:(?<=[qQ])(?:[uU][eE][rR][yY])?[ _-]?[iIİı][dD]\b\s*[:=#]?|(?<=[iIİı])[dD]\s*[:=#])"
    r"\s*[\w.-]{1,80}"
)


class CitationVerdict(NamedTuple):
    """A number with its citation, and the issue if that is invalid."""

    number: CitedNumber
    issue: CitationIssue | None


class _Fault(NamedTuple):
    """The fault of a citation, in words, and the text that would correct it; an empty suggestion is none."""

    code: IssueCode
    message: str
    suggestions: Sequence[str]


class CitationChecker:
    """Checks the citations of one narrative; an empty list of results counts as given, None does not."""

    def __init__(
        self, material: CitationScan, rules: CitationRules, sources: CitationSources, results: ResultIndex | None
    ) -> None:
        self._narrative = material.narrative
        self._placeholders = material.seen.placeholders
        self._rules = rules
        self._sources = sources
        self._results = results
        self._suggestions = CitationSuggester(sources, results)
        self._meant: list[Span] | None = None
        self._rows: dict[tuple[str, tuple[str, ...]], tuple[int, ...]] = {}

    def _wrong_id(self, within: Span) -> str:
        """Return the malformed id in a stretch, "" if there is none."""
        if self._meant is None:
            self._meant = [Span(*found.span()) for found in MEANT_AS_ID.finditer(self._narrative)]
        at = bisect_left(self._meant, (within.start,))
        found = self._meant[at] if at < len(self._meant) else None
        return found.slice(self._narrative) if found and found.start < within.end else ""

    def _placeholder(self, within: Span) -> str:
        """Return the placeholder for an id in a stretch, "" if there is none."""
        at = bisect_left(self._placeholders, within.start, key=lambda one: one.span.start)
        found = self._placeholders[at] if at < len(self._placeholders) else None
        return found.query_id if found and found.span.start < within.end else ""

    def _cited_rows(self, prefix: str, ids: tuple[str, ...]) -> tuple[int, ...]:
        """Return the positions of the results with the cited ids: of the cited source if there are any, else of all."""
        results = self._results
        if results is None or not ids:
            return ()
        cited = self._rows.get((prefix, ids))
        if cited is None:
            rows = [row for query_id in ids for row in results.by_id.get(query_id, ())]
            accepted = self._sources.accepted.get(prefix, frozenset[str]())
            own = [row for row in rows if results.names[row] in accepted]
            cited = self._rows[prefix, ids] = tuple(own or rows)
        return cited

    def _no_prefix(self, claim: NumericClaim, citation: NumberCitation) -> _Fault:
        """Return the fault of a number without any source."""
        query_id = citation.ids[0].query_id if citation.ids else ""
        ids = [] if query_id else self._suggestions.ids(claim)
        right = self._suggestions.prefix_of_id(query_id or next(iter(ids), ""))
        example = right or next(iter(self._rules.allowed_prefixes), "")
        message = uncited_message(claim.text, example, query_id, needs_id=self._rules.require_query_id)
        return _Fault(IssueCode.UNCITED_NUMBER, message, (*ids, right))

    def _lead_in(self, claim: NumericClaim, citation: NumberCitation) -> _Fault | None:
        lead_in = citation.lead_in
        if lead_in is None:
            return None
        query_id = citation.ids[0].query_id if citation.ids else ""
        right = lead_in.prefix or self._suggestions.nearest_prefix(lead_in.name)
        unknown = not lead_in.prefix and (bool(query_id) or lead_in.has_form_of_prefix)
        code = IssueCode.UNKNOWN_SOURCE if unknown else IssueCode.MALFORMED_CITATION
        ids = [] if query_id else self._suggestions.ids(claim, self._sources.accepted.get(right, ()))
        of_id = self._suggestions.prefix_of_id(query_id)
        example = right or of_id or next(iter(self._rules.allowed_prefixes), "")
        needs_id = self._rules.require_query_id
        message = lead_in_message(claim.text, lead_in, example, has_id=bool(query_id), needs_id=needs_id)
        return _Fault(code, message, (right, of_id, *ids))

    def _missing_id(self, claim: NumericClaim, citation: NumberCitation) -> _Fault | None:
        if citation.ids or not self._rules.require_query_id:
            return None
        placeholder = self._placeholder(citation.within)
        if placeholder:
            message = placeholder_message(claim.text, citation.prefix, placeholder)
        else:
            message = missing_id_message(claim.text, citation.prefix, self._wrong_id(citation.within))
        ids = self._suggestions.ids(claim, self._sources.accepted[citation.prefix])
        return _Fault(IssueCode.MISSING_QID, message, ids)

    def _not_in_results(self, claim: NumericClaim, citation: NumberCitation) -> _Fault | None:
        """Return the fault if the given results lack the source, the id, or the id in this source."""
        results, prefix = self._results, citation.prefix
        if results is None:
            return None
        accepted = self._sources.accepted[prefix]
        cited = [one.query_id for one in citation.ids]
        unknown = next((one for one in cited if one not in results.by_id), None)
        foreign = next((one for one in cited if accepted.isdisjoint(results.sources_of.get(one, ()))), None)
        right = ""
        if accepted.isdisjoint(results.first_of):
            right = self._suggestions.prefix_of_id(cited[0]) if cited else ""
            message = no_source_message(claim.text, prefix)
        elif unknown is not None:
            message = no_id_message(claim.text, unknown)
        elif foreign is not None:
            right = self._suggestions.prefix_of_id(foreign)
            source = results.rows[results.by_id[foreign][0]].data_source
            message = other_source_message(claim.text, foreign, prefix, source)
        else:
            return None
        return _Fault(IssueCode.UNKNOWN_SOURCE, message, (right, *self._suggestions.ids(claim, accepted)))

    def _data_source(self, citation: NumberCitation, rows: Sequence[int]) -> str:
        """Return the source as spelled in its result; without results the prefix's own name."""
        if self._results is None:
            return self._sources.names[citation.prefix]
        if rows:
            return self._results.rows[rows[0]].data_source
        first_of = self._results.first_of
        first = min(first_of[name] for name in self._sources.accepted[citation.prefix] if name in first_of)
        return self._results.rows[first].data_source

    def check(self, claim: NumericClaim, citation: NumberCitation) -> CitationVerdict:
        """Return a number with its citation and the issue."""
        if citation.prefix:
            fault = self._missing_id(claim, citation) or self._not_in_results(claim, citation)
        else:
            fault = self._lead_in(claim, citation) or self._no_prefix(claim, citation)
        ids = tuple([one.query_id for one in citation.ids])
        rows = self._cited_rows(citation.prefix, ids)
        number = CitedNumber(
            claim=claim,
            prefix=citation.prefix,
            data_source="" if fault else self._data_source(citation, rows),
            query_ids=ids,
            result_rows=rows,
            source_span=citation.source,
            id_spans=tuple([one.span for one in citation.ids]),
            issue=fault.code if fault else None,
        )
        if fault is None:
            return CitationVerdict(number, None)
        suggestions = tuple(dict.fromkeys(filter(None, fault.suggestions)))
        return CitationVerdict(
            number, CitationIssue(code=fault.code, span=claim.span, message=fault.message, suggestions=suggestions)
        )
