"""Whole replies in every disguise a quotation can wear, against a table written from what was decided."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from core.enforcement.enforcer import EnforcedChapter, enforce_chapter
from core.enforcement.matcher import EnforcementPolicy
from core.generation.finish_chapter import finish_chapter
from core.generation.line import Line
from core.llm.client import WritingMode
from core.prose.model import Block, ListBlock, Quote, QuoteBlock
from core.prose.quotations import find_quotations
from core.prose.render import one_line
from tests.golden import cases

POLICY = EnforcementPolicy(references=False)


def enforced(sample: Line, reply: str) -> EnforcedChapter:
    """Enforce a reply as the sample's first chapter, without key excerpts of the program's own."""
    return enforce_chapter(
        reply, sample.merged.whitelist, 0, transcript=sample.transcript, roster=sample.roster, policy=POLICY
    )


def standing(blocks: Sequence[Block]) -> Iterator[Quote]:
    """Yield the quotations that stand."""
    for block in blocks:
        match block:
            case QuoteBlock():
                yield block.quote
            case ListBlock():
                for item in block.items:
                    yield from standing(item)
            case _:
                yield from (inline for inline in block.inlines if isinstance(inline, Quote))


@pytest.mark.parametrize("case", cases("disguises"))
def test_what_is_proven_stands_and_what_is_not_does_not(sample: Line, case: Any) -> None:
    """A proven quote stands as its slice in any disguise, and nothing unproven stands in marks or as a block quote."""
    chapter = enforced(sample, case["reply"])
    raw = sample.transcript.raw
    quotes = list(standing(chapter.blocks))
    assert all(quote.raw_span.slice(raw) == quote.text for quote in quotes)
    stood = Counter(one_line(quote.text) for quote in quotes)
    assert Counter(case.get("stands", ())) <= stood
    for gone in case.get("gone", ()):
        assert not any(gone in text for text in stood), gone


@pytest.mark.parametrize("case", [case for case in cases("disguises") if "decided" in case.values[0]])
def test_every_quotation_a_reader_sees_is_decided_once(sample: Line, case: Any) -> None:
    """Each has one decision, in reading order, under its own words."""
    decisions = enforced(sample, case["reply"]).decisions
    assert [one_line(decision.original) for decision in decisions] == case["decided"]


@pytest.mark.parametrize("case", cases("disguises"))
def test_a_disguise_does_not_cost_the_chapter(sample: Line, case: Any) -> None:
    """The finished chapter passes the independent checker, which reads it as Markdown, without falling back."""
    quoting = sample.model_copy(update={"settings": sample.settings.model_copy(update={"mode": WritingMode.QUOTE})})
    assert finish_chapter(quoting, 0, case["reply"]).fallback == ""


def test_the_table_would_see_an_enforcer_that_unquotes_everything() -> None:
    """More than half of the cases hold a proven quote, and none of them asks for what no reply holds."""
    table = [case.values[0] for case in cases("disguises")]
    assert sum(bool(case.get("stands")) for case in table) * 2 > len(table)  # type: ignore[union-attr]
    assert find_quotations("“a”")
