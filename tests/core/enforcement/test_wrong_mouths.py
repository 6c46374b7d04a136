"""Quotations in wrong mouths, from the reply to the finished chapter: they stand with who said them, or go."""

import json
import re
from typing import Any

import pytest

from core.enforcement.matcher import EnforcementPolicy
from core.evidence.evidence_map import read_evidence
from core.generation.finish_chapter import finish_chapter, speaker_declarations
from core.generation.line import Line, prepare_line
from core.prose.render import write_blocks
from core.transcripts.readers import read_transcript
from core.verify import Verdict, verify_part
from tests.golden import cases, load

ROSTER = load("certain_forms")["roster"]
QUOTED = re.compile(r"“([^”]*)”")


def _line_of(case: Any) -> Line:
    """Return the talk in which each quotation of a reply was said by whom the table says."""
    said = [words[0].upper() + words[1:].rstrip(",") for words in QUOTED.findall(case["text"])]
    turns = [(one["name"], "Good morning to all of you in this room.") for one in ROSTER]
    support = [
        {"evidence_id": f"e{number}", "quote": words, "speaker": name}
        for number, (name, words) in enumerate(zip(case["said"], said, strict=True))
    ]
    speakers = [
        {"speaker_id": f"s{number}", "speaker_name": one["name"], "aliases": one["aliases"]}
        for number, one in enumerate(ROSTER)
    ]
    claims = [{"claim_id": "c", "claim": "A talk.", "support": support}]
    evidence = {"speakers": speakers, "chapters": [{"title": "One", "claims": claims}]}
    raw = "\n\n".join(f"**{name}:** {words}" for name, words in [*turns, *zip(case["said"], said, strict=True)])
    return prepare_line(
        read_evidence(json.dumps(evidence).encode(), "map.json"), read_transcript(raw.encode(), "talk.md")
    )


@pytest.mark.parametrize("case", cases("certain_forms_mouths"))
def test_a_finished_chapter_says_who_said_the_words(case: Any) -> None:
    """One in a certain form stands; any other has its speaker's name behind it, or goes where that contradicts."""
    line = _line_of(case)
    chapter = finish_chapter(line, 0, case["text"], policy=EnforcementPolicy(references=False))
    text = write_blocks(chapter.blocks)
    assert chapter.fallback == ""
    stands = {words.rstrip(",").casefold() for words in QUOTED.findall(text)}
    for words, said, named in zip(QUOTED.findall(case["text"]), case["said"], case["named"], strict=True):
        shown = words[0].upper() + words[1:].rstrip(",")
        if named is not None:
            assert shown.casefold() in stands
        elif shown.casefold() in stands:
            assert f"“{shown}” ({said})" in text


@pytest.mark.parametrize("case", [one for one in cases("certain_forms_mouths") if None in one.values[0]["named"]])
def test_verify_refuses_the_words_in_the_wrong_mouth(case: Any) -> None:
    """Without the name behind it, no such reply is a verified part."""
    line = _line_of(case)
    found = verify_part(case["text"], line.transcript, declared=speaker_declarations(line))
    assert found.verdict is Verdict.UNPROVEN
