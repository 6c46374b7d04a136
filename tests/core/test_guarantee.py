"""The guarantee, tried with replies that nobody would write: what must hold of every one of them."""

from collections import Counter
from collections.abc import Sequence
from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.chapter import Action, Decision, EnforcementResult
from core.enforcement import EnforcementPolicy, enforce_chapter, enforce_quote_whitelist
from core.finishing import PASSING, edition_speakers, finish_chapter
from core.fragments import LEAST_WORDS
from core.gate import Gate
from core.line import Line
from core.llm import WritingMode
from core.quote_text import quote_key
from core.rendering import escape, one_line, stands_inside_marks, write_blocks
from core.reply import unwrap_reply
from core.span import Span
from core.speakers import SpeakerRole
from core.unproven import find_unproven_prose
from core.verify import Form, Verdict, Verification, verify_edition
from core.whitelist import WhitelistQuote
from core.writers.markdown import declarations
from tests.hostile_replies import (
    ANYTHING,
    OTHER_CHARACTERS,
    PLAIN_CHARACTERS,
    PROVEN,
    Written,
    edits_of,
    fuzzed,
    written_strategy,
)

POLICIES = st.builds(
    EnforcementPolicy,
    references=st.booleans(),
    strict_narrative=st.booleans(),
    explicit_names=st.booleans(),
    allow_fragments=st.booleans(),
)
CHAPTERS = st.integers(0, 5)  # after merging


def enforce(sample: Line, text: str, chapter: int, policy: EnforcementPolicy) -> EnforcementResult:
    """Enforce a text as a chapter of the sample, with the key excerpts of that chapter."""
    return enforce_quote_whitelist(
        text,
        list(sample.merged.whitelist),
        chapter,
        transcript=sample.transcript,
        roster=sample.roster,
        excerpts=sample.excerpts(chapter),
        policy=policy,
    )


def check(sample: Line, text: str) -> Verification:
    """Verify a finished text, with what an edition declares about the transcript's labels."""
    return verify_edition(
        text + "\n" + write_blocks(declarations(edition_speakers(sample))), sample.transcript, form="markdown"
    )


def is_whitelisted(sample: Line, span: Span, words: str, *, parts: bool = False) -> bool:
    """Tell whether a stretch of raw is a whitelisted quote's, or a part of one that is long enough."""
    spans = [Span(*span) for quote in sample.merged.whitelist for span in quote.raw_spans]
    if one_line(span.slice(sample.transcript.raw)) != words:
        return False
    if span in spans:
        return True
    return parts and len(words.split()) >= LEAST_WORDS and any(whole.contains(span) for whole in spans)


def test_enforcing_twice_changes_nothing(sample: Line, replies: st.SearchStrategy[str]) -> None:
    """The same text, and the same quotes in it, under every policy; the second run takes nothing away."""

    @fuzzed(500)
    @given(replies, CHAPTERS, POLICIES)
    def holds(text: str, chapter: int, policy: EnforcementPolicy) -> None:
        once = enforce(sample, text, chapter, policy)
        twice = enforce(sample, once.text, chapter, policy)
        assert twice.text == once.text
        assert [one.quote_id for one in twice.replaced] == [one.quote_id for one in once.replaced]

    holds()


def test_every_quotation_that_a_stranger_finds_is_whitelisted(sample: Line, replies: st.SearchStrategy[str]) -> None:
    """In a finished chapter, however it was asked for: a whitelisted quote's slice, or a part where parts are allowed."""

    @fuzzed(400)
    @given(replies, st.integers(0, 6), st.sampled_from(WritingMode), st.booleans(), st.booleans())
    def holds(text: str, chapter: int, mode: WritingMode, strict: bool, parts: bool) -> None:
        chosen = {"mode": mode, "strict_narrative": strict, "allow_fragments": parts}
        line = sample.model_copy(update={"settings": sample.settings.model_copy(update=chosen)})
        draft = finish_chapter(line, chapter, text)
        found = check(sample, draft.text)
        assert found.unproven == ()
        assert found.verdict in PASSING
        for one in found.proven:
            assert is_whitelisted(sample, one.raw_span, one.text, parts=parts)
        assert finish_chapter(line, chapter, draft.text).text == draft.text

    holds()


def stands(decision: Decision) -> bool:
    """Tell whether a quotation stands."""
    return decision.action in (Action.KEPT, Action.REPLACED)


def only_slices_stand(sample: Line, text: str) -> None:
    """Nothing stands in marks or set apart but whitelisted slices."""
    found = check(sample, text)
    slices = {one_line(one.quote_text) for one in sample.merged.whitelist}
    assert {one.text for one in (*found.proven, *found.unproven)} <= slices
    assert all(is_whitelisted(sample, one.raw_span, one.text) for one in found.proven)


def quoted_by(sample: Line, guests_of: int | None = None) -> list[WhitelistQuote]:
    """Return the proven quotes, or those that can carry a core claim of a chapter."""
    return [
        one
        for one in sample.merged.whitelist
        if guests_of is None or (one.speaker.speaker_role is SpeakerRole.GUEST and guests_of in one.chapter_indices)
    ]


