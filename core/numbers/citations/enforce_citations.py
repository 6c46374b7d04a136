"""Enforce citations: find the numbers of a narrative and their citations, and check each."""

from collections import Counter
from collections.abc import Sequence

from core.numbers.citation_marks import find_marks
from core.numbers.citations.check_citation import CitationChecker
from core.numbers.citations.lead_ins import find_lead_ins
from core.numbers.citations.scope import CitationScan, assign_citations
from core.numbers.citations.source_names import index_results, read_sources
from core.numbers.citations.visible_citations import find_visible_marks
from core.numbers.claims import Sentence, find_numeric_claims, split_sentences
from core.numbers.records import CitationReport, QueryResult
from core.numbers.rules import CitationRules
from core.span import Span

_DEFAULTS = CitationRules()


def enforce_citations(
    narrative: str,
    rules: CitationRules = _DEFAULTS,
    results: Sequence[QueryResult] | None = None,
    *,
    exempt: Sequence[Span] = (),
    sentences: Sequence[Sentence] | None = None,
) -> CitationReport:
    """Return every numeric claim of a narrative with what its sentence cites for it, and one issue for each invalid
    citation.

    Without `results` only the form of the citations is checked; with them, even an empty list, they must have the
    sources and ids. `exempt` are stretches (code points, half-open) whose numbers need no citation; `sentences` are the
    narrative's, if they are known already. Linear in the narrative. Raises SettingsError if a pattern of the rules is
    refused. Source: decisions.md#seed-3.
    """
    if sentences is None:
        sentences = split_sentences(narrative)
    marks = find_marks(narrative, rules)
    claims = find_numeric_claims(narrative, rules, exempt=exempt, sentences=sentences)
    sources = read_sources(rules)
    lead_ins = find_lead_ins(narrative, sentences, marks.prefixes, sources)
    indexed = None if results is None else index_results(results)
    seen = find_visible_marks(narrative, marks, indexed.by_id if indexed else ())
    material = CitationScan(narrative, sentences, seen, lead_ins)
    citations = assign_citations(material, claims, rules, sources)
    checker = CitationChecker(material, rules, sources, indexed)
    checked = [checker.check(claim, citation) for claim, citation in zip(claims, citations, strict=True)]
    used = Counter(one.number.data_source for one in checked if one.issue is None)
    return CitationReport(
        numbers=tuple(one.number for one in checked),
        issues=tuple(one.issue for one in checked if one.issue is not None),
        sources_used=dict(used),
    )
