"""Every narrative is checked once: what was found is remembered by what it was found in."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from time import perf_counter
from typing import NamedTuple

import streamlit as st

from core.numbers.claims import find_numeric_claims
from core.numbers.engine import VerificationEngine, VerificationSummary
from core.numbers.fixes import Fix, find_fixes
from core.numbers.records import CitationIssue, CitationReport, NumericClaim, QueryResult
from core.numbers.rules import CitationRules
from core.span import Span
from workbench.checking_numbers.marks import Kind, Mark, marks_of
from workbench.checking_numbers.narratives import Narrative
from workbench.checking_numbers.results import Results
from workbench.checking_numbers.ruling import Ruling
from workbench.checking_numbers.wording import verdict_in_words
from workbench.store import hash_of
from workbench.wording import Verdict


class Checked(NamedTuple):
    """A narrative with what was found in it; `key` names all that this rests on, `milliseconds` is what it took."""

    key: str
    narrative: Narrative
    rows: tuple[QueryResult, ...] | None
    summary: VerificationSummary
    marks: tuple[Mark, ...]
    fixes: Mapping[CitationIssue, tuple[Fix, ...]]
    milliseconds: float


def _exempt(narrative: Narrative, rules: CitationRules) -> list[NumericClaim]:
    """Return the numbers that stand in an exempt stretch."""
    if not narrative.exempt:
        return []
    stretches = sorted(narrative.exempt)
    claims = find_numeric_claims(narrative.text, rules)
    found: list[NumericClaim] = []
    at = 0
    for claim in claims:
        while at < len(stretches) and stretches[at].end <= claim.span.start:
            at += 1
        if at < len(stretches) and stretches[at].overlaps(claim.span):
            found.append(claim)
    return found


@st.cache_resource(max_entries=120, show_spinner="Reading every number")
def _checked(
    key: str, today: str, _narrative: Narrative, _rows: tuple[QueryResult, ...] | None, _ruling: Ruling
) -> Checked:
    engine = VerificationEngine(_ruling.citation, _ruling.verification)
    begun = perf_counter()
    summary = engine.verify(_narrative.text, _rows, today=today, exempt=_narrative.exempt)
    took = (perf_counter() - begun) * 1000
    rules = _ruling.citation
    unchecked: Sequence[NumericClaim] = ()
    if summary.citation_report is None:
        unchecked = find_numeric_claims(_narrative.text, rules, exempt=_narrative.exempt)
    marks = marks_of(summary, unchecked, _exempt(_narrative, rules))
    issues, report = summary.issues, summary.citation_report or CitationReport()
    fixes = find_fixes(_narrative.text, issues, report, rules, _rows or ())
    return Checked(key, _narrative, _rows, summary, marks, dict(zip(issues, fixes, strict=True)), took)


def check(narrative: Narrative, results: Results | None, ruling: Ruling) -> Checked:
    """Return what is found in a narrative; the same one under the same rules is checked once a day."""
    today = f"{datetime.now(UTC).astimezone():%Y-%m-%d}"
    exempt = ",".join(f"{start}-{end}" for start, end in narrative.exempt)
    texts = (narrative.text, exempt, today, results.key if results else "", *ruling.in_force.values())
    lengths = ",".join(str(len(text)) for text in texts)
    key = hash_of("\0".join((lengths, *texts)))
    found = _checked(key, today, narrative, results.rows if results else None, ruling)
    return found._replace(narrative=narrative)


def fixes_at(checked: Checked, mark: Mark) -> tuple[Fix, ...]:
    """Return what a person may press to mend a number; none in a text that is edited elsewhere."""
    if checked.narrative.address:
        return ()
    return tuple(dict.fromkeys(fix for issue in mark.issues for fix in checked.fixes[issue]))


def verdict_of(checked: Checked) -> Verdict:
    """Return the verdict on a narrative, in words with its sign; nothing to check is no success."""
    in_order = sum(mark.kind is Kind.CITED for mark in checked.marks)
    return verdict_in_words(checked.summary, checked.rows, in_order)


def stretch(checked: Checked, span: Span) -> str:
    """Return what may be shown of a stretch in a message: personal data as its mark."""
    return checked.summary.text_of(checked.narrative.text, span)


def check_all(narratives: Sequence[Narrative], results: Results | None, ruling: Ruling) -> list[Checked]:
    """Return what is found in each narrative, in their order."""
    return [check(one, results, ruling) for one in narratives]
