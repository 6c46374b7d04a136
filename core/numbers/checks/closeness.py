"""Whether a number, as it is written, is a result's value; and what is said of one that is not."""

import re
from decimal import Decimal

from core.numbers.checks.claim_context import ClaimContext
from core.numbers.checks.format_like_claim import format_like_claim, say_row, shorten, with_unit
from core.numbers.checks.value_index import KnownValue
from core.numbers.records import CitationIssue, Hedge, IssueCode, NumericClaim, QueryResult, Severity
from core.numbers.rules import CrossCheckRules
from core.numbers.units import scales

_FAR = 10  # times: "more than 50" is no way to write 600, but a digit that slipped
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

    A number that has no last digit (a ratio) is as exact as the result is: half a step of the result's.
    """
    if claim.unit == "fraction" and not claim.quantum:
        return _FRACTION
    return abs(claim.quantum or known.step) / 2


def _is_above(value: Decimal, number: Decimal, slack: Decimal, *, strict: bool) -> bool:
    return value > number or (value >= number - slack and (bool(slack) or not strict))


def _goes_the_other_way(meant: ClaimContext, known: KnownValue) -> bool:
    """Tell whether a number is the amount of a fall and its row one of a rise, or the other way about."""
    gains, loses = _GAIN.search(known.row.metric), _LOSS.search(known.row.metric)
    if known.turned or known.value <= 0:
        return False
    return bool(meant.falls and gains and not loses) or bool(meant.rises and loses and not gains)


def agrees(meant: ClaimContext, known: KnownValue, rules: CrossCheckRules) -> bool:
    """Tell whether a number says what a result says, with its rounding, its hedge and the tolerance that applies.

    "More than 50" is right for a value above 50, up to ten times as much, "less than 50" for one below it, down to a
    tenth; "about 50" also where the two differ by no more than the rules' share of the value.
    """
    claim, value = meant.claim, known.value
    number = claim.value
    if _goes_the_other_way(meant, known):
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
