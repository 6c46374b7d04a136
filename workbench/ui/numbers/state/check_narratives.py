"""Every narrative is checked once: what was found is remembered by what it was found in."""

import re
from collections.abc import Iterable, Mapping, Sequence
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
from workbench.labels import VerdictLabel
from workbench.sessions.query_results import QueryResultSet
from workbench.store import hash_of
from workbench.ui.numbers.state.narratives import NumberNarrative
from workbench.ui.numbers.state.number_kinds import NumberMark, NumberStatus, marks_of
from workbench.ui.numbers.state.number_labels import verdict_in_words
from workbench.ui.numbers.state.rules import EditedRules

_FIRST_WORDS = 30  # characters, before personal data is replaced
_LEAD = re.compile(r"(?:[#>*+-]+[ \t]+)*")


class NarrativeCheck(NamedTuple):
    """A narrative with what was found in it; `key` names all that this rests on, `milliseconds` is what it took."""

    key: str
    narrative: NumberNarrative
    rows: tuple[QueryResult, ...] | None
    summary: VerificationSummary
    marks: tuple[NumberMark, ...]
    fixes: Mapping[CitationIssue, tuple[Fix, ...]]
    milliseconds: float


class _CheckInputs(NamedTuple):
    """What is checked, and by what; `today` is an ISO date."""

    narrative: NumberNarrative
    rows: tuple[QueryResult, ...] | None
    ruling: EditedRules
    today: str


def _exempt(narrative: NumberNarrative, rules: CitationRules) -> list[NumericClaim]:
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
def _checked(key: str, _given: _CheckInputs) -> NarrativeCheck:
    narrative, rows, ruling, today = _given
    engine = VerificationEngine(ruling.citation, ruling.verification)
    begun = perf_counter()
    summary = engine.verify(narrative.text, rows, today=today, exempt=narrative.exempt)
    took = (perf_counter() - begun) * 1000
    unchecked: Sequence[NumericClaim] = ()
    if summary.citation_report is None:
        unchecked = find_numeric_claims(narrative.text, ruling.citation, exempt=narrative.exempt)
    marks = marks_of(summary, unchecked, _exempt(narrative, ruling.citation))
    issues, report = summary.issues, summary.citation_report or CitationReport()
    fixes = find_fixes(narrative.text, issues, report, rules=ruling.citation, results=rows or ())
    return NarrativeCheck(key, narrative, rows, summary, marks, dict(zip(issues, fixes, strict=True)), took)


def check(narrative: NumberNarrative, results: QueryResultSet | None, ruling: EditedRules) -> NarrativeCheck:
    """Return what is found in a narrative; the same one under the same rules is checked once a day."""
    today = f"{datetime.now(UTC).astimezone():%Y-%m-%d}"
    exempt = ",".join(f"{start}-{end}" for start, end in narrative.exempt)
    texts = (narrative.text, exempt, today, results.key if results else "", *ruling.in_force.values())
    lengths = ",".join(str(len(text)) for text in texts)
    key = hash_of("\0".join((lengths, *texts)))
    found = _checked(key, _CheckInputs(narrative, results.rows if results else None, ruling, today))
    return found._replace(narrative=narrative)


def fixes_at(checked: NarrativeCheck, mark: NumberMark) -> tuple[Fix, ...]:
    """Return the fixes offered for a number; none in a text that is edited elsewhere."""
    if checked.narrative.address:
        return ()
    return tuple(dict.fromkeys(fix for issue in mark.issues for fix in checked.fixes[issue]))


def verdict_of(checked: NarrativeCheck) -> VerdictLabel:
    """Return the verdict on a narrative, in words with its sign; nothing to check is no success."""
    in_order = sum(mark.kind is NumberStatus.CITED for mark in checked.marks)
    return verdict_in_words(checked.summary, checked.rows, in_order)


def visible_excerpt(checked: NarrativeCheck, span: Span) -> str:
    """Return what may be shown of a stretch in a message: personal data as its mark."""
    return checked.summary.text_of(checked.narrative.text, span)


def _beginning(line: Span, text: str) -> Span:
    """Return where the first words of a line stand, without the marks of a list, a quote or a heading."""
    lead = _LEAD.match(text, *line)
    start = lead.end() if lead else line.start
    if line.end - start <= _FIRST_WORDS:
        return Span(start, line.end)
    last = text.rfind(" ", start, start + _FIRST_WORDS + 1)
    return Span(start, last if last > start else start + _FIRST_WORDS)


def first_words(checked: NarrativeCheck, lines: Iterable[int]) -> dict[int, str]:
    """Return the first words of each of these lines, which count from 1; personal data as its mark."""
    text = checked.narrative.text
    ends = [*(end.start() for end in re.finditer("\n", text)), len(text)]
    sentence: dict[int, str] = {}
    for line in lines:
        start, end = ends[line - 2] + 1 if line > 1 else 0, ends[line - 1]
        place = _beginning(Span(start, end), text)
        words = " ".join(visible_excerpt(checked, place).split())
        sentence[line] = f"{words}…" if text[place.end : end].strip() else words
    return sentence


def check_all(
    narratives: Sequence[NumberNarrative], results: QueryResultSet | None, ruling: EditedRules
) -> list[NarrativeCheck]:
    """Return what is found in each narrative, in their order."""
    return [check(one, results, ruling) for one in narratives]
