"""What a row of a map says of itself: its place, a note, where it comes from, who accepted it."""

import json
from typing import Any

import pytest

from core.errors import EvidenceError
from core.evidence.evidence_map import EvidenceMap, read_evidence, read_map, unaccepted_rows, write_evidence
from core.span import Span
from core.transcripts.readers import read_transcript
from core.whitelist.build import build_quote_whitelist

TALK = read_transcript(
    b"Ann Lee: We counted them twice.\n\nBo Ray: Twice?\n\nAnn Lee: Yes, we counted them twice.", "t.txt"
)
FIRST, SECOND = (TALK.raw.index("e counted") - 1, TALK.raw.rindex("e counted") - 1)


def a_map(*supports: dict[str, Any], **claim: Any) -> dict[str, Any]:
    """Return a map of one claim."""
    return {"chapters": [{"title": "t", "claims": [{"claim": "c", "support": list(supports), **claim}]}]}


FULL: dict[str, Any] = {
    "evidence_id": "e1",
    "quote": "We counted them twice",
    "speaker": "Ann Lee",
    "span": [9, 30],
    "note": "the first time",
    "origin": "model",
    "status": "proposed",
    "made_by": {"model": "m", "prompt_sha256": "ab", "window": 2, "date": "2026-11-28"},
}


def test_every_field_is_read_and_written() -> None:
    """What is read is written, and what is written is read; fields that say nothing are left out."""
    marks = {"note": "n", "origin": "outline", "status": "accepted", "words_by": "model"}
    given = a_map(FULL, claim_id="k1", **marks)
    given["chapters"][0] |= {"note": "m", "origin": "table", "status": "proposed", "words_by": "person"}
    found = read_evidence(json.dumps(given))
    assert json.loads(write_evidence(found)) == given
    assert read_evidence(write_evidence(found)) == found
    assert found.chapters[0].claims[0].support[0].span == Span(9, 30)


def test_a_map_without_them_is_as_before() -> None:
    """None of the fields is needed, and nothing is written that was not said."""
    given = a_map({"evidence_id": "e1", "quote": "q"}, claim_id="k1")
    assert json.loads(write_evidence(read_evidence(json.dumps(given)))) == given


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"span": [3]}, "span: must be two whole numbers"),
        ({"span": [3, 3]}, "span: must be two whole numbers"),
        ({"span": [-1, 3]}, "span: must be two whole numbers"),
        ({"span": [True, 3]}, "span: must be two whole numbers"),
        ({"span": "3-4"}, "span: must be two whole numbers"),
        ({"origin": "heaven"}, 'origin: "heaven" is not an origin. Use one of: person, model, outline, table.'),
        ({"status": "done"}, 'status: "done" is not a status. Use one of: proposed, accepted.'),
        ({"note": ["n"]}, "note: must be text, not a list."),
        ({"made_by": "m"}, "made_by: must be an object, not text."),
        ({"made_by": {"window": "two"}}, "made_by.window: must be a whole number."),
        ({"made_by": {"model": 3}}, "made_by.model: must be text, not a number."),
    ],
)
def test_what_cannot_be_used_is_said_with_its_place(fields: dict[str, Any], problem: str) -> None:
    """A field that holds something else is a problem of the file, like any other."""
    with pytest.raises(EvidenceError) as raised:
        read_evidence(json.dumps(a_map({"quote": "q", **fields})))
    (found,) = map(str, raised.value.problems)
    assert found.startswith(f"chapters[0].claims[0].support[0].{problem}")


def test_rows_that_nobody_accepted_are_counted() -> None:
    """Chapters, claims and quotes are rows; only a proposed one was accepted by nobody."""
    given = a_map(FULL, {"quote": "q", "status": "accepted"}, {"quote": "r"}, status="proposed")
    given["chapters"] += [{"title": "u", "status": "proposed"}, {"title": "v", "status": "accepted"}]
    assert unaccepted_rows(read_evidence(json.dumps(given))) == 3


def test_missing_and_repeated_ids_are_named() -> None:
    """An id that is not there, or is another's, is derived, and its place is known."""
    supports = [{"quote": "q"}, {"evidence_id": "x", "quote": "r"}, {"evidence_id": "x", "quote": "s"}]
    assert read_map(json.dumps(a_map(*supports))).missing_ids == (
        "chapters[0].claims[0].claim_id",
        "chapters[0].claims[0].support[0].evidence_id",
        "chapters[0].claims[0].support[2].evidence_id",
    )


def _shown(span: list[int] | None, quote: str = "We counted them twice") -> list[tuple[int, int]]:
    evidence: EvidenceMap = read_evidence(json.dumps(a_map({**FULL, "quote": quote, "span": span})))
    (found,) = build_quote_whitelist(evidence, TALK)
    assert TALK.raw[slice(*found.raw_spans[0])] == found.quote_text
    return found.raw_spans


def test_the_place_that_is_meant_is_shown() -> None:
    """Where words stand twice the first place is shown, unless the map means the other one."""
    assert [start for start, _ in _shown(None)] == [FIRST, SECOND]
    assert [start for start, _ in _shown([SECOND, SECOND + 21])] == [SECOND, FIRST]
    assert [start for start, _ in _shown([SECOND + 3, SECOND + 9])] == [SECOND, FIRST]


def test_the_words_decide_where_a_place_is_not_theirs() -> None:
    """In another transcript a place may be anywhere: it moves nothing and refuses nothing."""
    assert [start for start, _ in _shown([0, 4])] == [FIRST, SECOND]
    assert [start for start, _ in _shown([100_000, 100_004])] == [FIRST, SECOND]
