"""The golden tables of numbers hold enough cases of everything they are about, both ways."""

from collections import Counter
from typing import Any

import pytest

from core.numbers.records import IssueCode
from tests.golden import load

CITATION_CODES = ("UNCITED_NUMBER", "MISSING_QID", "UNKNOWN_SOURCE", "MALFORMED_CITATION")
CROSS_CHECK_CODES = ("VALUE_MISMATCH", "UNIT_MISMATCH", "UNCHECKED_VALUE")
SANITY_CODES = (
    "PERCENT_OUT_OF_BOUNDS",
    "PARTS_DO_NOT_SUM",
    "NEGATIVE_COUNT",
    "CHANGE_CONTRADICTED",
    "DATE_IN_FUTURE",
)
NAMED_KINDS = (
    "integer decimal thousands comma_style sign percent percentage_points currency magnitude range ratio fraction "
    "scientific ordinal number_words number_words_off unicode_digits year date time version list_ordinal heading name "
    "label phone footnote code url ignore_token threshold"
).split()
FEWEST = 5
CLAIMS: list[dict[str, Any]] = load("number_claims")["cases"]
KINDS = list(dict.fromkeys(case["kind"] for case in CLAIMS))


def answers(table: str, field: str) -> Counter[str | None]:
    """Return how many cases of a table have each code among their answers; None where a case has no issue at all."""
    found: Counter[str | None] = Counter()
    for case in load(table)["cases"]:
        found.update({code for _, code, *_ in case[field] if code} or {None})
    return found


def test_the_table_of_claims_is_large_enough_and_names_each_case_once() -> None:
    """At least 150 sentences, each under an id of its own."""
    assert len(CLAIMS) >= 150
    assert len({case["id"] for case in CLAIMS}) == len(CLAIMS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_number_has_cases_both_ways(kind: str) -> None:
    """At least five in which a number is claimed, and at least five in which a look-alike is no claim."""
    of_kind = [case for case in CLAIMS if case["kind"] == kind]
    assert sum(bool(case["claims"]) for case in of_kind) >= FEWEST
    assert sum(not case["claims"] or case.get("twin", False) for case in of_kind) >= FEWEST


def test_every_kind_that_a_claim_is_defined_by_is_in_the_table() -> None:
    """What counts as a number and what does not, as the definition names it; the table may have more."""
    assert set(NAMED_KINDS) <= set(KINDS)


def test_a_look_alike_stands_beside_a_claim() -> None:
    """Only a case with a claim can hold a twin of one; a case without claims counts by itself."""
    assert [case["id"] for case in CLAIMS if "twin" in case and (case["twin"] is not True or not case["claims"])] == []


@pytest.mark.parametrize(
    ("table", "field", "codes"),
    [
        ("number_citations", "numbers", CITATION_CODES),
        ("number_cross_checks", "numbers", CROSS_CHECK_CODES),
        ("number_sanity", "issues", SANITY_CODES),
    ],
)
def test_every_code_is_the_answer_often_enough_and_so_is_none(table: str, field: str, codes: tuple[str, ...]) -> None:
    """At least five cases with each code, at least five without any issue, and no code of another check."""
    found = answers(table, field)
    assert set(found) == {*codes, None}
    assert min(found.values()) >= FEWEST


def test_every_code_belongs_to_a_table() -> None:
    """Personal data has a table and a count of its own."""
    assert {*CITATION_CODES, *CROSS_CHECK_CODES, *SANITY_CODES, "PERSONAL_DATA"} == set(IssueCode)


def test_the_measured_sentences_are_enough_and_of_three_manners() -> None:
    """At least 300 different sentences, about as many of each manner."""
    sentences = load("number_sentences")["sentences"]
    assert len({sentence["text"] for sentence in sentences}) >= 300
    manners = Counter(sentence["manner"] for sentence in sentences)
    assert set(manners) == {"report", "news", "interview"}
    assert min(manners.values()) >= 90
