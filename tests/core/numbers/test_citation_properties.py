"""What holds of citation enforcement whatever the narrative is."""

import re

from hypothesis import given
from hypothesis import strategies as st

from core.numbers.citations import enforce_citations
from core.numbers.records import IssueCode, QueryResult
from core.numbers.rules import CitationRules

PIECES = (
    "Per LMIS: ",
    "**According to World Bank:** ",
    "per  lmis : ",
    "According to Eurostat: ",
    "From zebra database: ",
    "according to the minister, ",
    "(Source: LMIS) ",
    "(LMIS) ",
    "58.3% ",
    "12,500 jobs ",
    "$1.2bn ",
    "from 10 to 15 ",
    "twelve percent ",
    "(QID: lmis_ret_001) ",
    "(QID: wb_gdp_001, QID: lmis_ret_001) ",
    "(ID: short) ",
    "quokkas walrus. ",
    "The zebra ",
    "and, ",
    "\n\n",
    "\n- ",
    "\n# ",
    "| ",
    "été 😀 İ ",
    "“",
    "”",
    "(",
    ")",
)
NARRATIVES = st.lists(st.sampled_from(PIECES), max_size=25).map("".join) | st.text(max_size=80)
RULES = st.builds(
    CitationRules,
    require_query_id=st.booleans(),
    cite_lists=st.booleans(),
    cite_paragraphs=st.booleans(),
)
ROWS = (
    QueryResult(query_id="lmis_ret_001", data_source="LMIS", unit="percent"),
    QueryResult(query_id="wb_gdp_001", data_source="WorldBank"),
)
RESULTS = st.sampled_from([None, (), ROWS[:1], ROWS])
CITATION = re.compile(r"[^\n|]*?:\**|\(.*?\)|\(Source|\(LMIS|QID.*|according to the minister,", re.IGNORECASE)


@given(NARRATIVES, RULES, RESULTS)
def test_every_span_is_the_number_it_names(
    narrative: str, rules: CitationRules, results: tuple[QueryResult, ...] | None
) -> None:
    """Spans cut the number out of the narrative; each number has one issue at most, at its place and with its code."""
    report = enforce_citations(narrative, rules, results)
    assert [number.claim.span.slice(narrative) for number in report.numbers] == [
        number.claim.text for number in report.numbers
    ]
    faulty = [(number.claim.span, number.issue) for number in report.numbers if number.issue is not None]
    assert [(issue.span, issue.code) for issue in report.issues] == faulty
    assert report.total_numbers == report.cited_numbers + len(report.issues)
    assert sum(report.sources_used.values()) == report.cited_numbers


@given(NARRATIVES, RULES, RESULTS)
def test_the_same_narrative_gives_the_same_report(
    narrative: str, rules: CitationRules, results: tuple[QueryResult, ...] | None
) -> None:
    """Enforcement keeps nothing from one narrative to the next."""
    assert enforce_citations(narrative, rules, results) == enforce_citations(narrative, rules, results)


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join), RULES, RESULTS)
def test_a_message_holds_no_words_of_the_narrative(
    narrative: str, rules: CitationRules, results: tuple[QueryResult, ...] | None
) -> None:
    """Only the number, a source and an id of the narrative stand in a message."""
    for issue in enforce_citations(narrative, rules, results).issues:
        assert "quokkas" not in issue.message
        assert "The zebra" not in issue.message


@given(st.lists(st.sampled_from(PIECES), max_size=25))
def test_without_citations_every_number_is_uncited(pieces: list[str]) -> None:
    """What neither names a source nor an id is no citation, so that every number lacks one."""
    plain = "".join(piece for piece in pieces if not CITATION.search(piece) and piece not in "()")
    report = enforce_citations(plain)
    assert [number.issue for number in report.numbers] == [IssueCode.UNCITED_NUMBER] * report.total_numbers


@given(NARRATIVES, RESULTS)
def test_a_citation_that_holds_rests_on_what_is_given(narrative: str, results: tuple[QueryResult, ...] | None) -> None:
    """A number that is cited well has an allowed prefix and an id, and with results a row of that id."""
    for number in enforce_citations(narrative, results=results).numbers:
        if number.issue is None:
            assert number.prefix in CitationRules().allowed_prefixes
            assert number.query_ids
            assert results is None or {results[row].query_id for row in number.result_rows} == set(number.query_ids)
