"""What the browser is given of a map, and what of its answer is taken."""

from typing import Any

import pytest

from core.evidence.evidence_map import read_evidence
from core.generation.line import prepare_line
from core.map_making.acts.act_records import ActGroup, AddSupport
from core.map_making.acts.map_rows import rows_of
from core.span import Span
from core.transcripts.readers import read_transcript
from workbench.ui.map.by_hand.payload import MapHistory, describe_map
from workbench.ui.map.by_hand.selecting import describe_selectable
from workbench.ui.map.by_hand.sent import SentAct, read_sent

RAW = "ANN: Well 😀 I kept it for nine years, and I would again.\n\nBOB: Why?\n"
MAP = """{
  "speakers": [{"speaker_name": "ANN", "speaker_role": "guest"}],
  "chapters": [{"title": "Kept", "note": "Begin here.", "claims": [
    {"claim_id": "k1", "claim": "It was long", "status": "proposed", "support": [
      {"evidence_id": "e1", "quote": "I kept it for nine years", "speaker": "ANN"},
      {"evidence_id": "e2", "quote": "I sold it", "speaker": "ANN", "span": [400, 409]}
    ]},
    {"claim_id": "k2", "claim": ""}
  ]}]
}"""


def shown() -> dict[str, Any]:
    evidence = read_evidence(MAP, "map.json")
    line = prepare_line(evidence, read_transcript(RAW.encode(), "talk.txt"))
    given = dict(describe_map(rows_of(evidence), line, MapHistory(3, "the claim “x” was renamed")))
    chapters: list[dict[str, Any]] = []
    for row in given["rows"].decoded():
        inside = {"chapter": "claims", "claim": "support"}.get(row["level"])
        within = {"chapter": lambda: chapters, "claim": lambda: chapters[-1]["claims"]}
        into = within.get(row["level"], lambda: chapters[-1]["claims"][-1]["support"])()
        into.append({**row, inside: []} if inside else row)
    return {**given, "chapters": chapters}


def test_rows_come_with_how_they_look_and_stand() -> None:
    """In UTF-16 units; a span beyond the transcript is none."""
    (chapter,) = shown()["chapters"]
    claim, unsaid = chapter["claims"]
    proven, refused = claim["support"]
    assert (chapter["words"], chapter["note"], chapter["coverage"]) == ("Kept", "Begin here.", "Weak")
    assert "for Medium" in chapter["lacks"]
    assert (claim["proposed"], unsaid["words"], unsaid["support"]) == (True, "", [])
    start = RAW.index("I kept") + 1  # an emoji is two units
    assert (proven["span"], proven["who"], proven["why"]) == ([start, start + 24], "ANN", "")
    assert (refused["span"], refused["quote"], refused["why"]) == (
        None,
        "",
        "It is not in the transcript in this form.",
    )


def test_looks_change_with_what_they_are_of() -> None:
    """A claim's own look stays where another quote comes to it, that of the whole does not."""
    before = shown()["chapters"][0]["claims"][0]
    assert before["look"] != before["whole"]
    assert before["look"] == shown()["chapters"][0]["claims"][0]["look"]


def test_what_can_be_taken_back_is_said() -> None:
    """With the number of the latest act, and who is not known."""
    given = shown()
    assert (given["number"], given["undo"], given["redo"]) == (3, "the claim “x” was renamed", "")
    assert (given["named"], given["unknown"]) == (True, [])


def test_words_are_counted_in_the_browsers_units() -> None:
    """Each as a gap and a length."""
    counted = describe_selectable(read_transcript(RAW.encode(), "talk.txt"))
    units = RAW.replace("😀", "😀+")  # as long as the browser has it
    at, words = 0, list[str]()
    for gap, length in zip(counted["words"][::2], counted["words"][1::2], strict=True):
        words.append(units[at + gap : at + gap + length])
        at += gap + length
    assert words[:3] == ["Well", "I", "kept"]
    assert words[-1] == "Why"
    assert counted["runs"] == [0, 11]


def test_a_group_is_read_in_code_points() -> None:
    """The browser's units become Python's."""
    start = RAW.index("I kept")
    add = {"kind": "add_support", "claim_id": "c", "span": [start + 1, start + 7], "seen": [""]}
    made = {"kind": "add_claim", "chapter_id": "h", "new_id": "c", "seen": ["look"]}
    sent = read_sent({"do": "act", "act": {"kind": "group", "acts": [made, add]}, "number": 0, "turn": 5}, RAW)
    assert sent is not None
    assert isinstance(sent.act, ActGroup)
    last = sent.act.acts[-1]
    assert isinstance(last, AddSupport)
    assert last.span == Span(start, start + 6)


def test_a_step_back_is_read() -> None:
    """With the number of the act that the person saw."""
    assert read_sent({"do": "undo", "number": 4, "turn": 1}, RAW) == SentAct("undo", None, 4, 1)


HALF = RAW.index("😀") + 1
ADD = {"kind": "add_support", "claim_id": "c", "seen": [""]}


@pytest.mark.parametrize(
    "sent",
    [
        None,
        {},
        {"do": "act", "number": 0, "turn": 1},
        {"do": "undo", "number": -1, "turn": 1},
        {"do": "undo", "number": True, "turn": 1},
        {"do": "redo", "number": 1},
        {"do": "erase", "number": 1, "turn": 1},
        {"do": "act", "act": {"kind": "unheard"}, "number": 0, "turn": 1},
        {"do": "act", "act": {**ADD, "span": [HALF, HALF + 4]}, "number": 0, "turn": 1},
        {"do": "act", "act": {**ADD, "span": [0, 4_000]}, "number": 0, "turn": 1},
        {"do": "act", "act": {**ADD, "span": [1]}, "number": 0, "turn": 1},
        {"do": "act", "act": {**ADD, "span": "1-4"}, "number": 0, "turn": 1},
        {"do": "act", "act": {"kind": "group", "acts": [[1]]}, "number": 0, "turn": 1},
    ],
)
def test_what_is_no_act_is_none(sent: object) -> None:
    """Whatever a browser sends."""
    assert read_sent(sent, RAW) is None
