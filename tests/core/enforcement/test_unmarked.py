import gc
import weakref
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.enforcement.enforcer import EnforcedChapter, enforce_chapter
from core.enforcement.matcher import EnforcementPolicy
from core.enforcement.results import Decision, DecisionAction, DecisionPlace, ProseKind, QuotationFinding, UnprovenProse
from core.enforcement.unmarked import find_unproven_prose
from core.enforcement.unmarked.copied_runs import index_of
from core.generation.line import Line
from core.prose.attribution.running_text import read_paragraphs
from core.prose.model import Block, Emphasis, Heading, ListBlock, Paragraph, Quote, QuoteBlock, TextRun
from core.prose.quotations import MARKS
from core.prose.render import one_line
from core.transcripts.readers import read_transcript
from core.transcripts.transcript import TranscriptPair
from tests.golden import cases
from tests.properties import examples

QUOTE_MODE = EnforcementPolicy(references=False)


def enforced(sample: Line, reply: str, policy: EnforcementPolicy = QUOTE_MODE) -> EnforcedChapter:
    """Return a reply as the first chapter of the sample."""
    return enforce_chapter(
        reply, sample.merged.whitelist, 0, transcript=sample.transcript, roster=sample.roster, policy=policy
    )


def unproven_in(sample: Line, reply: str) -> tuple[UnprovenProse, ...]:
    """Return the unproven prose of a reply."""
    chapter = enforced(sample, reply)
    return find_unproven_prose(chapter.blocks, chapter.decisions, sample.transcript)


def without_marks(text: str) -> str:
    """Return the characters of a text that are neither marks nor white space."""
    return "".join(char for char in text if char not in MARKS and not char.isspace())


def check_places(found: Sequence[UnprovenProse], blocks: Sequence[Block]) -> None:
    """Every entry names a stretch of its paragraph, in the order of the text, inside its sentence."""
    texts = [paragraph.text for paragraph in read_paragraphs(blocks)]
    for prose in found:
        there = prose.span.slice(texts[prose.paragraph])
        assert there.strip()
        if prose.kind is ProseKind.VERBATIM:
            assert one_line(there) == prose.words
            assert len(there.split()) >= 8
            assert prose.words in prose.sentence
        else:
            assert without_marks(there) in without_marks(prose.words)
            assert (len(prose.words.split()) <= 3) is (prose.kind is ProseKind.MENTION)
    assert [(one.paragraph, one.span) for one in found] == sorted((one.paragraph, one.span) for one in found)


@pytest.mark.parametrize("case", cases("unproven_prose"))
def test_prose_that_looks_like_somebodys_words_is_listed(sample: Line, case: Any) -> None:
    """Lost marks, words copied without marks, and titles and scare quotes, each in a list of its own."""
    found = unproven_in(sample, case["reply"])
    lists = {kind: [one for one in found if one.kind is kind] for kind in ProseKind}
    assert {
        "lost_marks": [{"words": one.words, "sentence": one.sentence} for one in lists[ProseKind.LOST_MARKS]],
        "verbatim": [{"words": one.words, "sentence": one.sentence} for one in lists[ProseKind.VERBATIM]],
        "mentions": [{"words": one.words, "title": one.title} for one in lists[ProseKind.MENTION]],
    } == {name: case[name] for name in ("lost_marks", "verbatim", "mentions")}
    check_places(found, enforced(sample, case["reply"]).blocks)


def decision(original: str, sentence: str, action: DecisionAction = DecisionAction.UNQUOTED) -> Decision:
    """Return a decision about an unproven quotation of the narrative."""
    return Decision(
        action=action,
        place=DecisionPlace.NARRATIVE,
        finding=QuotationFinding.NOT_IN_TRANSCRIPT,
        original=original,
        sentence=sentence,
    )


def paragraph(*words: str) -> Paragraph:
    """Return a paragraph of several stretches."""
    return Paragraph(inlines=tuple(TextRun(text=text) for text in words))


