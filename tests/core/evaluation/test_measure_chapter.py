"""Chapters measured: what holds of every one, and what a chapter cannot hide that was changed after enforcement."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.coverage.levels import CoverageThresholds
from core.enforcement.results import ChapterDraft
from core.errors import UnknownChapter
from core.evaluation.measure_chapter import ChapterMeasurer, measure_chapter
from core.evaluation.proportion import NOTHING, Share
from core.evaluation.quotation_shares import CUT
from core.evaluation.records import Amount, Metric, Unit
from core.evaluation.word_counts import WordCounts, changed_bytes, read_words
from core.evidence.evidence_map import EvidenceMap, read_evidence
from core.generation.finish_chapter import MOST_QUOTATIONS, excerpts_only_chapter, finish_chapter
from core.generation.line import Line, prepare_line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import chapters_to_write, write_chapter
from core.generation.retries import Written, next_step
from core.generation.settings import Settings
from core.llm.client import Answer, Purpose, Reply, WritingMode
from core.prose.model import Block, Heading, ListBlock, Paragraph, Quote, QuoteBlock, TextRun
from core.prose.render import write_blocks
from core.span import Span
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import SpeakerRef, SpeakerRole
from core.transcripts.transcript import TranscriptPair
from tests.hostile_replies import ANYTHING, HOSTILE_WORDS, quoting_reply, spoken_line
from tests.properties import examples

TALK = """\
BO: Welcome to the show. We all need some water now and then, don't we?

ANN: We all need some water now and then. I never said that the river was safe to drink from.

BO: The river was here before the town, and it will be here after the town is gone for good.
"""
EVIDENCE = """
{"title": "A talk", "speakers": [
  {"speaker_id": "bo", "speaker_name": "Bo", "speaker_role": "host"},
  {"speaker_id": "ann", "speaker_name": "Ann", "speaker_role": "guest"}],
 "chapters": [{"title": "Water", "claims": [
  {"claim_id": "1", "claim": "Nobody said that the river is safe to drink.", "support": [
    {"evidence_id": "e1", "quote": "I never said that the river was safe to drink from.", "speaker": "Ann"}]},
  {"claim_id": "2", "claim": "The river is old.", "support": [
    {"evidence_id": "e2", "quote": "The river was here before the town, and it will be here after", "speaker": "Bo"},
    {"evidence_id": "e3", "quote": "We all need some water now and then", "speaker": "Bo"}]}]}]}
"""
REPLY = """\
## Water

Ann said: “I never said that the river was safe to drink from.” The river is old.

> The river was here before the town, and it will be here after
> — Bo

### Core Claims

