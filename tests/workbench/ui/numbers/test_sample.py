"""The sample narrative: what holds in it holds, and every kind of mistake is found."""

from pathlib import Path

import pytest

from core.numbers.engine import VerificationEngine, VerificationSummary
from core.numbers.records import IssueCode
from core.numbers.results import read_results
from core.numbers.rules import CitationRules, PersonalData, PrivacyRules, VerificationRules

SAMPLE = Path(__file__).parents[4] / "sample_data"
NARRATIVE = (SAMPLE / "narrative.md").read_text(encoding="utf-8")

EXPECTED = {
    "Citations that do not hold": [
        ("87.5%", IssueCode.UNCITED_NUMBER),
        ("87.5%", IssueCode.MISSING_QID),
        ("58.3%", IssueCode.MISSING_QID),
        ("75%", IssueCode.UNKNOWN_SOURCE),
        ("58.3%", IssueCode.UNKNOWN_SOURCE),
        ("3.1%", IssueCode.UNKNOWN_SOURCE),
        ("12,500", IssueCode.UNKNOWN_SOURCE),
        ("1,234", IssueCode.MALFORMED_CITATION),
        ("91.2%", IssueCode.UNCITED_NUMBER),
        ("88.0%", IssueCode.UNCITED_NUMBER),
    ],
    "Values that are not the results' values": [
        ("53.8%", IssueCode.VALUE_MISMATCH),
        ("4.5%", IssueCode.UNIT_MISMATCH),
        ("640", IssueCode.UNCHECKED_VALUE),
    ],
    "Numbers that cannot be": [
        ("104.2%", IssueCode.PERCENT_OUT_OF_BOUNDS),
        ("25%", IssueCode.PARTS_DO_NOT_SUM),
        ("-12", IssueCode.NEGATIVE_COUNT),
        ("3,900", IssueCode.CHANGE_CONTRADICTED),
        ("14 March 2087", IssueCode.DATE_IN_FUTURE),
    ],
    "What should not be printed": [
        ("Mira Tannous", IssueCode.PERSONAL_DATA),
        ("mira.tannous@example.org", IssueCode.PERSONAL_DATA),
        ("+1 202-555-0143", IssueCode.PERSONAL_DATA),
        ("4111 1111 1111 1111", IssueCode.PERSONAL_DATA),
        ("GB82 WEST 1234 5698 7654 32", IssueCode.PERSONAL_DATA),
        ("987-65-4320", IssueCode.PERSONAL_DATA),
    ],
    "What holds": [],
}


def verified(rules: CitationRules) -> VerificationSummary:
    results = read_results((SAMPLE / "results.csv").read_bytes(), "results.csv")
    verification = VerificationRules(privacy=PrivacyRules(names=("Mira Tannous",)))
    return VerificationEngine(rules, verification).verify(NARRATIVE, results, today="2026-11-22")


@pytest.fixture(scope="module")
def summary() -> VerificationSummary:
    """What is found by the default rules and one name."""
    return verified(CitationRules())


@pytest.mark.parametrize("section", EXPECTED)
def test_each_section_has_the_mistakes_it_is_named_for(summary: VerificationSummary, section: str) -> None:
    """The number and what is wrong with it, in the order of the text."""
    start = NARRATIVE.index(f"## {section}\n")
    end = NARRATIVE.find("\n## ", start)
    end = len(NARRATIVE) if end < 0 else end
    found = [issue for issue in summary.issues if start <= issue.span.start < end]
    assert [(issue.span.slice(NARRATIVE), issue.code) for issue in found] == EXPECTED[section]


def test_every_code_and_every_kind_of_personal_data_occurs(summary: VerificationSummary) -> None:
    """So that a person can try each check on it."""
    assert {issue.code for issue in summary.issues} == set(IssueCode)
    assert {stretch.kind for stretch in summary.personal} == set(PersonalData)


def test_what_is_said_of_it_holds_no_personal_data(summary: VerificationSummary) -> None:
    """Neither a message nor a suggestion nor the redacted narrative."""
    said = "\n".join((*(f"{one.message}{one.suggestions}" for one in summary.issues), summary.redacted))
    for text, code in EXPECTED["What should not be printed"]:
        assert code is IssueCode.PERSONAL_DATA
        assert text not in said


def test_the_list_is_cited_where_a_rule_says_so() -> None:
    """As the line before it says."""
    issues = verified(CitationRules(cite_lists=True)).issues
    uncited = [issue.span.slice(NARRATIVE) for issue in issues if issue.code is IssueCode.UNCITED_NUMBER]
    assert uncited == ["87.5%"]


def test_the_sample_says_that_it_is_invented() -> None:
    """At its top, before any number."""
    assert NARRATIVE.index("Everything in this note is invented") < NARRATIVE.index("58.3%")
