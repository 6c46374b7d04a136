import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evidence.evidence_map import read_evidence
from core.generation.line import Line, prepare_line
from core.span import Span
from core.transcripts.transcript import TranscriptPair, Turn
from core.whitelist.corrections import Mend, MendKind, apply_mends
from core.whitelist.rejection import NearestPassage, Rejection, RejectionReason
from tests.doubted_talk import doubted_line
from workbench.ui.components.transcript import (
    CorrectionAction,
    CorrectionRedo,
    CorrectionRow,
    CorrectionUndo,
    OfferChoice,
    RejectionRow,
    TextSelection,
    Utf16Offsets,
    blocks_of,
    is_current,
    payload,
    read_act,
)

HEADER = "A talk about tea 🍵\n\n"
FIRST = "HOST: Welcome 😀 back.\r\n"
SECOND = "ADA: I drink tea — slowly [laughter] and “alone” 😀 always *here*.\n\nAnd then coffee.\n"
RAW = HEADER + FIRST + SECOND + "\n\n(The tape ends here.)"
MAP: dict[str, Any] = {
    "speakers": [
        {"speaker_name": "Ada Lake", "speaker_role": "guest", "aliases": ["ADA"]},
        {"speaker_name": "Host", "speaker_role": "host"},
    ],
    "chapters": [
        {
            "title": "Tea",
            "claims": [
                {
                    "claim": "Tea is drunk alone.",
                    "support": [
                        {"evidence_id": "e0", "quote": "I drink tea, slowly", "speaker": "ADA"},
                        {"evidence_id": "e1", "quote": "I drink tea — slowly and “alone”", "speaker": "ADA"},
                        {"evidence_id": "e2", "quote": "slowly and “alone” 😀 always *here*", "speaker": "ADA"},
                    ],
                }
            ],
        },
        {
            "title": "Coffee",
            "claims": [
                {
                    "claim": "Coffee comes second.",
                    "support": [
                        {"evidence_id": "e3", "quote": "and “alone” 😀 always *here*", "speaker": "ADA"},
                        {"evidence_id": "e4", "quote": "slowly and “alone” 😀 always *here*", "speaker": "ADA"},
                        {"evidence_id": "e5", "quote": "And then never coffee.", "speaker": "ADA"},
                        {"evidence_id": "e6", "quote": "Nobody ever thought of such words.", "speaker": "ADA"},
                    ],
                }
            ],
        },
    ],
}


def in_utf16(text: str, start: int, end: int) -> str:
    """Slice as JavaScript does."""
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


def turn(label: str, line_start: int, line_end: int) -> Turn:
    words = line_start + len(label) + 2
    return Turn(speaker=label, span=Span(words, line_end), label_span=Span(line_start, words - 1))


def line_of(evidence: dict[str, Any], *, named: bool = True, raw: str = RAW, mends: Sequence[Mend] = ()) -> Line:
    first, second = len(HEADER), len(HEADER) + len(FIRST)
    turns = (turn("HOST", first, second), turn("ADA", second, second + len(SECOND))) if named else ()
    evidence_map = apply_mends(read_evidence(json.dumps(evidence)), mends).evidence_map
    return prepare_line(evidence_map, TranscriptPair.from_raw(raw, turns=turns))


def mend_of(evidence_id: str, quote: str, speaker: str = "ADA") -> Mend:
    """A mend of one of the map's quotes, which are all Ada's."""
    supports = (one for chapter in MAP["chapters"] for claim in chapter["claims"] for one in claim["support"])
    was = next(one["quote"] for one in supports if one["evidence_id"] == evidence_id)
    return Mend(
        kind=MendKind.TRANSCRIPT_WORDS,
        evidence_id=evidence_id,
        was_quote=was,
        was_speaker="ADA",
        quote=quote,
        speaker=speaker,
    )


@pytest.fixture(scope="module")
def line() -> Line:
    return line_of(MAP)


@pytest.fixture(scope="module")
def transcript(line: Line) -> TranscriptPair:
    return line.transcript


@pytest.fixture(scope="module")
def rejected(line: Line) -> list[RejectionRow]:
    def trim(rejection: Rejection) -> Mend:
        return Mend(
            kind=MendKind.TRIM,
            evidence_id=rejection.evidence_id,
            was_quote=rejection.quote,
            was_speaker=rejection.speaker,
            quote="And then",
            speaker=rejection.speaker,
        )

    return [RejectionRow(rejection=one, claim="Coffee.", offers=(trim(one),)) for one in line.rejections]


