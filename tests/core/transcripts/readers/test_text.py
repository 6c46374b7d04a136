from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.span import Span
from core.transcripts.readers.text import read_text
from tests.golden import cases

INTERVIEW = (
    "A title\n\nAnna: [04:10] Hi.\r\n\r\nMore of it. \n\nBen:\n\nAnna: Bye.\n\nTranscribed by https://otter.ai\n"
)


@pytest.mark.parametrize("case", cases("plain_labels"))
def test_a_plain_text_is_cut_into_its_turns(case: Any) -> None:
    """Labels of every style are read, and colons that are no labels are not."""
    text = case["text"].removeprefix("\ufeff")
    turns = read_text(text)
    found = [{"speaker": turn.speaker, "words": " ".join(turn.span.slice(text).split())[:60]} for turn in turns]
    assert found == case["turns"]


def test_each_turn_holds_its_words_and_nothing_around_them() -> None:
    """A turn goes from its label to the next, without white space at its ends."""
    turns = read_text(INTERVIEW)
    assert [(turn.speaker, turn.span.slice(INTERVIEW)) for turn in turns] == [
        (None, "A title"),
        ("Anna", "[04:10] Hi.\r\n\r\nMore of it."),
        ("Ben", ""),
        ("Anna", "Bye."),
    ]
    assert [turn.label_span.slice(INTERVIEW) for turn in turns if turn.label_span] == ["Anna:", "Ben:", "Anna:"]


def test_a_turn_without_words_is_an_empty_stretch_behind_its_label() -> None:
    """Nothing said is still a turn, and its span says where."""
    text = "Break:\n\nAnna: Hi."
    assert read_text(text)[0].span == Span(6, 6)


def test_the_time_at_the_beginning_of_the_words_is_the_turns() -> None:
    """A bracketed time before the first word tells when the turn begins; a later one does not."""
    assert [turn.start_seconds for turn in read_text("Anna: [04:10] Hi.\nBen: Well, [04:12] hi.")] == [250.0, None]


@given(st.text(alphabet="AnaBe:\t\r\n (0:3)[]*_. \u00a0\u2028", max_size=80))
def test_turns_are_sorted_disjoint_and_trimmed(text: str) -> None:
    """Whatever the text, turns follow one another and their words have no white space at the ends."""
    turns = read_text(text)
    offsets = [offset for turn in turns for offset in (*(turn.label_span or ()), *turn.span)]
    assert offsets == sorted(offsets)
    assert all(turn.span.slice(text) == turn.span.slice(text).strip() for turn in turns)
