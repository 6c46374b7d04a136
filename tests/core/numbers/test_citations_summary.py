"""The Citations Summary: what it says, and that it says it as plain text."""

from decimal import Decimal

import pytest

from core.numbers.citations_summary import format_citations_summary
from core.numbers.engine import VerificationEngine, VerificationSummary
from core.numbers.records import (
    CitationIssue,
    CitationReport,
    CitedNumber,
    IssueCode,
    NumericClaim,
    QueryResult,
    Severity,
)
from core.numbers.rules import VerificationRules
from core.prose.parse import BlockKind, SourceBlock, read_markdown
from core.span import Span

NARRATIVE = "One 12.\nTwo 13.\nThree 14.\n"


def number(text: str, *, source: str = "", ids: tuple[str, ...] = (), issue: IssueCode | None = None) -> CitedNumber:
    """Return a number of NARRATIVE as enforcement would."""
    start = NARRATIVE.index(text)
    claim = NumericClaim(span=Span(start, start + len(text)), text=text, value=Decimal(text))
    return CitedNumber(claim=claim, data_source=source, query_ids=ids, issue=issue)


def wrong(text: str, message: str, *suggestions: str, code: IssueCode = IssueCode.UNCITED_NUMBER) -> CitationIssue:
    """Return an issue at a number of NARRATIVE."""
    start = NARRATIVE.index(text)
    return CitationIssue(code=code, span=Span(start, start + len(text)), message=message, suggestions=suggestions)


def summary_of(numbers: tuple[CitedNumber, ...], issues: tuple[CitationIssue, ...]) -> VerificationSummary:
    """Return what verification would say of NARRATIVE."""
    sources = {one.data_source: 1 for one in numbers if one.issue is None}
    report = CitationReport(numbers=numbers, issues=issues, sources_used=sources)
    return VerificationSummary(citation_report=report, total_numbers=len(numbers), redacted=NARRATIVE)


def test_the_section_says_what_was_found() -> None:
    """Counts, sources with their ids, issues by code with their lines and suggestions."""
    numbers = (
        number("12", source="LMIS", ids=("lmis_a_001", "lmis_b_001")),
        number("13", issue=IssueCode.UNCITED_NUMBER),
        number("14", issue=IssueCode.UNCITED_NUMBER),
    )
    issues = (wrong("13", "No source.", "Per LMIS:", "lmis_a_001"), wrong("14", "No source."))
    assert format_citations_summary(summary_of(numbers, issues), NARRATIVE) == (
        "## Citations Summary\n"
        "\n"
        "Verdict: failed: at least one error was found. 3 numbers: 1 cited, 2 without a source.\n"
        "\n"
        "### Sources used\n"
        "\n"
        "- LMIS: 1 number (lmis\\_a\\_001, lmis\\_b\\_001)\n"
        "\n"
        "### Issues\n"
        "\n"
        "- UNCITED\\_NUMBER (ERROR): 2\n"
        "\n"
        "  - Line 2, 13: No source. Suggested: Per LMIS:; lmis\\_a\\_001\n"
        "  - Line 3, 14: No source.\n"
    ).replace("UNCITED\\_NUMBER", "**UNCITED\\_NUMBER**")


def test_codes_stand_in_their_order_and_long_lists_are_cut() -> None:
    """The first examples of each code; of the others the lines."""
    issues = (
        wrong("12", "Out of bounds.", code=IssueCode.PERCENT_OUT_OF_BOUNDS),
        *(wrong(text, "No source.") for text in ("12", "13", "14")),
    )
    text = format_citations_summary(summary_of((number("12"),), issues), NARRATIVE, most_examples=1)
    assert text.index("UNCITED") < text.index("PERCENT")
    assert "Line 1, 12: No source." in text
    assert "2 more, on lines 2, 3." in text
    assert "Line 2" not in text


def test_without_examples_the_lines_are_said() -> None:
    """No "more" after nothing; one line is no lines."""
    issues = (
        wrong("12", "Out of bounds.", code=IssueCode.PERCENT_OUT_OF_BOUNDS),
        *(wrong(text, "No source.") for text in ("12", "13", "14")),
    )
    text = format_citations_summary(summary_of((number("12"),), issues), NARRATIVE, most_examples=0)
    assert "- On lines 1, 2, 3." in text
    assert "- On line 1." in text
    assert "more" not in text


def test_nothing_found_is_said() -> None:
    """No sources and no issues are said, not left out."""
    text = format_citations_summary(summary_of((), ()), NARRATIVE)
    assert "nothing to check: the narrative claims no number. 0 numbers: 0 cited, 0 without a source." in text
    assert text.count("None.") == 2


def test_without_enforcement_there_are_no_sources() -> None:
    """The section says that the layer is switched off."""
    engine = VerificationEngine(rules=VerificationRules(citation_enforcement_enabled=False))
    text = format_citations_summary(engine.verify("It grew by 12 people."), "It grew by 12 people.")
    assert "Citation enforcement is switched off" in text
    assert "Sources used" not in text


def test_of_the_narrative_only_numbers_are_written() -> None:
    """No other word of it, whatever is wrong; nor in the summary's `repr`, which may end up in a log."""
    narrative = "Quizzical zebras jumped 12 times.\n\nPer LMIS: Wombats grew by 140 % (QID: lmis_ret_001).\n"
    results = [QueryResult(query_id="lmis_ret_001", data_source="LMIS", value=Decimal(41), unit="%")]
    summary = VerificationEngine().verify(narrative, results)
    text = format_citations_summary(summary, narrative)
    assert "Line 1, 12" in text
    assert "Line 3, 140 %" in text
    for word in ("Quizzical", "zebras", "jumped", "Wombats", "grew"):
        assert word.casefold() not in text.casefold()
        assert word.casefold() not in repr(summary).casefold()


def words_of(block: SourceBlock) -> str:
    """Return the text of a block as a reader sees it, of all blocks inside it too."""
    return "\n".join((block.text, *map(words_of, block.blocks)))


HOSTILE = [
    "<script>alert(1)</script>",
    "[x](javascript:alert(1))",
    "`code`",
    "| a | b |",
    "# heading",
    "1. item",
    "- item",
    "a\n\n## heading\n\n- b",
    "&amp; &lt;",
    "***bold*** _so_ ~~no~~",
    "![i](u)",
    "\\",
]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_what_is_written_reads_as_plain_text(hostile: str) -> None:
    """Names, ids, messages and suggestions make no markup: a reader sees them letter by letter."""
    numbers = (number("12", source=hostile, ids=(hostile,)), number("13", issue=IssueCode.UNCITED_NUMBER))
    issues = (wrong("13", hostile, hostile),)
    blocks = read_markdown(format_citations_summary(summary_of(numbers, issues), NARRATIVE))
    kinds = [
        BlockKind.HEADING,
        BlockKind.PARAGRAPH,
        BlockKind.HEADING,
        BlockKind.LIST,
        BlockKind.HEADING,
        BlockKind.LIST,
    ]
    assert [block.kind for block in blocks] == kinds
    seen = "\n".join(map(words_of, blocks))
    assert seen.count(" ".join(hostile.split())) >= 4


def test_a_long_number_is_cut() -> None:
    """A hundred thousand digits do not fill the section."""
    narrative = "9" * 100_000
    issue = CitationIssue(
        code=IssueCode.UNCITED_NUMBER, severity=Severity.ERROR, span=Span(0, len(narrative)), message="No source."
    )
    text = format_citations_summary(summary_of((), (issue,)), narrative)
    assert len(text) < 1000