@pytest.fixture(scope="module")
def mended(rejected: list[RejectionRow]) -> list[CorrectionRow]:
    mend, other = (row.offers[0] for row in rejected[:2])
    return [CorrectionRow(number=3, mend=mend, undone=True), CorrectionRow(number=4, mend=other, stale=True)]


def read(data: dict[str, Any]) -> dict[str, Any]:
    """Both parts as the browser reads them, with the numbers of quotes in place of their ids."""
    given = {**json.loads(data["words"]), **json.loads(data["marks"])}
    numbers = {quote["id"]: number for number, quote in enumerate(given["quotes"])}
    for segment in given["segments"]:
        segment[3] = sorted(numbers[one] for one in segment[3])
    return given


@pytest.fixture(scope="module")
def data(line: Line, rejected: list[RejectionRow], mended: list[CorrectionRow]) -> dict[str, Any]:
    used = frozenset({line.whitelist[0].quote_id})
    return read(payload(line, rejected=rejected, mended=mended, used=used, link="?session=s&quote="))


class TestBlocks:
    """What is shown as one."""

    def test_turns_are_blocks_and_what_is_outside_is_not_lost(self, transcript: TranscriptPair) -> None:
        """A heading above the talk and a note below it are shown too, as nobody's words."""
        shown = [(block.speaker, block.span.slice(RAW)) for block in blocks_of(transcript)]
        assert shown == [
            (None, "A talk about tea 🍵"),
            ("HOST", "Welcome 😀 back."),
            ("ADA", "I drink tea — slowly [laughter] and “alone” 😀 always *here*.\n\nAnd then coffee."),
            (None, "(The tape ends here.)"),
        ]

    @given(raw=st.text(st.sampled_from("ab \n\r\t😀"), max_size=60))
    def test_without_turns_every_word_is_shown_once(self, raw: str) -> None:
        """Paragraphs are blocks; only white space may lie between them."""
        shown = "".join(block.span.slice(raw) for block in blocks_of(TranscriptPair.from_raw(raw)))
        assert "".join(shown.split()) == "".join(raw.split())