- Nobody said that the river is safe: “I never said that the river was safe to drink from.” (Ann)
"""
SETTINGS = st.builds(
    Settings, mode=st.sampled_from(WritingMode), strict_narrative=st.booleans(), allow_fragments=st.booleans()
)


def line_of(settings: Settings | None = None, *, talk: str = TALK) -> Line:
    """Return the line of the small talk."""
    transcript = read_transcript(talk.encode(), "talk.txt")
    return prepare_line(
        read_evidence(EVIDENCE.encode()), transcript, settings=settings or Settings(strict_narrative=False)
    )


LINE = line_of()


def finished(reply: str = REPLY, line: Line = LINE) -> ChapterDraft:
    """Return the chapter of a reply about the small talk."""
    draft = finish_chapter(line, 0, reply)
    assert not draft.fallback
    return draft


def assert_what_always_holds(line: Line, draft: ChapterDraft) -> Unit:
    """Measure a chapter of the real line: nothing fabricated is read, nothing changes, and every count agrees."""
    unit = measure_chapter(line, draft, subject="talk")
    shares, amounts = unit.shares, unit.amounts
    assert (amounts[Amount.FABRICATED_AFTER], amounts[Amount.CHANGED_BYTES]) == (0, 0)
    assert shares[Metric.HALLUCINATION_AFTER].k == 0
    for metric in (Metric.EXCERPTS_SLICES, Metric.CLAIMS_BY_GUESTS):
        assert shares[metric].k == shares[metric].n
    wrong, right = shares[Metric.HALLUCINATION_BEFORE], shares[Metric.VERBATIM_BEFORE]
    assert (right.k + wrong.k, right.n) == (amounts[Amount.FOUND], amounts[Amount.FOUND])
    assert amounts[Amount.FABRICATED_BEFORE] == wrong.k
    done = (Amount.KEPT, Amount.REPLACED, Amount.UNQUOTED, Amount.DROPPED)
    assert sum(amounts[amount] for amount in done) == amounts[Amount.FOUND] == len(unit.quotations)
    assert sum(unit.words_by.values()) == sum(unit.words_at)
    for one in unit.quotations:
        assert one.written == (one.raw_span.slice(line.transcript.raw) if one.raw_span else "")
        assert one.verbatim or not one.cited
    return unit


@pytest.mark.property
def test_no_reply_leaves_anything_fabricated_and_a_second_enforcement_changes_nothing(
    sample: Line, replies: st.SearchStrategy[str]
) -> None:
    """Whatever is written, in every way of writing, with parts allowed or not; and no reply raises."""

    @examples(300)
    @given(st.one_of(replies, replies, ANYTHING), st.integers(0, 6), SETTINGS)
    def holds(text: str, chapter: int, settings: Settings) -> None:
        line = sample.model_copy(update={"settings": settings})
        draft = finish_chapter(line, chapter, text)
        unit = assert_what_always_holds(line, draft)
        assert unit.shares[Metric.WRITTEN] == Share(k=not draft.fallback, n=1)

    holds()


def test_what_was_said_in_markup_is_measured_like_anything_else() -> None:
    """Of a talk in which people say Markdown, HTML and references, every quote that stands is found again."""
    line = spoken_line(HOSTILE_WORDS, WritingMode.QUOTE)
    unit = assert_what_always_holds(line, finish_chapter(line, 0, quoting_reply(line, lambda quote: quote.quote_text)))
    assert unit.amounts[Amount.QUOTATIONS] >= len(line.merged.whitelist)


INVENTED = "The river is a promise that nobody keeps"
TAMPERED: dict[str, Callable[[str], str]] = {
    "an invented quotation": lambda text: text.replace("The river is old.", f"Ann said: “{INVENTED}” (Ann)"),
    "an invented block quote": lambda text: text.replace(
        "> The river was", f"> {INVENTED}\n> — Ann\n\n> The river was"
    ),
    "one word of a quotation": lambda text: text.replace("“I never said", "“I always said", 1),
    "one word of a key excerpt": lambda text: text.replace("> I never said", "> I always said"),
    "one word of a core claim": lambda text: text.replace("is safe: “I never", "is safe: “I ever"),
    "words that nobody whitelisted": lambda text: text.replace("The river is old.", "Bo said: “Welcome to the show.”"),
    "a part of a quote": lambda text: text.replace("“I never said that the river", "“the river", 1),
    "another name": lambda text: text.replace("> — Bo", "> — Ann"),
}


@pytest.mark.parametrize("change", TAMPERED)
def test_what_is_changed_after_enforcement_is_fabricated_and_changed_back(change: str) -> None:
    """Neither what the chapter says of itself nor its values count, but the text that is read."""
    draft = finished()
    text = TAMPERED[change](draft.text)
    assert text != draft.text
    unit = measure_chapter(LINE, draft.model_copy(update={"text": text}), subject="talk")
    assert unit.amounts[Amount.FABRICATED_AFTER] > 0
    assert unit.amounts[Amount.CHANGED_BYTES] > 0
    assert unit.shares[Metric.CITATION_AFTER].k < unit.shares[Metric.CITATION_AFTER].n or change in (
        "words that nobody whitelisted",
        "a part of a quote",
    )
    assert_what_always_holds(LINE, draft)


def test_a_key_excerpt_of_another_hand_is_no_slice_and_is_not_written_again() -> None:
    """Also where it stands in the chapter's values and blocks, as if the program had chosen it."""
    draft = finished()
    excerpt = draft.key_excerpts[0].model_copy(update={"quote_text": INVENTED})

    def swapped(block: Block) -> Block:
        if isinstance(block, QuoteBlock) and block.quote.quote_id == excerpt.quote_id:
            return QuoteBlock(quote=Quote.of(excerpt))
        return block

    blocks = tuple(map(swapped, draft.blocks))
    update: dict[str, Any] = {"key_excerpts": [excerpt], "blocks": blocks, "text": write_blocks(blocks)}
    unit = measure_chapter(LINE, draft.model_copy(update=update), subject="talk")
    assert unit.shares[Metric.EXCERPTS_SLICES] == Share(k=0, n=1)
    assert unit.amounts[Amount.FABRICATED_AFTER] == 1
    assert unit.amounts[Amount.CHANGED_BYTES] > len(INVENTED) / 2


