from decimal import Decimal
from typing import Any

import pytest

from core.numbers.checks.crosscheck import cross_check
from core.numbers.checks.format_like_claim import format_like_claim
from core.numbers.citations import enforce_citations
from core.numbers.claims import find_numeric_claims
from core.numbers.records import (
    CitationReport,
    CitedNumber,
    IssueCode,
    QueryResult,
    Severity,
)
from core.numbers.rules import CitationRules, CrossCheckRules, DecimalStyle
from core.numbers.safe_arithmetic import safe_arithmetic
from tests.core.numbers.checks.checking import RULES, check, check_text, number_of, row
from tests.golden import cases

SEVERITIES = {
    IssueCode.VALUE_MISMATCH: Severity.ERROR,
    IssueCode.UNIT_MISMATCH: Severity.ERROR,
    IssueCode.UNCHECKED_VALUE: Severity.INFO,
}


@pytest.mark.parametrize("case", cases("number_cross_checks"))
def test_a_number_is_what_its_result_says_or_it_is_told(case: Any) -> None:
    """Value, unit, rounding, hedge, tolerance, sign, period, range and what follows from two values, each both ways."""
    results = [QueryResult(**row) for row in case["results"]]
    text, rules = case["text"], CrossCheckRules(**case["rules"])
    report = enforce_citations(text, CitationRules(), results)
    issues = cross_check(report, results, rules, narrative=text)
    found = {issue.span: issue.code.value for issue in issues}
    assert [[n.claim.span.slice(text), found.get(n.claim.span)] for n in report.numbers] == case["numbers"]
    assert all(issue.severity is SEVERITIES[issue.code] for issue in issues)


@pytest.mark.parametrize(
    "case", [case for case in cases("number_cross_checks") if not case.values[0].get("needs_words")]
)
def test_most_is_told_from_the_numbers_alone(case: Any) -> None:
    """Without the narrative nothing that is right is wrong; only what the words say is missed."""
    results = [QueryResult(**row) for row in case["results"]]
    report = enforce_citations(case["text"], CitationRules(), results)
    found = {issue.span: issue.code.value for issue in cross_check(report, results, CrossCheckRules(**case["rules"]))}
    told = [[n.claim.span.slice(case["text"]), found.get(n.claim.span)] for n in report.numbers]
    assert told == case["numbers"]


@pytest.mark.parametrize(
    ("number", "value", "unit", "suggested"),
    [
        ("58.3%", "57.1", "percent", "57.1%"),
        ("58%", "57.14", "percent", "57%"),
        ("58.3 per cent", "0.571", "share", "57.1 per cent"),
        ("$1.2bn", "1400", "USD million", "$1.4bn"),
        ("$1.2bn", "12000000", "USD", "12,000,000 USD"),
        ("two thirds", "58.3", "percent", "58.3%"),
        ("the 3rd", "22", "rank", "22nd"),
        ("3-fold", "5", "times", "5-fold"),
        ("1.2e6", "1300000", "", "1,300,000"),
        ("1'234 jobs", "12340", "jobs", "12'340"),
        ("US$ 5k", "6000", "USD", "US$ 6k"),
        ("5 million QAR", "6400000", "QAR", "6 million QAR"),
        ("12,500 jobs", "13020.4", "jobs", "13,020"),
        ("12 500 jobs", "1302000", "jobs", "1 302 000"),
        ("950 jobs", "13020", "jobs", "13,020"),
        ("-5%", "5", "percent", "5%"),
        ("−5%", "-6", "percent", "−6%"),
        ("3 million people", "5200000", "people", "5 million"),
        ("twelve percent", "13.1", "percent", "13.1%"),
        ("3.2 percentage points", "4.1", "percentage points", "4.1 percentage points"),
        ("€4.2 million", "4900000", "EUR", "€4.9 million"),
    ],
)
def test_a_mismatch_suggests_the_value_in_the_numbers_own_form(
    number: str, value: str, unit: str, suggested: str
) -> None:
    """Currency, group marks, decimals, magnitude and unit stay; what the form cannot hold is written plainly."""
    text = f"Per LMIS: it was {number} (QID: lmis_val_001)."
    (issue,) = [issue for issue in check_text(text, [row(value, unit)]).values() if issue]
    assert issue.code is IssueCode.VALUE_MISMATCH
    assert issue.suggestions == (suggested,)
    mended = text[: issue.span.start] + suggested + text[issue.span.end :]
    assert not any(check_text(mended, [row(value, unit)]).values())


