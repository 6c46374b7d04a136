"""Chapters as a model wrote them: what becomes of each quotation, and which must stand."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from core.enforcement.results import Decision, DecisionAction
from core.generation.finish_chapter import finish_chapter
from core.generation.line import Line
from core.llm.client import WritingMode
from core.prose.render import one_line
from core.verify import Verdict
from tests.core.enforcement.enforcing import (
    check,
    enforce,
    in_mode,
    slices,
    standing,
    unproven_marks,
)
from tests.golden import CASES

DRAFTS = sorted((CASES / "drafts").glob("*.json"))


class Draft(NamedTuple):
    """A draft and what must become of it."""

    text: str
    chapter: int
    decisions: list[dict[str, str]]
    stays: list[str]


def load(path: Path) -> Draft:
    """Read a golden draft; its chapter counts from 1."""
    expected: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return Draft(
        path.with_suffix(".md").read_text(encoding="utf-8"),
        expected["chapter"] - 1,
        [{**decision, "original": one_line(decision["original"])} for decision in expected["decisions"]],
        [one_line(one) for one in expected["stays"]],
    )


def described(decisions: Sequence[Decision]) -> list[dict[str, str]]:
    """Return decisions as the golden drafts write them."""
    return [
        {
            "original": one_line(one.original),
            "action": one.action.value,
            "finding": one.finding.value,
            "place": one.place.value,
        }
        for one in decisions
    ]


drafts = pytest.mark.parametrize("path", DRAFTS, ids=lambda path: path.stem)


@drafts
def test_every_quotation_of_a_draft_is_decided_as_its_author_decided(sample: Line, path: Path) -> None:
    """Original, action, finding and place of each, in reading order, and nothing beside them."""
    draft = load(path)
    result = enforce(sample, draft.text, sample.effective_index(draft.chapter))
    assert described(result.decisions) == draft.decisions


@drafts
def test_every_whitelisted_quotation_of_a_draft_stays(sample: Line, path: Path) -> None:
    """k of n: all that may stay stand in the finished text, as often as they were written, and nothing else does."""
    draft = load(path)
    result = enforce(sample, draft.text, sample.effective_index(draft.chapter))
    assert Counter(standing(sample, result.text)) == Counter(draft.stays)
    assert [one_line(one.quote_text) for one in result.replaced] == draft.stays
    assert unproven_marks(result.text, slices(sample)) == []
    verdict = check(sample, finish_chapter(in_mode(sample, WritingMode.QUOTE), draft.chapter, draft.text).text).verdict
    assert verdict is Verdict.VERIFIED


@drafts
def test_an_enforcer_that_unquotes_everything_would_be_seen(sample: Line, path: Path) -> None:
    """Taking all marks and blocks away leaves nothing verified: the check above fails on it, but for the bad draft.

    Words that a name behind them still signs are objected to.
    """
    draft = load(path)
    nothing = re.sub(r"^>.*\n|^[A-Z]\w+( \w+)?: .*\n|[\"“”‘’']", "", draft.text, flags=re.MULTILINE)
    found = check(sample, nothing)
    assert found.verified == 0
    assert found.verdict in (Verdict.NOTHING_TO_VERIFY, Verdict.UNPROVEN)
    assert (Counter(one.text for one in found.proven) == Counter(draft.stays)) is (path.stem == "all_bad")


@drafts
def test_a_finished_draft_passes_the_checker_and_a_second_run(sample: Line, path: Path) -> None:
    """The chapter does not fall back, verifies, and is the same bytes when it is enforced again."""
    draft = load(path)
    line = in_mode(sample, WritingMode.QUOTE)
    line = line.model_copy(update={"settings": line.settings.model_copy(update={"strict_narrative": False})})
    finished = finish_chapter(line, draft.chapter, draft.text)
    assert finished.fallback == ""
    assert described(finished.enforcement.decisions) == draft.decisions
    assert check(sample, finished.text).verdict is Verdict.VERIFIED
    assert finish_chapter(line, draft.chapter, finished.text).text == finished.text
    bare = enforce(sample, draft.text, sample.effective_index(draft.chapter)).text
    assert enforce(sample, bare, sample.effective_index(draft.chapter)).text == bare


@drafts
def test_seed_ones_fields_say_the_same_as_the_decisions(sample: Line, path: Path) -> None:
    """`replaced` holds kept and replaced quotes, `dropped` the words that were dropped or unquoted."""
    result = enforce(sample, load(path).text, sample.effective_index(load(path).chapter))
    stands = [one.quote_id for one in result.decisions if one.action in (DecisionAction.KEPT, DecisionAction.REPLACED)]
    falls = [
        one.original for one in result.decisions if one.action in (DecisionAction.UNQUOTED, DecisionAction.DROPPED)
    ]
    assert [one.quote_id for one in result.replaced] == stands
    assert result.dropped == falls
    texts = {one.quote_id: one.quote_text for one in sample.merged.whitelist}
    for one in result.decisions:
        assert (one.quote_id is None) is (one.raw_span is None)
        assert one.raw_span is None or one.raw_span.slice(sample.transcript.raw) == texts[one.quote_id or ""]
