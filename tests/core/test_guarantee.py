"""The guarantee, tried with replies that nobody would write: what must hold of every one of them."""

from collections.abc import Sequence
from functools import partial
from itertools import cycle
from string import ascii_letters, digits

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.enforcement.enforcer import enforce_chapter, enforce_quote_whitelist
from core.enforcement.matcher import EnforcementPolicy
from core.enforcement.results import Decision, DecisionAction, EnforcementResult
from core.enforcement.streaming import Gate
from core.enforcement.unmarked import find_unproven_prose
from core.generation.finish_chapter import PASSING, finish_chapter, speaker_declarations
from core.generation.line import Line
from core.generation.settings import Settings
from core.llm.client import WritingMode
from core.llm.reply import unwrap_reply
from core.prose.render import escape, one_line, stands_inside_marks, write_blocks
from core.prose.stream import StreamSplitter, split_reply
from core.span import Span
from core.transcripts.speakers import SpeakerRole
from core.verify import Form, Verdict, Verification, verify_edition, verify_part
from core.whitelist.build import WhitelistQuote
from core.whitelist.partial_quotes import LEAST_WORDS
from core.whitelist.quote_key import quote_key
from tests.hostile_replies import (
    ANYTHING,
    CLAIMS,
    OTHER_CHARACTERS,
    PLAIN_CHARACTERS,
    PROVEN,
    Written,
    edits_of,
    written_strategy,
)
from tests.properties import examples, share

QUOTE = EnforcementPolicy(references=False)
POLICIES = st.builds(
    EnforcementPolicy,
    references=st.booleans(),
    strict_narrative=st.booleans(),
    explicit_names=st.booleans(),
    allow_fragments=st.booleans(),
)
SETTINGS = st.builds(
    Settings, mode=st.sampled_from(WritingMode), strict_narrative=st.booleans(), allow_fragments=st.booleans()
)
CHAPTERS = st.integers(0, 5)  # after merging
LINE_ENDS = st.sampled_from(["\n", "\n", "\r\n", "\r"])


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
    return verify_part(text, sample.transcript, declared=speaker_declarations(sample))


def is_whitelisted(sample: Line, words: str, span: Span, *, parts: bool = False) -> bool:
    """Tell whether words are their stretch of raw, and that is a whitelisted quote's, or a long enough part of one."""
    spans = [Span(*span) for quote in sample.merged.whitelist for span in quote.raw_spans]
    part = parts and len(words.split()) >= LEAST_WORDS and any(whole.contains(span) for whole in spans)
    return one_line(span.slice(sample.transcript.raw)) == words and (span in spans or part)


def only_slices_stand(sample: Line, text: str) -> bool:
    """Tell whether nothing stands in marks or set apart but whitelisted slices."""
    found = check(sample, text)
    slices = {one_line(one.quote_text) for one in sample.merged.whitelist}
    proven = all(is_whitelisted(sample, one.text, one.raw_span) for one in found.proven)
    return proven and all(one.text in slices for one in found.unproven)


def stands(decision: Decision) -> bool:
    """Tell whether a quotation stands."""
    return decision.action in (DecisionAction.KEPT, DecisionAction.REPLACED)


def keys_of(quotes: Sequence[WhitelistQuote]) -> list[str]:
    """Return the keys of quotes, in order."""
    return [one.quote_canonical for one in quotes]


@pytest.mark.property
def test_enforcing_twice_changes_nothing(sample: Line, replies: st.SearchStrategy[str]) -> None:
    """The same text, and the same quotes in it, under every policy."""

    @examples(500)
    @given(replies, CHAPTERS, POLICIES)
    def holds(text: str, chapter: int, policy: EnforcementPolicy) -> None:
        once = enforce(sample, text, chapter, policy)
        twice = enforce(sample, once.text, chapter, policy)
        assert twice.text == once.text
        assert keys_of(twice.replaced) == keys_of(once.replaced)

    holds()


@pytest.mark.property
def test_every_quotation_that_a_stranger_finds_is_whitelisted(sample: Line, replies: st.SearchStrategy[str]) -> None:
    """In a finished chapter, however asked for, and when it is finished again; or a part, where parts are allowed."""

    @examples(400)
    @given(replies, st.integers(0, 6), SETTINGS)
    def holds(text: str, chapter: int, settings: Settings) -> None:
        line = sample.model_copy(update={"settings": settings})
        draft = finish_chapter(line, chapter, text)
        found = check(sample, draft.text)
        assert (found.verdict in PASSING, found.unproven) == (True, ())
        for one in found.proven:
            assert is_whitelisted(sample, one.text, one.raw_span, parts=settings.allow_fragments)
        assert finish_chapter(line, chapter, draft.text).text == draft.text

    holds()


