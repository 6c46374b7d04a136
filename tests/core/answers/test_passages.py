"""The passages of a transcript: slices of raw, every spoken word in one of them, long turns in whole sentences."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.answers.passages import LONGEST, passages_of
from core.answers.records import Passage
from core.generation.line import Line
from core.span import Span
from core.text.segmentation import cuts_token
from core.transcripts.readers import read_transcript
from core.transcripts.transcript import TranscriptPair
from tests.properties import examples


def read(text: str, name: str = "talk.txt") -> TranscriptPair:
    return read_transcript(text.encode(), name)


def texts(passages: tuple[Passage, ...]) -> list[str]:
    return [passage.text for passage in passages]


def assert_slices(passages: tuple[Passage, ...], transcript: TranscriptPair) -> None:
    for passage in passages:
        assert passage.text == transcript.raw[passage.offset : passage.offset + len(passage.text)]


CASES: dict[str, tuple[str, list[str]]] = {
    "a turn each": ("Ann: Hello there.\n\nBen: Good day.\n\nAnn: Is it?\n", ["Hello there.", "Good day.", "Is it?"]),
    "what stands before the first label": (
        "Recorded in May.\n\nAnn: Hello.\n\nBen: Good day.\n\nAnn: Yes.\n\nBen: No.\n",
        ["Recorded in May.", "Hello.", "Good day.", "Yes.", "No."],
    ),
    "annotations at the ends": (
        "Ann: [laughter] Hello. (sighs)\n\nBen: [00:12] Good [laughs] day.\n\nAnn: Yes.\n",
        ["Hello.", "Good [laughs] day.", "Yes."],
    ),
    "turns without words": ("Ann: [laughter]\n\nBen: Hello.\n\nAnn: …\n\nBen: [00:10] [inaudible]\n", ["Hello."]),
    "lost speech at the ends": (
        "Ann: [inaudible] was not. [crosstalk] [inaudible]\n\nBen: Hello.\n\nAnn: Yes.\n",
        ["[inaudible] was not. [crosstalk] [inaudible]", "Hello.", "Yes."],
    ),
    "line ends of other systems": (
        "Ann: Hello\r\nthere.\r\n\r\nBen: Good day.\r\n\r\nAnn: Yes.\r\n",
        ["Hello\r\nthere.", "Good day.", "Yes."],
    ),
    "several paragraphs in a turn": (
        "Ann: Hello.\n\nAnd more.\n\nBen: Good day.\n\nAnn: Yes.\n",
        ["Hello.\n\nAnd more.", "Good day.", "Yes."],
    ),
    "paragraphs without speakers": (
        "It was late.\nIt rained.\n \t\n\n[applause]\n\nNobody came.\n",
        ["It was late.\nIt rained.", "Nobody came."],
    ),
    "paragraphs with line ends of other systems": (
        "It was late.\r\nIt rained.\r\n\r\nNobody.",
        ["It was late.\r\nIt rained.", "Nobody."],
    ),
    "old line ends": ("It was late.\rIt rained.\r\rNobody.", ["It was late.\rIt rained.", "Nobody."]),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES.keys())
def test_a_passage_is_a_turn_or_a_paragraph(text: str, expected: list[str]) -> None:
    """Without what was not said at its ends; turns without words are none."""
    transcript = read(text)
    passages = passages_of(transcript, "talk.txt")
    assert texts(passages) == expected
    assert_slices(passages, transcript)


def test_a_passage_says_where_it_is_from() -> None:
    """Its id from the file's name, its place, speaker and time, and what is known besides."""
    transcript = read("Ann: [00:05] Hello.\n\nBen: Good day.\n\nAnn: [01:10] Yes.\n")
    first, second, third = passages_of(transcript, "week 2/Talk with Ann.txt", metadata={"course": "A"})
    assert (first.record_id, second.record_id, third.record_id) == (
        "Talk-with-Ann#1",
        "Talk-with-Ann#2",
        "Talk-with-Ann#3",
    )
    assert [passage.position for passage in (first, second, third)] == [0, 1, 2]
    assert [passage.speaker for passage in (first, second, third)] == ["Ann", "Ben", "Ann"]
    assert [passage.start_seconds for passage in (first, second, third)] == [5.0, 5.0, 70.0]
    assert {passage.source for passage in (first, second, third)} == {"week 2/Talk with Ann.txt"}
    assert third.metadata == {"course": "A"}
    assert passages_of(transcript, "a.txt", stem="b-a")[1].record_id == "b-a#2"


