import re
from html import unescape

import pytest

from core.coverage.levels import ChapterCoverage, CoverageLevel
from core.enforcement.results import (
    ChapterDraft,
    Decision,
    DecisionAction,
    DecisionPlace,
    EditionQuote,
    EnforcementResult,
    QuotationFinding,
)
from core.prose.model import Block, Emphasis, Heading, ListBlock, Paragraph, Quote, QuoteBlock, TextRun
from core.span import Span
from core.transcripts.speakers import SpeakerRef, SpeakerRole
from workbench.sessions.chapter_html import blocks_as_html, chapter_as_html

ADA = SpeakerRef(speaker_id="ada", speaker_name="Ada <Q>", speaker_role=SpeakerRole.GUEST)
QUOTE = Quote(text="5 < 6 --\nand $x$ :smile:", quote_id="q1", raw_span=Span(1200, 1224), speaker=ADA)
KNOWN = {
    "q1": EditionQuote(
        quote_id="q1",
        text=QUOTE.text,
        raw_span=QUOTE.raw_span,
        speaker_id="ada",
        speaker_name="Ada <Q>",
        speaker_verified=True,
        start_seconds=75,
    )
}


def shown(*blocks: Block) -> str:
    return blocks_as_html(blocks, KNOWN)


def test_prose_is_escaped_and_emphasis_is_kept() -> None:
    """Words of a model are text; only its emphasis is a tag."""
    html = shown(Paragraph(inlines=(TextRun(text="a <b> "), TextRun(text="c & d", emphasis=Emphasis.BOLD))))
    assert html == "<p>a &lt;b&gt; <strong>c &amp; d</strong></p>"


def test_an_inline_quotation_stands_in_marks_and_is_marked() -> None:
    """White space is written as single spaces, everything else is the slice."""
    html = shown(Paragraph(inlines=(QUOTE,)))
    assert ">“5 &lt; 6 -- and $x$ :smile:”</q>" in html
    assert 'class="wb-quote"' in html


def test_a_quotation_says_where_it_comes_from() -> None:
    """Speaker, role, time and place, by pointer and by keyboard."""
    html = shown(Paragraph(inlines=(QUOTE,)))
    assert 'tabindex="0"' in html
    tip = re.search(r'data-tip="([^"]*)"', html)
    assert tip
    assert unescape(tip[1]) == "Ada <Q> (guest) · 0:01:15 · transcript characters 1,200 to 1,224"


def test_a_quotation_that_is_not_listed_still_says_who_and_where() -> None:
    """Only the time is not known."""
    html = blocks_as_html((Paragraph(inlines=(QUOTE,)),), {})
    assert "Ada &lt;Q&gt; (guest) · transcript characters 1,200 to 1,224" in html


def test_a_block_quotation_stands_without_marks_with_its_speaker() -> None:
    """As in every edition."""
    html = shown(QuoteBlock(quote=QUOTE))
    assert "“" not in html
    assert html.endswith("<footer>— Ada &lt;Q&gt;</footer></blockquote>")


@pytest.mark.parametrize(("level", "tag"), [(1, "h2"), (2, "h2"), (3, "h3"), (6, "h6")])
def test_headings_leave_the_first_level_to_the_page(level: int, tag: str) -> None:
    """There is one h1."""
    assert shown(Heading(level=level, inlines=(TextRun(text="Tea"),))) == f"<{tag}>Tea</{tag}>"


def test_lists_hold_blocks() -> None:
    """Core claims are items with a quotation inside."""
    item = (Paragraph(inlines=(TextRun(text="claim"),)),)
    assert shown(ListBlock(items=(item, item))) == "<ul><li><p>claim</p></li><li><p>claim</p></li></ul>"
    assert shown(ListBlock(ordered=True, items=(item,))) == "<ol><li><p>claim</p></li></ol>"


def refused() -> Decision:
    return Decision(
        action=DecisionAction.DROPPED,
        place=DecisionPlace.OWN_EXCERPTS,
        finding=QuotationFinding.NOT_IN_TRANSCRIPT,
        original="<script>",
    )


def draft(*decisions: Decision) -> ChapterDraft:
    coverage = ChapterCoverage(
        chapter_index=0,
        level=CoverageLevel.MEDIUM,
        usable_quotes=3,
        quote_words_per_claim=31,
        quotes_per_claim=1,
        target_words=500,
        generation_mode="thin",
    )
    return ChapterDraft(
        chapter_index=0,
        effective_index=0,
        title="Tea",
        narrative="One two three.",
        key_excerpts=[],
        core_claims=[],
        coverage=coverage,
        enforcement=EnforcementResult(text="", replaced=[], dropped=[], decisions=decisions),
        blocks=(Paragraph(inlines=(QUOTE,)),),
    )


def test_numbers_stand_behind_the_quotations_they_are_for() -> None:
    """In reading order; one without a number has none."""
    html = blocks_as_html((Paragraph(inlines=(QUOTE, QUOTE)), QuoteBlock(quote=QUOTE)), KNOWN, ["1", "", "3"])
    assert re.findall(r"</q>(?:<sup>(\d+)</sup>)?|<sup>(\d+)</sup></footer>", html) == [("1", ""), ("", ""), ("", "3")]


def test_a_chapter_says_what_it_stands_on() -> None:
    """Level, measures, length, and what became of its quotations."""
    html = chapter_as_html(draft(), ())
    assert "Medium</span>" in html
    assert "3 usable quotes, 31.0 words per claim" in html
    assert "3 words, 500 were asked for" in html
    carried = draft().coverage.model_copy(update={"reachable_words": 40})
    assert "3 words, 40 were asked for" in chapter_as_html(draft().model_copy(update={"coverage": carried}), ())
    assert "1 left out" in chapter_as_html(draft(refused()), ())
