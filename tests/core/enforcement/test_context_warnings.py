from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.enforcement.context_warnings import find_meaning_warnings
from core.generation.line import Line
from core.span import Span
from core.transcripts.transcript import TranscriptPair, Turn
from tests.golden import cases


def transcript_of(turns: list[list[str]]) -> TranscriptPair:
    """Return a transcript with each turn as a paragraph `Name: words`."""
    raw = "\n\n".join(f"{name}: {words}" for name, words in turns)
    made: list[Turn] = []
    position = 0
    for name, words in turns:
        start = position + len(name) + 2
        made.append(
            Turn(
                speaker=name, span=Span(start, start + len(words)), label_span=Span(position, position + len(name) + 1)
            )
        )
        position = start + len(words) + 2
    return TranscriptPair.from_raw(raw, turns=tuple(made))


def warnings_about(transcript: TranscriptPair, quote: str) -> list[dict[str, str]]:
    """Return what is said of the one place of a quote, as the table writes it."""
    start = transcript.raw.index(quote)
    found = find_meaning_warnings(transcript, Span(start, start + len(quote)))
    return [{"kind": one.kind.value, "words": one.words} for one in found]


@pytest.mark.parametrize("case", cases("meaning_warnings"))
def test_words_outside_a_slice_that_turn_it_are_told(case: Any) -> None:
    """Negation, hedge, condition, question and reported speech, in the sentences the slice cuts and in no other."""
    assert warnings_about(transcript_of(case["turns"]), case["quote"]) == case["warnings"]


@pytest.mark.parametrize(
    ("said", "quote", "words"),
    [
        ("No, the ferry sank in the spring.", "the ferry sank in the spring", []),
        ("There is no doubt that the ferry sank.", "the ferry sank", []),
        ("Not only the lamp went out.", "the lamp went out", []),
        ("He almost sold the boat.", "sold the boat", ["almost"]),
        ("I'd say the boat was sold.", "the boat was sold", ["I'd say"]),
        ("They [coughs] said that [04:10] the boat was sold.", "the boat was sold", ["They [coughs] said that"]),
        ("He wrote it down, and the boat was sold.", "the boat was sold", []),
        ("He wrote that the boat was sold.", "the boat was sold", ["He wrote that"]),
        ("We may sell the boat.", "sell the boat", ["may"]),
        ("It was a not-for-profit boat that we sold.", "that we sold", []),
        ("Nobody knows whether the boat was sold.", "the boat was sold", ["Nobody", "whether"]),
        ("I think about it, and the boat was sold.", "the boat was sold", []),
        ("That said, the boat was sold.", "the boat was sold", []),
    ],
)
def test_only_phrases_that_turn_a_meaning_are_told(said: str, quote: str, words: list[str]) -> None:
    """Words of the lists that stand in another phrase say nothing."""
    found = warnings_about(transcript_of([["Ann Lee", said]]), quote)
    assert [one["words"] for one in found] == words


@pytest.mark.parametrize("turns", [pytest.param(True, id="with turns"), pytest.param(False, id="without turns")])
def test_a_paragraph_ends_a_sentence(turns: bool) -> None:  # noqa: FBT001
    """What stands before a blank line is no part of the sentence behind it."""
    raw = "Ann: Maybe\n\nthe lamp was lit by a child\n\nif you ask me"
    turn = Turn(speaker="Ann", span=Span(5, len(raw)), label_span=Span(0, 4))
    transcript = TranscriptPair.from_raw(raw, turns=(turn,) if turns else ())
    assert warnings_about(transcript, "the lamp was lit by a child") == []


def test_the_sample_is_warned_of_where_a_quote_is_cut(sample: Line) -> None:
    """Of the sample's quotes, those that leave a turn of the sentence outside are told."""
    transcript = sample.transcript
    assert warnings_about(transcript, "seven years of sea that may never have happened") == []
    assert warnings_about(transcript, "one of them is in July") == [{"kind": "reported_speech", "words": "say that"}]
    assert warnings_about(transcript, "a footnote at the bottom") == []


WORDS = st.lists(
    st.sampled_from(
        "I he not no think said that if may kind of don’t ? . , \n\n [coughs] [inaudible] Dr. A—b 'd".split(" ")
    ),
    max_size=20,
).map(" ".join)


@given(WORDS, st.integers(-2, 60), st.integers(-2, 60))
def test_warnings_lie_outside_the_slice_and_name_their_words(raw: str, start: int, end: int) -> None:
    """No input raises; every warning re-slices raw, outside the slice, in order."""
    found = find_meaning_warnings(TranscriptPair.from_raw(raw), Span(start, end))
    for warning in found:
        assert warning.raw_span.slice(raw) == warning.words != ""
        assert not warning.raw_span.overlaps(warning.quote_span)
    assert all(one.raw_span.start <= other.raw_span.start for one, other in pairwise(found))
