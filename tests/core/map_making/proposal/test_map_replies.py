"""Maps that a model proposes: the golden table, and what holds for any reply."""

import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import TranscriptPair, read_evidence, read_transcript, write_evidence
from core.evidence.map_roster import roster_of
from core.evidence.row_marks import RowOrigin, RowStatus, WordsBy
from core.map_making.proposal.map_from_replies import MapProposal, WindowReply, map_from_replies
from core.map_making.proposal.map_requests import MapWindow, map_requests
from core.whitelist.build import prove_quotes
from tests.golden import cases, load
from tests.properties import examples

TABLE = load("map_replies")
SENTENCES = [sentence for turn in TABLE["talk"] for sentence in turn[1:]]
TALK = read_transcript("\n\n".join(f"{turn[0]}: {' '.join(turn[1:])}" for turn in TABLE["talk"]).encode(), "talk.txt")
(WHOLE,) = map_requests(TALK)


def _window(number: int, shown: Sequence[int]) -> MapWindow:
    return WHOLE.model_copy(update={"number": number, "first": shown[0], "last": shown[1]})


def _replies(case: dict[str, Any]) -> list[WindowReply]:
    texts = [one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in case["replies"]]
    shown = case.get("shown") or [[1, len(SENTENCES)]] * len(texts)
    return [
        WindowReply(window=_window(number, one), text=text, model="m-1", date="2026-01-02")
        for number, (text, one) in enumerate(zip(texts, shown, strict=True), 1)
    ]


def _words(name: str) -> str:
    ends = [int(end.removeprefix("s")) for end in name.split("-")]
    return " ".join(SENTENCES[ends[0] - 1 : ends[-1]])


def _standing(proposal: MapProposal) -> list[Any] | None:
    if proposal.evidence_map is None:
        return None
    return [
        [chapter.title, [[claim.claim, [one.quote for one in claim.support]] for claim in chapter.claims]]
        for chapter in proposal.evidence_map.chapters
    ]


@pytest.mark.parametrize("case", cases("map_replies"))
def test_what_becomes_of_a_reply(case: dict[str, Any]) -> None:
    """What stands is in the transcript's own words; all else is refused with its place and its reason."""
    proposal = map_from_replies(TALK, _replies(case))
    expected = case["map"] and [
        [title, [[claim, [_words(name) for name in quotes]] for claim, quotes in claims]]
        for title, claims in case["map"]
    ]
    assert _standing(proposal) == expected
    refused = [[one.window, one.place, one.reason.value] for one in proposal.refusals]
    assert sorted(refused) == sorted(case["refused"])
    assert (proposal.evidence_map is None) == bool(proposal.reason)
    _holds(TALK, proposal)


def _holds(transcript: TranscriptPair, proposal: MapProposal) -> None:
    """What holds for every proposal: slices of one turn, proven, no sentence twice, and a file that reads the same."""
    assert all(one.message for one in proposal.refusals)
    evidence_map = proposal.evidence_map
    if evidence_map is None:
        return
    assert read_evidence(write_evidence(evidence_map)) == evidence_map
    rows = [claim for chapter in evidence_map.chapters for claim in chapter.claims]
    supports = [one for claim in rows for one in claim.support]
    assert all(claim.support for claim in rows)
    assert all(chapter.claims for chapter in evidence_map.chapters)
    spans = sorted(one.span for one in supports if one.span is not None)
    assert len(spans) == len(supports)
    assert all(one.span is not None and one.span.slice(transcript.raw) == one.quote for one in supports)
    assert all(transcript.turn_of(span) is not None for span in spans)
    assert all(before.end <= after.start for before, after in pairwise(spans))
    assert not prove_quotes(evidence_map, transcript, roster_of(evidence_map, transcript.labels)).refusals
    for row in (*evidence_map.chapters, *rows, *supports):
        assert (row.origin, row.status) == (RowOrigin.MODEL, RowStatus.PROPOSED)


