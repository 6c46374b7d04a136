"""Quotes that repeat in a narrative, and block quotes of a model: what stands, and what is left of a sentence."""

import json
import re
from functools import cache
from typing import Any

import pytest

from core.enforcement.enforcer import enforce_chapter
from core.enforcement.matcher import EnforcementPolicy
from core.enforcement.results import Decision
from core.enforcement.streaming import Gate
from core.evidence.evidence_map import read_evidence
from core.generation.finish_chapter import speaker_declarations
from core.generation.line import Line, prepare_line
from core.prose.render import write_blocks
from core.transcripts.readers import read_transcript
from core.verify import Verdict, verify_part
from tests.golden import cases, load

CASES = cases("repeated_quotes")
_BLANK_LINES = re.compile(r"\n[ \t]*(?=\n)")


@cache
def talk() -> Line:
    """Return the table's transcript, prepared with its quotes as one chapter."""
    table = load("repeated_quotes")
    speakers = [{"speaker_name": name, "speaker_role": role} for name, role in table["speakers"]]
    support = [{"quote": words, "speaker": name} for names, words in table["quotes"].values() for name in names]
    chapter = {"title": "The winter", "claims": [{"claim": "The winter was long.", "support": support}]}
    evidence = read_evidence(json.dumps({"speakers": speakers, "chapters": [chapter]}), "evidence.json")
    line = prepare_line(evidence, read_transcript("\n\n".join(table["transcript"]).encode(), "talk.txt"))
    assert len(line.merged.whitelist) == len(support)
    return line


def filled(text: str) -> str:
    """Return a text of the table with its ids and words filled in."""
    table = load("repeated_quotes")["quotes"]
    for key, (names, words) in table.items():
        quote = next(
            one for one in talk().merged.whitelist if one.quote_text == words and one.speaker.speaker_name == names[0]
        )
        text = text.replace(f"{{{key}}}", words)
        text = re.sub(rf"(\[\[(?:\w+, )?){key}(?=\]\]|,)", rf"\g<1>{quote.quote_id}", text)
    return text


def policy_of(case: dict[str, Any]) -> EnforcementPolicy:
    """Return the policy of a row."""
    return EnforcementPolicy(references=case.get("references", True), strict_narrative=case.get("strict", False))


def enforced(reply: str, policy: EnforcementPolicy) -> tuple[str, tuple[Decision, ...]]:
    """Return the narrative and the decisions that enforcement makes of a reply."""
    line = talk()
    chapter = enforce_chapter(
        reply, line.merged.whitelist, 0, transcript=line.transcript, roster=line.roster, policy=policy
    )
    return write_blocks(chapter.narrative), chapter.decisions


def lines_of(text: str) -> list[str]:
    """Return the lines of Markdown that hold anything."""
    return [line.rstrip() for line in text.split("\n") if line.strip(" >")]


@pytest.mark.parametrize("case", CASES)
def test_a_narrative_becomes_what_the_table_says(case: dict[str, Any]) -> None:
    """Each decision has its reason, a second run changes nothing, and the independent checker agrees."""
    narrative, decisions = enforced(filled(case["reply"]), policy_of(case))
    assert lines_of(narrative) == lines_of(filled(case["narrative"]))
    assert [f"{one.action} {one.reason}" for one in decisions] == case["decided"]
    assert enforced(narrative, policy_of(case))[0] == narrative
    found = verify_part(narrative, talk().transcript, declared=speaker_declarations(talk()))
    assert found.verdict in (Verdict.VERIFIED, Verdict.NOTHING_TO_VERIFY)


@pytest.mark.parametrize("case", CASES)
def test_the_gate_decides_as_the_batch_does(case: dict[str, Any]) -> None:
    """Cut in two at every place, and character by character."""
    reply, line = filled(case["reply"]), talk()
    whole = enforced(reply, policy_of(case))
    for cut in range(len(reply)):
        gate = Gate(line.merged.whitelist, 0, transcript=line.transcript, roster=line.roster, policy=policy_of(case))
        pieces = [reply[:cut], reply[cut:]] if cut else list(reply)
        shown = "".join(map(gate.feed, pieces)) + gate.finish()
        assert (shown, gate.decisions) == whole, cut
