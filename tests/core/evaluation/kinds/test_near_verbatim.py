"""The kinds of quotations that fail, held against the golden table; each nearest passage is a slice of its source."""

from functools import cache
from typing import Any
from unicodedata import category

import pytest

from core import read_transcript
from core.answers.passage_transcript import Ground
from core.answers.records import Citation
from core.enforcement.matcher import TranscriptLookup
from core.enforcement.results import DecisionAction
from core.evaluation.kinds.near_verbatim import KindFinder, shown_difference
from core.evaluation.records import Judged, QuotationKind
from core.span import Span
from core.transcripts.speakers import Roster
from core.transcripts.transcript import TranscriptPair
from core.whitelist.quote_key import quote_key
from tests.golden import cases, load

TABLE: dict[str, Any] = load("near_verbatim")


def _bare(span: Span, text: str) -> list[int]:
    """Return where a stretch of a text begins and ends without the punctuation about it."""
    start, end = span
    while start < end and category(text[start])[0] == "P":
        start += 1
    while start < end and category(text[end - 1])[0] == "P":
        end -= 1
    return [start, end]


@cache
def _talk(name: str) -> tuple[TranscriptPair, KindFinder, Roster]:
    transcript = read_transcript(TABLE["talks"][name].encode(), f"{name}.txt")
    assert transcript.raw == TABLE["talks"][name]
    return transcript, KindFinder(transcript), Roster.of((), transcript.labels)


@cache
def _ground(name: str) -> tuple[Ground, KindFinder]:
    ground = Ground([Citation(0, one, text=text, record_id=one) for one, text in TABLE["records"][name]])
    return ground, KindFinder(ground.transcript, of_records=True)


def _of_talk(case: dict[str, Any]) -> tuple[str, list[list[Any]]]:
    """Return the kind of a case of a talk, and where its nearest passages are."""
    transcript, finder, roster = _talk(case["in"])
    named = roster.resolve(case["by"]) if "by" in case else None
    key = quote_key(case["words"])
    misnamed = named is not None and TranscriptLookup((), transcript, roster).is_anothers(key, named)
    found = finder.find(case["words"], misnamed=misnamed)
    return (found.kind, [_bare(span, transcript.raw) for span in found.nearest]) if found else ("", [])


def _of_records(case: dict[str, Any]) -> tuple[str, list[list[Any]]]:
    """Return the kind of a case of records, and where its nearest passages are in their records."""
    ground, finder = _ground(case["in"])
    words, named = case["words"], case.get("by", "")
    misnamed = bool(named and ground.find(words)) and ground.find_in(words, named) is None
    found = finder.find(words, misnamed=misnamed)
    texts = dict(TABLE["records"][case["in"]])
    places = [ground.quote_at(span) for span in found.nearest] if found else []
    nearest = [[one.record_id, *_bare(one.within, texts[one.record_id])] for one in places]
    return found.kind if found else "", nearest


@pytest.mark.parametrize("case", cases("near_verbatim"))
def test_a_failed_quotation_is_of_the_kind_that_the_table_says(case: dict[str, Any]) -> None:
    """The first kind that holds, and the passages that the words are nearest to."""
    kind, nearest = _of_records(case) if case["in"] in TABLE["records"] else _of_talk(case)
    assert kind == case["kind"]
    assert nearest == case.get("nearest", nearest)


def test_what_differs_is_shown_word_by_word_and_no_mark_at_the_end_is_a_difference() -> None:
    """The pieces that are not struck out are the passage; a word that is struck out does not touch the next one."""
    pieces = shown_difference("We moved the old bridge.", "We moved the old crane")
    assert [(piece.op.value, piece.text) for piece in pieces] == [
        ("same", "We moved the old "),
        ("gone", "bridge "),
        ("new", "crane"),
    ]
    assert [piece.op.value for piece in shown_difference("We moved the old crane!", "We moved the old crane")] == [
        "same"
    ]
    assert shown_difference("Anything.", "") == []


def test_a_quotation_keeps_its_kind_and_its_nearest_passage_beside_it() -> None:
    """One that did not fail has neither; one under another name has the words as the source has them."""
    _, finder, _ = _talk("harbour")
    written = Judged(
        words="i count the bells", verbatim=True, cited=True, action=DecisionAction.KEPT, reason="whitelisted"
    )
    assert finder.tell(written) == written
    misnamed = finder.tell(written.model_copy(update={"cited": False}))
    assert (misnamed.kind, misnamed.nearest) == (QuotationKind.WRONG_SPEAKER, "I count the bells")
    joined = finder.tell(written.model_copy(update={"words": "Welcome back. I count the bells.", "verbatim": False}))
    assert (joined.kind, joined.nearest) == (QuotationKind.JOINED, "Welcome back … I count the bells")


def test_a_talk_has_no_records_and_no_wrong_speaker_where_it_names_none() -> None:
    """A kind that cannot be is not counted as 0."""
    kinds = {*QuotationKind}
    assert {*_talk("harbour")[1].kinds} == kinds - {QuotationKind.OTHER_RECORD}
    assert {*_talk("plain")[1].kinds} == kinds - {QuotationKind.OTHER_RECORD, QuotationKind.WRONG_SPEAKER}
    assert {*_ground("feedback")[1].kinds} == kinds - {QuotationKind.WRONG_SPEAKER}
