"""The doctor finds in a map what a careful person would, and does only what is certain."""

import json
import re
from typing import Any

import pytest
from hypothesis import given

from core.evidence.evidence_map import EvidenceMap, read_map
from core.evidence.map_roster import roster_of
from core.map_making.doctor.diagnosis import Diagnosis, diagnose
from core.transcripts.readers import read_transcript
from core.transcripts.transcript import TranscriptPair
from core.whitelist.quote_key import quote_key, resolve_markup
from tests.core.map_making.tables.test_quote_table import TALK
from tests.core.map_making.tables.test_write_table import MAPS
from tests.golden import cases, load
from tests.properties import examples

TABLE = load("map_doctor")


def transcript_of(name: str) -> TranscriptPair:
    """Return one of the table's transcripts."""
    turns = TABLE["transcripts"][name]
    text = "\n\n".join(f"{speaker}: {words}" if speaker else words for speaker, words in turns)
    return read_transcript(text.encode(), f"{name}.txt")


def map_of(case: Any) -> bytes:
    """Return the map of a case as JSON, with an id for everything but where the case gives none."""
    numbers = iter(range(1000))

    def support(quote: str, speaker: str, fields: dict[str, Any]) -> dict[str, Any]:
        return {"evidence_id": f"e{next(numbers)}", "quote": quote, "speaker": speaker, **fields}

    def claim(words: str, quotes: list[Any]) -> dict[str, Any]:
        supports = [support(quote, speaker, *(rest or [{}])) for quote, speaker, *rest in quotes]
        claim_id = case["claim_id"] if "claim_id" in case else f"k{next(numbers)}"
        return {"claim_id": claim_id, "claim": words, "support": supports}

    chapters: list[Any] = case["chapters"] if "chapters" in case else [["t", [["c", case["quotes"]]]]]
    speakers = case.get("speakers", TABLE["speakers"])
    data: dict[str, Any] = {
        "speakers": [
            {"speaker_name": name, "speaker_role": role, "aliases": aliases[0] if aliases else []}
            for name, role, *aliases in speakers
        ],
        "chapters": [{"title": title, "claims": [claim(*one) for one in claims]} for title, claims in chapters],
    }
    return json.dumps(data).encode()


def diagnosis_of(case: Any) -> Diagnosis:
    """Look at the map of a case."""
    read = read_map(map_of(case))
    talk = transcript_of(case.get("transcript", "bees"))
    return diagnose(read.evidence_map, talk, missing_ids=read.missing_ids)


@pytest.mark.parametrize("case", cases("map_doctor"))
def test_a_map_is_looked_at_as_decided(case: Any) -> None:
    """Every finding with its place, and no other; whether quotes are proven, before and after what is certain."""
    found = diagnosis_of(case)
    assert sorted([one.kind.value, one.place, one.certain] for one in found.findings) == sorted(case["finds"])
    assert (found.unproven == 0) == case["proven"]
    if "proven_then" in case:
        assert (found.unproven_then == 0) == case["proven_then"]
    for kind, words in case.get("helps", {}).items():
        first = next(one for one in found.findings if one.kind.value == kind)
        assert words in first.fix
    assert not [one for one in found.findings if re.search(r"[.!?…]”\.", one.fix + one.message)]  # ends twice
    supports = found.mended.chapters[0].claims[0].support
    if "fixed" in case:
        assert [[one.quote, one.speaker] for one in supports] == case["fixed"]
    if "note" in case:
        assert supports[0].note == case["note"]


@pytest.mark.parametrize("case", cases("map_doctor"))
def test_what_is_certain_is_done_once(case: Any) -> None:
    """A map that was mended has no certain finding left, is mended no further, and proves no quote less."""
    first = diagnosis_of(case)
    talk = transcript_of(case.get("transcript", "bees"))
    again = diagnose(first.mended, talk)
    assert not [one for one in again.findings if one.certain]
    assert again.mended == first.mended
    assert first.unproven_then == again.unproven <= first.unproven


@examples(200)
@given(MAPS)
def test_never_other_words_and_never_another_person(evidence_map: EvidenceMap) -> None:
    """Whatever a map holds, what is done keeps the words and the persons of every quote, and adds none."""
    mended = diagnose(evidence_map, TALK).mended
    roster = roster_of(evidence_map, TALK.labels)
    was = {
        one.evidence_id: one for chapter in evidence_map.chapters for claim in chapter.claims for one in claim.support
    }
    for chapter, before in zip(mended.chapters, evidence_map.chapters, strict=True):
        for claim, claim_before in zip(chapter.claims, before.claims, strict=True):
            assert {one.evidence_id for one in claim.support} <= {one.evidence_id for one in claim_before.support}
            for now in claim.support:
                then = was[now.evidence_id]
                assert quote_key(resolve_markup(now.quote)) == quote_key(resolve_markup(then.quote))
                assert roster.resolve(now.speaker) == roster.resolve(then.speaker)
