"""Verification as a whole: seed 3's examples, the order of the layers, and personal data that is never said."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import SettingsError
from core.numbers.citations_summary import format_citations_summary
from core.numbers.engine import VerificationEngine, VerificationSummary
from core.numbers.records import IssueCode, QueryResult, Severity
from core.numbers.rules import CitationRules, PersonalData, PrivacyRules, SanityRules, VerificationRules
from core.span import Span

ENGINE = VerificationEngine()
RESULTS = [
    QueryResult(query_id="lmis_qat_2024q2", data_source="LMIS", value=Decimal("58.3"), unit="%"),
    QueryResult(query_id="gcc_emp_reg_001", data_source="GCC-STAT", value=Decimal(12500)),
    QueryResult(query_id="wb_gdp_qat_2024", data_source="WorldBank", value=Decimal("2.8"), unit="%"),
]
VALID = (
    "Per LMIS: The qatarization rate increased to 58.3% in Q2 2024 (QID: lmis_qat_2024q2).",
    "According to GCC-STAT: Regional employment grew by 12,500 positions (QID: gcc_emp_reg_001).",
    "According to World Bank: Qatar's GDP growth is projected at 2.8% for 2024 (QID: wb_gdp_qat_2024).",
)
INVALID = {
    "The qatarization rate increased to 58.3% in Q2 2024.": IssueCode.UNCITED_NUMBER,
    "The retention rate is 87.5% in Q3.": IssueCode.UNCITED_NUMBER,
    "Per LMIS: The qatarization rate increased to 58.3% in Q2 2024.": IssueCode.MISSING_QID,
    "Per LMIS: The retention rate is 87.5% in Q3.": IssueCode.MISSING_QID,
    "Per LMIS: The rate is 58.3% (ID: short).": IssueCode.MISSING_QID,
    "From internal analysis: The rate is 58.3% (QID: int_001).": IssueCode.UNKNOWN_SOURCE,
    "According to External DB: The rate is 75% (QID: ext_001).": IssueCode.UNKNOWN_SOURCE,
    "From LMIS database: The count is 1,234.": IssueCode.MALFORMED_CITATION,
}


@pytest.mark.parametrize("narrative", VALID)
@pytest.mark.parametrize("results", [None, RESULTS], ids=["alone", "with results"])
def test_the_seeds_valid_citations_pass(narrative: str, results: list[QueryResult] | None) -> None:
    """Each number cited, no issue, with and without the results."""
    summary = ENGINE.verify(narrative, results)
    assert (summary.verdict, summary.ok, summary.issues) == ("passed", True, ())
    assert summary.citation_report is not None
    assert (summary.citation_report.total_numbers, summary.citation_report.cited_numbers) == (1, 1)


@pytest.mark.parametrize(("narrative", "code"), INVALID.items())
def test_the_seeds_invalid_citations_fail_with_the_code_it_names(narrative: str, code: IssueCode) -> None:
    """One ERROR each, at the number, and it fails the whole."""
    summary = ENGINE.verify(narrative)
    assert [(issue.code, issue.severity) for issue in summary.issues] == [(code, Severity.ERROR)]
    assert (summary.verdict, summary.ok) == ("failed", False)


def test_one_error_among_many_right_numbers_fails_the_whole() -> None:
    """Whatever else holds."""
    summary = ENGINE.verify("\n\n".join((*VALID, "The rate is 75%.")), RESULTS)
    assert summary.verdict == "failed"
    assert [issue.code for issue in summary.issues] == [IssueCode.UNCITED_NUMBER]


MIXED = (
    "Write to anna@example.com about the 12 tables.\n\n"
    "Per LMIS: The rate was 61.3% in Q2 2024 (QID: lmis_qat_2024q2).\n\n"
    "According to GCC-STAT: 104% of respondents agreed (QID: gcc_emp_reg_001).\n"
)


def test_issues_stand_in_order_of_position_each_from_its_layer() -> None:
    """Citations, cross-checks, sanity and privacy each keep their own; together they are sorted."""
    summary = ENGINE.verify(MIXED, RESULTS)
    assert summary.citation_report is not None
    assert [issue.code for issue in summary.citation_report.issues] == [IssueCode.UNCITED_NUMBER]
    assert IssueCode.VALUE_MISMATCH in [issue.code for issue in summary.cross_checks]
    assert [issue.code for issue in summary.sanity] == [IssueCode.PERCENT_OUT_OF_BOUNDS]
    assert [issue.code for issue in summary.privacy] == [IssueCode.PERSONAL_DATA]
    every = (*summary.citation_report.issues, *summary.cross_checks, *summary.sanity, *summary.privacy)
    assert sorted(issue.span for issue in every) == [issue.span for issue in summary.issues]
    assert len(every) == len(summary.issues)


def test_without_results_no_value_is_checked() -> None:
    """There is nothing to compare with; empty results are results."""
    assert ENGINE.verify(MIXED).cross_checks == ()
    codes = [issue.code for issue in ENGINE.verify(VALID[0], []).issues]
    assert codes == [IssueCode.UNKNOWN_SOURCE]


def test_citation_enforcement_can_be_switched_off() -> None:
    """No report and no cross-checks; the other layers run over the same numbers."""
    engine = VerificationEngine(rules=VerificationRules(citation_enforcement_enabled=False))
    summary = engine.verify(MIXED, RESULTS)
    assert (summary.citation_report, summary.cross_checks) == (None, ())
    assert [issue.code for issue in summary.issues] == [IssueCode.PERSONAL_DATA, IssueCode.PERCENT_OUT_OF_BOUNDS]
    assert summary.total_numbers == ENGINE.verify(MIXED).total_numbers == 3
    assert summary.verdict == "failed"


def test_the_other_layers_can_be_switched_off() -> None:
    """Each by its own rule."""
    rules = VerificationRules(sanity=SanityRules(enabled=False), privacy=PrivacyRules(enabled=False))
    summary = VerificationEngine(rules=rules).verify(MIXED, RESULTS)
    assert (summary.sanity, summary.privacy, summary.personal) == ((), (), ())
    assert summary.redacted == MIXED


@pytest.mark.parametrize("narrative", ["", "No number stands here.", "In 2024 nothing changed."])
def test_a_narrative_without_numbers_is_nothing_to_check(narrative: str) -> None:
    """It is no success: zero numbers are never all right."""
    assert ENGINE.verify(narrative).verdict == "nothing_to_check"


def test_personal_data_alone_is_a_warning() -> None:
    """It fails nothing, and there was something to say."""
    summary = ENGINE.verify("Write to anna@example.com.")
    assert [(issue.code, issue.severity) for issue in summary.issues] == [(IssueCode.PERSONAL_DATA, Severity.WARNING)]
    assert (summary.verdict, summary.redacted) == ("passed", "Write to [email].")


def test_a_refused_pattern_is_refused_before_anything_is_read() -> None:
    """When the engine is made, not in the middle of a narrative."""
    with pytest.raises(SettingsError):
        VerificationEngine(CitationRules(query_id_patterns=(r"(?<=x)QID",)))


def test_the_numbers_of_exempt_stretches_are_nobodys_claims() -> None:
    """Neither citations nor sanity look at them; personal data in them is redacted all the same."""
    narrative = "She said “104% of respondents agreed, mail anna@example.com” and left 7."
    start = narrative.index("104")
    summary = ENGINE.verify(narrative, exempt=[Span(start, narrative.index("”"))])
    assert [(issue.code, issue.span.slice(narrative)) for issue in summary.issues] == [
        (IssueCode.PERSONAL_DATA, "anna@example.com"),
        (IssueCode.UNCITED_NUMBER, "7"),
    ]


def test_a_date_lies_in_the_future_of_the_day_that_is_given() -> None:
    """The engine knows no clock."""
    narrative = "The census was held on 12 March 2031."
    assert ENGINE.verify(narrative).issues == ()
    late = ENGINE.verify(narrative, today="2026-11-22")
    assert [issue.code for issue in late.issues] == [IssueCode.DATE_IN_FUTURE]
    assert ENGINE.verify(narrative, today="2031-03-12").issues == ()


PERSONAL = {
    "email": "anna.featherstone@example.com",
    "phone": "+974 4444 5555",
    "card": "4111 1111 1111 1111",
    "iban": "GB82 WEST 1234 5698 7654 32",
    "national_id": "536-90-4399",
    "name": "Anna Featherstone",
}
FRAGMENTS = (
    "anna",
    "gb82",
    "featherstone",
    "974",
    "4444",
    "5555",
    "4111",
    "1111",
    "1234 5698",
    "west",
    "536-90",
    "4399",
)
PLACES = {
    "beside a number": "The count of {} is 12.",
    "source": "According to {}: 12 people came.",
    "source with an id": "From {}: 12 people came (QID: lmis_ret_001).",
    "long source": "According to the office that is led by a person whose address is {} since 2019: 12 came.",
    "source cut by a comma": "(According to {}, 12 people came.)",
    "as an id": "Per LMIS: 12 people came (QID: {}).",
    "wrong id": "Per LMIS: 12 people came (ID: {}).",
    "as a number": "Per LMIS: {} people came (QID: lmis_ret_001).",
    "alone": "{}",
    "shares": "We saw 40%, 30% and {} per cent of the whole.",
    "change": "It rose from {} to 12 and by 5%.",
    "item": "- {}: 12",
    "row": "| {} | 12 |\n|---|---|\n| 12 | {} |",
    "heading": "## {} and 12",
}


def said(summary: VerificationSummary, narrative: str) -> str:
    """Return everything that is said about a narrative, in all its forms."""
    issues = [text for issue in summary.issues for text in (issue.message, *issue.suggestions, repr(issue), str(issue))]
    shown = [summary.text_of(narrative, issue.span) for issue in summary.issues]
    section = format_citations_summary(summary, narrative)
    return "\n".join((*issues, *shown, section, repr(summary), summary.model_dump_json(), summary.redacted)).casefold()


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES.keys())
@pytest.mark.parametrize("kind", PERSONAL)
def test_personal_data_is_never_said(kind: str, place: str) -> None:
    """Not in a message, a suggestion, a record or a summary, wherever it stands: in the text and in every result."""
    secret = PERSONAL[kind]
    narrative = place.replace("{}", secret)
    rules = VerificationRules(privacy=PrivacyRules(names=("Anna Featherstone",)))
    long = "the mail of a person who has an office in a far town and is called " + secret
    results = [
        QueryResult(query_id=secret, data_source=secret, metric=secret, value=Decimal(12), unit=secret, period=secret),
        QueryResult(query_id=f"lmis_{secret}", data_source=long, metric=long, value=Decimal("57.1"), unit=long),
        QueryResult(query_id="lmis_ret_001", data_source="LMIS", metric=secret, value=Decimal(11), period=secret),
    ]
    for given_results in (None, results):
        text = said(VerificationEngine(rules=rules).verify(narrative, given_results, today="2026-11-22"), narrative)
        assert [fragment for fragment in FRAGMENTS if fragment in text] == []


@pytest.mark.parametrize("kind", PERSONAL)
def test_each_kind_of_personal_data_is_an_issue_with_its_kind(kind: str) -> None:
    """A warning at its place, which says what it is and never what it says."""
    narrative = f"Per LMIS: 12 people (QID: lmis_ret_001), {PERSONAL[kind]} too."
    rules = VerificationRules(privacy=PrivacyRules(names=("Anna Featherstone",)))
    (stretch,) = VerificationEngine(rules=rules).verify(narrative).personal
    assert (stretch.kind, stretch.span.slice(narrative)) == (PersonalData(kind), PERSONAL[kind])


TEXTS = st.lists(st.sampled_from([*PLACES.values(), *VALID, *INVALID, *PERSONAL.values(), "\n\n", " "]), max_size=6)


@given(TEXTS.map("".join))
def test_every_narrative_has_a_verdict(narrative: str) -> None:
    """Nothing raises; the verdict follows from the issues, and every span lies in the narrative."""
    summary = ENGINE.verify(narrative, RESULTS, today="2026-11-22")
    assert all(0 <= issue.span.start < issue.span.end <= len(narrative) for issue in summary.issues)
    assert (summary.verdict == "failed") == any(issue.severity is Severity.ERROR for issue in summary.issues)
    assert ENGINE.verify(narrative, RESULTS, today="2026-11-22") == summary


PAGE = "\n\n".join((*VALID, *INVALID, MIXED)) * 8


def test_the_log_holds_counts_and_numbers_and_nothing_else_of_the_narrative(caplog: pytest.LogCaptureFixture) -> None:
    """Counts under seed 3's names at INFO, each number with what holds of it at DEBUG, personal data as its mark."""
    narrative = "Secretly, Anna's mail is anna@example.com. The rate is 87.5% and her card 4111 1111 1111 1111."
    with caplog.at_level("DEBUG", logger="core.numbers"):
        VerificationEngine().verify(narrative)
    assert "citation.total_numbers = 1" in caplog.messages
    assert "55-60: 87.5%: UNCITED_NUMBER" in caplog.messages
    words = [word for word in narrative.replace("87.5%", "").split() if len(word) > 3]
    assert [word for word in words if any(word in line for line in caplog.messages)] == []
    assert not any("4111" in line for line in caplog.messages)
