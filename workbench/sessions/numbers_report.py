"""The report on a narrative's numbers as data for programs, the same from the command and from the page."""

from typing import Any

from core.numbers.engine import VerificationSummary


def report_data(summary: VerificationSummary, narrative: str, milliseconds: float) -> dict[str, Any]:
    """Return the report on one narrative: counts, time, issues with their spans in code points, verdict.

    Counts of citations are None if citations are not checked; personal data is replaced by its mark.
    `enforcement_time_ms` is the time of all checks of this narrative, without reading files.
    Source: decisions.md#seed-3.
    """
    report = summary.citation_report
    return {
        "total_numbers": summary.total_numbers,
        "cited_numbers": report and report.cited_numbers,
        "uncited_count": report and report.uncited_count,
        "enforcement_time_ms": round(milliseconds, 3),
        "issues": [
            {
                "code": issue.code.value,
                "severity": issue.severity.value,
                "start": issue.span.start,
                "end": issue.span.end,
                "text": summary.text_of(narrative, issue.span),
                "message": issue.message,
                "suggestions": list(issue.suggestions),
            }
            for issue in summary.issues
        ],
        "verdict": summary.verdict,
    }
