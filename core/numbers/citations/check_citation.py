"""Whether what stands for a number is a citation, and what is said where it is none."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from core.numbers.citations.citation_messages import (
    CitationSuggester,
    say_lead_in,
    say_missing_id,
    say_no_id,
    say_no_source,
    say_other_source,
    say_placeholder,
    say_uncited,
)
from core.numbers.citations.scope import CitationScan, NumberCitation
from core.numbers.citations.source_names import CitationSources, ResultIndex
from core.numbers.records import CitationIssue, CitedNumber, IssueCode, NumericClaim
from core.numbers.rules import CitationRules
from core.span import Span

# Begins with its first letter, which the engine looks for fast; that a word begins there is asked for afterwards.
MEANT_AS_ID = re.compile(
    r"[qQiIİı](?<!\w.)(?:(?<=[qQ])(?:[uU][eE][rR][yY])?[ _-]?[iIİı][dD]\b\s*[:=#]?|(?<=[iIİı])[dD]\s*[:=#])"
    r"\s*[\w.-]{1,80}"
)


class CitationVerdict(NamedTuple):
    """A number with its citation, and the issue where that does not hold."""

    number: CitedNumber
    issue: CitationIssue | None


class _Fault(NamedTuple):
    """What is wrong with a citation, in words, and what would correct it; an empty suggestion is none."""

    code: IssueCode
    message: str
    suggestions: Sequence[str]


class CitationChecker:
    """Judges the numbers of one narrative; a list of results that is empty is given all the same, None is not."""

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
        """Return what is meant as an id in a stretch and has no right form, "" where nothing is."""
        if self._meant is None:
            self._meant = [Span(*found.span()) for found in MEANT_AS_ID.finditer(self._narrative)]
        at = bisect_left(self._meant, (within.start,))
        found = self._meant[at] if at < len(self._meant) else None
        return found.slice(self._narrative) if found and found.start < within.end else ""

    def _placeholder(self, within: Span) -> str:
        """Return what holds the place of an id in a stretch, "" where nothing does."""
        at = bisect_left(self._placeholders, within.start, key=lambda one: one.span.start)
        found = self._placeholders[at] if at < len(self._placeholders) else None
        return found.query_id if found and found.span.start < within.end else ""

    def _cited_rows(self, prefix: str, ids: tuple[str, ...]) -> tuple[int, ...]:
        """Return where the results of the cited ids stand: of the cited source if there are any, else of all."""
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
        """Return what is wrong where nothing names a source."""
        query_id = citation.ids[0].query_id if citation.ids else ""
        ids = [] if query_id else self._suggestions.ids(claim)
        right = self._suggestions.prefix_of_id(query_id or next(iter(ids), ""))
        example = right or next(iter(self._rules.allowed_prefixes), "")
        message = say_uncited(claim.text, example, query_id, needs_id=self._rules.require_query_id)
        return _Fault(IssueCode.UNCITED_NUMBER, message, (*ids, right))

    def _lead_in(self, claim: NumericClaim, citation: NumberCitation) -> _Fault | None:
        lead_in = citation.lead_in
        if lead_in is None:
            return None
        query_id = citation.ids[0].query_id if citation.ids else ""
        right = lead_in.prefix or self._suggestions.nearest_prefix(lead_in.name)
        unknown = bool(query_id) or (lead_in.has_form_of_prefix and not lead_in.prefix)
        code = IssueCode.UNKNOWN_SOURCE if unknown else IssueCode.MALFORMED_CITATION
        ids = [] if query_id else self._suggestions.ids(claim, self._sources.accepted.get(right, ()))
        of_id = self._suggestions.prefix_of_id(query_id)
        example = right or of_id or next(iter(self._rules.allowed_prefixes), "")
        needs_id = self._rules.require_query_id
        message = say_lead_in(claim.text, lead_in, example, has_id=bool(query_id), needs_id=needs_id)
        return _Fault(code, message, (right, of_id, *ids))

    def _missing_id(self, claim: NumericClaim, citation: NumberCitation) -> _Fault | None:
        if citation.ids or not self._rules.require_query_id:
            return None
        placeholder = self._placeholder(citation.within)
        if placeholder:
            message = say_placeholder(claim.text, citation.prefix, placeholder)
        else:
            message = say_missing_id(claim.text, citation.prefix, self._wrong_id(citation.within))
        ids = self._suggestions.ids(claim, self._sources.accepted[citation.prefix])
        return _Fault(IssueCode.MISSING_QID, message, ids)

    def _not_in_results(self, claim: NumericClaim, citation: NumberCitation) -> _Fault | None:
        """Return what is wrong where the given results have not the source, not the id, or not that id of it."""
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
            message = say_no_source(claim.text, prefix)
        elif unknown is not None:
            message = say_no_id(claim.text, unknown)
        elif foreign is not None:
            right = self._suggestions.prefix_of_id(foreign)
            source = results.rows[results.by_id[foreign][0]].data_source
            message = say_other_source(claim.text, foreign, prefix, source)
        else:
            return None
        return _Fault(IssueCode.UNKNOWN_SOURCE, message, (right, *self._suggestions.ids(claim, accepted)))

    def _data_source(self, citation: NumberCitation, rows: Sequence[int]) -> str:
        """Return the source as its result writes it; without results the prefix's own name."""
        if self._results is None:
            return self._sources.names[citation.prefix]
        if rows:
            return self._results.rows[rows[0]].data_source
        first_of = self._results.first_of
        first = min(first_of[name] for name in self._sources.accepted[citation.prefix] if name in first_of)
        return self._results.rows[first].data_source

    def judge(self, claim: NumericClaim, citation: NumberCitation) -> CitationVerdict:
        """Return a number with its citation and what is wrong with it."""
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
