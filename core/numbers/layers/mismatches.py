"""What is said of a number that is not what its rows say."""

from core.numbers.layers.own_form import in_own_form, say_row, shorten, with_unit
from core.numbers.layers.pool import Known
from core.numbers.records import CitationIssue, IssueCode, NumericClaim, QueryResult, Severity


def unchecked_value(claim: NumericClaim, row: QueryResult) -> CitationIssue:
    """Return the note that a number could not be compared, for its row has no value."""
    return CitationIssue(
        code=IssueCode.UNCHECKED_VALUE,
        severity=Severity.INFO,
        span=claim.span,
        message=f"{shorten(row.query_id)} has no value, so the number {shorten(claim.text)} was not checked. "
        "Add the value to the results, or compare the number yourself.",
    )


def unit_mismatch(claim: NumericClaim, row: QueryResult) -> CitationIssue:
    """Return what is wrong with a number whose unit is not its row's."""
    said = say_row(row)
    return CitationIssue(
        code=IssueCode.UNIT_MISMATCH,
        span=claim.span,
        message=f"The number {shorten(claim.text)} is not in the unit of {shorten(row.query_id)}, which says: {said}. "
        "Correct the unit, or cite the query that the number comes from.",
        suggestions=(said,),
    )


def change_in_other_unit(claim: NumericClaim, change: Known, unit: str) -> CitationIssue:
    """Return what is wrong with a change that is said in percent and counted in points, or the other way about."""
    size = abs(change.value)
    rounded = size.quantize(claim.quantum) if claim.quantum else size
    other = with_unit(rounded if rounded.is_finite() else size, unit)
    return CitationIssue(
        code=IssueCode.UNIT_MISMATCH,
        span=claim.span,
        message=f"The number {shorten(claim.text)} is right for this change only in another unit: {other}. "
        "Percent count from the value before, percentage points are the difference. Correct the unit or the number.",
        suggestions=(other,),
    )


def value_mismatch(claim: NumericClaim, known: Known, row: QueryResult) -> CitationIssue:
    """Return what is wrong with a number that is not its row's value; `row` names the query where two rows make it."""
    own = in_own_form(claim, known.value)
    query_id = shorten(known.row.query_id or row.query_id)
    of = f" ({shorten(known.row.period)})" if known.row.period else ""
    said = f"{say_row(known.row)}{of}" if known.row.query_id else f"the nearest change between its rows is {own}"
    return CitationIssue(
        code=IssueCode.VALUE_MISMATCH,
        span=claim.span,
        message=f"The number {shorten(claim.text)} is not what {query_id} says: {said}. "
        "Correct the number, or cite the query that it comes from.",
        suggestions=(own,),
    )