class TestPayload:
    """What goes to the browser."""

    def test_a_quote_carries_its_least_certain_word_where_one_is_known(self, data: dict[str, Any]) -> None:
        """And nothing of it elsewhere, so that nothing is shown."""
        assert not any({"unsure", "listen"} & quote.keys() for quote in data["quotes"])
        quotes = read(payload(doubted_line(), rejected=()))["quotes"]
        assert [(quote["unsure"], quote["listen"]) for quote in quotes] == [
            ("12% sure of nineteen", True),
            ("71% sure of ladder.", False),
        ]

    def test_segments_re_slice_to_the_blocks(self, data: dict[str, Any], transcript: TranscriptPair) -> None:
        """What the browser puts together is the transcript, character for character; so is what it slices itself."""
        built: dict[int, str] = defaultdict(str)
        for block, start, end, _, _, _ in data["segments"]:
            built[block] += in_utf16(data["text"], start, end)
        expected = [block.span.slice(RAW) for block in blocks_of(transcript)]
        assert list(built.values()) == expected
        assert [in_utf16(data["text"], block["start"], block["end"]) for block in data["blocks"]] == expected

    def test_segments_of_a_quote_re_slice_to_the_quote(self, data: dict[str, Any], line: Line) -> None:
        """Also where two quotes cross, an annotation lies inside and emoji stand before."""
        assert any(len(on) > 1 for _, _, _, on, _, _ in data["segments"])
        for number, quote in enumerate(line.whitelist):
            parts = [in_utf16(data["text"], start, end) for _, start, end, on, _, _ in data["segments"] if number in on]
            assert "".join(parts) == quote.quote_text
            spans = data["quotes"][number]["spans"]
            assert [in_utf16(data["text"], *span) for span in spans] == [quote.quote_text] * len(quote.raw_spans)

    def test_annotations_are_asides_inside_and_outside_of_quotes(self, data: dict[str, Any]) -> None:
        """[laughter] was not said, and looks it."""
        asides = [in_utf16(data["text"], start, end) for _, start, end, _, aside, _ in data["segments"] if aside]
        assert asides == ["[laughter]"]

    def test_the_passage_a_rejected_quote_is_most_like_is_marked(self, data: dict[str, Any], line: Line) -> None:
        """Its segments re-slice to it; a quote that is like nothing marks nothing."""
        near = [one.nearest.quote_text if one.nearest else "" for one in line.rejections]
        assert "" in near
        assert "And then coffee" in near
        for number, passage in enumerate(near):
            parts = [in_utf16(data["text"], start, end) for _, start, end, _, _, on in data["segments"] if number in on]
            assert "".join(parts) == passage

    def test_a_card_says_who_where_and_for_which_chapters(self, data: dict[str, Any], line: Line) -> None:
        """The person, not the label; chapters are counted from 1 as people do; each evidence with its claim."""
        number = next(n for n, quote in enumerate(line.whitelist) if quote.quote_text.startswith("slowly"))
        card = data["quotes"][number]
        assert (card["name"], card["role"], card["id"]) == ("Ada Lake", "guest", line.whitelist[number].quote_id)
        assert [data["chapters"][index] for index in card["chapters"]] == ["1. Tea", "2. Coffee"]
        assert [(one, data["claims"][claim]) for one, claim in card["evidence"]] == [
            ("e2", "Tea is drunk alone."),
            ("e4", "Coffee comes second."),
        ]
        assert card["proved"] is True

    def test_a_quote_to_copy_is_escaped_as_an_edition_writes_it(self, data: dict[str, Any], line: Line) -> None:
        """The slice in a block quote, the name below it; asterisks stay asterisks."""
        number = next(n for n, quote in enumerate(line.whitelist) if quote.quote_text.startswith("slowly"))
        written = data["quotes"][number]["markdown"]
        assert written.startswith("> slowly \\[laughter\\] and “alone” 😀 always \\*here\n")
        assert written.endswith("\n> — Ada Lake\n")

    def test_used_and_short_are_said_of_each_quote(self, data: dict[str, Any], line: Line) -> None:
        """Only the first was used; words are counted against the threshold for usable ones."""
        assert [card["used"] for card in data["quotes"]] == [True, *[False] * (len(line.whitelist) - 1)]
        lengths = [len(quote.quote_text.split()) for quote in line.whitelist]
        assert [card["short"] for card in data["quotes"]] == [length < data["shortest"] for length in lengths]
        assert {card["short"] for card in data["quotes"]} == {True, False}

    def test_before_the_first_run_nothing_is_used_or_unused(self, line: Line) -> None:
        """There is nothing to filter by."""
        data = read(payload(line, rejected=[]))
        assert data["runs"] is False
        assert {card["used"] for card in data["quotes"]} == {None}

    def test_a_rejected_quote_is_told_with_its_nearest_passage(self, data: dict[str, Any]) -> None:
        """As typed, why not, which words differ, who says the passage."""
        row = next(one for one in data["rejected"] if one["evidence"] == "e5")
        assert row["quote"] == "And then never coffee."
        assert row["reason"] == "It is not in the transcript in this form."
        assert row["difference"] == "A negation was changed."
        nearest = row["nearest"]
        assert nearest["speaker"] == "Ada Lake (ADA)"
        assert in_utf16(data["text"], *nearest["span"]) == "And then coffee"
        assert "".join(text for op, text in nearest["diff"] if op != "new") == row["quote"]
        assert ["gone", "never "] in nearest["diff"]
        assert row["offers"] == [{"label": "Trim to this part:", "words": "“And then”", "note": ""}]

    def test_nothing_rejected_is_left_out(self, data: dict[str, Any], line: Line) -> None:
        """Also where there is no near passage."""
        assert [row["evidence"] for row in data["rejected"]] == [one.evidence_id for one in line.rejections]
        assert [row["evidence"] for row in data["rejected"] if row["nearest"] is None] == ["e6"]

    def test_mended_ones_say_what_was_changed(self, data: dict[str, Any]) -> None:
        """With their numbers, and whether they still count."""
        assert [(row["number"], row["done"], row["act"], row["state"]) for row in data["mended"]] == [
            (3, "It was trimmed to a part.", "redo", "Undone: it counts as the evidence map has it."),
            (4, "It was trimmed to a part.", "undo", "Out of date: the evidence map no longer has what was corrected."),
        ]
        assert "".join(text for op, text in data["mended"][0]["diff"] if op != "gone").strip() == "And then"

    def test_words_to_take_are_shown_as_the_transcript_has_them(self, line: Line) -> None:
        """Not as an evidence map has to write them."""
        mend = mend_of("e5", "tea &amp;lt; coffee")
        rejection = next(one for one in line.rejections if one.evidence_id == "e5")
        row = RejectionRow(rejection=rejection, claim="", offers=(mend,))
        data = read(payload(line, rejected=[row], mended=[CorrectionRow(number=1, mend=mend)]))
        assert data["rejected"][0]["offers"][0]["words"] == "“tea &lt; coffee”"
        assert "".join(text for op, text in data["mended"][0]["diff"] if op != "gone") == "tea &lt; coffee"

    def test_a_mend_that_another_took_the_place_of_is_not_redone(self, line: Line) -> None:
        """It says which one stands; only one of a quote can."""
        mends = [mend_of("e5", f"And then {number}") for number in (1, 2, 3)]
        rows = [
            CorrectionRow(number=number, mend=mend, undone=number != 2) for number, mend in enumerate(mends, start=1)
        ]
        shown = read(payload(line, rejected=[], mended=[*rows, CorrectionRow(number=4, mend=mend_of("e6", "x"))]))
        assert [(row["number"], row["act"], row["state"]) for row in shown["mended"]] == [
            (1, "", "Replaced by a later correction."),
            (2, "undo", ""),
            (3, "", "Undone: an earlier correction counts again."),
            (4, "undo", ""),
        ]

    def test_a_quote_that_is_there_by_a_mend_says_what_the_map_said(self) -> None:
        """Its words, its speaker, or both; a mend that is undone or out of date let nothing in."""
        words, speaker = mend_of("e5", "And then coffee."), mend_of("e0", "Welcome 😀 back.", speaker="HOST")
        undone, stale = mend_of("e1", "slowly"), mend_of("e2", "always")
        rows = [
            CorrectionRow(number=1, mend=words),
            CorrectionRow(number=2, mend=speaker),
            CorrectionRow(number=3, mend=undone, undone=True),
            CorrectionRow(number=4, mend=stale, stale=True),
        ]
        line = line_of(MAP, mends=[words, speaker])
        cards = read(payload(line, rejected=[], mended=rows))["quotes"]
        told = {line.whitelist[number].quote_text: card["mended"] for number, card in enumerate(cards)}
        assert told.pop("And then coffee.") == [{"evidence": "e5", "quote": "And then never coffee.", "speaker": ""}]
        assert told.pop("Welcome 😀 back.") == [{"evidence": "e0", "quote": "I drink tea, slowly", "speaker": "ADA"}]
        assert len(told) > 1
        assert not any(told.values())

    @pytest.mark.parametrize(
        ("score", "shown"),
        [
            (1.0, "100% alike"),
            (0.999, "99% alike"),
            (0.9999999999, "99% alike"),
            (0.29, "29% alike"),
            (0.0, "0% alike"),
        ],
    )
    def test_only_what_is_alike_is_wholly_alike(self, line: Line, score: float, shown: str) -> None:
        """One word of a long quote may turn it round: likeness is rounded down."""
        nearest = NearestPassage(quote_text="tea", raw_span=Span(13, 16), speaker="ADA", score=score)
        rejection = line.rejections[0].model_copy(update={"nearest": nearest, "reason": RejectionReason.NOT_FOUND})
        data = read(payload(line, rejected=[RejectionRow(rejection=rejection, claim="")]))
        assert data["rejected"][0]["nearest"]["likeness"] == shown

    def test_the_legend_names_the_roles_that_are_there(self, data: dict[str, Any], line: Line) -> None:
        """With the number of their quotes; a host without quotes is still a host."""
        assert data["legend"] == [
            {"role": "host", "word": "Host", "count": 0},
            {"role": "guest", "word": "Guest", "count": len(line.whitelist)},
        ]

    def test_a_label_that_is_nobody_is_unclear(self) -> None:
        """No role means UNCLEAR, never GUEST; and UNCLEAR is in the legend where it is on the page."""
        data = read(payload(line_of({"chapters": [{"title": "Tea"}]}), rejected=[]))
        assert {block["role"] for block in data["blocks"] if block["name"]} == {"unclear"}
        assert [entry["role"] for entry in data["legend"]] == ["unclear"]

    def test_the_same_words_keep_their_hash_when_the_marks_change(
        self, line: Line, rejected: list[RejectionRow]
    ) -> None:
        """The browser builds the text again only where its words are others."""
        one, other = payload(line, rejected=[]), payload(line, rejected=rejected)
        assert one["words_hash"] == other["words_hash"]
        assert one["marks_hash"] != other["marks_hash"]
        assert payload(line, rejected=[]) == one

    @pytest.mark.parametrize(
        "raw", ["", " \n", "\ufffd lone \ufffd halves", "x" * 200_000, "שלום e\u0301 \u202egnirts"]
    )
    def test_any_text_goes_through_unchanged(self, raw: str) -> None:
        """On one line of ASCII, so that the browser's decoder cannot lose a character."""
        packed = payload(line_of(MAP, named=False, raw=raw), rejected=[])
        assert packed["words"].isascii()
        assert b"\n" not in packed["words"] + packed["marks"]
        assert read(packed)["text"] == raw