def test_a_core_claim_on_a_hosts_quote_is_not_by_a_guest() -> None:
    """Nor is one whose words are the guest's quote under an id of another."""
    draft = finished()
    by_host = next(quote for quote in LINE.whitelist if quote.speaker.speaker_role is SpeakerRole.HOST)
    claim = draft.core_claims[0]
    claims = [
        claim,
        claim.model_copy(update={"supporting_quote": by_host.quote_text, "quote_id": by_host.quote_id}),
        claim.model_copy(update={"quote_id": by_host.quote_id}),
        claim.model_copy(update={"quote_id": None}),
    ]
    unit = measure_chapter(LINE, draft.model_copy(update={"core_claims": claims}), subject="talk")
    assert unit.shares[Metric.CLAIMS_BY_GUESTS] == Share(k=2, n=4)


def test_the_same_words_by_another_are_not_the_whitelisted_quote() -> None:
    """Ann says what only Bo is quoted with: true, proven, and yet no quote of the whitelist."""
    draft = finished()
    for name, fabricated in (("Bo", 0), ("Ann", 1)):
        block = f"> We all need some water now and then\n> — {name}\n\n### Key Excerpts"
        text = draft.text.replace("### Key Excerpts", block)
        unit = measure_chapter(LINE, draft.model_copy(update={"text": text}), subject="talk")
        assert unit.shares[Metric.CITATION_AFTER].k == unit.shares[Metric.CITATION_AFTER].n
        assert unit.amounts[Amount.FABRICATED_AFTER] == fabricated


def test_a_part_counts_as_whitelisted_only_where_parts_are_allowed() -> None:
    """Also where the same words stand elsewhere before, outside every quote."""
    line = line_of(Settings(mode=WritingMode.QUOTE, allow_fragments=True), talk=f"ANN: The river was safe.\n\n{TALK}")
    draft = finished("## Water\n\nAnn says: “the river was safe” and no more.", line)
    unit = assert_what_always_holds(line, draft)
    assert unit.amounts[Amount.KEPT] + unit.amounts[Amount.REPLACED] == 1
    strict = line.model_copy(update={"settings": Settings(mode=WritingMode.QUOTE)})
    assert measure_chapter(strict, draft, subject="talk").amounts[Amount.FABRICATED_AFTER] == 1


def test_a_chapter_that_fell_back_is_not_written_and_says_why() -> None:
    """What it quotes was chosen by the program; its note has no words of the narrative that was asked for."""
    draft = excerpts_only_chapter(LINE, 0, "The model would not.", decisions=finished().enforcement.decisions)
    unit = assert_what_always_holds(LINE, draft)
    assert unit.trouble == "The model would not."
    assert (unit.shares[Metric.WRITTEN], unit.shares[Metric.WITHIN_TARGET]) == (Share(k=0, n=1), Share(k=0, n=1))
    assert Amount.WORDS not in unit.amounts
    assert unit.amounts[Amount.TARGET_WORDS] == draft.coverage.target_words
    assert (unit.amounts[Amount.FOUND], unit.amounts[Amount.DROPPED]) == (3, 3)
    assert unit.shares[Metric.EXCERPTS_SLICES] == Share(k=1, n=1)
    assert not any(one.written for one in unit.quotations)


