"""What single guards of the numbers' checks keep out, where no other test would notice that one is gone."""

from decimal import Decimal

import pytest

from core.numbers.checks.sanity import check_sanity
from core.numbers.citations import enforce_citations
from core.numbers.claims import find_numeric_claims
from core.numbers.edition_prose import chapter_prose
from core.numbers.engine import VerificationEngine
from core.numbers.privacy import redact
from core.numbers.records import Hedge, IssueCode, QueryResult
from core.numbers.rules import (
    CitationRules,
    CrossCheckRules,
    PersonalData,
    PrivacyRules,
    SanityRules,
    Tolerance,
    VerificationRules,
)
from core.prose.model import QuoteBlock
from core.span import Span
from tests.core.numbers.checks.checking import check_text, row
from tests.core.numbers.test_edition_prose import draft, heading, said

LISTS = CitationRules(cite_lists=True)
PARAGRAPHS = CitationRules(cite_paragraphs=True)


YEARS = {
    "In 2000 households the water failed.": [],
    "The water failed in 2000 households.": ["2000"],
    "The plant made 1250 on Monday.": ["1250"],
    "The plan was made 1950 on the island.": [],
    "Sales rose by 2019.": ["2019"],
    "The port will open by 2030.": [],
    "The fair drew more than 2019.": ["2019"],
    "Visits stayed above 2000.": ["2000"],
    "Visits were 3 points above 2000.": ["3"],
    "The balance moved by -2019.": ["-2019"],
    "He was born in the summer of '98.": [],
}


@pytest.mark.parametrize(("text", "claimed"), YEARS.items(), ids=YEARS.keys())
def test_four_digits_are_a_year_by_the_words_beside_them(text: str, claimed: list[str]) -> None:
    """The same digits count where a noun, a change or a comparison stands there."""
    assert [claim.text for claim in find_numeric_claims(text)] == claimed


def test_over_some_years_hedges_nothing() -> None:
    """It says how long, not how much."""
    for text, hedge in (("It grew over 5 years.", Hedge.NONE), ("It drew over 5 people.", Hedge.ABOVE)):
        assert [claim.hedge for claim in find_numeric_claims(text)] == [hedge]


def test_a_quotes_numbers_are_its_speakers_behind_whatever_stands_in_it() -> None:
    """A stretch of code or an id inside the quote ends nothing."""
    text = "“By `order 7` of RFC 12 we had 40 boats,” she says; 12 are left."
    exempt = [Span(text.index("By"), text.index(",”"))]
    assert [claim.text for claim in find_numeric_claims(text, exempt=exempt)] == ["12"]


@pytest.mark.parametrize(
    ("text", "rules", "codes"),
    [
        ("Per LMIS: 58.3% (QID: lmis_ret_001). It employs 12 people.", LISTS, [None, IssueCode.UNCITED_NUMBER]),
        ("Per LMIS: 58.3% (QID: lmis_ret_001). It employs 12 people (LMIS, 2024).", PARAGRAPHS, [None, None]),
    ],
)
def test_only_what_the_rules_name_carries_a_citation_on(
    text: str, rules: CitationRules, codes: list[IssueCode | None]
) -> None:
    """Lists do not carry it to sentences; in a covered sentence a source in brackets takes nothing away."""
    assert [number.issue for number in enforce_citations(text, rules).numbers] == codes


def test_a_covered_number_has_the_id_of_its_own_sentence() -> None:
    """The paragraph gives the source; an id that stands beside the number is the number's."""
    text = "Per LMIS: 58.3% (QID: lmis_ret_001). It employs 12 people (QID: lmis_count_001). Of them 7 are new."
    ids = [number.query_ids for number in enforce_citations(text, PARAGRAPHS).numbers]
    assert ids == [("lmis_ret_001",), ("lmis_count_001",), ("lmis_ret_001",)]


