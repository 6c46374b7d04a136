"""What the certain forms cost in honest prose: names that nobody wrote."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from core.enforcement import EnforcementPolicy, enforce_chapter
from core.enforcement.results import DecisionAction
from core.generation.line import Line
from core.prose.model import Inline, Paragraph, Quote, QuoteBlock, TextRun
from tests.golden import cases, load

MOST = 0.2  # of the quotations whose own sentence names their speaker
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
