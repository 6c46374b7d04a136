"""Citation enforcement: the golden table, and what the table does not hold."""

from decimal import Decimal
from typing import Any

import pytest

from core.numbers.citations import enforce_citations
from core.numbers.records import CitationReport, QueryResult, Severity
from core.numbers.rules import CitationRules
from core.span import Span
from tests.golden import cases, load

RESULTS: dict[str, tuple[QueryResult, ...]] = {
    name: tuple(
        QueryResult(**row | {"value": None if row["value"] is None else Decimal(row["value"])}, row=number)
        for number, row in enumerate(rows, 1)
    )
    for name, rows in load("number_citations")["results"].items()
}


def rules_of(case: Any) -> CitationRules:
    """Return the case's rules: the defaults with its own fields."""
    return CitationRules.model_validate(case["rules"])


def enforced(case: Any) -> CitationReport:
    """Enforce citations on a case's text."""
    text = case["text"]
    exempt = [Span(text.index(words), text.index(words) + len(words)) for words in case.get("exempt", ())]
    results = None if case["results"] is None else RESULTS[case["results"]]
    return enforce_citations(text, rules_of(case), results, exempt=exempt)


def asked_for(label: list[Any]) -> tuple[list[str], list[str], list[str]]:
    """Return what a label asks of an issue: words of its message, suggestions, and suggestions it must not have."""
    empty: list[list[str]] = [[], [], []]
    words, wanted, unwanted = (label[2:] + empty)[:3]
    return words, wanted, unwanted


@pytest.mark.parametrize("case", cases("number_citations"))
def test_every_number_has_the_code_that_the_table_says(case: Any) -> None:
    """The numbers of a narrative are found in order, each with its code or none."""
    report = enforced(case)
    found = [(number.claim.text, number.issue) for number in report.numbers]
    assert found == [(text, code) for text, code, *_ in case["numbers"]]
    assert [number.claim.span.slice(case["text"]) for number in report.numbers] == [text for text, _ in found]


@pytest.mark.parametrize("case", cases("number_citations"))
def test_an_issue_says_what_the_table_asks_for(case: Any) -> None:
    """Messages hold the words of the table; suggestions hold what would mend the citation, nothing that would not."""
    report = enforced(case)
    issues = {issue.span: issue for issue in report.issues}
    for number, label in zip(report.numbers, case["numbers"], strict=True):
        if label[1] is None:
            assert number.claim.span not in issues
            continue
        issue = issues[number.claim.span]
        words, wanted, unwanted = asked_for(label)
        assert issue.severity is Severity.ERROR
        assert [word for word in words if word.casefold() not in issue.message.casefold()] == []
        assert set(wanted) <= set(issue.suggestions)
        assert set(unwanted).isdisjoint(issue.suggestions)


@pytest.mark.parametrize("case", [case for case in cases("number_citations") if "sources_used" in case.values[0]])
def test_the_sources_that_numbers_rest_on_are_counted(case: Any) -> None:
    """`sources_used` counts the numbers that are cited well, by the source as its result writes it."""
    assert enforced(case).sources_used == case["sources_used"]
