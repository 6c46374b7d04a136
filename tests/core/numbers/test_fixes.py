"""Fixes: pressing a suggestion mends the number it was made for."""

import re
from decimal import Decimal
from typing import Any

import pytest

from core.numbers.checks.crosscheck import cross_check
from core.numbers.citations import enforce_citations
from core.numbers.fixes import Fix, apply_fix, find_fixes
from core.numbers.records import CitationIssue, CitationReport, IssueCode, QueryResult
from core.numbers.rules import CitationRules, CrossCheckRules
from core.span import Span
from tests.core.numbers.test_citations import RESULTS
from tests.golden import cases

MENDED = (None, IssueCode.MISSING_QID)


def checked(case: Any) -> tuple[str, CitationReport, CitationRules, tuple[QueryResult, ...]]:
    rules = CitationRules.model_validate(case["rules"])
    results = None if case["results"] is None else RESULTS[case["results"]]
    return case["text"], enforce_citations(case["text"], rules, results), rules, results or ()


def code_after(narrative: str, place: int, rules: CitationRules, results: tuple[QueryResult, ...]) -> IssueCode | None:
    """Return what is wrong with the number that was the `place`th one."""
    return enforce_citations(narrative, rules, results).numbers[place].issue


@pytest.mark.parametrize("case", [case for case in cases("number_citations") if case.values[0]["results"]])
def test_an_id_that_is_put_in_mends_its_number(case: Any) -> None:
    """Every suggested id cites its number well, with its prefix where none stood; no other number is lost for it."""
    text, report, rules, results = checked(case)
    codes = [number.issue for number in report.numbers]
    for issue, fixes in zip(
        report.issues, find_fixes(text, report.issues, report, rules=rules, results=results), strict=True
    ):
        place = [number.claim.span for number in report.numbers].index(issue.span)
        for fix in fixes:
            mended = apply_fix(text, fix)
            after = [number.issue for number in enforce_citations(mended, rules, results).numbers]
            assert len(after) == len(codes)
            if fix.suggestion not in rules.allowed_prefixes:
                assert after[place] is None, mended
            else:
                assert after[place] in (*MENDED, IssueCode.UNKNOWN_SOURCE), mended


ONE = (QueryResult(query_id="lmis_ret_001", data_source="LMIS", value=Decimal("87.5"), unit="percent"),)
FIXED = [
    pytest.param(
        "Per LMIS: The rate is 87.5% (QID: `lmis_ret_002`).",
        "lmis_ret_001",
        "Per LMIS: The rate is 87.5% (QID: `lmis_ret_001`).",
        id="an id that is set as code stays so",
    ),
    pytest.param(
        "Per LMIS: The rate is 87.5% (**QID:** lmis_ret_002).",
        "lmis_ret_001",
        "Per LMIS: The rate is 87.5% (**QID:** lmis_ret_001).",
        id="a bold label stays bold",
    ),
    pytest.param(
        "The rate is 87.5%.",
        "lmis_ret_001",
        "Per LMIS: The rate is 87.5% (QID: lmis_ret_001).",
        id="an id brings its prefix",
    ),
    pytest.param(
        "Per LMIS: The rate is 87.5%.",
        "lmis_ret_001",
        "Per LMIS: The rate is 87.5% (QID: lmis_ret_001).",
        id="an id stands before the stop",
    ),
    pytest.param(
        "Per LMIS: The rate is 87.5% (ID: short).",
        "lmis_ret_001",
        "Per LMIS: The rate is 87.5% (QID: lmis_ret_001).",
        id="an id of the wrong form is replaced",
    ),
    pytest.param(
        "Per LMIS: The rate is 87.5% (QID: lmis_ret_999).",
        "lmis_ret_001",
        "Per LMIS: The rate is 87.5% (QID: lmis_ret_001).",
        id="an unknown id is replaced",
    ),
    pytest.param(
        "From LMIS database: The rate is 87.5% (QID: lmis_ret_001).",
        "Per LMIS:",
        "Per LMIS: The rate is 87.5% (QID: lmis_ret_001).",
        id="a lead-in is replaced",
    ),
    pytest.param(
        "Per LMIS, the rate is 87.5% (QID: lmis_ret_001).",
        "Per LMIS:",
        "Per LMIS: the rate is 87.5% (QID: lmis_ret_001).",
        id="a comma becomes a colon",
    ),
    pytest.param(
        "The rate is 87.5% (QID: lmis_ret_001).",
        "Per LMIS:",
        "Per LMIS: The rate is 87.5% (QID: lmis_ret_001).",
        id="an id gets its source",
    ),
    pytest.param(
        "- The rate is **87.5%**.\n- Another.",
        "lmis_ret_001",
        "- Per LMIS: The rate is **87.5%** (QID: lmis_ret_001).\n- Another.",
        id="an item keeps its mark",
    ),
    pytest.param(
        "Of 412 people **87.5%** stayed, and 12 left.",
        "lmis_ret_001",
        "Per LMIS: Of 412 people **87.5%** (QID: lmis_ret_001) stayed, and 12 left.",
        id="one number of several has its id behind it",
    ),
]