@pytest.mark.property
def test_every_proven_quote_that_went_in_comes_out(sample: Line) -> None:
    """In order, in the narrative, in whatever clean form and typography, whatever stands around it; here a quote may
    stand twice."""
    often = partial(EnforcementPolicy, each_once=False)
    policies = st.builds(often, explicit_names=st.booleans(), allow_fragments=st.booleans())

    @examples(400)
    @given(written_strategy(sample.merged.whitelist, PROVEN), CHAPTERS, policies)
    def holds(written: Written, chapter: int, policy: EnforcementPolicy) -> None:
        result = enforce(sample, written.text, chapter, policy)
        assert keys_of(result.replaced) == keys_of(written.quotes)
        found = check(sample, result.text)
        went_in = [one_line(one.quote_text) for one in (*written.quotes, *sample.excerpts(chapter))]
        assert ([one.text for one in found.proven], found.unproven) == (went_in, ())

    holds()


@pytest.mark.property
def test_every_claim_with_a_guests_quote_stands(sample: Line) -> None:
    """A whitelisted quote by a guest of the chapter carries its core claim, and nobody else's does."""

    @examples(200)
    @given(written_strategy(sample.merged.whitelist, CLAIMS, ["- no more", "It is so.", "- “No.” (Sorrel)"]), CHAPTERS)
    def holds(written: Written, chapter: int) -> None:
        of_chapter = [one for one in sample.merged.whitelist if chapter in one.chapter_indices]
        guests = {one.quote_canonical for one in of_chapter if one.speaker.speaker_role is SpeakerRole.GUEST}
        result = enforce(sample, f"### Core Claims\n\n{written.text}", chapter, QUOTE)
        assert keys_of(result.replaced) == [key for key in keys_of(written.quotes) if key in guests]
        assert {one.speaker.speaker_role for one in result.replaced} <= {SpeakerRole.GUEST}

    holds()


@st.composite
def edited(draw: st.DrawFn, quotes: Sequence[WhitelistQuote], characters: Sequence[str]) -> list[str]:
    """Draw a proven quote and change one character of it in one way, at each of its places."""
    words = one_line(draw(st.sampled_from(quotes)).quote_text)
    operation = draw(st.sampled_from(["replace", "replace", "replace", "insert", "insert", "delete", "swap"]))
    return edits_of(words, draw(st.sampled_from(characters)), operation)


@pytest.mark.property
def test_a_changed_character_is_another_quotation(sample: Line) -> None:
    """Each edit stands as the slice where its key is a whitelisted quote's, and otherwise it does not stand."""
    keys = set(keys_of(sample.merged.whitelist))
    quotes = [one for one in sample.merged.whitelist if stands_inside_marks(one.quote_text)]

    @examples(150)
    @given(edited(quotes, PLAIN_CHARACTERS), st.sampled_from(["“{}” (Imke)", "> {}", "Boyle: “{}”"]))
    def holds(edits: list[str], form: str) -> None:
        reply = "\n\n".join(form.format(escape(edit)) for edit in edits)
        result = enforce(sample, reply, 0, QUOTE.model_copy(update={"each_once": False}))
        assert [stands(one) for one in result.decisions] == [quote_key(edit) in keys for edit in edits]
        assert only_slices_stand(sample, result.text)

    holds()


@pytest.mark.property
def test_a_mark_or_space_more_or_less_lets_nothing_else_stand(sample: Line) -> None:
    """Whatever the edit makes of the sentence, what stands has a whitelisted key and is written as the slice."""
    keys = set(keys_of(sample.merged.whitelist))
    forms = ["“{}” (Imke)", "> {}", "Boyle: {}", '"{}"', "- ‘{}’", "<q>{}</q>", "*{}*", "### Core Claims\n\n- So: “{}”"]
    policies = st.builds(EnforcementPolicy, references=st.booleans(), explicit_names=st.booleans())

    @examples(200)
    @given(
        edited(sample.merged.whitelist, OTHER_CHARACTERS + PLAIN_CHARACTERS), st.sampled_from(forms), policies, CHAPTERS
    )
    def holds(edits: list[str], form: str, policy: EnforcementPolicy, chapter: int) -> None:
        result = enforce(sample, "\n\n".join(map(form.format, edits)), chapter, policy)
        assert all(quote_key(one.original) in keys for one in result.decisions if stands(one))
        assert only_slices_stand(sample, result.text)

    holds()


@pytest.mark.property
def test_another_letter_or_digit_is_another_key(sample: Line) -> None:
    """At every place of every proven quote: a different ASCII letter, case aside, or ASCII digit."""

    @examples(600)
    @given(st.sampled_from(sample.merged.whitelist), st.sampled_from("abcdefghijklmnopqrstuvwxyz0123456789"))
    def holds(quote: WhitelistQuote, char: str) -> None:
        words = one_line(quote.quote_text)
        edits = [words[:at] + char + words[at + 1 :] for at, old in enumerate(words) if old.casefold() != char]
        assert quote.quote_canonical not in map(quote_key, edits)

    holds()


# Without brackets: what a timestamp or an annotation holds was not said.
SAID = st.text(
    st.one_of(
        st.sampled_from("abkKsSiIſKıİßﬁ0123 '’“”\"-–—.,!?*_\u0301\u0307\u0345\u200b\u00ad"),
        st.characters(exclude_categories=("C", "Ps", "Pe")),
    ),
    max_size=20,
)
ALPHANUMERIC = st.sampled_from(ascii_letters + digits)


