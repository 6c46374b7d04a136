"""Rows, numbers and reports for the tests of cross-checks."""

from collections.abc import Sequence
from decimal import Decimal

from core.numbers.checks.crosscheck import cross_check
from core.numbers.citations import enforce_citations
from core.numbers.records import CitationIssue, CitationReport, CitedNumber, Hedge, IssueCode, NumericClaim, QueryResult
from core.numbers.rules import CitationRules, CrossCheckRules
from core.span import Span

RULES = CrossCheckRules()


def row(value: str | Decimal | None, unit: str = "", query_id: str = "lmis_val_001", period: str = "") -> QueryResult:
    """Return a row of LMIS."""
    return QueryResult(
        query_id=query_id,
        data_source="LMIS",
        value=None if value is None else Decimal(value),
        unit=unit,
        period=period,
    )


def check_text(
    text: str, results: Sequence[QueryResult], rules: CrossCheckRules = RULES
) -> dict[str, CitationIssue | None]:
    """Return what the cross-check says of each number of a narrative, by the number as it is written."""
    report = enforce_citations(text, CitationRules(), results)
    found = {issue.span: issue for issue in cross_check(report, results, rules, narrative=text)}
    assert found.keys() <= {number.claim.span for number in report.numbers}
    return {number.claim.span.slice(text): found.get(number.claim.span) for number in report.numbers}


def number_of(value: str | Decimal, unit: str = "", *, quantum: str = "1", hedge: Hedge = Hedge.NONE) -> NumericClaim:
    """Return a claim as the detector would make it."""
    text = f"{value}{'%' if unit == 'percent' else ''}"
    return NumericClaim(
        span=Span(0, len(text)), text=text, value=Decimal(value), unit=unit, quantum=Decimal(quantum), hedge=hedge
    )


def check(
    claims: Sequence[NumericClaim], results: Sequence[QueryResult], rules: CrossCheckRules = RULES
) -> list[IssueCode | None]:
    """Return what is said of each claim, where every one cites all rows and nobody has the narrative."""
    rows = tuple(range(len(results)))
    placed = [
        claim.model_copy(
            update={"span": Span(10 * place, 10 * place + 5), "sentence": Span(10 * place, 10 * place + 9)}
        )
        for place, claim in enumerate(claims)
    ]
    numbers = tuple(CitedNumber(claim=claim, query_ids=("lmis_val_001",), result_rows=rows) for claim in placed)
    issues = {issue.span: issue.code for issue in cross_check(CitationReport(numbers=numbers), results, rules)}
    return [issues.get(claim.span) for claim in placed]
