"""A transcript written as Markdown is read again with the same turns and words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from core import TranscriptPair
from core.transcripts.as_markdown import transcript_as_markdown
from tests.core.transcripts.readers.test_formats import READ
from tests.transcript_cases import Case, file_of

_NAMES = st.text("Ab *_[]<>&~|#\\.-(é王1", min_size=1, max_size=12)
_WORDS = st.text("ab *_[]<>&~|#\\.-(!`'=+:1é王\u2028", min_size=1, max_size=30)


def _said(pair: TranscriptPair) -> list[tuple[str | None, str]]:
    turns = pair.turns or pair.from_raw(pair.raw).turns
    said = [(turn.speaker, " ".join(turn.span.slice(pair.raw).split())) for turn in turns]
    return said or [(None, " ".join(pair.raw.split()))]


@pytest.mark.parametrize("case", READ)
def test_what_was_read_in_a_file_is_read_again(case: Case) -> None:
    """Speakers, their words, and when each turn begins."""
    pair = core.read_transcript(file_of(case), case["name"], chosen=case.get("choose", ()))
    again = core.read_transcript(transcript_as_markdown(pair).encode(), "transcript.md")
    assert _said(again) == _said(pair)
    times = [turn.start_seconds for turn in pair.turns if turn.speaker]
    assert [turn.start_seconds for turn in again.turns if turn.speaker] == [
        None if time is None else pytest.approx(time, abs=0.001) for time in times
    ]


@given(st.lists(st.tuples(_NAMES, _WORDS), min_size=1, max_size=4))
def test_no_words_are_markup(turns: list[tuple[str, str]]) -> None:
    """Whatever characters names and words are of."""
    cues = "".join(f"00:0{n}.000 --> 00:0{n}.900\n<v {name}>{words}\n\n" for n, (name, words) in enumerate(turns))
    try:
        pair = core.read_transcript(f"WEBVTT\n\n{cues}".encode(), "talk.vtt")
    except core.BadInput:
        return
    again = core.read_transcript(transcript_as_markdown(pair).encode(), "transcript.md")
    assert _said(again) == _said(pair)
