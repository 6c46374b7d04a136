"""Fixes: suggestions as changes of the narrative. A person applies them; they are never applied automatically."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from core.numbers.citations.check_citation import MEANT_AS_ID
from core.numbers.citations.source_names import alike, read_sources
from core.numbers.patterns import compile_patterns
from core.numbers.records import CitationIssue, CitationReport, CitedNumber, IssueCode, QueryResult
from core.numbers.rules import CitationRules
from core.record import Record
from core.span import Span

_ABOUT_CITATION = (
    IssueCode.UNCITED_NUMBER,
    IssueCode.MISSING_QID,
    IssueCode.UNKNOWN_SOURCE,
    IssueCode.MALFORMED_CITATION,
)
_LABELS = ("QID: {}", "QID={}", "query_id = {}", "{}")
_AFTER_STOP, _STOPS, _NO_WORD = ' \t\n*_"”’', ".!?…", ".,;:!?)]"
_POINTS = ("percent", "points")  # stay before the noun that follows, like the number
_OPENING = " \t*_\"“”'‘’"
_GAP = re.compile(r"[\s|]")
_EMPHASIS = frozenset("*`")

_Edit = tuple[Span, str]


class Fix(Record):
    """One suggestion as a change: `narrative[span]` becomes `replacement`; code points, half-open."""

    suggestion: str
    span: Span
    replacement: str


def apply_fix(narrative: str, fix: Fix) -> str:
    """Return the narrative with one fix applied."""
    return narrative[: fix.span.start] + fix.replacement + narrative[fix.span.end :]


class _Fixer:
    """Turns the suggestions for one narrative into changes of it."""

    def __init__(
        self, narrative: str, report: CitationReport, rules: CitationRules, results: Sequence[QueryResult]
    ) -> None:
        self._narrative = narrative
        self._rules = rules
        self._sources = read_sources(rules)
        self._numbers = {number.claim.span: number for number in report.numbers}
        self._in_sentence = Counter(number.claim.sentence for number in report.numbers)
        cited = frozenset(span for number in report.numbers for span in number.id_spans)
        meant = (Span(*found.span()) for found in MEANT_AS_ID.finditer(narrative))
        self._meant = [span for span in meant if span not in cited]
        self._source_of = {row.query_id: alike(row.data_source) for row in reversed(results)}

    def _label(self, query_id: str) -> str | None:
        """Return an id in the form of the rules, None if no usual form fits them."""
        patterns = compile_patterns(self._rules.query_id_patterns)
        for form in _LABELS:
            written = form.format(query_id)
            if [found.query_id for found in patterns.find(f"({written})")] == [query_id]:
                return written
        return None

    def _put_source(self, number: CitedNumber, prefix: str) -> _Edit:
        """Return the edit that replaces the present source by the prefix, else puts it before the sentence."""
        sentence, named = number.claim.sentence, number.source_span
        if named is not None and sentence.contains(named):
            if number.prefix:
                return named, prefix
            stop = self._narrative[named.end : named.end + 1]
            opens = not self._narrative[sentence.start : named.start].strip(_OPENING)
            if opens and (stop in (":", ",") or self._narrative[named.end - 1] == ":"):
                return Span(named.start, named.end + (stop in (":", ","))), prefix
        return Span(sentence.start, sentence.start), f"{prefix} "

    def _meant_as_id(self, number: CitedNumber) -> Span | None:
        """Return the first malformed id after a number's prefix that belongs to no other number."""
        if not number.prefix or number.source_span is None:
            return None
        sentence = number.claim.sentence
        first = bisect_left(self._meant, (max(sentence.start, number.source_span.end),))
        return next((span for span in self._meant[first : first + 1] if span.end <= sentence.end), None)

    def _over(self, span: Span, old: str, new: str) -> _Edit | None:
        """Return the edit that replaces the old id alone if emphasis separates it from its label, which stays."""
        cited = span.slice(self._narrative)
        if not cited.endswith(old) or _EMPHASIS.isdisjoint(cited.removesuffix(old)):
            return None
        return Span(span.end - len(old), span.end), new

    def _put_id(self, number: CitedNumber, query_id: str, written: str) -> _Edit:
        """Return the edit that replaces the present id, else puts the id after the sentence's words or the number."""
        sentence = number.claim.sentence
        if number.id_spans and sentence.contains(number.id_spans[0]):
            return self._over(number.id_spans[0], number.query_ids[0], query_id) or (number.id_spans[0], written)
        meant = self._meant_as_id(number)
        if meant is not None:
            return meant, written
        if self._in_sentence[sentence] == 1:
            words = sentence.slice(self._narrative).rstrip(_AFTER_STOP).rstrip(_STOPS)
            at = sentence.start + len(words)
        else:
            gap = _GAP.search(self._narrative, number.claim.span.end, sentence.end)
            rest = self._narrative[number.claim.span.end : gap.start() if gap else sentence.end]
            at = number.claim.span.end + len(rest.rstrip(_NO_WORD))
        return Span(at, at), f" ({written})"

    def _cite(self, number: CitedNumber, query_id: str) -> list[_Edit]:
        """Return the edits that cite an id for a number, with the prefix of its source if that is missing."""
        written = self._label(query_id)
        source = self._source_of.get(query_id, "")
        if written is None:
            return []
        edits = [self._put_id(number, query_id, written)]
        if source not in self._sources.accepted.get(number.prefix, ()):
            prefix = self._sources.prefix_of.get(source)
            if prefix is None:
                return []
            edits.insert(0, self._put_source(number, prefix))
        return edits

    def _edits(self, issue: CitationIssue, suggestion: str) -> list[_Edit]:
        number = self._numbers.get(issue.span)
        if number is None or issue.code not in _ABOUT_CITATION:
            after = self._narrative[issue.span.end : issue.span.end + 2].strip(" \t\n-")
            adds_noun = issue.code is IssueCode.UNIT_MISMATCH and suggestion[-1:].isalpha() and after[:1].isalpha()
            return [] if adds_noun and not suggestion.endswith(_POINTS) else [(issue.span, suggestion)]
        if suggestion in self._rules.allowed_prefixes:
            return [self._put_source(number, suggestion)]
        return self._cite(number, suggestion)

    def fix(self, issue: CitationIssue, suggestion: str) -> Fix | None:
        """Return the fix for a suggestion, None if it fits nowhere."""
        edits = sorted(self._edits(issue, suggestion))
        if not edits or any(one[0].end > other[0].start for one, other in pairwise(edits)):
            return None
        whole = Span(edits[0][0].start, max(span.end for span, _ in edits))
        pieces: list[str] = []
        done = whole.start
        for span, words in edits:
            pieces += (self._narrative[done : span.start], words)
            done = span.end
        return Fix(suggestion=suggestion, span=whole, replacement="".join(pieces))


def find_fixes(
    narrative: str,
    issues: Sequence[CitationIssue],
    report: CitationReport,
    *,
    rules: CitationRules,
    results: Sequence[QueryResult] = (),
) -> tuple[tuple[Fix, ...], ...]:
    """Return the fixes for each issue, in the order of its suggestions; a suggestion that fits nowhere has none.

    A prefix goes before the sentence or replaces the words that name a source. A query id, in the form of the rules,
    goes after the number or replaces the wrong one, together with its source's prefix if that is missing. A value
    replaces the number.
    """
    fixer = _Fixer(narrative, report, rules, results)
    return tuple(
        tuple(filter(None, (fixer.fix(issue, suggestion) for suggestion in issue.suggestions))) for issue in issues
    )