def test_the_words_that_had_marks_are_told_from_the_same_words_before() -> None:
    """What stands around a quotation in its sentence says which of two it was."""
    blocks = (paragraph("It was a bargain to him. ", "Was it a bargain to her?"),)
    (found,) = find_unproven_prose(blocks, [decision("bargain", "Was it a “bargain” to her?")], None)
    assert found.span.slice("It was a bargain to him. Was it a bargain to her?") == "bargain"
    assert found.sentence == "Was it a bargain to her?"


def test_the_second_of_two_equal_quotations_is_the_second_in_the_text() -> None:
    """Decisions come in reading order."""
    sentence = "A “bargain” and a “bargain” are two."
    blocks = (paragraph("A bargain and a bargain are two."),)
    found = find_unproven_prose(blocks, [decision("bargain", sentence)] * 2, None)
    assert [one.span.start for one in found] == [2, 16]


@pytest.mark.parametrize(
    ("original", "sentence", "there"),
    [
        ("he said ‘so it is’ to me", "“he said ‘so it is’ to me”, she said.", "he said so it is to me, she said."),
        ("the dogs' house is big", 'He knew "the dogs\' house is big".', "He knew the dogs’ house is big."),
        ("it is 6'2\" tall to me", "“it is 6'2\" tall to me”", "it is 6′2″ tall to me"),
        ("see [[0123456789abcdef]] there", "“see [[0123456789abcdef]] there” again", "see there again"),
        ("was that it, then?", "Ann says “was that it, then?” and goes.", "Ann Lee says was that it, then? and goes."),
    ],
)
def test_words_are_found_though_marks_inside_them_went(original: str, sentence: str, there: str) -> None:
    """Marks, primes and forged references are no part of what is compared."""
    (found,) = find_unproven_prose((paragraph(there),), [decision(original, sentence)], None)
    assert found.words == original
    assert without_marks(found.span.slice(there)) == without_marks(original.replace("[[0123456789abcdef]]", ""))


def test_a_quotation_whose_words_are_gone_is_left_out() -> None:
    """Nothing is listed that nobody can see, and what was dropped never is."""
    blocks = (paragraph("Nothing of it is left here."),)
    gone = [
        decision("these words are gone", "“these words are gone”"),
        decision("left", "left", DecisionAction.DROPPED),
    ]
    assert find_unproven_prose(blocks, gone, None) == ()


def test_paragraphs_are_counted_in_reading_order_those_of_lists_too(sample: Line) -> None:
    """Headings and list items count, block quotes do not; a proven quotation stands in its marks."""
    quote = Quote.of(sample.merged.whitelist[0])
    copied = paragraph("so they sold it off a fish scale")
    blocks: tuple[Block, ...] = (
        Heading(level=2, inlines=(TextRun(text="Brass"),)),
        Paragraph(inlines=(quote, TextRun(text=" "), TextRun(text="he says", emphasis=Emphasis.ITALIC))),
        QuoteBlock(quote=quote),
        ListBlock(items=((paragraph("one"), ListBlock(items=((copied,),))), (paragraph("two"),))),
    )
    read = [one.text for one in read_paragraphs(blocks)]
    assert read == ["Brass", f"“{one_line(quote.text)}” he says", "one", "so they sold it off a fish scale", "two"]
    (found,) = find_unproven_prose(blocks, (), sample.transcript)
    assert (found.paragraph, found.span.slice(read[3])) == (3, read[3])


@pytest.mark.parametrize(
    ("prose", "words"),
    [
        pytest.param(
            "Nobody knew anything, so they “sold” it off a fish scale.",
            "so they sold it off a fish scale",
            id="a scare quote hides nothing",
        ),
        pytest.param(
            "He says the book stayed dry. The book was always dry. There was the house to think of, and the house.",
            "There was the house to think of, and the house",
            id="sentence by sentence",
        ),
        pytest.param(
            "A leading arm came round and tried to hand me a pencil [laughter].",
            "arm came round and tried to hand me a pencil",
            id="an annotation in the prose",
        ),
        pytest.param("So they sold it off, a fish scale in hand.", "", id="a comma more"),
        pytest.param("There is not one number in those book-shelves of his.", "", id="a token cut in two"),
    ],
)
def test_copied_words_are_told_sentence_by_sentence(sample: Line, prose: str, words: str) -> None:
    """Modulo the folds, whole tokens only, and whatever else stands in the sentence."""
    found = [one.words for one in unproven_in(sample, prose) if one.kind is ProseKind.VERBATIM]
    assert found == ([words] if words else [])