def test_a_chapter_that_was_not_sent_is_not_written_whatever_is_proven_now() -> None:
    """Its note is known again on a line that has quotes since; a pasted text without quotes is a chapter."""
    bare = EvidenceMap.model_validate_json(LINE.evidence_map.model_dump_json().replace("river", "sea"))
    line = prepare_line(bare, TranscriptPair.from_raw("Nothing of it."))
    step = next_step(line, 0, ())
    assert isinstance(step, Written)
    for now in (line, LINE):
        unit = measure_chapter(now, step.draft, subject="talk")
        assert unit.trouble.startswith("No quote of this chapter could be proven")
        assert (unit.shares[Metric.WRITTEN], unit.shares[Metric.VERBATIM_AFTER]) == (Share(k=0, n=1), NOTHING)
    assert measure_chapter(LINE, finished("Nothing is quoted here."), subject="talk").trouble == ""


def test_where_nobody_is_named_no_share_of_names_is_told() -> None:
    """And it is said, so that no reader takes it for a hundred per cent."""
    line = line_of(talk=TALK.replace("BO: ", "").replace("ANN: ", ""))
    assert not line.transcript.names_speakers
    unit = measure_chapter(line, finished(line=line), subject="talk")
    names = {Metric.CITATION_BEFORE, Metric.CITATION_AFTER, Metric.ATTRIBUTION_BEFORE, Metric.ATTRIBUTION_AFTER}
    assert names.isdisjoint(unit.shares)
    assert unit.shares[Metric.VERBATIM_AFTER].k == unit.shares[Metric.VERBATIM_AFTER].n > 0
    assert [one.cited for one in unit.quotations if one.verbatim] == [None] * 3
    assert "names no speakers" in " ".join(unit.left_out)


@pytest.mark.parametrize(("words", "within"), [(29, 0), (30, 1), (50, 1), (51, 0)])
def test_a_quarter_more_or_fewer_words_than_the_target_is_near_both_ends_included(words: int, within: int) -> None:
    """The title is no word of the narrative; headings in it are."""
    target = CoverageThresholds().model_dump()
    for level in ("strong", "medium", "weak"):
        target[level]["target_words"] = 40
    line = line_of(Settings(thresholds=CoverageThresholds.model_validate(target)))
    text = " ".join(["word"] * (words - 3))
    unit = measure_chapter(line, finished(f"## Not counted\n\n{text}\n\n### A small note", line), subject="talk")
    assert unit.amounts[Amount.WORDS] == words
    assert unit.shares[Metric.WITHIN_TARGET] == Share(k=within, n=1)


def test_a_merged_chapter_is_named_by_the_chapters_of_the_map(sample: Line) -> None:
    """Also one of an older program, which does not say what it was made of."""
    draft = finish_chapter(sample, 5, "## A and B\n\nWords.")
    for one in (draft, draft.model_copy(update={"chapter_indices": ()})):
        unit = measure_chapter(sample, one, subject="talk")
        assert (unit.key, unit.title, unit.level) == ("chapters 5, 6", "A and B", "medium")
    with pytest.raises(UnknownChapter):
        measure_chapter(sample, draft.model_copy(update={"chapter_index": 70}), subject="talk")


ANN = SpeakerRef(speaker_id="ann", speaker_name="Ann", speaker_role=SpeakerRole.GUEST)


def quote(text: str) -> Quote:
    """Return a quotation by Ann."""
    return Quote(text=text, quote_id="q", raw_span=Span(0, len(text)), speaker=ANN)


