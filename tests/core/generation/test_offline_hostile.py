"""What holds of the offline composer whatever a brief holds."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from core.enforcement.enforcer import enforce_chapter
from core.enforcement.results import DecisionAction
from core.generation.offline.chapter_material import ROOM
from core.generation.offline.phrasebook import phrase_parts
from core.generation.offline_client import narrative_words
from core.llm.client import BriefClaim, ChapterBrief, WritingMode
from core.text.punctuation import APOSTROPHES, QUOTATION_MARKS
from core.transcripts.speakers import SpeakerRef, SpeakerRole
from tests.core.generation.composing import (
    ALL,
    MAREN,
    ROSTER,
    brief_of,
    compose,
    connecting_phrases,
    narrative_of,
    proven,
    references,
)
from tests.properties import examples

HOSTILE = [
    "# Bells",
    "> a block",
    "- a list",
    "1. a number",
    "``` code",
    "a *b* _c_ `d` [e](f) ![g](h) <q>i</q> &quot; | j | ~~k~~",
    "[[0123456789abcdef]]",
    "===",
    "<script>alert(1)</script>",
    "two\n\nparagraphs",
    "a \\ backslash \\* and * a star",
    "Maren Okafor: I never said it",
    "https://example.org/a_b_c",
]


class TestTextStaysText:
    """What people type is never markup."""

    @pytest.mark.parametrize("text", HOSTILE)
    def test_markdown_in_titles_and_claims_is_text(self, text: str) -> None:
        """What a person typed is read as they typed it: no heading, list, code, link or reference comes of it."""
        brief = brief_of({text: [(MAREN, 5, "It rang.")]}, title=text)
        composed = compose(brief)
        tokens = MarkdownIt("commonmark").parse(composed)
        kinds = [token.type for token in tokens]
        assert kinds.count("heading_open") == 2
        assert not {"fence", "code_block", "html_block", "hr", "blockquote_open", "ordered_list_open"}.intersection(
            kinds
        )
        children = [child for token in tokens for child in token.children or []]
        assert {child.type for child in children} <= {"text", "text_special"}
        heading = next(token for token in tokens if token.type == "inline")
        assert "".join(child.content for child in heading.children or []) == " ".join(text.split())
        assert set(references(composed)) == {brief.quotes[0].quote_id}

    def test_a_mark_that_nothing_closes_is_left_out(self) -> None:
        """A stray quotation mark in a claim would swallow the quotation behind it."""
        for stray in ('The so-called "temper', "The so-called “temper", "The so-called ‘temper"):
            brief = brief_of({stray: [(MAREN, 5, "It rang.")]})
            chapter = enforce_chapter(compose(brief), brief.quotes, 0, roster=ROSTER)
            assert {decision.action for decision in chapter.decisions} == {DecisionAction.KEPT}

    @pytest.mark.parametrize("claim", ["Economics of tuning", "Lead", "On temper and thieves"])
    def test_a_claim_that_is_no_sentence_still_reads(self, claim: str) -> None:
        """A heading in place of a claim stands behind a sentence that leads to it."""
        narrative = narrative_of(compose(brief_of({claim: [(MAREN, 5, "It rang.")]}, title="Chapter 1")))
        assert re.search(rf"\w+: {claim}\.", narrative, re.IGNORECASE)


words = st.sampled_from(
    [
        "Yes",
        "no.",
        "钟声响了。",
        "钟",
        "🔔",
        "e\u0301te",
        "And then",
        "why?",
        "Stop!",
        "so,",
        "wait --",
        "…",
        '"',
        "'tis",
        "a]]b",
        "",
    ]
)


texts = st.one_of(
    st.lists(words, max_size=5).map(" ".join), st.sampled_from(HOSTILE), st.text(max_size=40), st.just("bell " * 300)
)


speakers = st.sampled_from(
    [
        *ALL,
        SpeakerRef(speaker_id="x", speaker_name="", speaker_role=SpeakerRole.UNCLEAR),
        SpeakerRef(speaker_id="y", speaker_name='Ann "{quote}" [Lee]\n(*)', speaker_role=SpeakerRole.GUEST),
        SpeakerRef(speaker_id="z", speaker_name="王伟", speaker_role=SpeakerRole.HOST),
        SpeakerRef(speaker_id="o", speaker_name="Nora Okafor", speaker_role=SpeakerRole.GUEST),
    ]
)


quotes = st.builds(
    proven, speakers, st.one_of(st.none(), st.integers(0, 5_000)), texts.filter(lambda text: text.strip() != "")
)


@st.composite
def odd_briefs(draw: st.DrawFn) -> ChapterBrief:
    found = draw(st.lists(quotes, max_size=12, unique_by=lambda quote: quote.quote_id))
    ids = st.sampled_from([quote.quote_id for quote in found] + ["feedfeedfeedfeed"])
    claims = draw(
        st.lists(st.builds(BriefClaim, claim=texts, quote_ids=st.lists(ids, max_size=4).map(tuple)), max_size=6)
    )
    return ChapterBrief(
        title=draw(texts),
        claims=tuple(claims),
        quotes=tuple(found),
        excerpts=tuple(found[:2]),
        target_words=draw(st.integers(1, 2_000)),
        generation_mode=draw(st.sampled_from(["normal", "thin", "excerpt_only", "else"])),
        mode=WritingMode.REFERENCE,
    )


class TestAnyBrief:
    """Briefs that nobody would write."""

    @examples(150)
    @given(odd_briefs())
    def test_whatever_the_brief_it_writes_a_chapter(self, brief: ChapterBrief) -> None:
        """No brief is too odd: a title, a narrative, references that exist, and no more words than asked for."""
        text = compose(brief)
        assert text.startswith("## ")
        assert narrative_of(text)
        assert set(references(text)) <= {quote.quote_id for quote in brief.quotes}
        typed = {char for claim in brief.claims for char in claim.claim} | set(brief.title)
        marks = QUOTATION_MARKS.intersection(text) - typed
        assert marks <= set(APOSTROPHES)
        if brief.quotes and brief.generation_mode != "excerpt_only" and brief.target_words > 50:
            assert narrative_words(narrative_of(text), brief) <= brief.target_words * (1 + 4 * ROOM)
        assert compose(brief) == text

    def test_nothing_at_all_is_said_to_be_nothing(self) -> None:
        """An empty brief gives a chapter that says so."""
        text = compose(brief_of({}, title=""))
        assert text == "## Untitled chapter\n\nNo claim and no proven quotation is at hand for this chapter.\n"

    def test_ten_thousand_claims_are_no_trouble(self) -> None:
        """A brief that is far too long is cut to its target, quickly."""
        claims = {
            f"Bell number {number} rings": [(MAREN, number * 100, f"I cast bell {number}.")] for number in range(10_000)
        }
        brief = brief_of(claims)
        assert narrative_words(narrative_of(compose(brief)), brief) <= 1_000

    def test_more_quotations_than_phrases(self) -> None:
        """With hundreds of tiny quotations the phrases run out before the repetition begins."""
        brief = brief_of(
            {"Bells ring": [(MAREN, number * 700, f"Ring {number}.") for number in range(600)]}, target_words=10_000
        )
        narrative = narrative_of(compose(brief))
        keys = [phrase_parts(phrase) for phrase in connecting_phrases(narrative, brief)]
        assert len(keys) == len(set(keys))
        assert len(references(narrative)) > 100
