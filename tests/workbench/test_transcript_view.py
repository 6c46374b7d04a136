from collections import defaultdict
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.span import Span
from core.speakers import Roster, Speaker, SpeakerRef, SpeakerRole
from core.transcript import TranscriptPair, Turn
from core.whitelist import WhitelistQuote
from workbench.transcript_view import Utf16, blocks_of, payload, split

ASTRAL_TEXT = st.text(st.sampled_from("ab 😀\r\né𝕏—\u200b"), max_size=40)
SPANS = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)).map(lambda pair: Span(*sorted(pair))), max_size=8)

ADA = SpeakerRef(speaker_id="ada", speaker_name="Ada", speaker_role=SpeakerRole.GUEST)
HEADER = "A talk about tea 🍵\n\n"
FIRST = "HOST: Welcome 😀 back.\r\n"
SECOND = "ADA: I drink tea — slowly [laughter] and “alone” 😀 always.\n\nAnd then coffee.\n"
RAW = HEADER + FIRST + SECOND + "\n\n(The tape ends here.)"


def in_utf16(text: str, start: int, end: int) -> str:
    """Slice as JavaScript does."""
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


def turn(label: str, line_start: int, line_end: int) -> Turn:
    words = line_start + len(label) + 2
    return Turn(speaker=label, span=Span(words, line_end), label_span=Span(line_start, words - 1))


@pytest.fixture
def transcript() -> TranscriptPair:
    first, second = len(HEADER), len(HEADER) + len(FIRST)
    return TranscriptPair.from_raw(RAW, turns=(turn("HOST", first, second), turn("ADA", second, second + len(SECOND))))


@pytest.fixture
def roster() -> Roster:
    ada = Speaker(speaker_id="ada", speaker_name="Ada", speaker_role=SpeakerRole.GUEST)
    host = Speaker(speaker_id="host", speaker_name="Host", speaker_role=SpeakerRole.HOST)
    return Roster(speakers=(ada, host))


def quote(words: str, number: int, *, chapters: tuple[int, ...] = (0,)) -> WhitelistQuote:
    start = RAW.index(words)
    return WhitelistQuote(
        quote_id=f"id{number}",
        quote_text=words,
        quote_canonical=words,
        speaker=ADA,
        source_evidence_ids=[f"e{number}"],
        chapter_indices=list(chapters),
        match_spans=[(0, 1)],
        raw_spans=[(start, start + len(words))],
        speaker_verified=True,
    )


@pytest.fixture
def data(transcript: TranscriptPair, roster: Roster) -> dict[str, Any]:
    crossing = [
        quote("I drink tea — slowly [laughter] and “alone” 😀", 0),
        quote("slowly [laughter] and “alone” 😀 always.", 1, chapters=(0, 1)),
    ]
    return payload(transcript, roster, crossing, ["Tea", "Coffee"])


class TestUtf16:
    """Offsets on their way to JavaScript."""

    @given(text=ASTRAL_TEXT, offset=st.integers(0, 40))
    def test_counts_units_as_javascript_does(self, text: str, offset: int) -> None:
        """Before a code point stand as many units as its text takes in UTF-16."""
        offset = min(offset, len(text))
        assert Utf16(text).units(offset) == len(text[:offset].encode("utf-16-le")) // 2

    def test_an_emoji_before_a_match_moves_it_by_one(self) -> None:
        """The measured trap: Python says 2, JavaScript 3."""
        assert Utf16("😀 tea").units("😀 tea".index("tea")) == 3


class TestSplit:
    """Spans that overlap, as segments that do not."""

    @given(layers=SPANS)
    def test_every_offset_lies_under_exactly_the_layers_that_cover_it(self, layers: list[Span]) -> None:
        """Nested, crossing, equal and empty spans alike."""
        covered: dict[int, tuple[int, ...]] = {}
        for segment in split(layers):
            for offset in range(*segment.span):
                assert offset not in covered
                covered[offset] = segment.layers
        for offset in range(31):
            expected = tuple(number for number, span in enumerate(layers) if span.start <= offset < span.end)
            assert covered.get(offset, ()) == expected

    @given(layers=SPANS)
    def test_segments_come_in_order_and_none_is_empty(self, layers: list[Span]) -> None:
        """The browser builds them one after the other."""
        segments = split(layers)
        assert all(segment.span.start < segment.span.end for segment in segments)
        assert all(a.span.end <= b.span.start for a, b in pairwise(segments))

    def test_crossing_spans_are_cut_at_all_boundaries(self) -> None:
        """Two crossing quotes make three stretches; nested markup could not show them."""
        assert split([Span(0, 5), Span(3, 8)]) == [
            (Span(0, 3), (0,)),
            (Span(3, 5), (0, 1)),
            (Span(5, 8), (1,)),
        ]


