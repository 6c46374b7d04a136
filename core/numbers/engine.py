"""Verification: all checks on a narrative's numbers, in seed 3's order."""

import logging
from bisect import bisect_right
from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from core.numbers.checks.crosscheck import cross_check
from core.numbers.checks.sanity import check_sanity
from core.numbers.citations import enforce_citations
from core.numbers.claims import find_numeric_claims, split_sentences
from core.numbers.patterns import compile_patterns
from core.numbers.privacy import PersonalDataSpan, find_personal_data
from core.numbers.privacy.mask_report import PersonalDataMask, inside
from core.numbers.privacy.personal_spans import overwrite
from core.numbers.records import CitationIssue, CitationReport, IssueCode, NumericClaim, QueryResult, Severity
from core.numbers.rules import CitationRules, PersonalData, VerificationRules
from core.record import Record
from core.span import Span
from core.text.safe_html import counted

_log = logging.getLogger("core.numbers")
_log.addHandler(logging.NullHandler())

_DEFAULT_CITATION_RULES = CitationRules()
_DEFAULT_RULES = VerificationRules()
_KINDS = {
    PersonalData.EMAIL: "An e-mail address",
    PersonalData.PHONE: "A telephone number",
    PersonalData.NATIONAL_ID: "A national id",
    PersonalData.CARD: "A card number",
    PersonalData.IBAN: "A bank account (IBAN)",
    PersonalData.NAME: "A name of the list",
}

Verdict = Literal["passed", "failed", "nothing_to_check"]


class VerificationSummary(Record):
    """The findings of all checks in one narrative; its messages hold nothing of the text but numbers, and no personal
    data.

    `citation_report` is None if citation enforcement is switched off. `personal` lists the places and kinds of personal
    data, `redacted` is the narrative without it (never in a `repr`, which may end up in a log), `total_numbers` counts
    the claims. Source: decisions.md#seed-3.
    """

    citation_report: CitationReport | None = None
    cross_checks: tuple[CitationIssue, ...] = ()
    sanity: tuple[CitationIssue, ...] = ()
    privacy: tuple[CitationIssue, ...] = ()
    personal: tuple[PersonalDataSpan, ...] = ()
    redacted: str = Field(default="", repr=False)
    total_numbers: int = 0

    @property
    def issues(self) -> tuple[CitationIssue, ...]:
        """All issues in order of position, then in the order of the checks."""
        citations = self.citation_report.issues if self.citation_report else ()
        every = (*citations, *self.cross_checks, *self.sanity, *self.privacy)
        return tuple(sorted(every, key=lambda issue: issue.span))

    @property
    def ok(self) -> bool:
        """Tell whether no issue is an ERROR: one fails the whole."""
        return not any(issue.severity is Severity.ERROR for issue in self.issues)

    @property
    def verdict(self) -> Verdict:
        """Return "failed" for any ERROR; "nothing_to_check" if there is no claim and no issue."""
        if not self.ok:
            return "failed"
        return "passed" if self.total_numbers or self.issues else "nothing_to_check"

    def text_of(self, narrative: str, span: Span) -> str:
        """Return a stretch of the narrative that may be shown: personal data in it is replaced by its mark."""
        pieces: list[str] = []
        done = span.start
        while (part := inside(Span(done, span.end), self.personal)) is not None:
            pieces += (narrative[done : part.span.start], part.mark)
            done = part.span.end
        return "".join((*pieces, narrative[done : span.end]))


def _privacy_issue(stretch: PersonalDataSpan) -> CitationIssue:
    return CitationIssue(
        code=IssueCode.PERSONAL_DATA,
        severity=Severity.WARNING,
        span=stretch.span,
        message=f"{_KINDS[stretch.kind]} stands here. It is shown as {stretch.mark}: write that instead, or nothing.",
        suggestions=(stretch.mark,),
    )


def _outside(issues: Sequence[CitationIssue], exempt: Sequence[Span]) -> list[CitationIssue]:
    """Return the issues outside some stretches, which are in order and do not overlap."""
    outside: list[CitationIssue] = []
    for issue in issues:
        index = bisect_right(exempt, issue.span.start, key=lambda span: span.end)
        if index == len(exempt) or not exempt[index].overlaps(issue.span):
            outside.append(issue)
    return outside


def _log_summary(summary: VerificationSummary, narrative: str) -> None:
    """Log the findings: counts, and at DEBUG each number; nothing else of the narrative."""
    report = summary.citation_report
    for number in report.numbers if report and _log.isEnabledFor(logging.DEBUG) else ():
        start, end = number.claim.span
        shown = summary.text_of(narrative, number.claim.span)
        _log.debug("%d-%d: %s: %s", start, end, shown, number.issue or "cited")
    for name, value in report.metrics.items() if report else ():
        if value is not None:
            _log.info("%s = %s", name, value)
    _log.info("verification ends: %s, %s", summary.verdict, counted(len(summary.issues), "issue"))


class VerificationEngine:
    """Checks narratives by one set of rules; raises SettingsError if a pattern of the rules is refused.

    Source: decisions.md#seed-3.
    """

    def __init__(
        self, citation_rules: CitationRules = _DEFAULT_CITATION_RULES, rules: VerificationRules = _DEFAULT_RULES
    ) -> None:
        self._citation_rules = citation_rules
        self._rules = rules
        compile_patterns(citation_rules.query_id_patterns)

    def _check(
        self, narrative: str, results: Sequence[QueryResult] | None, today: str | None, exempt: Sequence[Span]
    ) -> VerificationSummary:
        """Run the checks in seed 3's order; `exempt` in order of position."""
        sentences = split_sentences(narrative)
        report: CitationReport | None = None
        cross_checks: tuple[CitationIssue, ...] = ()
        if self._rules.citation_enforcement_enabled:
            report = enforce_citations(narrative, self._citation_rules, results, exempt=exempt, sentences=sentences)
            claims: Sequence[NumericClaim] = [number.claim for number in report.numbers]
            cross_checks = cross_check(report, results or (), self._rules.cross_checks, narrative=narrative)
        else:
            claims = find_numeric_claims(narrative, self._citation_rules, exempt=exempt, sentences=sentences)
        sanity = check_sanity(narrative, claims, self._rules.sanity, today=today, sentences=sentences)
        personal = find_personal_data(narrative, self._rules.privacy)
        covering = PersonalDataMask(narrative, personal, [claim.span for claim in claims], self._rules.privacy)
        covering.know(results or ())
        return VerificationSummary(
            citation_report=report and covering.report(report),
            cross_checks=covering.issues(cross_checks),
            sanity=covering.issues(_outside(sanity, exempt)),
            privacy=tuple(map(_privacy_issue, personal)),
            personal=personal,
            redacted=overwrite(narrative, personal),
            total_numbers=len(claims),
        )

    def verify(
        self,
        narrative: str,
        results: Sequence[QueryResult] | None = None,
        *,
        today: str | None = None,
        exempt: Sequence[Span] = (),
    ) -> VerificationSummary:
        """Return the findings of all checks: citations, then cross-checks, sanity and privacy.

        `exempt` are stretches (code points, half-open) whose numbers are not the narrative's own, for example proven
        quotes; their personal data is redacted too. `today` is an ISO date; without it no date counts as future. If
        citation enforcement is switched off there is no report and no cross-check, because no result is known for a
        number; sanity and privacy still run. The log `core.numbers` has the counts, and each number at DEBUG, nothing
        else of the narrative.
        """
        _log.info("verification starts")
        summary = self._check(narrative, results, today, sorted(exempt))
        if _log.isEnabledFor(logging.INFO):
            _log_summary(summary, narrative)
        return summary
