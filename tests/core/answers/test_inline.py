"""Inline answers: whatever a model writes, only exact words of a record stand, under its id, streamed or not."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.answers.answer_text import answer_data, answer_markdown
from core.answers.inline import InlineGate, enforce_answer, enforce_sentence, inline_answer, quotes_in
from core.answers.inline.enforce_answer import AnswerEnforcer
from core.answers.passage_transcript import is_too_short
from core.answers.records import AnswerPolicy, RefusalReason
from core.enforcement.streaming import StreamGate
from core.llm.reply import unwrap_reply
from core.prose.model import Paragraph
from core.prose.render import escape, write_blocks
from core.text.canonical import canonicalize
from core.transcripts.annotations import blank_annotations
from core.verify import verify_edition
from core.whitelist.quote_key import quote_key
from tests.core.answers.hostile_answers import POLICIES, answer_strategy, hostile_ground
from tests.core.answers.inline_cases import ground_of, prose_of
from tests.hostile_replies import ANYTHING, OTHER_CHARACTERS, PLAIN_CHARACTERS, edits_of
from tests.properties import examples

GROUND = hostile_ground()
ANSWERS = st.one_of(answer_strategy(GROUND), answer_strategy(GROUND), ANYTHING)


def streamed(gate: InlineGate, reply: str, size: int) -> str:
    """Feed a reply in pieces of one size; return all that the gate let through."""
    for start in range(0, len(reply), size):
        gate.feed(reply[start : start + size])
    gate.finish()
    return gate.text


@pytest.mark.property
def test_the_gate_shows_what_the_batch_makes_of_anything() -> None:
    """Whatever is written, however it comes, unless the reply is taken for no answer at all."""

    @examples(300)
    @given(ANSWERS, st.integers(1, 90), POLICIES)
    def holds(reply: str, size: int, policy: AnswerPolicy) -> None:
        gate = StreamGate(AnswerEnforcer(GROUND, policy))
        pieces = [reply[start : start + size] for start in range(0, len(reply), size)]
        shown = "".join(map(gate.feed, pieces)) + gate.finish()
        assert shown == write_blocks(enforce_answer(reply, GROUND, policy).blocks)
        # What is wrapped around an answer comes off; where only the end tells that there is none, nothing stays.
        text = unwrap_reply(reply).text
        expected = write_blocks(enforce_answer(text, GROUND, policy).blocks) if text is not None else ""
        assert streamed(InlineGate(GROUND, policy), reply, size) in (expected, "")

    holds()


@pytest.mark.property
def test_only_slices_stand_under_their_own_ids_and_a_second_run_changes_nothing() -> None:
    """Every quotation is the record's own stretch, long enough, and the finished text is what it is made of again."""

    @examples(400)
    @given(ANSWERS, POLICIES)
    def holds(reply: str, policy: AnswerPolicy) -> None:
        answer = enforce_answer(reply, GROUND, policy)
        texts = {citation.record_id: citation.text for citation in GROUND.citations}
        assert [one.text for one in quotes_in(answer.blocks)] == [one.text for one in answer.quotes]
        for quote, written in zip(answer.quotes, quotes_in(answer.blocks), strict=True):
            assert quote.within.slice(texts[quote.record_id]) == quote.text
            assert written.speaker.speaker_id == quote.record_id
            assert not is_too_short(quote.text, "", policy.least_words)
        text = write_blocks(answer.blocks)
        assert write_blocks(enforce_answer(text, GROUND, policy).blocks) == text

    holds()


_NAMES = ["Ann Lee", "Bo", "**Bo**", "Ann", "Bo (x#1)", "[0:12] Ann Lee"]
_LINES = ["{}: {}", "**{}:** {}", "- {}: {}", "> {}: {}", "| {} | {} |", "Well.\n{}: {}", "1. {}\n   {}: {}"]
_UNDER_A_NAME = re.compile(r"^\W*(?:\[0:12\\?\]\W*)?(?:Ann Lee|Ann|Bo)\W*(?:\(x#1\)\W*)?[:|]\W*\w", re.MULTILINE)