def test_every_proven_quote_that_went_in_comes_out(sample: Line) -> None:
    """In order, in the narrative, whatever clean form and typography it has and whatever stands around it."""

    @fuzzed(400)
    @given(written_strategy(sample.merged.whitelist, PROVEN), CHAPTERS, st.booleans(), st.booleans())
    def holds(written: Written, chapter: int, explicit: bool, parts: bool) -> None:
        policy = EnforcementPolicy(references=False, explicit_names=explicit, allow_fragments=parts)
        result = enforce(sample, f"{written.text}\n", chapter, policy)
        assert [one.quote_canonical for one in result.replaced] == [one.quote_canonical for one in written.quotes]
        found = check(sample, result.text)
        stands = [one_line(one.quote_text) for one in (*written.quotes, *sample.excerpts(chapter))]
        assert ([one.text for one in found.proven], found.unproven) == (stands, ())

    holds()


def test_every_claim_with_a_guests_quote_stands(sample: Line) -> None:
    """A whitelisted quote by a guest of the chapter carries its core claim; any other person's does not."""
    forms = ["- It is so: “{q}” ({n})", "1. It’s so — “{q}”", "- “{q}” ({n})", "- It is so:\n  > {q}\n  > — {n}"]

    @fuzzed(200)
    @given(st.data(), CHAPTERS)
    def holds(data: st.DataObject, chapter: int) -> None:
        written = data.draw(
            written_strategy(
                sample.merged.whitelist, forms, ["- no more", "It is so.", "- “Nobody said it.” (Imke Sorrel)"]
            )
        )
        guests = Counter(one.quote_canonical for one in quoted_by(sample, chapter))
        result = enforce(sample, f"### Core Claims\n\n{written.text}\n", chapter, EnforcementPolicy(references=False))
        went_in = [one.quote_canonical for one in written.quotes if one.quote_canonical in guests]
        assert [one.quote_canonical for one in result.replaced] == went_in
        assert {one.speaker.speaker_role for one in result.replaced} <= {SpeakerRole.GUEST}

    holds()


OPERATIONS = ["replace", "replace", "replace", "insert", "insert", "delete", "swap"]


def edited(draw: st.DrawFn, quotes: Sequence[WhitelistQuote], characters: Sequence[str]) -> list[str]:
    """Draw a proven quote and change one character of it in one way, at each of its places."""
    words = one_line(draw(st.sampled_from(quotes)).quote_text)
    return edits_of(words, draw(st.sampled_from(characters)), draw(st.sampled_from(OPERATIONS)))


def test_a_changed_character_is_another_quotation(sample: Line) -> None:
    """Each edit stands as the slice where its key is a whitelisted quote's, and otherwise it does not stand."""
    keys = {one.quote_canonical for one in sample.merged.whitelist}
    quotes = [one for one in sample.merged.whitelist if stands_inside_marks(one.quote_text)]

    @fuzzed(300)
    @given(st.composite(edited)(quotes, PLAIN_CHARACTERS), st.sampled_from(["“{}” (Imke)", "> {}", "Boyle: “{}”"]))
    def holds(edits: list[str], form: str) -> None:
        reply = "\n\n".join(form.format(escape(edit)) for edit in edits)
        result = enforce(sample, reply, 0, EnforcementPolicy(references=False))
        assert [stands(one) for one in result.decisions] == [quote_key(edit) in keys for edit in edits]
        only_slices_stand(sample, result.text)

    holds()


def test_a_mark_or_space_more_or_less_lets_nothing_else_stand(sample: Line) -> None:
    """Whatever the edit makes of the sentence, what stands has a whitelisted key and is written as the slice."""
    keys = {one.quote_canonical for one in sample.merged.whitelist}
    forms = ["“{}” (Imke)", "> {}", "Boyle: {}", '"{}"', "- ‘{}’", "<q>{}</q>", "*{}*", "### Core Claims\n\n- So: “{}”"]

    @fuzzed(300)
    @given(
        st.composite(edited)(sample.merged.whitelist, OTHER_CHARACTERS + PLAIN_CHARACTERS),
        st.sampled_from(forms),
        POLICIES,
    )
    def holds(edits: list[str], form: str, policy: EnforcementPolicy) -> None:
        reply = "\n\n".join(form.format(edit) for edit in edits)
        result = enforce(sample, reply, 0, policy.model_copy(update={"allow_fragments": False}))
        assert all(quote_key(one.original) in keys for one in result.decisions if stands(one))
        only_slices_stand(sample, result.text)

    holds()


def test_another_letter_or_digit_is_another_key(sample: Line) -> None:
    """At every place of every proven quote: a different ASCII letter, case aside, or ASCII digit."""

    @fuzzed(400)
    @given(st.sampled_from(sample.merged.whitelist), st.sampled_from("abcdefghijklmnopqrstuvwxyz0123456789"))
    def holds(quote: WhitelistQuote, char: str) -> None:
        words = one_line(quote.quote_text)
        edits = (words[:at] + char + words[at + 1 :] for at, old in enumerate(words) if old.casefold() != char)
        assert all(quote_key(edit) != quote.quote_canonical for edit in edits)

    holds()