@pytest.mark.parametrize(
    ("said", "value", "unit", "metric", "right"),
    [
        ("growth fell to 2%", "2", "percent", "gdp_growth", True),
        ("growth fell by 2%", "2", "percent", "gdp_growth", False),
        ("there was a 5% decline", "-5", "percent", "gdp_growth", True),
        ("there was a 5% increase", "-5", "percent", "gdp_growth", False),
        ("profits were down 5%", "-5", "percent", "", True),
        ("profits were up 5%", "-5", "percent", "", False),
        ("the deficit was $3.2 million", "-3.2", "USD million", "balance", True),
        ("growth slowed by 2 percentage points", "-2", "pp", "", True),
        ("more than 58% stayed", "58.0", "percent", "", False),
        ("no less than 58% stayed", "58.0", "percent", "", True),
        ("more than 58% stayed", "597", "percent", "", False),
        ("less than 58% stayed", "58.0", "percent", "", False),
        ("up to 58% stayed", "58.0", "percent", "", True),
        ("some 58.3% stayed", "57.0", "percent", "", True),
        ("it is made up of 5% gas", "-5", "percent", "", False),
        ("58% lost their jobs", "58", "percent", "job_growth", True),
    ],
)
def test_the_words_beside_a_number_say_what_it_means(
    said: str, value: str, unit: str, metric: str, *, right: bool
) -> None:
    """Which way it went, whether it is the amount of that, and from which side it is meant."""
    results = [row(value, unit).model_copy(update={"metric": metric})]
    assert any(check_text(f"Per LMIS: {said} (QID: lmis_val_001).", results).values()) is not right


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("employment was 300", False),
        ("employment rose by 300", True),
        ("the difference is 300", True),
        ("employment is 25%", False),
        ("employment is 25% higher", True),
        ("in 2024 employment rose by 300", True),
        ("in 2024 employment rose to 1,200", False),
        ("employment is 1.25 times what it was", True),
        ("employment went to 1,200 between 2023 and 2024", True),
        ("employment went to 1,500 between 2023 and 2024", True),
    ],
)
def test_what_follows_from_two_values_is_right_where_a_change_is_meant(said: str, *, right: bool) -> None:
    """A difference counts beside a word of change, not where a level is named; a named period leaves the change."""
    results = [row("1200", "people", period="2023"), row("1500", "people", period="2024")]
    assert any(check_text(f"Per LMIS: {said} (QID: lmis_val_001).", results).values()) is not right


@pytest.mark.parametrize(
    ("written", "suggested"), [("1.234,5", "1.300,3"), ("58,3 %", "1.300,3 %"), ("1.234", "1.300")]
)
def test_a_suggestion_keeps_the_marks_of_the_decimal_style(written: str, suggested: str) -> None:
    """With a comma before the decimals the suggestion is written so too."""
    rules = CitationRules(decimal_style=DecimalStyle.COMMA)
    (claim,) = find_numeric_claims(f"It was {written}.", rules)
    with safe_arithmetic():
        assert format_like_claim(claim, Decimal("1300.25")) == suggested


def test_a_message_says_what_the_result_says_and_what_to_do() -> None:
    """Number, id, value, unit; nothing else of the narrative."""
    text = "Per LMIS: retention of the secret staff was 58.3% (QID: lmis_ret_001)."
    said = check_text(text, [row("57.1", "percent", "lmis_ret_001", "2024")])["58.3%"]
    assert said is not None
    assert said.message == (
        "The number 58.3% is not what lmis_ret_001 says: 57.1% (2024). "
        "Correct the number, or cite the query that it comes from."
    )


