"""What holds of whatever a model writes."""

from collections import Counter
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.enforcement.matcher import EnforcementPolicy
from core.enforcement.results import DecisionAction, QuotationFinding
from core.generation.finish_chapter import finish_chapter
from core.generation.line import Line
from core.llm.client import WritingMode
from core.prose.parse import BlockKind, read_markdown, texts_of
from core.prose.quotations import find_quotations
from core.prose.render import one_line
from core.verify import Verdict
from core.whitelist.quote_key import quote_key
from tests.core.enforcement.enforcing import (
    CHAPTERS,
    OLD_CHAPTER,
    PASSING,
    check,
    enforce,
    in_mode,
    shown,
    slices,
    unproven_marks,
)
from tests.properties import examples


@pytest.mark.property
def test_whatever_is_written_nothing_unproven_stands_in_marks(sample: Line, replies: st.SearchStrategy[str]) -> None:
    """It never raises, every mark and block quote left is a proven slice's, and a second run changes nothing."""
    proven = slices(sample)
    keys = {one.quote_canonical for one in sample.merged.whitelist}

    @examples(400)
    @given(replies, CHAPTERS, st.builds(EnforcementPolicy, references=st.booleans(), strict_narrative=st.booleans()))
    def holds(text: str, chapter: int, policy: EnforcementPolicy) -> None:
        once = enforce(sample, text, chapter, policy)
        assert unproven_marks(once.text, proven) == []
        for kind, (first, *_) in shown(read_markdown(once.text)):
            quoted = [] if kind is BlockKind.QUOTE else find_quotations(first)
            assert all(quote_key(found.inner.slice(first)) in keys for found in quoted)
        assert enforce(sample, once.text, chapter, policy).text == once.text

    holds()


@pytest.mark.property
def test_whatever_is_written_the_finished_chapter_verifies(sample: Line, replies: st.SearchStrategy[str]) -> None:
    """A finished chapter is verified or has nothing to verify, and its key excerpts are the program's own."""
    proven = slices(sample)

    @examples(200)
    @given(replies, CHAPTERS, st.sampled_from([WritingMode.REFERENCE, WritingMode.QUOTE]))
    def holds(text: str, chapter: int, mode: WritingMode) -> None:
        draft = finish_chapter(in_mode(sample, mode), OLD_CHAPTER[chapter], text)
        found = check(sample, draft.text)
        assert (found.verdict in PASSING, found.unproven) == (True, ())
        assert unproven_marks(draft.text, proven) == []
        assert draft.key_excerpts == sample.excerpts(chapter)

    holds()


@pytest.mark.property
def test_whatever_is_written_a_chapter_need_not_fall_back(sample: Line, replies: st.SearchStrategy[str]) -> None:
    """With a name behind each quotation the checker, which shares no code with the writer, has nothing to object to."""

    @examples(250)
    @given(replies, CHAPTERS, st.booleans().map(lambda asked: EnforcementPolicy(references=asked, explicit_names=True)))
    def holds(text: str, chapter: int, policy: EnforcementPolicy) -> None:
        found = check(sample, enforce(sample, text, chapter, policy).text)
        assert (found.verdict in PASSING, found.unproven) == (True, ())

    holds()


@pytest.mark.property
def test_whatever_is_written_the_decisions_are_true(sample: Line, replies: st.SearchStrategy[str]) -> None:
    """What stands was decided to stand and is in the text that often; what fell names no quote that stands for it."""

    @examples(150)
    @given(replies, CHAPTERS)
    def holds(text: str, chapter: int) -> None:
        result = enforce(sample, text, chapter)
        stands = [one for one in result.decisions if one.action in (DecisionAction.KEPT, DecisionAction.REPLACED)]
        assert Counter(one.quote_id for one in stands) == Counter(one.quote_id for one in result.replaced)
        words = "\n".join(one_line(one) for block in read_markdown(result.text) for one in texts_of(block))
        for proven, count in Counter(one_line(one.quote_text) for one in result.replaced).items():
            assert words.count(proven) >= count
        for one in result.decisions:
            assert one.corrected_name == "" or one.action is DecisionAction.REPLACED
            assert one.finding in (QuotationFinding.WHITELISTED, QuotationFinding.OTHER_CHAPTER) or one not in stands

    holds()


@pytest.mark.property
def test_one_other_character_is_another_quotation(sample: Line) -> None:
    """Each edit of one letter or digit of a proven quote, at every place of it, loses its marks."""
    whitelist = list(sample.merged.whitelist)
    keys = {one.quote_canonical for one in whitelist}
    forms = st.sampled_from(["“{}”", "> {}", "Imke Sorrel: {}", "- '{}'", 'Sorrel says, "{}"'])

    @examples(40)
    @given(st.integers(0, len(whitelist) - 1), st.randoms(use_true_random=False), forms)
    def holds(number: int, random: Random, form: str) -> None:
        text = one_line(whitelist[number].quote_text)
        others = [random.choice("abcdefghijklmnopqrstuvwxyz0123456789") for _ in text]
        edits = [
            text[:index] + other + text[index + 1 :]
            for index, (char, other) in enumerate(zip(text, others, strict=True))
            if char.isalnum() and other != char.casefold()
        ]
        assume(not keys.intersection(map(quote_key, edits)))
        drafted = "\n\n".join(form.format(one) for one in edits)
        result = enforce(sample, drafted, whitelist[number].chapter_indices[0])
        assert {one.action for one in result.decisions} <= {DecisionAction.UNQUOTED, DecisionAction.DROPPED}
        assert len(result.decisions) >= len(edits)
        assert check(sample, result.text).verdict is Verdict.NOTHING_TO_VERIFY

    holds()
