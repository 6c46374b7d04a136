"""What the player of a recording is given, and what its buttons carry."""

import json
from typing import Any

import pytest

from core.span import Span
from core.transcripts.readers import read_transcript
from core.transcripts.transcript import TranscriptPair
from tests.doubted_talk import doubted_line
from workbench.ui.components.player import payload, play_of

TEXT = read_transcript(b"[00:05] Ann: Hello. [00:09] So long.\n\n[00:07] Bob: Bye.\n\n[00:20] Ann: Bye.\n", "talk.txt")
BARE = read_transcript(b"Ann: Hello.\n\nBob: Bye.\n", "talk.txt")


def pieces_of(transcript: TranscriptPair) -> list[tuple[float, str]]:
    given: dict[str, Any] = json.loads(payload(transcript)["words"])
    return [(seconds, words) for seconds, words in given["pieces"]]


@pytest.mark.parametrize("transcript", [doubted_line().transcript, TEXT], ids=["words", "turns"])
def test_pieces_are_the_transcript_in_the_order_of_its_times(transcript: TranscriptPair) -> None:
    """From the first time on nothing is left out; a time that goes back begins no piece."""
    pieces = pieces_of(transcript)
    seconds = [at for at, _ in pieces]
    assert seconds == sorted(seconds)
    assert transcript.raw.endswith("".join(words for _, words in pieces))


def test_a_piece_is_a_word_where_words_have_times() -> None:
    """As it is said, so it is marked."""
    pieces = [(seconds, words.strip()) for seconds, words in pieces_of(doubted_line().transcript)]
    assert (10.0, "nineteen") in pieces


def test_without_times_there_is_nothing_to_play() -> None:
    """No pieces, and no button."""
    assert pieces_of(BARE) == []
    assert play_of(BARE, Span(5, 11)) == play_of(None, Span(0, 1)) == ""


def test_a_button_carries_seconds_alone() -> None:
    """An end only where one is known."""
    hello, last = TEXT.raw.index("Hello."), TEXT.raw.rindex("Bye.")
    assert play_of(TEXT, Span(hello, hello + 6)) == "5.000 9.000"
    assert play_of(TEXT, Span(last, last + 4)) == "20.000"
