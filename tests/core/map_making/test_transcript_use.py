"""How much of a transcript a map uses, by turn and by speaker."""

from typing import Any

import pytest
from hypothesis import given, strategies

from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.evidence.map_roster import roster_of
from core.map_making.transcript_use import TranscriptUse, measure_use
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import Speaker, SpeakerRole, derive_speaker_id
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import prove_quotes
from tests.golden import cases, load
from tests.properties import examples

TABLE = load("unused_turns")
WORDS = "I kept it for nine long years, and nobody ever asked why I kept it".split()
SLICES = strategies.tuples(strategies.integers(0, len(WORDS)), strategies.integers(0, len(WORDS)))


def talk_of(turns: list[list[str]]) -> TranscriptPair:
    text = "\n\n".join(f"{speaker}: {words}" if speaker else words for speaker, words in turns)
    return read_transcript(text.encode(), "talk.txt")


def use_of(talk: TranscriptPair, quotes: list[list[str]], speakers: list[list[Any]]) -> TranscriptUse:
    """Measure what a map of one claim uses."""
    persons = tuple(
        Speaker(
            speaker_id=derive_speaker_id(name),
            speaker_name=name,
            speaker_role=SpeakerRole(role),
            aliases=tuple(aliases[0]) if aliases else (),
        )
        for name, role, *aliases in speakers
    )
    support = tuple(
        Support(evidence_id=f"e{number}", quote=quote, speaker=speaker)
        for number, (quote, speaker) in enumerate(quotes)
    )
    claims = (ClaimEvidence(claim_id="c", claim="c", support=support),)
    evidence = EvidenceMap(speakers=persons, chapters=(ChapterEvidence(title="t", claims=claims),))
    roster = roster_of(evidence, talk.labels)
    return measure_use(talk, prove_quotes(evidence, talk, roster).quotes, roster)


@pytest.mark.parametrize("case", cases("unused_turns"))
def test_words_are_used_as_decided(case: Any) -> None:
    """Turn by turn, and by speaker."""
    found = use_of(talk_of(case["turns"]), case["quotes"], case.get("speakers", TABLE["speakers"]))
    assert [[turn.words, turn.used] for turn in found.turns] == case["used"]
    if "by" in case:
        names = (
            (one.speaker.speaker_name, one.speaker.speaker_role.value) if one.speaker else ("", "unclear")
            for one in found.speakers
        )
        assert [[*name, *one[1:]] for name, one in zip(names, found.speakers, strict=True)] == case["by"]


def test_a_turn_keeps_its_number() -> None:
    """Also behind one in which nothing is said: other pages count the same turns."""
    talk = talk_of([["Ann Lee", "I kept it."], ["Bob Marsh", "[inaudible]"], ["Ann Lee", "For nine years."]])
    assert [turn.number for turn in use_of(talk, [], TABLE["speakers"]).turns] == [1, 3]


@examples(100)
@given(strategies.lists(SLICES, max_size=6), SLICES)
def test_another_quote_never_uses_less(slices: list[tuple[int, int]], more: tuple[int, int]) -> None:
    """Never more than was said, and the speakers have together what the turns have."""
    talk = talk_of([["Bob Marsh", "Who kept the lamp?"], ["Ann Lee", " ".join(WORDS)]])

    def used(spans: list[tuple[int, int]]) -> int:
        quotes = [[" ".join(WORDS[start:end]), "Ann Lee"] for start, end in spans]
        found = use_of(talk, quotes, TABLE["speakers"])
        assert all(0 <= turn.used <= turn.words for turn in found.turns)
        assert sum(one.used for one in found.speakers) == sum(turn.used for turn in found.turns)
        return sum(turn.used for turn in found.turns)

    assert 0 <= used(slices) <= used([*slices, more])
