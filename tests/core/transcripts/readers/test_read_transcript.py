from contextlib import suppress
from hashlib import sha256
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadInput, TranscriptError
from core.transcripts.readers import read_transcript
from core.transcripts.readers.turn_labels import MAX_NAMES
from core.transcripts.transcript import TranscriptPair, Turn

MARKDOWN = "**Anna:** It’s *so* \\[laughter\\] odd.\n\nStill.\n\n**Ben:** [Yes](https://x.org).\n"
PLAIN = "Anna: It’s so [laughter] odd.\r\n\r\nStill.\r\n\r\nBen: Yes.\r\n"


@pytest.mark.parametrize(
    ("name", "form", "reader"),
    [
        ("talk.md", None, "markdown"),
        ("TALK.Markdown", None, "markdown"),
        ("talk.txt", None, "text"),
        ("talk", None, "markdown"),
        ("", None, "markdown"),
        ("talk.md", "text", "text"),
        ("talk.txt", "markdown", "markdown"),
    ],
)
def test_the_reader_is_chosen_by_form_then_name_then_content(name: str, form: str | None, reader: str) -> None:
    """What the caller says counts most, then the extension, then bold labels in the text."""
    assert read_transcript(MARKDOWN.encode(), name, form=form).source.reader == reader


def test_a_plain_texts_raw_is_the_file_character_for_character() -> None:
    """Line ends and all."""
    pair = read_transcript(b"\xef\xbb\xbf" + PLAIN.encode(), "talk.txt")
    assert pair.raw == PLAIN
    assert [(turn.speaker, turn.span.slice(PLAIN)) for turn in pair.turns] == [
        ("Anna", "It’s so [laughter] odd.\r\n\r\nStill."),
        ("Ben", "Yes."),
    ]


def test_where_the_file_came_from_is_kept() -> None:
    """Name, hash of the bytes, encoding and reader go with the pair."""
    data = MARKDOWN.encode("utf-16")
    source = read_transcript(data, "talk.md").source
    assert (source.name, source.sha256, source.encoding, source.reader) == (
        "talk.md",
        sha256(data).hexdigest(),
        "utf-16",
        "markdown",
    )


def test_raw_written_out_reads_back_as_the_same_transcript() -> None:
    """A stranger who has only raw finds the same words under the same speakers."""
    pair = read_transcript(MARKDOWN.encode(), "talk.md")
    again = read_transcript(pair.raw.encode(), "transcript.txt")
    assert (again.raw, again.turns, again.canonical) == (pair.raw, pair.turns, pair.canonical)


@pytest.mark.parametrize(("data", "form"), [(b"", None), (b"a\0b", None), (b"---\n\n***", "markdown"), (b"a", "docx")])
def test_a_file_without_words_is_refused(data: bytes, form: str | None) -> None:
    """Empty, binary, markup without words, a form nobody reads: one clear message each."""
    with pytest.raises(TranscriptError) as refused:
        read_transcript(data, "talk.md", form=form)
    (problem,) = refused.value.problems
    assert problem.place == "talk.md"
    assert problem.remedy


@given(st.binary(max_size=80) | st.text(max_size=80).map(str.encode), st.sampled_from(["a.md", "a.txt", ""]))
def test_any_bytes_give_a_transcript_or_a_clear_refusal(data: bytes, name: str) -> None:
    """Turns re-slice, stand in order and never overlap; a text file's raw is its text."""
    pair = None
    with suppress(BadInput):
        pair = read_transcript(data, name)
    if pair is None:
        return
    assert all(turn.span.slice(pair.raw) == turn.span.slice(pair.raw).strip() for turn in pair.turns)
    assert all(first.span.end <= second.span.start for first, second in pairwise(pair.turns))
    if pair.source.reader == "text":
        assert pair.raw == data.decode(pair.source.encoding).lstrip("\ufeff")
    again = read_transcript(pair.raw.encode(), "transcript.txt")
    assert (again.raw, again.turns) == (pair.raw, pair.turns)


def test_very_many_turns_are_read_as_few_are() -> None:
    """They are columns of numbers, equal to the records that a shorter file has."""
    lines = [f"{('Ann', 'Bob')[number % 2]} (0:{number % 60:02}): so [laughter] {number}\n" for number in range(10_002)]
    few, many = (read_transcript("".join(lines[:count]).encode(), "talk.txt") for count in (9_000, 10_002))
    assert isinstance(few.turns, tuple)
    assert not isinstance(many.turns, tuple)
    assert many.turns[:8_999] == few.turns[:8_999]
    assert (many.labels, many.names_speakers, len(many.turns)) == (("Ann", "Bob"), True, 10_002)
    again = TranscriptPair.from_raw(many.raw, turns=tuple(many.turns), source=many.source)
    assert (again, again.unspoken) == (many, many.unspoken)
    last = many.turns[-1]
    assert many.turn_of(last.span) == last == Turn(**dict(last))
    assert many.time_at(last.span.start) == last.start_seconds == 10_001 % 60


def test_too_many_names_are_refused() -> None:
    """A file whose lines begin with no end of different names is no transcript."""
    lines = "".join(f"Ann{number} Berg: yes\n" for number in range(MAX_NAMES + 1))
    for name in ("talk.txt", "talk.md"):
        with pytest.raises(TranscriptError, match=f"^{name}: its lines begin with more than 20,000 different names"):
            read_transcript(lines.encode(), name)
    bold = lines.replace("Ann", "**Ann").replace(":", ":**")
    with pytest.raises(TranscriptError, match="20,000 different names"):
        read_transcript(bold.encode(), "talk.md")
