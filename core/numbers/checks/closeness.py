"""Decide whether a number, as written, is a result's value; and the issues of one that is not."""

import re
from decimal import Decimal

from core.numbers.checks.claim_context import ClaimContext
from core.numbers.checks.format_like_claim import format_like_claim, row_text, shorten, with_unit
from core.numbers.checks.value_index import KnownValue
from core.numbers.records import CitationIssue, Hedge, IssueCode, NumericClaim, QueryResult, Severity
from core.numbers.rules import CrossCheckRules
from core.numbers.units import scales

_FAR = 10  # times: "more than 50" for 600 is a wrong digit, not a hedge
_FRACTION = Decimal("0.01")  # a fraction is right within one percentage point of its value
_GAIN = re.compile(
    r"(?<![^\W_])(?:growth|increases?|changes?|gains?|rises?|profits?|surplus|earnings)(?![^\W_])", re.IGNORECASE
)
_LOSS = re.compile(
    r"(?<![^\W_])(?:declines?|decreases?|reductions?|falls?|drops?|loss(?:es)?|cuts?|deficits?|shrinkage|contraction)"
    r"(?![^\W_])",
    re.IGNORECASE,
)


def _rounding(claim: NumericClaim, known: KnownValue) -> Decimal:
    """Return how far a number may be from a value and still be its rounding: half a step of its last digit.

    A number without a last digit (a ratio) is as exact as the result: half a step of the result's.
    """
    if claim.unit == "fraction" and not claim.quantum:
        return _FRACTION
    return abs(claim.quantum or known.step) / 2


def _is_above(value: Decimal, number: Decimal, slack: Decimal, *, strict: bool) -> bool:
    return value > number or (value >= number - slack and (bool(slack) or not strict))


def _is_opposite(meant: ClaimContext, known: KnownValue) -> bool:
    """Tell whether a number is the amount of a fall and its row that of a rise, or vice versa."""
    gains, loses = _GAIN.search(known.row.metric), _LOSS.search(known.row.metric)
    if known.sign_dropped or known.value <= 0:
        return False
    return bool(meant.falls and gains and not loses) or bool(meant.rises and loses and not gains)


def agrees(meant: ClaimContext, known: KnownValue, rules: CrossCheckRules) -> bool:
    """Tell whether a number matches a result, with its rounding, its hedge and the tolerance that applies.

    "More than 50" is right for a value above 50, up to ten times as much, "less than 50" for one below it, down to a
    tenth; "about 50" also where the two differ by no more than the rules' share of the value.
    """
    claim, value = meant.claim, known.value
    number = claim.value
    if _is_opposite(meant, known):
        return False
    slack = max(abs(value) * known.tolerance.relative, abs(known.scale) * known.tolerance.absolute)
    if meant.hedge is Hedge.ABOVE:
        return _is_above(value, number, slack, strict=meant.strict) and (not number or value <= abs(number) * _FAR)
    if meant.hedge is Hedge.BELOW:
        return _is_above(number, value, slack, strict=meant.strict) and (value <= 0 or value * _FAR >= abs(number))
    reach = _rounding(claim, known)
    if meant.never_more and value > number + reach:
        return False
    about = abs(value) * rules.about if meant.hedge is Hedge.ABOUT else Decimal(0)
    return number == value or abs(number - value) <= max(reach + slack, about)


def unchecked_value(claim: NumericClaim, row: QueryResult) -> CitationIssue:
    """Return the note that a number could not be compared because its row has no value."""
    return CitationIssue(
        code=IssueCode.UNCHECKED_VALUE,
        severity=Severity.INFO,
        span=claim.span,
        message=f"{shorten(row.query_id)} has no value, so the number {shorten(claim.text)} was not checked. "
        "Add the value to the results, or compare the number yourself.",
    )


def _in_claims_unit(claim: NumericClaim, known: KnownValue, unit: str) -> tuple[str, ...]:
    """Return the replacements for a number: its row's value in the number's unit, else as in the row."""
    factors = scales(known.row.unit, unit)
    if known.row.value is not None and factors and known.row.unit:
        return (format_like_claim(claim, known.row.value * factors[0]),)
    # Before the noun of another measure the row's value would be wrong too.
    return (row_text(known.row),) if unit == claim.unit and known.row.unit else ()


def unit_mismatch(claim: NumericClaim, known: KnownValue, unit: str) -> CitationIssue:
    """Return the issue of a number that has the value of a row, but in another unit, `unit`."""
    content = row_text(known.row)
    remedy = "Correct the unit, or cite the query that the number comes from."
    if not known.row.unit.strip():
        content, remedy = (
            f"{content}, without a unit",
            'If that is a share of one, the results should say so: unit "share".',
        )
    return CitationIssue(
        code=IssueCode.UNIT_MISMATCH,
        span=claim.span,
        message=f"The number {shorten(claim.text)} is not in the unit of {shorten(known.row.query_id)}, "
        f"which says: {content}. {remedy}",
        suggestions=_in_claims_unit(claim, known, unit),
    )


def period_mismatch(claim: NumericClaim, known: KnownValue) -> CitationIssue:
    """Return the issue of a number that has the value of a row, but of another period."""
    return CitationIssue(
        code=IssueCode.VALUE_MISMATCH,
        span=claim.span,
        message=f"The number {shorten(claim.text)} is said of another period than {shorten(known.row.query_id)} says: "
        f"{row_text(known.row)} ({shorten(known.row.period)}). Correct the period, or cite the query of that period.",
    )


def change_in_other_unit(claim: NumericClaim, change: KnownValue, unit: str) -> CitationIssue:
    """Return the issue of a change that is written in percent and counted in points, or vice versa."""
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
    """Return the issue of a number that is not its row's value; `row` names the query if two rows make the value."""
    own = format_like_claim(claim, known.value)
    query_id = shorten(known.row.query_id or row.query_id)
    of = f" ({shorten(known.row.period)})" if known.row.period else ""
    content = f"{row_text(known.row)}{of}" if known.row.query_id else f"the nearest change between its rows is {own}"
    return CitationIssue(
        code=IssueCode.VALUE_MISMATCH,
        span=claim.span,
        message=f"The number {shorten(claim.text)} is not what {query_id} says: {content}. "
        "Correct the number, or cite the query that it comes from.",
        suggestions=(own,),
    )