@pytest.mark.parametrize(
    ("blocks", "read"),
    [
        ((), (0, 0)),
        ((Paragraph(inlines=(TextRun(text="It says "), quote("one  two\nthree"), TextRun(text=" (Ann)."))),), (3, 6)),
        ((Paragraph(inlines=(TextRun(text="said—"), quote("one two"), TextRun(text="—and"))),), (2, 2)),
        ((Paragraph(inlines=(quote("one"), quote("two"), TextRun(text=" three"))),), (1, 2)),
        ((Heading(level=3, inlines=(TextRun(text="A title"),)), QuoteBlock(quote=quote("one two"))), (2, 4)),
        ((ListBlock(items=((Paragraph(inlines=(TextRun(text="a"),)), QuoteBlock(quote=quote("b c"))),)),), (2, 3)),
    ],
)
def test_words_are_counted_as_they_are_read(blocks: tuple[Block, ...], read: tuple[int, int]) -> None:
    """Between white space, and never more quoted ones than there are; without the name below a block quote."""
    assert read_words(blocks) == WordCounts(*read)


@pytest.mark.parametrize(
    ("one", "other", "changed"),
    [
        ("", "", 0),
        ("same", "same", 0),
        ("", "more", 4),
        ("aa", "aaa", 1),
        ("abcd", "abXd", 1),
        ("a b c", "a c", 2),
        ("naïve", "naive", 2),
        ("\ud800", "", 3),
        ("x" * 1_000 + "ab" + "y" * 1_000, "x" * 1_000 + "y" * 1_000, 2),
    ],
)
def test_changed_bytes_are_those_between_the_common_beginning_and_end(one: str, other: str, changed: int) -> None:
    """In UTF-8, of the longer text, whichever comes first."""
    assert (changed_bytes(one, other), changed_bytes(other, one)) == (changed, changed)


@pytest.mark.parametrize(
    ("replies", "said"),
    [
        ([(Purpose.FIRST, REPLY)], False),
        ([(Purpose.FIRST, f"## Water\n\nAnn said: “{INVENTED}”\n"), (Purpose.SECOND, REPLY)], True),
        ([(Purpose.FIRST, f"{REPLY}\nAnn said: “{INVENTED}”\n"), (Purpose.SECOND, "## Water\n\nSo.\n")], True),
    ],
)
def test_what_another_attempt_wrote_is_said_to_be_left_out(replies: list[tuple[Purpose, str]], *, said: bool) -> None:
    """A model that invents first and mends when it is asked again is not shown as one that never invents."""
    line = line_of(Settings(mode=WritingMode.QUOTE, strict_narrative=False, second_attempt=True))
    answers = [Answer(purpose=purpose, reply=Reply(text=text)) for purpose, text in replies]
    step = next_step(line, 0, answers, again=True)
    assert isinstance(step, Written)
    unit = measure_chapter(line, step.draft, subject="talk")
    assert ("Where a model was asked again" in " ".join(unit.left_out)) is said


def test_of_a_reply_that_never_ends_the_first_quotations_are_said_to_be_measured() -> None:
    """Its record keeps no more of them."""
    draft = finish_chapter(LINE, 0, "## Water\n\n" + "“so it is” " * (MOST_QUOTATIONS + 1))
    unit = measure_chapter(LINE, draft, subject="talk")
    assert unit.amounts[Amount.FOUND] == MOST_QUOTATIONS
    assert unit.left_out == (CUT,)


def test_chapters_measured_together_are_measured_as_each_alone(sample: Line) -> None:
    """What they share is prepared once; the order in which they come changes nothing."""
    replies = [REPLY, f"## Water\n\nAnn said: “{INVENTED}”\n", "", REPLY]
    for settings in (Settings(), Settings(mode=WritingMode.QUOTE, allow_fragments=True)):
        line = line_of(settings)
        drafts = [finish_chapter(line, 0, reply) for reply in replies]
        alone = [measure_chapter(line_of(settings), draft, subject="talk") for draft in drafts]
        together = ChapterMeasurer(line, "talk")
        assert [together.measure(draft) for draft in drafts] == alone
        assert [together.measure(draft) for draft in reversed(drafts)] == alone[::-1]
    drafts = [write_chapter(sample, OfflineComposer(), index) for index in chapters_to_write(sample, None)]
    together = ChapterMeasurer(sample, "sample")
    alone = [measure_chapter(sample.with_settings(sample.settings), draft, subject="sample") for draft in drafts]
    assert [together.measure(draft) for draft in drafts] == alone