class TestBlocks:
    """What is shown as one."""

    def test_turns_are_blocks_and_what_is_outside_is_not_lost(self, transcript: TranscriptPair) -> None:
        """A heading above the talk and a note below it are shown too, as nobody's words."""
        shown = [(block.speaker, block.span.slice(RAW)) for block in blocks_of(transcript)]
        assert shown == [
            (None, "A talk about tea 🍵"),
            ("HOST", "Welcome 😀 back."),
            ("ADA", "I drink tea — slowly [laughter] and “alone” 😀 always.\n\nAnd then coffee."),
            (None, "(The tape ends here.)"),
        ]

    @given(raw=st.text(st.sampled_from("ab \n\r\t😀"), max_size=60))
    def test_without_turns_every_word_is_shown_once(self, raw: str) -> None:
        """Paragraphs are blocks; only white space may lie between them."""
        shown = "".join(block.span.slice(raw) for block in blocks_of(TranscriptPair.from_raw(raw)))
        assert "".join(shown.split()) == "".join(raw.split())


class TestPayload:
    """What goes to the browser."""

    def test_segments_re_slice_to_the_blocks(self, data: dict[str, Any], transcript: TranscriptPair) -> None:
        """What the browser puts together is the transcript, character for character."""
        built: dict[int, str] = defaultdict(str)
        for block, start, end, _, _ in data["segments"]:
            built[block] += in_utf16(data["text"], start, end)
        assert list(built.values()) == [block.span.slice(RAW) for block in blocks_of(transcript)]

    def test_segments_of_a_quote_re_slice_to_the_quote(self, data: dict[str, Any]) -> None:
        """Also where two quotes cross, an annotation lies inside and emoji stand before."""
        for number, entry in enumerate(data["quotes"]):
            parts = [in_utf16(data["text"], start, end) for _, start, end, on, _ in data["segments"] if number in on]
            assert "".join(parts) == entry["text"]

    def test_annotations_are_asides_inside_and_outside_of_quotes(self, data: dict[str, Any]) -> None:
        """[laughter] was not said, and looks it."""
        asides = [in_utf16(data["text"], start, end) for _, start, end, _, aside in data["segments"] if aside]
        assert asides == ["[laughter]"]

    def test_a_card_says_who_where_and_for_which_chapters(self, data: dict[str, Any]) -> None:
        """Chapters are counted from 1 as people do."""
        card = data["quotes"][1]
        assert (card["name"], card["role"], card["id"]) == ("Ada", "guest", "id1")
        assert card["chapters"] == ["1. Tea", "2. Coffee"]
        assert card["evidence"] == ["e1"]
        assert card["proved"] is True

    def test_the_legend_names_the_roles_that_are_there(self, data: dict[str, Any]) -> None:
        """With the number of their quotes; a host without quotes is still a host."""
        assert data["roles"] == [
            {"role": "host", "word": "Host", "count": 0},
            {"role": "guest", "word": "Guest", "count": 2},
        ]

    def test_a_label_that_is_nobody_is_unclear(self, transcript: TranscriptPair) -> None:
        """No role means UNCLEAR, never GUEST; and UNCLEAR is in the legend where it is on the page."""
        data = payload(transcript, Roster(), [], [])
        assert {block["role"] for block in data["blocks"] if block["name"]} == {"unclear"}
        assert [entry["role"] for entry in data["roles"]] == ["unclear"]

    def test_doc_tells_two_contents_apart(
        self, data: dict[str, Any], transcript: TranscriptPair, roster: Roster
    ) -> None:
        """The browser rebuilds the text only where `doc` is another."""
        assert payload(transcript, roster, [quote("And then coffee.", 7)], ["Tea"])["doc"] != data["doc"]
        again = payload(transcript, roster, [], ["Tea"])
        assert payload(transcript, roster, [], ["Tea"])["doc"] == again["doc"]