@examples(1000)
@given(SAID, ALPHANUMERIC, ALPHANUMERIC, SAID)
def test_whatever_stands_around_it_another_letter_or_digit_is_another_key(
    before: str, char: str, other: str, behind: str
) -> None:
    """Neither folds nor what is cut off at the ends can make two of them one."""
    assume(char.casefold() != other.casefold())
    assert quote_key(before + char + behind) != quote_key(before + other + behind)


SIZES = st.lists(st.integers(0, 40), min_size=1, max_size=12).filter(any)


@pytest.mark.property
def test_the_gate_shows_what_the_batch_makes_for_every_cut(sample: Line, replies: st.SearchStrategy[str]) -> None:
    """Narrative, title and decisions, for pieces of any sizes, empty ones too, under every policy and line end."""

    @examples(400)
    @given(st.one_of(replies, replies, ANYTHING), SIZES, POLICIES, LINE_ENDS)
    def holds(reply: str, sizes: list[int], policy: EnforcementPolicy, end: str) -> None:
        text = reply.replace("\n", end)
        whitelist, transcript, roster = sample.merged.whitelist, sample.transcript, sample.roster
        batch = enforce_chapter(text, whitelist, 0, transcript=transcript, roster=roster, policy=policy)
        gate = Gate(whitelist, 0, transcript=transcript, roster=roster, policy=policy)
        shown, turns = "", cycle(sizes)
        while text:
            size = next(turns)
            shown, text = shown + gate.feed(text[:size]), text[size:]
        shown += gate.finish()
        assert (shown, gate.title, gate.decisions) == (write_blocks(batch.narrative), batch.title, batch.decisions)

    holds()


@pytest.mark.property
def test_every_cut_in_two_gives_the_same_portions(replies: st.SearchStrategy[str]) -> None:
    """At every single place of a reply; what gate and batch make of a portion is the same."""

    @examples(150)
    @given(st.one_of(replies, ANYTHING), LINE_ENDS)
    def holds(reply: str, end: str) -> None:
        text = reply.replace("\n", end)
        whole = split_reply(text)
        for cut in range(len(text)):
            portions = StreamSplitter()
            assert [*portions.feed(text[:cut]), *portions.feed(text[cut:]), *portions.finish()] == whole

    holds()


FORMS: list[Form] = ["markdown", "html", "text"]


def through_every_door(sample: Line, text: str, policy: EnforcementPolicy) -> None:
    """Send a text through everything that takes a reply or an edition."""
    for form in FORMS:
        found = verify_edition(text, sample.transcript, form=form)
        assert found.quotations == len(found.proven) + len(found.unproven)
    assert (unwrap_reply(text).text is None) == bool(unwrap_reply(text).reason)
    chapter = enforce_chapter(
        text, sample.merged.whitelist, 0, transcript=sample.transcript, roster=sample.roster, policy=policy
    )
    for one in find_unproven_prose(chapter.blocks, chapter.decisions, sample.transcript):
        assert one.span.start < one.span.end
    finished = finish_chapter(sample, 0, text)
    assert check(sample, finished.text).verdict is Verdict.VERIFIED  # its key excerpts at least
    gate = Gate((), 0, transcript=sample.transcript, roster=sample.roster)
    shown = gate.feed(text) + gate.finish()
    assert verify_part(shown, sample.transcript).verdict is Verdict.NOTHING_TO_VERIFY


@pytest.mark.property
def test_no_input_raises(sample: Line) -> None:
    """Any text, of any characters, NUL, lone surrogates and bytes that are no text among them."""

    @examples(800)
    @given(ANYTHING, POLICIES)
    def holds(text: str, policy: EnforcementPolicy) -> None:
        through_every_door(sample, text, policy)

    holds()


@pytest.mark.property
@pytest.mark.parametrize(
    "piece",
    [
        *(">", "> ", "- ", "- > ", "1. ", "# ", "    ", "[", "![", "[[", "*", "_", "`", "```\n", "<q>", "<blockquote>"),
        *("“", "'", '"', "«", "(", "\\", "&", "|", "{", "\0", "\ud800", "\u202e", "\u200b", "\r", "— "),
    ],
)
def test_no_depth_raises(sample: Line, piece: str) -> None:
    """Ten thousand of anything that nests or piles up, around words that somebody is said to have said; in the plain
    run two thousand, which Python's own stack does not bear either."""
    through_every_door(sample, f"{piece * max(share(10_000), 2_000)}“It was so” (Imke Sorrel)", QUOTE)


@pytest.mark.property
def test_without_a_whitelist_no_quotation_is_left(sample: Line, replies: st.SearchStrategy[str]) -> None:
    """Whatever is written, a stranger finds nothing to verify."""

    @examples(500)
    @given(st.one_of(replies, ANYTHING), LINE_ENDS)
    def holds(reply: str, end: str) -> None:
        text = reply.replace("\n", end)
        left = enforce_quote_whitelist(text, [], 0, transcript=sample.transcript, roster=sample.roster).text
        assert verify_part(left, sample.transcript).verdict is Verdict.NOTHING_TO_VERIFY

    holds()