def test_a_prefix_that_is_mapped_stands_for_nothing_else() -> None:
    """Its own name is a source only where the mapping says so."""
    rules = CitationRules(source_mapping={"Per LMIS:": ("register",)})
    for source, code in (("LMIS", IssueCode.UNKNOWN_SOURCE), ("Register", None)):
        results = [QueryResult(query_id="lmis_ret_001", data_source=source)]
        report = enforce_citations("Per LMIS: 58.3% (QID: lmis_ret_001).", rules, results)
        assert [number.issue for number in report.numbers] == [code]


def test_a_citation_that_only_looks_like_one_is_none() -> None:
    """A prefix behind an address in a comment is still in the comment; one sign again and again is no id."""
    for text, code in (
        ("<!-- https://a.example/b Per LMIS: --> It is 58.3% (QID: lmis_ret_001).", IssueCode.UNCITED_NUMBER),
        ("Per LMIS: It is 58.3% (QID: 00000000).", IssueCode.MISSING_QID),
        ("Per LMIS: It is 58.3% (QID: xxx-xxx-xxx).", IssueCode.MISSING_QID),
    ):
        assert [number.issue for number in enforce_citations(text).numbers] == [code]


def test_what_follows_from_two_wrong_numbers_is_wrong() -> None:
    """30% is the change from one wrong number to another; the results change by 25%."""
    text = "Per LMIS: employment rose by 30%, from 1,000 to 1,300 (QID: lmis_val_001)."
    found = check_text(text, [row("1200", "people"), row("1500", "people")])
    assert [issue and issue.code for issue in found.values()] == [IssueCode.VALUE_MISMATCH] * 3


def test_a_change_goes_from_the_earlier_period_to_the_later_one() -> None:
    """From 1,500 back to 1,200 it would be a fall of 20%."""
    rows = [row("1200", "people", period="2023"), row("1500", "people", period="2024")]
    back = [row("1500", "people", period="2023"), row("1200", "people", period="2024")]
    for change, results, right in (
        ("rose by 25%", rows, True),
        ("fell by 20%", rows, False),
        ("fell by 300", back, True),
        ("rose by 300", back, False),
    ):
        found = check_text(f"Per LMIS: employment {change} (QID: lmis_val_001).", results)
        assert any(found.values()) is not right


def test_a_plus_is_no_minus() -> None:
    """A number with a sign of its own stands for no value of the other one, whatever the verb."""
    for number, right in (("5%", True), ("-5%", True), ("+5%", False)):
        found = check_text(f"Per LMIS: exports fell by {number} (QID: lmis_val_001).", [row("-5", "percent")])
        assert any(found.values()) is not right


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Output rose by about 20% from 1,000 to 1,210.", []),
        ("Output rose by 20% from 1,000 to 1,210.", ["20%"]),
        ("Revenue rose 12% from $1.2bn to $1.3bn.", []),
        ("Revenue rose 12% from $1.20bn to $1.30bn.", ["12%"]),
        ("The staff consists of 40% men, 35% women and more than 10% others.", []),
        ("The staff consists of 40% men, 35% women and 10% others.", ["10%"]),
        ("The budget is split into 50–60% wages, 20% buildings and 10% tools.", []),
        ("The factory lost -12 people.", []),
        ("The room holds -12 people.", ["-12"]),
    ],
)
def test_what_is_rounded_or_hedged_contradicts_nothing(text: str, told: list[str]) -> None:
    """Nor does a range, or the amount of a change."""
    issues = check_sanity(text, find_numeric_claims(text), SanityRules())
    assert [issue.span.slice(text) for issue in issues] == told


def test_less_than_is_said_of_what_is_not_far_less() -> None:
    """A digit that slipped is no hedge."""
    for value, right in (("48", True), ("3", False)):
        found = check_text("Per LMIS: less than 50 people came (QID: lmis_val_001).", [row(value, "people")])
        assert any(found.values()) is not right


@pytest.mark.parametrize(
    ("named", "right"),
    [
        (Tolerance(data_source="LMIS"), True),
        (Tolerance(data_source="WorldBank"), False),
        (Tolerance(metric="retention"), True),
        (Tolerance(metric="vacancies"), False),
    ],
)
def test_a_tolerance_is_for_the_rows_that_it_names(named: Tolerance, *, right: bool) -> None:
    """Another source's, or another metric's, allows nothing here."""
    results = [row("57", "percent").model_copy(update={"metric": "retention"})]
    rules = CrossCheckRules(tolerances=(named.model_copy(update={"absolute": Decimal(2)}),))
    found = check_text("Per LMIS: it was 58.3% (QID: lmis_val_001).", results, rules)
    assert any(found.values()) is not right


