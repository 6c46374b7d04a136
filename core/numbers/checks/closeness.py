"""Whether a number, as it is written, is a result's value."""

import re
from decimal import Decimal

from core.numbers.checks.claim_context import ClaimContext
from core.numbers.checks.value_index import KnownValue
from core.numbers.records import Hedge, NumericClaim
from core.numbers.rules import CrossCheckRules

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
