"""What is said of a number that is not what its rows say."""

from core.numbers.checks.format_like_claim import format_like_claim, say_row, shorten, with_unit
from core.numbers.checks.value_index import KnownValue
from core.numbers.records import CitationIssue, IssueCode, NumericClaim, QueryResult, Severity
from core.numbers.units import scales


def unchecked_value(claim: NumericClaim, row: QueryResult) -> CitationIssue:
    """Return the note that a number could not be compared, for its row has no value."""
    return CitationIssue(
        code=IssueCode.UNCHECKED_VALUE,
        severity=Severity.INFO,
        span=claim.span,
        message=f"{shorten(row.query_id)} has no value, so the number {shorten(claim.text)} was not checked. "
        "Add the value to the results, or compare the number yourself.",
    )


def _in_claims_unit(claim: NumericClaim, known: KnownValue, unit: str) -> tuple[str, ...]:
    """Return what could stand in a number's place: its row's value in its unit, else as the row says it."""
    factors = scales(known.row.unit, unit)
    if known.row.value is not None and factors and known.row.unit:
        return (format_like_claim(claim, known.row.value * factors[0]),)
    # Before the noun of another measure the row's value would be wrong, too.
    return (say_row(known.row),) if unit == claim.unit and known.row.unit else ()


def unit_mismatch(claim: NumericClaim, known: KnownValue, unit: str) -> CitationIssue:
    """Return what is wrong with a number whose unit, `unit`, is not that of the row it would be the value of."""
    said = say_row(known.row)
    remedy = "Correct the unit, or cite the query that the number comes from."
    if not known.row.unit.strip():
        said, remedy = f"{said}, without a unit", 'If that is a share of one, the results should say so: unit "share".'
    return CitationIssue(
        code=IssueCode.UNIT_MISMATCH,
        span=claim.span,
        message=f"The number {shorten(claim.text)} is not in the unit of {shorten(known.row.query_id)}, "
        f"which says: {said}. {remedy}",
        suggestions=_in_claims_unit(claim, known, unit),
    )


def period_mismatch(claim: NumericClaim, known: KnownValue) -> CitationIssue:
    """Return what is wrong with a number that is the value of a row, but is said of another period."""
    return CitationIssue(
        code=IssueCode.VALUE_MISMATCH,
        span=claim.span,
        message=f"The number {shorten(claim.text)} is said of another period than {shorten(known.row.query_id)} says: "
        f"{say_row(known.row)} ({shorten(known.row.period)}). Correct the period, or cite the query of that period.",
    )


def change_in_other_unit(claim: NumericClaim, change: KnownValue, unit: str) -> CitationIssue:
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


def value_mismatch(claim: NumericClaim, known: KnownValue, row: QueryResult) -> CitationIssue:
    """Return what is wrong with a number that is not its row's value; `row` names the query where two rows make it."""
    own = format_like_claim(claim, known.value)
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