@pytest.mark.parametrize(("narrative", "suggestion", "mended"), FIXED)
def test_a_fix_reads_as_a_person_would_write_it(narrative: str, suggestion: str, mended: str) -> None:
    """The suggestion stands where seed 3's examples have it."""
    rules = CitationRules()
    report = enforce_citations(narrative, rules, ONE)
    fixes = [fix for found in find_fixes(narrative, report.issues, report, rules=rules, results=ONE) for fix in found]
    assert mended in [apply_fix(narrative, fix) for fix in fixes if fix.suggestion == suggestion]


def test_a_wrong_value_is_replaced_in_its_place() -> None:
    """A cross-check's suggestion stands where the number stood."""
    narrative = "Per LMIS: The rate is 81.0% (QID: lmis_ret_001)."
    report = enforce_citations(narrative, CitationRules(), ONE)
    issues = cross_check(report, ONE, CrossCheckRules(), narrative=narrative)
    ((fix,),) = find_fixes(narrative, issues, report, rules=CitationRules(), results=ONE)
    assert apply_fix(narrative, fix) == "Per LMIS: The rate is 87.5% (QID: lmis_ret_001)."


def test_an_id_that_the_rules_cannot_write_has_no_fix() -> None:
    """Where no usual form of an id fits the patterns of the rules, nothing is offered."""
    rules = CitationRules(query_id_patterns=(r"REF#(\d{4})/X",))
    narrative = "Per LMIS: The rate is 87.5%."
    report = enforce_citations(narrative, rules, ONE)
    assert report.issues[0].suggestions == ("lmis_ret_001",)
    assert find_fixes(narrative, report.issues, report, rules=rules, results=ONE) == ((),)


def test_an_issue_without_a_number_is_fixed_by_its_own_stretch() -> None:
    """Personal data is replaced by its mark."""
    issue = CitationIssue(code=IssueCode.PERSONAL_DATA, span=Span(6, 12), message="", suggestions=("[email]",))
    ((fix,),) = find_fixes("Write a@b.qa now", (issue,), CitationReport(), rules=CitationRules())
    assert fix == Fix(suggestion="[email]", span=Span(6, 12), replacement="[email]")


@pytest.mark.parametrize(
    ("narrative", "suggestion", "mended"),
    [
        pytest.param("Then 58.3% positions went.", "12,500 positions", [], id="the noun stands already"),
        pytest.param("Up by 4.5% now.", "4.5 percentage points", ["4.5 percentage points"], id="points for percent"),
        pytest.param("It is 58.3%.", "12,500 positions", ["12,500 positions"], id="no noun follows"),
    ],
)
def test_a_noun_is_never_written_twice(narrative: str, suggestion: str, mended: list[str]) -> None:
    """A suggestion that brings its noun has no fix where a word follows the number."""
    span = Span(*next(re.finditer(r"[\d.]+%", narrative)).span())
    issue = CitationIssue(code=IssueCode.UNIT_MISMATCH, span=span, message="", suggestions=(suggestion,))
    (fixes,) = find_fixes(narrative, (issue,), CitationReport(), rules=CitationRules())
    assert [fix.replacement for fix in fixes] == mended
