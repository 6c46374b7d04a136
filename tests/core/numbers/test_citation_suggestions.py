"""What would mend a citation: ids that have the number, prefixes that are near."""

from decimal import Decimal

import pytest

from core.numbers.citations import enforce_citations
from core.numbers.records import CitationIssue, QueryResult
from core.numbers.rules import CitationRules


def row(query_id: str, value: str | None, unit: str = "", source: str = "LMIS") -> QueryResult:
    """Return one result."""
    return QueryResult(
        query_id=query_id, data_source=source, value=None if value is None else Decimal(value), unit=unit
    )


ROWS = (
    row("rate_exact", "58.3", "percent"),
    row("rate_near", "58.34", "%"),
    row("rate_share", "0.583", "fraction"),
    row("rate_far", "58.9", "percent"),
    row("people_58", "58", "people"),
    row("revenue", "4200", "QAR million", "finance_ministry"),
    row("revenue_usd", "4.2", "USD billion", "WorldBank"),
    row("growth_wb", "2.8", "percent", "WorldBank"),
    row("no_value", None, "percent"),
)


def only_issue(narrative: str, rules: CitationRules | None = None) -> CitationIssue:
    """Return the one issue of a narrative with one number."""
    (issue,) = enforce_citations(narrative, rules or CitationRules(), ROWS).issues
    return issue


@pytest.mark.parametrize(
    ("narrative", "wanted"),
    [
        ("The rate is 58.3%.", ("rate_exact", "rate_share", "rate_near", "Per LMIS:")),
        ("The rate is 58.34%.", ("rate_near", "Per LMIS:")),
        ("The rate is about 58%.", ("rate_exact", "rate_share", "rate_near", "Per LMIS:")),
        ("There are 58 people.", ("people_58", "Per LMIS:")),
        ("Revenue was QAR 4.2 billion.", ("revenue",)),
        ("Revenue was $4.2bn.", ("revenue_usd", "According to World Bank:")),
        ("The rate is 41.7%.", ()),
        ("Per LMIS: The rate is 58.3%.", ("rate_exact", "rate_share", "rate_near")),
        ("According to World Bank: Growth is 2.8%.", ("growth_wb",)),
        ("Per LMIS: Growth is 2.8% (QID: growth_wb).", ("According to World Bank:", "growth_wb")),
        ("Per LMIS: The rate is 58.3% (QID: rate_wrong).", ("rate_exact", "rate_share", "rate_near")),
        ("Growth is 2.8% (QID: growth_wb).", ("According to World Bank:",)),
        ("According to LMIS: The rate is 58.34%.", ("Per LMIS:", "rate_near")),
        ("Per LIMS: The rate is 58.34%.", ("Per LMIS:", "rate_near")),
        ("Per Eurostat: The rate is 41.7%.", ()),
        ("From internal analysis: Growth is 2.8% (QID: growth_wb).", ("According to World Bank:",)),
        ("According to LMIS employment rose by 41.7%.", ("Per LMIS:",)),
        ("According to LMIS Plus: 41.7%.", ()),
        ("Per Wrold Bank: 41.7%.", ("According to World Bank:",)),
        ("Based on GCC STAT data, 41.7% left.", ("According to GCC-STAT:",)),
    ],
)
def test_suggestions_are_what_could_stand_there_best_first(narrative: str, wanted: tuple[str, ...]) -> None:
    """Ids whose value is the number as it is rounded, in its unit, nearest first; the prefix of a known source."""
    assert only_issue(narrative).suggestions == wanted


def test_ids_of_the_cited_source_come_first_and_five_at_most() -> None:
    """A prefix that stands there already says whose ids are likelier."""
    results = [row(f"other_{at}", "58.3", "percent", "WorldBank") for at in range(9)]
    results.append(row("own_source", "58.26", "percent"))
    (issue,) = enforce_citations("Per LMIS: The rate is 58.3%.", results=results).issues
    assert issue.suggestions == ("own_source", "other_0", "other_1", "other_2", "other_3")


def test_a_suggestion_that_is_followed_mends_the_number() -> None:
    """The suggested id and prefix make the citation hold; until then nothing is applied."""
    report = enforce_citations("The rate is 58.34%.", results=ROWS)
    assert [number.query_ids for number in report.numbers] == [()]
    query_id, prefix = report.issues[0].suggestions
    assert enforce_citations(f"{prefix} The rate is 58.34% (QID: {query_id}).", results=ROWS).ok


def test_names_in_messages_are_short() -> None:
    """A source of a hundred letters does not fill a message."""
    (issue,) = enforce_citations(f"Per {'Bureau' * 17}: 500 people left.").issues
    assert "“Per BureauBureau" in issue.message
    assert "Bureau" * 10 not in issue.message


def test_a_message_stops_where_the_name_of_a_source_may_end() -> None:
    """Where no mark ends the name, four words of it are said; an id is asked for only where the rules want one."""
    (issue,) = enforce_citations("According to the minister the rate of vacancies rose 5%.").issues
    assert "the minister the rate”" in issue.message
    assert "query id" in issue.message
    rules = CitationRules(require_query_id=False)
    for narrative in ("The rate is 5%.", "According to LMIS: 5%.", "From internal analysis: 5%."):
        assert "query id" not in enforce_citations(narrative, rules).issues[0].message


@pytest.mark.parametrize(
    ("narrative", "said"),
    [
        ("According to the tall man in the blue coat who came, 58.3% left.", "“According to the tall man in …”"),
        ("Based on the records of a small office, 58.3% left.", "“Based on the records of a …”"),
        ("58.3% left (source: the man at the door).", "“source the man at the …”"),
        ("According to the tall young man, 58.3% left.", "“According to the tall young man”"),
        ("According to the office of the gold islands: 58.3% left.", "“According to the office of the gold islands:”"),
    ],
)
def test_a_message_says_at_most_four_words_of_a_name_that_no_colon_ends(narrative: str, said: str) -> None:
    """Without the colon the narrative's own words may follow, which no message repeats."""
    (issue,) = enforce_citations(narrative).issues
    assert said in issue.message


def test_unknown_names_are_looked_up_once_and_not_without_end() -> None:
    """After a hundred different unknown sources no more are compared; the first are."""
    text = "\n\n".join([f"Per Office {at}: 58.3% left." for at in range(120)] + ["Per LIMS: 58.3% left."])
    report = enforce_citations("Per LIMS: 58.3% left.\n\n" + text)
    assert report.issues[0].suggestions == ("Per LMIS:",)
    assert report.issues[-1].suggestions == ("Per LMIS:",)  # known from the first