@pytest.mark.parametrize(
    ("claim_unit", "result_unit", "value", "code"),
    [
        ("percent", "% of GDP", "58", None),
        ("percent", "per cent", "58", None),
        ("percent", "0-1", "0.58", None),
        ("percent", "Share (%)", "58", None),
        ("percent", "percentage-points", "58", IssueCode.UNIT_MISMATCH),
        ("percentage_points", "pp", "58", None),
        ("percentage_points", "bps", "5800", None),
        ("", "persons, thousands", "0.058", None),
        ("", "thousand persons", "0.058", None),
        ("", "'000 persons", "0.058", None),
        ("", "USD million", "0.000058", None),
        ("", "km", "58", None),
        ("USD", "US$", "58", None),
        ("USD", "US dollars", "58", None),
        ("USD", "USDm", "0.000058", None),
        ("USD", "$ mn", "0.000058", None),
        ("USD", "A$", "58", IssueCode.UNIT_MISMATCH),
        ("USD", "persons", "58", IssueCode.UNIT_MISMATCH),
        ("USD", "USD per tonne", "58", None),
        ("USD", "%", "58", IssueCode.UNIT_MISMATCH),
        ("km", "kilometres", "58", None),
        ("km", "t", "58", IssueCode.UNIT_MISMATCH),
        ("t", "t", "58", None),
        ("", "m", "0.000058", None),
        ("m", "m", "58", None),
        ("times", "x", "58", None),
        ("ordinal", "rank", "58", None),
        ("mph", "mph", "58", None),
    ],
)
def test_units_are_read_as_people_write_them(
    claim_unit: str, result_unit: str, value: str, code: IssueCode | None
) -> None:
    """Magnitudes multiply, a share is hundredfold percent, "per" and "of" say nothing of the number."""
    assert check([number_of("58", claim_unit)], [row(value, result_unit)]) == [code]


def test_only_numbers_whose_citation_holds_are_checked() -> None:
    """A number with an issue, without rows, or a switched-off layer says nothing."""
    claim = number_of("58")
    results = [row("57")]
    with_issue = CitedNumber(claim=claim, result_rows=(0,), issue=IssueCode.MISSING_QID)
    for numbers in ((with_issue,), (CitedNumber(claim=claim),), (CitedNumber(claim=claim, result_rows=(7, -3)),)):
        assert cross_check(CitationReport(numbers=numbers), results, RULES) == ()
    wrong = CitationReport(numbers=(CitedNumber(claim=claim, result_rows=(0,)),))
    assert cross_check(wrong, results, CrossCheckRules(enabled=False)) == ()
    assert len(cross_check(wrong, results, RULES)) == 1


def test_among_many_values_two_prove_nothing() -> None:
    """With more than five rows some pair gives almost any number, so that one of the two must be named."""
    claim = number_of("1", "percentage_points")
    assert check([claim], [row(str(value), "percent") for value in range(5)]) == [None]
    assert check([claim], [row(str(value), "percent") for value in range(6)]) == [IssueCode.UNIT_MISMATCH]
    text = "Per LMIS: the rate rose by 1.0 percentage points to 11.0% (QID: lmis_val_001)."
    for rows, right in ((12, True), (13, False)):
        found = check_text(text, [row(f"{value}.0", "percent") for value in range(rows)])
        assert (found["1.0 percentage points"] is None) == right


@pytest.mark.parametrize(
    ("text", "results", "said", "suggestions"),
    [
        ("the rate is 58.3%", [row("0.583")], "0.583, without a unit. If that is a share of one", ()),
        ("the road has 5 kilometres", [row("5", "miles")], "which says: 5 miles", ("8",)),
        ("they waited 5 years", [row("5", "weeks")], "which says: 5 weeks", ()),
        ("the road has 42 km", [row("42", "miles")], "which says: 42 miles", ("68 km",)),
        ("the rate was 60% in 2025", [row("60", "percent", period="2024")], "of another period than lmis_val_001", ()),
    ],
)
def test_what_would_mend_it_is_in_the_number_s_own_unit(
    text: str, results: list[QueryResult], said: str, suggestions: tuple[str, ...]
) -> None:
    """Converted where that can be; nothing is suggested that would be wrong before the noun that stands there."""
    (issue,) = (one for one in check_text(f"Per LMIS: {text} (QID: lmis_val_001).", results).values() if one)
    assert said in issue.message
    assert issue.suggestions == suggestions