@pytest.mark.property
def test_nothing_stands_under_a_speakers_name_without_being_proven() -> None:
    """Words behind `Name:` are that person's to a reader, with marks or without."""
    texts = [citation.text for citation in GROUND.citations if not set(citation.text) & set("\n\r\u2028:|>[")]

    @examples(200)
    @given(st.sampled_from(_LINES), st.sampled_from(_NAMES), st.sampled_from([*texts, "It was never me", "no, 5"]))
    def holds(line: str, name: str, words: str) -> None:
        reply = line.format(*[name] * (line.count("{}") - 1), words)
        answer = enforce_answer(reply, GROUND, AnswerPolicy(least_words=0))
        assert not _UNDER_A_NAME.search("\n".join(prose_of(answer.blocks)))
        spoken = {citation.record_id: citation.speaker for citation in GROUND.citations}
        assert all(name.strip("*")[:2] in spoken[one.record_id] or "0:12" in name for one in answer.quotes)

    holds()


@pytest.mark.property
def test_a_stranger_finds_every_quotation_of_a_finished_answer_again() -> None:
    """In its blocks and in its export, by a reader that shares no code with what wrote them."""

    @examples(300)
    @given(ANSWERS, POLICIES)
    def holds(reply: str, policy: AnswerPolicy) -> None:
        answer = inline_answer("What “is” it?", GROUND.citations, reply, policy)
        for text in (answer_markdown(answer), answer_markdown(answer, refused=False), write_blocks(answer.blocks)):
            found = verify_edition(text, GROUND.transcript, form="markdown", of_people=False)
            assert not found.unproven, text
            assert found.quotations == len(answer.quotes), text
        assert answer_data(answer)["fallback_reason"] == answer.fallback_reason

    holds()


EXACT = [
    sentence
    for index in range(len(GROUND.citations))
    for _, sentence in GROUND.sentence_lines(index)
    if len(sentence.split()) > 2 and quote_key(sentence)
]


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, list[str]]:
    """Draw a sentence of a record and change one character of it in one way, at each of its places."""
    words = draw(st.sampled_from(EXACT))
    operation = draw(st.sampled_from(["replace", "replace", "insert", "delete", "swap"]))
    return words, edits_of(words, draw(st.sampled_from(PLAIN_CHARACTERS + OTHER_CHARACTERS)), operation)


@pytest.mark.property
def test_a_changed_character_is_no_quotation() -> None:
    """What stands of an edited sentence has the very words that were written: the folds, and nothing else, between."""
    policy = AnswerPolicy(least_words=0, by_reference=False)

    @examples(60)
    @given(edited(), st.sampled_from(["> “{}” — fb-0001", "> {}", "So “{}” it is.", "- {} (fb-0001)"]))
    def holds(drawn: tuple[str, list[str]], form: str) -> None:
        for edit in drawn[1]:
            answer = enforce_answer(form.format(escape(edit)), GROUND, policy)
            for quote in answer.quotes:
                assert quote_key(quote.text).strip('"') in canonicalize(blank_annotations(edit))

    holds()


@pytest.mark.parametrize(
    ("changed", "to"),
    [("15,000", "15,001"), ("15,000", "50,000"), ("can't", "can"), ("for the", "for a"), ("We paid", "We did not pay")],
)
def test_another_number_or_word_is_another_quotation(changed: str, to: str) -> None:
    """A number, a negation or a small word that is not the record's lets nothing stand; the nearest is told."""
    ground = ground_of(["price"])
    words = ground.citations[0].text
    answer = enforce_answer(f"> “{words.replace(changed, to)}” — fb-0004", ground, AnswerPolicy())
    assert not answer.quotes
    assert [one.reason for one in answer.refused] == [RefusalReason.NOT_IN_RECORDS]
    assert changed in answer.refused[0].nearest


@pytest.mark.property
def test_one_sentence_stays_one_paragraph_whatever_it_holds() -> None:
    """A claim's text is enforced as running text: nothing is set apart, and only slices stand in marks."""

    @examples(100)
    @given(ANSWERS, POLICIES)
    def holds(text: str, policy: AnswerPolicy) -> None:
        sentence = enforce_sentence(text, GROUND, policy)
        assert len(sentence.blocks) <= 1
        assert all(isinstance(block, Paragraph) for block in sentence.blocks)
        assert [one.text for one in quotes_in(sentence.blocks)] == [one.text for one in sentence.quotes]

    holds()
