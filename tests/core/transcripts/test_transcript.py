import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from core.span import Span
from core.text.canonical import canonicalize
from core.transcripts.readers import read_transcript
from core.transcripts.transcript import TranscriptPair, Turn

TALK = "Anna: It’s “done” — [laughter] now.\n\nBen: [04:10] Now… [inaudible] then?\n\nAnna:\n\nBen: Yes."


def talk() -> TranscriptPair:
    return read_transcript(TALK.encode(), "talk.txt")


def test_canonical_holds_the_speech_alone() -> None:
    """Labels, times, sounds and lost speech are in raw and not in canonical."""
    assert talk().raw == TALK
    assert talk().canonical == 'it\'s "done"-now. now... then? yes.'


def test_every_canonical_stretch_leads_back_to_its_words_in_raw() -> None:
    """A stretch of canonical is found in raw in raw's own characters, across sounds inside a turn."""
    pair = talk()
    start = pair.canonical.index('"done"')
    span = pair.raw_span(start, pair.canonical.index("now...") - 1)
    assert span.slice(pair.raw) == "“done” — [laughter] now."


def test_the_turn_of_a_span_is_the_one_that_holds_all_of_it() -> None:
    """A span over a turn's end, or over a label, is in no turn."""
    pair = talk()
    now = pair.raw.index("now.")
    found = pair.turn_of(Span(now, now + 4))
    assert found is not None
    assert found.speaker == "Anna"
    assert pair.turn_of(Span(now, pair.raw.index("Now") + 3)) is None
    assert pair.turn_at(0) is None


def test_lost_speech_is_seen_inside_a_span() -> None:
    """A span that runs over `[inaudible]` is told from one that does not."""
    pair = talk()
    ben = pair.turns[1].span
    assert pair.crosses_lost_speech(ben)
    assert not pair.crosses_lost_speech(Span(ben.start, pair.raw.index("[inaudible]")))


def test_labels_are_listed_once_in_order() -> None:
    """Who speaks is known from the turns; a turn of nobody names nobody."""
    pair = read_transcript(b"A title\n\nAnna: Hi.\n\nBen: Hi.\n\nAnna: So.", "talk.txt")
    assert pair.turns[0].speaker is None
    assert pair.labels == ("Anna", "Ben")
    assert pair.names_speakers
    assert not TranscriptPair.from_raw("Once.").names_speakers


def test_a_canonical_form_that_is_not_raws_is_refused() -> None:
    """Nobody can slip in a canonical text that raw does not have."""
    assert TranscriptPair(raw="“So”", canonical='"so"') == TranscriptPair.from_raw("“So”")
    with pytest.raises(ValidationError, match="from_raw"):
        TranscriptPair(raw="“So”", canonical="no")


@given(st.lists(st.text(alphabet="aé“’—-… ßﬁ\n\u200b0", max_size=12), max_size=6))
def test_turns_are_folded_as_if_each_stood_alone(speeches: list[str]) -> None:
    """No fold reaches over the end of a turn, and offsets lead back into the turn they came from."""
    raw, turns = "", list[Turn]()
    for speech in speeches:
        start = len(raw) + 3
        raw += f"X: {speech}\n"
        turns.append(Turn(speaker="X", span=Span(start, start + len(speech)), label_span=Span(start - 3, start - 1)))
    pair = TranscriptPair.from_raw(raw, turns=tuple(turns))
    said = [canonicalize(speech.strip()) for speech in speeches]
    assert pair.canonical == " ".join(words for words in said if words)


def test_a_label_that_never_speaks_a_word_is_no_person() -> None:
    """Whatever it is called; one that speaks somewhere is a person everywhere."""
    said = ["Break: [32:15]", "Ann Berg: Hello.", "Music: [music]", "Tom Reyes: [laughs]", "Tom Reyes: Yes.", "Break:"]
    pair = read_transcript("\n\n".join([*said, "Ann Berg: No."]).encode(), "talk.txt")
    assert {"Break", "Music"} <= {turn.speaker for turn in pair.turns}
    assert pair.labels == ("Ann Berg", "Tom Reyes")
