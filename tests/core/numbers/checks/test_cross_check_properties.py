from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.numbers.checks.crosscheck import cross_check
from core.numbers.claims import find_numeric_claims
from core.numbers.records import CitationReport, CitedNumber, Hedge, IssueCode
from core.numbers.rules import CrossCheckRules, Tolerance
from tests.core.numbers.checks.checking import RULES, check, check_text, number_of, row


def scaled(digits: int, exponent: int) -> Decimal:
    """Return a number of any size."""
    return Decimal(digits).scaleb(exponent)


usual = st.decimals(min_value=-(10**9), max_value=10**9, places=4)
any_size = st.builds(scaled, st.integers(-(10**40), 10**40), st.integers(-999, 999))
units = st.sampled_from(
    ["", "percent", "percentage_points", "basis_points", "USD", "km", "times", "fraction", "ordinal"]
)
result_units = st.sampled_from(["", "percent", "share", "pp", "bps", "USD million", "EUR", "km", "x", "persons", "m"])
hedges = st.sampled_from(list(Hedge))


@given(usual, st.integers(-6, 4), units)
def test_a_value_is_right_in_whatever_rounding_it_is_written(value: Decimal, decimals: int, unit: str) -> None:
    """Half up, half down, half even: a rounded value never mismatches its result."""
    step = Decimal(1).scaleb(-decimals)
    for rounding in ("ROUND_HALF_UP", "ROUND_HALF_DOWN", "ROUND_HALF_EVEN"):
        rounded = value.quantize(step, rounding=rounding)
        claim = number_of(f"{rounded:f}", unit, quantum=f"{step:f}")
        assert check([claim], [row(value)]) == [None]


@given(usual, st.integers(-6, 4), st.decimals("0.0001", "1000", places=4), st.sampled_from([-1, 1]), st.data())
def test_a_value_is_wrong_beyond_its_rounding_and_tolerance(
    value: Decimal, decimals: int, more: Decimal, side: int, data: st.DataObject
) -> None:
    """Off by more than half a step of the last digit and what the rules allow, a number always mismatches."""
    step = Decimal(1).scaleb(-decimals)
    tolerance = Tolerance(
        relative=data.draw(st.decimals(0, "0.5", places=3)), absolute=data.draw(st.decimals(0, 100, places=2))
    )
    allowed = step / 2 + max(abs(value) * tolerance.relative, tolerance.absolute)
    off = value + side * (allowed + more)
    signed = number_of(off, quantum=f"{step:f}").model_copy(update={"text": f"{off:+f}"})
    assert check([signed], [row(value)], CrossCheckRules(tolerances=(tolerance,))) == [IssueCode.VALUE_MISMATCH]


@given(st.lists(st.tuples(usual, result_units), min_size=1, max_size=8), usual, units, hedges, st.randoms())
def test_the_order_of_rows_does_not_matter(
    values: list[tuple[Decimal, str]], number: Decimal, unit: str, hedge: Hedge, chance: Any
) -> None:
    """The same rows in another order give the same code, message and suggestion."""
    results = [row(value, result_unit) for value, result_unit in values]
    shuffled = [*results]
    chance.shuffle(shuffled)
    claim = number_of(number, unit, quantum="0.0001", hedge=hedge)
    number_cited = CitedNumber(claim=claim, result_rows=tuple(range(len(results))))
    report = CitationReport(numbers=(number_cited,))
    assert cross_check(report, results, RULES) == cross_check(report, shuffled, RULES)


@given(st.lists(st.tuples(any_size, result_units), max_size=4), any_size, any_size, units, hedges)
def test_no_size_of_a_number_raises(
    values: list[tuple[Decimal, str]], number: Decimal, quantum: Decimal, unit: str, hedge: Hedge
) -> None:
    """Exponents up to 999 and 40 digits: an answer, never an error; every issue names the number."""
    results = [row(value, result_unit) for value, result_unit in values]
    claim = number_of(number, unit, quantum=str(quantum), hedge=hedge)
    assert len(check([claim, claim], results)) == 2


@pytest.mark.parametrize("size", ["1E+999999", "-1E+999999", "1E-999999", "9" * 100_000])
def test_no_number_is_too_large(size: str) -> None:
    """Where arithmetic overflows, the answer is still an answer, and no message grows with the number."""
    units = ("percent", "share", "USD million", "bps", "")
    results = [row(value, unit) for value in (size, "3") for unit in units]
    claims = [
        number_of(value, unit, hedge=hedge)
        for value in (size, "4")
        for unit in ("percent", "USD", "")
        for hedge in Hedge
    ]
    for claim in claims:
        report = CitationReport(numbers=(CitedNumber(claim=claim, result_rows=tuple(range(len(results)))),))
        for issue in cross_check(report, results, RULES):
            assert len(issue.message) + sum(map(len, issue.suggestions)) < 600


@given(
    st.sampled_from(
        ["58.3%", "$1.2bn", "12,500", "1 234", "€4.25 million", "-5%", "3 million", "950", "5k", "7 km", "QAR 12"]
    ),
    st.decimals(-(10**10), 10**10, places=3),
)
def test_a_number_that_is_mended_as_suggested_is_right(written: str, value: Decimal) -> None:
    """Whatever the value and the form: the suggestion, put in the number's place, raises no mismatch any more."""
    (claim,) = find_numeric_claims(f"It was {written}.")
    text = f"Per LMIS: it was {written} (QID: lmis_val_001)."
    results = [row(value, claim.unit)]
    for issue in filter(None, check_text(text, results).values()):
        mended = text[: issue.span.start] + issue.suggestions[0] + text[issue.span.end :]
        assert not any(check_text(mended, results).values()), issue.suggestions