def test_a_long_turn_is_cut_between_sentences() -> None:
    """Into parts of about the same length, none longer than the longest, each of whole sentences."""
    sentences = [f"This is the sentence that has the number {number} in it." for number in range(100)]
    words = " ".join(sentences)
    transcript = read(f"Ann: {words}\n\nBen: Well.\n\nAnn: Yes.\n")
    *parts, _, _ = passages_of(transcript, "talk.txt")
    assert " ".join(texts(tuple(parts))) == words
    assert len(parts) == -(-len(words) // LONGEST)
    assert all(part.text.startswith("This") and part.text.endswith("it.") for part in parts)
    lengths = [len(part.text) for part in parts]
    assert max(lengths) <= LONGEST
    assert max(lengths) - min(lengths) <= 2 * len(sentences[-1])


def test_a_paragraph_ends_a_sentence_in_a_long_turn() -> None:
    """Also where no stop is."""
    paragraphs = ["so we went there " * 4 + "again", "and we saw it " * 5 + "too"]
    transcript = read(f"Ann: {paragraphs[0]}\n\n{paragraphs[1]}\n\nBen: No.\n\nAnn: Yes.\n")
    assert texts(passages_of(transcript, "talk.txt", longest=80))[:2] == paragraphs


def test_a_sentence_that_is_too_long_is_cut_at_white_space() -> None:
    """Up to twice the longest part it stays whole."""
    kept = "word " * 30 + "end."
    transcript = read(f"Ann: Hello. {kept} Bye.\n\nBen: Well.\n\nAnn: Yes.\n")
    assert kept in texts(passages_of(transcript, "talk.txt", longest=100))
    captions = "so we went there and then " * 200
    transcript = read(f"Ann: {captions}\n\nBen: Well.\n\nAnn: Yes.\n")
    *parts, _, _ = passages_of(transcript, "talk.txt", longest=100)
    assert all(len(part.text) <= 100 for part in parts)
    assert " ".join(texts(tuple(parts))) == captions.strip()


def test_nothing_but_white_space_and_tokens_is_cut() -> None:
    """Scripts without spaces between characters, a word of any length not at all, lost speech neither."""
    *parts, _ = passages_of(read(f"{'我们去了那里' * 100}\n\nWell."), "talk.txt", longest=50)
    assert [len(part.text) for part in parts] == [50] * 12
    long_word, _ = passages_of(read(f"{'w' * 500}\n\nWell."), "talk.txt", longest=50)
    assert long_word.text == "w" * 500
    parts = passages_of(read("one two [audio cuts out] " * 40), "talk.txt", longest=30)
    assert all(part.text.count("[") == part.text.count("]") for part in parts)


def test_the_sample_is_its_turns(sample: Line) -> None:
    """One passage for each turn that has words, by its speaker."""
    transcript = sample.transcript
    passages = passages_of(transcript, "interview.md")
    assert_slices(passages, transcript)
    turns = [turn for turn in transcript.turns if any(map(str.isalnum, turn.span.slice(transcript.speech.text)))]
    assert [passage.speaker for passage in passages] == [turn.speaker for turn in turns]
    assert all(turn.span.start <= passage.offset < turn.span.end for passage, turn in zip(passages, turns, strict=True))


WORDS = st.sampled_from(
    [
        *"we went there. And then? He said no! I can't 10 000 U.S. 3.5 kg — well… Node.js Straße naïve नमस्ते 👍".split(),
        *"[laughter] [00:12] (sighs) [inaudible] [audio cuts out] [not] “quoted” 'x' 我们去了 ที่นั่น 好。 a-b *b*".split(),
        "word" * 40,
        "10\u00a0000",
        "there.Then we",
        "\u200b",
        "\n",
        "\r\n",
        "\n\n",
        "\r\n\r\n",
        "\u2028",
        "\t",
    ]
)
SPEECH = st.lists(WORDS, max_size=25).map(" ".join)
TURNS = st.lists(st.tuples(st.sampled_from(["Ann: ", "Ben: ", "**Cy:** ", ""]), SPEECH), min_size=1, max_size=8)


@given(TURNS, st.sampled_from(["talk.txt", "talk.md"]), st.integers(20, 120))
@examples(300)
def test_every_spoken_word_is_in_one_passage(turns: list[tuple[str, str]], name: str, longest: int) -> None:
    """Whatever the transcript: slices in order, apart from each other, with all speech and no label in them."""
    transcript = read("\n\n".join(label + speech for label, speech in turns) + "\n\nend", name)
    passages = passages_of(transcript, name, longest=longest)
    assert_slices(passages, transcript)
    assert [passage.record_id for passage in passages] == [f"talk#{number + 1}" for number in range(len(passages))]
    spans = [Span(passage.offset, passage.offset + len(passage.text)) for passage in passages]
    assert all(before.end <= after.start for before, after in pairwise(spans))
    covered = {at for span in spans for at in range(*span)}
    speech = transcript.speech.text
    held = [turn.span for turn in transcript.turns] or [Span(0, len(speech))]
    assert {at for span in held for at in range(*span) if speech[at].isalnum()} <= covered
    assert not {at for turn in transcript.turns if turn.label_span for at in range(*turn.label_span)} & covered
    assert not any(cuts_token(speech, at) for span in spans for at in span)
    assert all(any(map(str.isalnum, passage.text)) for passage in passages)