PIECES = st.lists(
    st.sampled_from(
        [
            *("so they sold it off a fish scale", "“", "”", "'", '"', " ", ". ", ", ", "\n\n", "- ", "> ", "## ", "*"),
            *("[laughter]", "the pantry door and burned it, and the book stayed dry", "bargain", "Slow Instruments"),
            *("a sea made of old brass", "The clock turns a drum of paper underneath, so you get a line", "[[x]]", "—"),
            *("It was a staircase.", "\x1d", "\ud800", "ß", "ﬁ", "’s", "-", "he says"),
        ]
    ),
    max_size=16,
).map("".join)


@examples(200)
@given(reply=PIECES)
def test_every_entry_names_its_place(sample: Line, reply: str) -> None:
    """No input raises, and every span re-slices the text of its paragraph."""
    chapter = enforced(sample, reply)
    check_places(find_unproven_prose(chapter.blocks, chapter.decisions, sample.transcript), chapter.blocks)


@examples(100)
@given(st.text(max_size=60), st.text(max_size=30), st.text(max_size=30))
def test_decisions_that_do_not_fit_the_text_do_no_harm(text: str, original: str, sentence: str) -> None:
    """Blocks and decisions of different chapters never raise."""
    blocks = (paragraph(text),)
    transcript = TranscriptPair.from_raw(text * 3)
    check_places(find_unproven_prose(blocks, [decision(original, sentence)] * 2, transcript), blocks)


def test_of_a_very_long_sentence_only_what_is_around_is_kept(sample: Line) -> None:
    """A reply without full stops is one sentence: each entry says where it stands, and all together stay small."""
    reply = "He said " + " and he said ".join(f"“zebra {number} never was”" for number in range(2_000))
    found = unproven_in(sample, reply)
    assert len(found) == 2_000
    assert all(prose.words in prose.sentence for prose in found)
    assert max(len(prose.sentence) for prose in found) < 400
    assert found[1_000].sentence.startswith("…")
    assert found[1_000].sentence.endswith("…")


def material(size: int) -> tuple[tuple[Block, ...], list[Decision], TranscriptPair]:
    """Return a chapter and a transcript that grow together; a part of the chapter is copied, a part lost its marks."""
    spoken = [
        f"In year {n} we sold bell number {n} to a man from town {n % 7}, and he paid {n} crowns." for n in range(size)
    ]
    turns = "".join(f"{'Ann' if n % 2 else 'Bob'}: {text}\n\n" for n, text in enumerate(spoken))
    blocks = tuple(
        paragraph(
            f"The chapter {n} goes on as it must for so long. {text if n % 3 else ''} He calls it a sea of brass."
        )
        for n, text in enumerate(spoken)
    )
    decisions = [decision("a sea of brass", "He calls it “a sea of brass”.") for _ in blocks]
    return blocks, decisions, read_transcript(turns.encode(), "talk.txt")


def test_what_is_copied_and_what_lost_its_marks_is_found_in_every_paragraph() -> None:
    """Each has what lost its marks, two of three a copy; benchmarks take ten times as many."""
    assert len(find_unproven_prose(*material(30))) == 30 + 20


def test_what_is_known_about_a_transcript_goes_with_it() -> None:
    """A second chapter finds the words indexed; nothing is kept of a transcript that is gone."""
    blocks, decisions, transcript = material(50)
    find_unproven_prose(blocks, decisions, transcript)
    assert index_of(transcript) is index_of(transcript)
    speech = weakref.ref(transcript.speech)
    del transcript
    gc.collect()
    assert speech() is None