NAMED = PrivacyRules(names=("Agent 4711", "April", "anna"))
SAID = {
    "a cross-check quotes a row": (
        "Per LMIS: 12 people came (QID: lmis_ret_001).",
        QueryResult(query_id="lmis_ret_001", data_source="LMIS", value=Decimal(11), period="for anna@example.com"),
    ),
    "a cross-check cuts a row's words off": (
        "Per LMIS: 12 people came (QID: lmis_ret_001).",
        QueryResult(
            query_id="lmis_ret_001", data_source="LMIS", value=Decimal(11), unit="x" * 55 + " 4111111111111111"
        ),
    ),
    "a date": ("The census was held on 12 April 2031.", None),
    "a number of a name": ("Agent 4711 came.", None),
    "a source that is allowed": ("Per anna@example.com: 12 people came (QID: lmis_ret_001).", None),
}


@pytest.mark.parametrize(("narrative", "result"), SAID.values(), ids=SAID.keys())
def test_no_layer_says_personal_data(narrative: str, result: QueryResult | None) -> None:
    """Neither of the narrative nor of a row, nor a part of it, nor as a source or a value."""
    rules = CitationRules(allowed_prefixes=("Per LMIS:", "Per anna@example.com:"))
    engine = VerificationEngine(rules, VerificationRules(privacy=NAMED))
    summary = engine.verify(narrative, result and [result], today="2026-11-22")
    assert summary.total_numbers or summary.sanity
    every_word = repr(summary) + summary.model_dump_json()
    assert [secret for secret in ("anna", "4111", "4711", "April") if secret in every_word] == []


def test_a_number_that_personal_data_also_holds_is_said_where_it_is_a_number() -> None:
    """The digits of a name beside it do not take it away."""
    engine = VerificationEngine(rules=VerificationRules(privacy=NAMED))
    narrative = "Agent 4711 met 4711 people."
    messages = [issue.message for issue in engine.verify(narrative).issues if issue.code is IssueCode.UNCITED_NUMBER]
    assert ["4711" in message for message in messages] == [False, True]


def test_the_issues_of_exempt_stretches_in_any_order_are_left_out() -> None:
    """A date in a proven quote is its speaker's."""
    narrative = "“It was held on 12 March 2031,” says one. “It opened in May 2032,” says the other."
    spans = [Span(narrative.index(words), narrative.index(f",” {end}")) for words, end in
             (("It opened", "says the"), ("It was", "says one"))]  # fmt: skip
    engine = VerificationEngine()
    assert len(engine.verify(narrative, today="2026-11-22").issues) == 2
    assert engine.verify(narrative, today="2026-11-22", exempt=spans).issues == ()


def test_kinds_of_digits_are_switched_each_by_itself() -> None:
    """A card number stays where only telephone numbers are asked for."""
    text = "Card 4111 1111 1111 1111, call +974 4444 5555."
    assert redact(text, PrivacyRules(kinds=(PersonalData.PHONE,))) == "Card 4111 1111 1111 1111, call [phone]."


@pytest.mark.parametrize(
    "text",
    [
        "The SSN office, which moved to another house long ago, counted 536904399 cells.",
        "Social security 12 345 678 dollars more.",
    ],
)
def test_an_amount_is_no_national_id(text: str) -> None:
    """Far from the word that would make it one, or in groups of thousands."""
    assert redact(text) == text


def test_a_smaller_heading_among_the_key_excerpts_ends_nothing() -> None:
    """Only a section of the chapter's own follows them."""
    excerpts = (heading(3, "Key Excerpts"), heading(4, "In 3 parts"), QuoteBlock(quote=said("We lost 99.")))
    assert chapter_prose(draft(*excerpts, heading(3, "Core Claims"))).text == "### Core Claims"