def test_each_row_says_how_it_was_made() -> None:
    """Whose words a title and a claim are, and of a quote the model, the prompt's digest, the window and the date."""
    case = next(one for one in TABLE["cases"] if one["id"] == "windows-overlap")
    made = map_from_replies(TALK, _replies(case)).evidence_map
    assert made is not None
    assert {chapter.words_by for chapter in made.chapters} == {WordsBy.MODEL}
    assert {claim.words_by for chapter in made.chapters for claim in chapter.claims} == {WordsBy.MODEL}
    facts = [one.made_by for chapter in made.chapters for claim in chapter.claims for one in claim.support]
    assert [fact and fact.window for fact in facts] == [1, 2]
    assert {fact and (fact.model, fact.prompt_sha256, fact.date) for fact in facts} == {
        ("m-1", WHOLE.prompt_sha256, "2026-01-02")
    }
    assert [one.evidence_id for chapter in made.chapters for claim in chapter.claims for one in claim.support] == [
        "c1.1.1",
        "c2.1.1",
    ]


def test_a_quote_has_at_most_twelve_sentences() -> None:
    """A longer one is refused without being read."""
    said = " ".join(f"This is the sentence with the number {number} of it." for number in range(30))
    talk = read_transcript(f"Ann Lee: {said}\n\nBob Marsh: That was long indeed.".encode(), "long.txt")
    (window,) = map_requests(talk)
    ends = {"first_words": "This is the", "last_words": "of it"}
    quotes = [{"ids": "s1-s13", **ends}, {"ids": "s1-s12", **ends}]
    reply = json.dumps({"chapters": [{"title": "All", "claims": [{"claim": "It is long.", "quotes": quotes}]}]})
    proposal = map_from_replies(talk, [WindowReply(window=window, text=reply)])
    assert [one.reason.value for one in proposal.refusals] == ["too_long"]
    _holds(talk, proposal)


def test_a_talk_without_labels_has_one_voice() -> None:
    """Its quotes are proven by their text alone, under the one name that a person gives."""
    talk = read_transcript(b"The tide comes in twice a day here. Nobody waits for it any more.", "bare.txt")
    (window,) = map_requests(talk, guests=["Ann Lee"])
    quote = {"ids": ["s1"], "first_words": "The tide comes", "last_words": "a day here"}
    reply = json.dumps({"chapters": [{"title": "Tide", "claims": [{"claim": "It is regular.", "quotes": [quote]}]}]})
    made = map_from_replies(talk, [WindowReply(window=window, text=reply)], guests=["Ann Lee"]).evidence_map
    assert made is not None
    assert made.chapters[0].claims[0].support[0].speaker == "Ann Lee"
    assert not prove_quotes(made, talk, roster_of(made, ())).refusals


_IDS = st.lists(st.sampled_from(["s1", "s3", "s4", "s5", "S7", 8, "9", "s10-s11", "s99", "x", None, -1]), max_size=3)
_ENDS = st.sampled_from(["", "My father", "Nobody asked", "The current", *SENTENCES[2:7]])
_LOOSE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)
_QUOTE = st.fixed_dictionaries({"ids": _IDS, "first_words": _ENDS, "last_words": _ENDS}) | _LOOSE
_SOUND = st.sampled_from(
    [{"ids": [f"s{number}"], "first_words": said, "last_words": said} for number, said in enumerate(SENTENCES, 1)]
)
_CLAIM = (
    st.fixed_dictionaries({"claim": st.text(max_size=12) | _LOOSE, "quotes": st.lists(_QUOTE | _SOUND, max_size=4)})
    | _LOOSE
)
_CHAPTER = (
    st.fixed_dictionaries({"title": st.text(max_size=6) | _LOOSE, "claims": st.lists(_CLAIM, max_size=3)}) | _LOOSE
)
_REPLY = st.fixed_dictionaries({"chapters": st.lists(_CHAPTER, max_size=3)}) | _LOOSE


@examples(400)
@given(st.lists(st.tuples(_REPLY, st.none() | st.integers(0, 400), st.integers(1, 14)), max_size=3))
def test_any_reply_gives_slices_or_a_reason(replies: list[tuple[Any, int | None, int]]) -> None:
    """Whatever is replied, whole or cut off anywhere."""
    given_replies = [
        WindowReply(window=_window(number, (first, 14)), text=json.dumps(value)[:cut])
        for number, (value, cut, first) in enumerate(replies, 1)
    ]
    proposal = map_from_replies(TALK, given_replies)
    assert (proposal.evidence_map is None) == bool(proposal.reason)
    _holds(TALK, proposal)


@examples(200)
@given(st.text(max_size=300))
def test_any_text_gives_slices_or_a_reason(text: str) -> None:
    """A text that is no JSON at all, or nearly."""
    proposal = map_from_replies(TALK, [WindowReply(window=WHOLE, text=text)])
    _holds(TALK, proposal)