class TestActs:
    """What the browser sent, believed only where it is on the list."""

    @pytest.fixture
    def read_it(
        self, transcript: TranscriptPair, rejected: list[RejectionRow], mended: list[CorrectionRow]
    ) -> Callable[[object], CorrectionAction | None]:
        """Read a value as the page would, with what it lists."""
        return partial(read_act, transcript=transcript, rejected=rejected, mended=mended)

    def test_an_offer_is_the_mend_that_was_offered(
        self, read_it: Callable[[object], CorrectionAction | None], rejected: list[RejectionRow]
    ) -> None:
        """By its number in the list of that quote."""
        act = read_it({"do": "mend", "evidence_id": "e5", "offer": 0})
        row = next(one for one in rejected if one.rejection.evidence_id == "e5")
        assert act == OfferChoice(mend=row.offers[0])

    def test_a_selection_is_converted_and_trimmed(
        self, read_it: Callable[[object], CorrectionAction | None], rejected: list[RejectionRow]
    ) -> None:
        """From UTF-16 units to code points; the slice is the words that were selected."""
        start = RAW.index(" always")
        units = Utf16Offsets(RAW).units
        sent = {"do": "mend", "evidence_id": "e5", "start": units(start), "end": units(start + len(" always "))}
        act = read_it(sent)
        assert isinstance(act, TextSelection)
        assert act.rejection.evidence_id == "e5"
        assert act.span.slice(RAW) == "always"

    def test_undo_and_redo_fit_what_is_listed(self, read_it: Callable[[object], CorrectionAction | None]) -> None:
        """Number 3 is undone and can only be redone, number 4 stands and can only be undone."""
        assert read_it({"do": "redo", "number": 3}) == CorrectionRedo(number=3)
        assert read_it({"do": "undo", "number": 4}) == CorrectionUndo(number=4)

    @pytest.mark.parametrize(
        "value",
        [
            None,
            [],
            "mend",
            {},
            {"do": "drop"},
            {"do": ["mend"]},
            {"do": "mend"},
            {"do": "mend", "evidence_id": "e1", "offer": 0},  # not rejected
            {"do": "mend", "evidence_id": ["e5"], "offer": 0},
            {"do": "mend", "evidence_id": "e5"},
            {"do": "mend", "evidence_id": "e5", "offer": 1},
            {"do": "mend", "evidence_id": "e5", "offer": -1},
            {"do": "mend", "evidence_id": "e5", "offer": False},
            {"do": "mend", "evidence_id": "e5", "offer": 0.0},
            {"do": "mend", "evidence_id": "e5", "offer": "0"},
            {"do": "mend", "evidence_id": "e5", "start": 0},
            {"do": "mend", "evidence_id": "e5", "start": 5, "end": 5},
            {"do": "mend", "evidence_id": "e5", "start": 6, "end": 5},
            {"do": "mend", "evidence_id": "e5", "start": 0, "end": 100_000},
            {"do": "mend", "evidence_id": "e5", "start": -3, "end": 5},
            {"do": "mend", "evidence_id": "e5", "start": True, "end": 5},
            {"do": "mend", "evidence_id": "e5", "start": len("A talk about tea ") + 1, "end": 40},  # inside the cup
            {"do": "mend", "evidence_id": "e5", "start": len(HEADER) - 1, "end": len(HEADER) + 1},  # white space
            {"do": "undo", "number": 3},
            {"do": "redo", "number": 4},
            {"do": "undo", "number": 5},
            {"do": "undo", "number": True},
            {"do": "undo"},
        ],
        ids=repr,
    )
    def test_anything_else_is_nothing(
        self, read_it: Callable[[object], CorrectionAction | None], value: object
    ) -> None:
        """Wrong types, wrong ranges, ids that are not listed: none of it raises, none of it counts."""
        assert read_it(value) is None


class TestSaw:
    """Whether the browser acted on what is there now."""

    def test_an_act_names_what_the_person_saw(self, line: Line, rejected: list[RejectionRow]) -> None:
        """The hashes of both parts; other words or other marks are something else."""
        old, new = payload(line, rejected=[]), payload(line, rejected=rejected)
        elsewhere = payload(line_of(MAP, raw=RAW + "."), rejected=rejected)
        act = {"do": "undo", "number": 1, "words": new["words_hash"], "marks": new["marks_hash"]}
        assert is_current(act, new)
        assert not is_current(act, old)
        assert not is_current(act, elsewhere)

    @pytest.mark.parametrize("value", [None, [], "mend", {}, {"do": "undo"}, {"words": None, "marks": None}], ids=repr)
    def test_without_them_nothing_was_seen(self, line: Line, value: object) -> None:
        """Whatever a browser sends."""
        assert not is_current(value, payload(line, rejected=[]))
