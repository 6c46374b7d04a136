"""Citation coverage: the numbers of each paragraph by data source."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from core.numbers.citations import enforce_citations
from core.numbers.paragraphs import ParagraphCoverage, citation_coverage
from core.numbers.records import CitationIssue, IssueCode, QueryResult, Severity
from core.span import Span

NARRATIVE = """# A report with 7 parts

Per LMIS: It grew to 58.3% (QID: lmis_qat_2024q2). According to World Bank: It is 2.8% (QID: wb_gdp_qat_2024).
So 12 came, and 13 left.

No number stands here.

- Per LMIS: 40 men (QID: lmis_men_001)
- Per LMIS: 60 women (QID: lmis_women_001)
- Per LMIS: 3 others
"""


def row(paragraph: int, line: int, source: str, cited: int, with_issue: int) -> ParagraphCoverage:
    return ParagraphCoverage(paragraph=paragraph, line=line, data_source=source, cited=cited, with_issue=with_issue)


def test_numbers_are_counted_by_paragraph_and_source() -> None:
    """In order; paragraphs and lines from 1, a list is one paragraph, one without numbers is left out."""
    report = enforce_citations(NARRATIVE)
    named = {one.claim.text: one.data_source for one in report.numbers}
    lmis, bank = named["58.3%"], named["2.8%"]
    assert citation_coverage(NARRATIVE, report) == (
        row(1, 1, "", 0, 1),
        row(2, 3, lmis, 1, 0),
        row(2, 3, bank, 1, 0),
        row(2, 3, "", 0, 2),
        row(4, 8, lmis, 2, 0),
        row(4, 8, "", 0, 1),
    )


def test_the_source_is_named_as_the_result_writes_it() -> None:
    """With results it is theirs."""
    results = [QueryResult(query_id="lmis_men_001", data_source="lmis", value=Decimal(40))]
    narrative = "Per LMIS: 40 men (QID: lmis_men_001)."
    assert citation_coverage(narrative, enforce_citations(narrative, results=results)) == (row(1, 1, "lmis", 1, 0),)


def test_an_error_of_another_layer_counts() -> None:
    """A number that is cited well and wrong does not stand well; a note about it changes nothing."""
    narrative = "Per LMIS: 40 men and 50 women (QID: lmis_men_001)."
    report = enforce_citations(narrative)
    issues = [
        CitationIssue(code=IssueCode.VALUE_MISMATCH, span=report.numbers[0].claim.span, message=""),
        CitationIssue(
            code=IssueCode.UNCHECKED_VALUE, severity=Severity.INFO, span=report.numbers[1].claim.span, message=""
        ),
    ]
    (counts,) = citation_coverage(narrative, report, issues=issues)
    assert (counts.cited, counts.with_issue) == (1, 1)


PARTS = [
    "Per LMIS: 40 men (QID: lmis_men_001). ",
    "So 12 came. ",
    "\n\n",
    "- 5 of them\n",
    "# 3 parts\n",
    "| 5 | 6 |\n",
]


@given(st.lists(st.sampled_from(PARTS), max_size=8).map("".join))
def test_every_number_is_counted_once(narrative: str) -> None:
    """In the paragraph and on the line where it stands."""
    report = enforce_citations(narrative)
    counted = citation_coverage(narrative, report)
    assert sum(one.cited for one in counted) == report.cited_numbers
    assert sum(one.cited + one.with_issue for one in counted) == report.total_numbers
    assert [one.line for one in counted] == sorted(one.line for one in counted)
    lines = {narrative.count("\n", 0, Span(*one.claim.span).start) + 1 for one in report.numbers}
    assert all(any(one.line <= line for line in lines) for one in counted)
