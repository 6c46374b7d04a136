"""What somebody may send to make citation enforcement slow: twice as much of it takes about twice as long."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from core.numbers.citations import enforce_citations
from core.numbers.claims import Sentence, split_sentences
from core.numbers.records import QueryResult
from core.numbers.rules import CitationRules
from core.span import Span
from tests.benchmarks.measure import IN_CI
from tests.growth import growth

LARGE = 3_000 if IN_CI else 10_000
SMALL = LARGE // 5
MOST = 12.0  # five times as much; what is quadratic takes 25 times as long


def rows(count: int) -> tuple[QueryResult, ...]:
    """Return results that all have the same value."""
    return tuple(
        QueryResult(query_id=f"lmis_row_{row:06}", data_source="LMIS", value=Decimal("58.3"), unit="percent")
        for row in range(count)
    )


def one_sentence(text: str) -> list[Sentence]:
    """Return a text as one sentence, so that the segmenter is not what is measured."""
    return [Sentence(Span(0, len(text)), 0, "prose")]


TEXTS: dict[str, Callable[[int], str]] = {
    "prefixes without numbers": lambda count: "Per LMIS: " * count,
    "prefixes and one number": lambda count: "Per LMIS: " * count + "58.3%",
    "words that begin prefixes": lambda count: "according to world " * count,
    "lead-ins": lambda count: "according to the minister, " * count + "58.3%",
    "lead-ins with numbers": lambda count: "According to the minister, 58.3% left, " * count,
    "lead-ins with different names": lambda count: "".join(f"Per Office{at}x: 58% left; " for at in range(count)),
    "digits": lambda count: "7" * (10 * count),
    "ids": lambda count: "Per LMIS: 58.3% " + "QID: lmis_ret_001, " * count,
    "ids and numbers": lambda count: "Per LMIS: " + "58.3% (QID: lmis_ret_001) " * count,
    "numbers after ids": lambda count: "Per LMIS: " + "QID: lmis_ret_001, " * count + "58.3% " * count,
    "numbers without a source": lambda count: "58.3% and " * count,
    "brackets": lambda count: "(LMIS " * count + "58.3%",
    "bracketed names": lambda count: "58.3% (LMIS) " * count,
    "white space": lambda count: ("Per " + " " * 50) * (count // 5),
    "emphasis": lambda count: "Per LMIS" + "*_" * (10 * count) + ": 58.3%",
    "commas": lambda count: "," * (10 * count) + "per",
    "wrong ids": lambda count: "Per LMIS: 58.3% " + "(ID: short) " * count + "58.3% " * count,
}


@pytest.mark.parametrize("name", TEXTS)
def test_hostile_text_is_enforced_in_time_that_grows_with_it(name: str) -> None:
    """Ten thousand of anything (fewer where time is short) take no more than their share."""
    small, large = TEXTS[name](SMALL), TEXTS[name](LARGE)
    taken = growth(
        lambda: enforce_citations(small, sentences=one_sentence(small)),
        lambda: enforce_citations(large, sentences=one_sentence(large)),
        most=MOST,
    )
    assert taken <= MOST


@pytest.mark.parametrize("style", ["cite_lists", "cite_paragraphs"])
def test_covered_sentences_take_time_that_grows_with_them(style: str) -> None:
    """A citation that covers thousands of items or sentences is not looked for again in each."""
    rules = CitationRules.model_validate({style: True})
    mark = "\n- " if style == "cite_lists" else " "
    texts = ["Per LMIS: see (QID: lmis_ret_001)." + f"{mark}It is 58.3%." * count for count in (SMALL // 4, LARGE // 4)]
    small, large = ((text, split_sentences(text)) for text in texts)
    assert enforce_citations(large[0], rules, sentences=large[1]).cited_numbers == LARGE // 4
    taken = growth(
        lambda: enforce_citations(small[0], rules, sentences=small[1]),
        lambda: enforce_citations(large[0], rules, sentences=large[1]),
        most=MOST,
    )
    assert taken <= MOST


def test_results_and_numbers_are_not_multiplied() -> None:
    """A thousand uncited numbers with ten thousand results that all have their value."""
    text = "58.3% and " * 1_000
    few, many = rows(SMALL), rows(LARGE)
    taken = growth(
        lambda: enforce_citations(text, results=few, sentences=one_sentence(text)),
        lambda: enforce_citations(text, results=many, sentences=one_sentence(text)),
        most=MOST,
    )
    assert taken <= MOST


def test_one_id_with_many_rows_is_looked_up_once() -> None:
    """A thousand numbers cite one query that gave ten thousand rows."""
    text = "Per LMIS: " + "58.3% (QID: lmis_ret_001) " * 1_000
    few, many = (
        [QueryResult(query_id="lmis_ret_001", data_source=f"Source {at}") for at in range(count)]
        + [QueryResult(query_id="lmis_ret_001", data_source="LMIS")]
        for count in (SMALL, LARGE)
    )
    assert enforce_citations(text, results=many, sentences=one_sentence(text)).cited_numbers == 1_000
    taken = growth(
        lambda: enforce_citations(text, results=few, sentences=one_sentence(text)),
        lambda: enforce_citations(text, results=many, sentences=one_sentence(text)),
        most=MOST,
    )
    assert taken <= MOST


@pytest.mark.parametrize("field", ["allowed_prefixes", "ignore_tokens"])
def test_many_rules_do_not_make_a_narrative_slow(field: str) -> None:
    """Ten thousand allowed prefixes or tokens take no more than their share."""
    text = "According to source number 77: the rate is 58.3% (QID: lmis_ret_001); per office 5: 58.3%. " * 10
    few, many = (
        CitationRules.model_validate({field: tuple(f"According to Source Number {at}:" for at in range(count))})
        for count in (SMALL, LARGE)
    )
    taken = growth(
        lambda: enforce_citations(text, few, sentences=one_sentence(text)),
        lambda: enforce_citations(text, many, sentences=one_sentence(text)),
        most=MOST,
    )
    assert taken <= MOST