CUTS = st.lists(st.integers(0, 40), min_size=1, max_size=12).filter(any)
LINE_ENDS = st.sampled_from(["\n", "\n", "\r\n", "\r"])


def test_the_gate_shows_what_the_batch_makes_for_every_cut(sample: Line, replies: st.SearchStrategy[str]) -> None:
    """Narrative, title and decisions, for pieces of any sizes, empty ones too, under every policy and line end."""

    @fuzzed(400)
    @given(st.one_of(replies, replies, ANYTHING), CUTS, POLICIES, LINE_ENDS)
    def holds(reply: str, sizes: list[int], policy: EnforcementPolicy, end: str) -> None:
        text = reply.replace("\n", end)
        known = {"transcript": sample.transcript, "roster": sample.roster, "policy": policy}
        batch = enforce_chapter(text, sample.merged.whitelist, 0, **known)
        gate = Gate(sample.merged.whitelist, 0, **known)
        shown, start = "", 0
        for size in cycle(sizes):
            shown += gate.feed(text[start : start + size])
            start += size
            if start >= len(text):
                break
        shown += gate.finish()
        assert (shown, gate.title, gate.decisions) == (write_blocks(batch.narrative), batch.title, batch.decisions)

    holds()


def test_the_gate_shows_the_same_for_every_cut_in_two(sample: Line, replies: st.SearchStrategy[str]) -> None:
    """Every single place at which a reply can come in two pieces."""

    @fuzzed(40)
    @given(replies, LINE_ENDS)
    def holds(reply: str, end: str) -> None:
        text = reply.replace("\n", end)
        known = {"transcript": sample.transcript, "roster": sample.roster}
        expected = write_blocks(enforce_chapter(text, sample.merged.whitelist, 0, **known).narrative)
        for cut in range(1, len(text)):
            gate = Gate(sample.merged.whitelist, 0, **known)
            assert gate.feed(text[:cut]) + gate.feed(text[cut:]) + gate.finish() == expected

    holds()


FORMS: list[Form] = ["markdown", "html", "text"]


def through_every_door(sample: Line, text: str, policy: EnforcementPolicy) -> None:
    """Send a text through everything that takes a reply or an edition; nothing unproven stands behind any of them."""
    for form in FORMS:
        verify_edition(text, sample.transcript, form=form)
    unwrap_reply(text)
    chapter = enforce_chapter(
        text, sample.merged.whitelist, 0, transcript=sample.transcript, roster=sample.roster, policy=policy
    )
    find_unproven_prose(chapter.blocks, chapter.decisions, sample.transcript)
    assert check(sample, finish_chapter(sample, 0, text).text).verdict is Verdict.VERIFIED
    gate = Gate((), 0)
    shown = gate.feed(text) + gate.finish()
    assert verify_edition(shown, sample.transcript, form="markdown").verdict is Verdict.NOTHING_TO_VERIFY


def test_no_input_raises(sample: Line) -> None:
    """Any text, of any characters, NUL, lone surrogates and bytes that are no text among them."""

    @fuzzed(600)
    @given(ANYTHING, POLICIES)
    def holds(text: str, policy: EnforcementPolicy) -> None:
        through_every_door(sample, text, policy)

    holds()


@pytest.mark.parametrize("size", [1, 10_000])
@pytest.mark.parametrize(
    "piece",
    [
        ">",
        "> ",
        "- ",
        "  - ",
        "1. ",
        "[",
        "![",
        "*",
        "_",
        "`",
        "<q>",
        "<blockquote>",
        "“",
        "'",
        '"',
        "(",
        "\\",
        "&",
        "\0",
        "\ud800",
        "\u202e",
        "\u200b",
        "\r",
        "# ",
        "|",
        "[[",
        "{",
        '{"a":',
        "“a” — ",
    ],
)
def test_no_depth_raises(sample: Line, piece: str, size: int) -> None:
    """Ten thousand of anything that nests, around nothing and around words that somebody is said to have said."""
    for text in (piece * size, f"{piece * size}“It was so” (Imke Sorrel)"):
        through_every_door(sample, text, EnforcementPolicy())


def test_without_a_whitelist_no_quotation_is_left(sample: Line, replies: st.SearchStrategy[str]) -> None:
    """Whatever is written, a stranger finds nothing to verify."""

    @fuzzed(400)
    @given(st.one_of(replies, ANYTHING), st.booleans(), LINE_ENDS)
    def holds(reply: str, known: bool, end: str) -> None:
        text = reply.replace("\n", end)
        transcript, roster = (sample.transcript, sample.roster) if known else (None, None)
        left = enforce_quote_whitelist(text, [], 0, transcript=transcript, roster=roster).text
        assert verify_edition(left, sample.transcript, form="markdown").verdict is Verdict.NOTHING_TO_VERIFY

    holds()
