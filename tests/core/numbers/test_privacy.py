"""Personal data: a golden table, and what holds of every text."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.numbers.privacy import MARKS, PersonalDataSpan, find_personal_data, redact, redact_all
from core.numbers.privacy.personal_spans import merge
from core.numbers.rules import PersonalData, PrivacyRules
from core.span import Span
from tests.golden import cases, load

LISTED = PrivacyRules(names=("Anna Bright", "O'Brien", "May", "王小明", "Card", "Phone", "[name]"))
PIECES = [case["text"] for case in load("personal_data")["cases"]]


@pytest.mark.parametrize("case", cases("personal_data"))
def test_personal_data_is_found_where_it_stands(case: dict[str, Any]) -> None:
    """Kind and exact words of each stretch in order, and nothing else, as somebody wrote down by thought."""
    text: str = case["text"]
    rules = PrivacyRules.model_validate(case.get("rules", {}))
    found = find_personal_data(text, rules)
    assert [[one.kind.value, one.span.slice(text)] for one in found] == case["found"]


@pytest.mark.parametrize("case", cases("personal_data"))
def test_what_is_redacted_holds_the_rest_of_the_text_unchanged(case: dict[str, Any]) -> None:
    """Each stretch becomes the mark of its kind, every other character stays."""
    text: str = case["text"]
    expected: list[str] = []
    for kind, words in case["found"]:
        before, _, text = text.partition(words)
        expected += (before, MARKS[PersonalData(kind)])
    assert redact(case["text"], PrivacyRules.model_validate(case.get("rules", {}))) == "".join((*expected, text))


def test_every_kind_has_cases_both_ways() -> None:
    """At least eight with the kind, and at least eighty in all."""
    table = load("personal_data")["cases"]
    for kind in PersonalData:
        assert sum(kind.value in (found for found, _ in case["found"]) for case in table) >= 8
    assert sum(not case["found"] for case in table) >= 40
    assert len(table) >= 80


TEXTS = st.lists(
    st.sampled_from(PIECES)
    | st.text("0123456789 +-().@aA.,", max_size=30)
    | st.sampled_from(["SSN ", "tel. ", "passport no. ", "\n", "\u200b", "_", "QID: ", "[", "]", "a@b.example"]),
    max_size=6,
).map("".join)


@given(TEXTS)
def test_what_was_redacted_is_not_redacted_again(text: str) -> None:
    """Redaction is idempotent: nothing is found in what it leaves, whatever stands beside what went."""
    once = redact(text, LISTED)
    assert redact(once, LISTED) == once


@given(TEXTS)
def test_stretches_are_in_order_apart_and_never_empty(text: str) -> None:
    """Spans in code points, half-open, inside the text."""
    done = 0
    for stretch in find_personal_data(text, LISTED):
        assert done <= stretch.span.start < stretch.span.end <= len(text)
        done = stretch.span.end


@given(st.text(max_size=60))
def test_every_text_can_be_read(text: str) -> None:
    """Nothing raises, and a text without personal data stays as it is."""
    assert find_personal_data(text, LISTED) or redact(text, LISTED) == text


@given(st.lists(TEXTS, max_size=5))
def test_many_texts_are_redacted_as_each_by_itself(texts: list[str]) -> None:
    """What stands in one text says nothing about the next."""
    assert redact_all(texts, LISTED) == [redact(text, LISTED) for text in texts]


def test_words_are_never_joined() -> None:
    """What stood beside personal data stands beside its mark, spaces and all."""
    text = "Ask Anna Bright (anna@example.com) or +974 4444 5555, then 4111 1111 1111 1111."
    assert redact(text, LISTED) == "Ask [name] ([email]) or [phone], then [card number]."


def test_of_two_that_overlap_the_longer_one_gives_the_kind_and_both_go() -> None:
    """Nothing of the shorter one is left standing."""
    email = PersonalDataSpan(Span(0, 10), PersonalData.EMAIL)
    phone = PersonalDataSpan(Span(8, 13), PersonalData.PHONE)
    apart = PersonalDataSpan(Span(13, 15), PersonalData.NAME)
    assert merge([apart, phone, email]) == [PersonalDataSpan(Span(0, 13), PersonalData.EMAIL), apart]


def test_of_two_that_are_equally_long_the_form_that_says_more_gives_the_kind() -> None:
    """A card number in a telephone number's place is a card number."""
    kinds = (PersonalData.PHONE, PersonalData.CARD)
    assert merge(PersonalDataSpan(Span(0, 5), kind) for kind in kinds) == [
        PersonalDataSpan(Span(0, 5), PersonalData.CARD)
    ]


def test_rules_switch_the_kinds() -> None:
    """Each kind by itself, and all of them."""
    text = "anna@example.com, 4111 1111 1111 1111"
    assert redact(text, PrivacyRules(kinds=(PersonalData.CARD,))) == "anna@example.com, [card number]"
    assert redact(text, PrivacyRules(enabled=False)) == text
