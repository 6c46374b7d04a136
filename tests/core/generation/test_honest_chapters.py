"""What the certain forms cost in finished chapters of honest prose: enforcement's names and those `verify` asks for."""

from collections import Counter
from itertools import pairwise
from typing import Any

from core.enforcement.matcher import EnforcementPolicy
from core.generation.finish_chapter import finish_chapter
from core.generation.line import Line
from core.prose.model import Inline, Paragraph, Quote, QuoteBlock, TextRun
from tests.golden import load

MOST = {"own_sentence": 0.2, "pronoun": 45 / 46, "bare": 1.0}


def _finished(sample: Line, case: Any) -> list[tuple[str, str]]:
    """Return the name of each quotation of a finished chapter, and what follows it; key excerpts are left out."""
    chapter = finish_chapter(sample, 0, case["text"], policy=EnforcementPolicy(references=False))
    assert chapter.fallback == "", case["id"]
    found: list[tuple[str, str]] = []
    for block in chapter.blocks:
        inlines: tuple[Inline, ...] = block.inlines if isinstance(block, Paragraph) else ()
        if isinstance(block, QuoteBlock):
            found.append((block.quote.speaker.speaker_name, ""))
        for inline, following in pairwise((*inlines, TextRun(text=""))):
            if isinstance(inline, Quote):
                found.append((inline.speaker.speaker_name, following.text))
    return found[: len(case["quotations"])]


def test_a_finished_chapter_adds_few_names_to_honest_prose(sample: Line) -> None:
    """None is lost, none wrong; at most one in five gets a name where its own sentence names the speaker."""
    added, all_of, where = Counter[str](), Counter[str](), list[str]()
    for case in load("benign_prose")["cases"]:
        found = _finished(sample, case)
        assert [name for name, _ in found] == [one["speaker"] for one in case["quotations"]], case["id"]
        for one, (_, following) in zip(case["quotations"], found, strict=True):
            written = any(f"({name})" in case["text"] for name in (one["speaker"], one["speaker"].split()[-1]))
            needless = following.startswith(f" ({one['speaker']})") and not written
            all_of[one["names"]] += 1
            added[one["names"]] += needless
            if needless and one["names"] == "own_sentence":
                where.append(f"{case['id']}: {one['quote']}")
    shares = {kind: f"{added[kind]} of {all_of[kind]}" for kind in all_of}
    assert all(added[kind] <= most * all_of[kind] for kind, most in MOST.items()), (shares, where)
