"""Answers measured: what holds of every one, and what an answer cannot hide that was changed after enforcement."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.answers.excerpts import excerpt_answer
from core.answers.inline import MOST_QUOTATIONS, inline_answer
from core.answers.passage_transcript import message_of
from core.answers.records import (
    AnswerMode,
    AnswerPolicy,
    CitedAnswer,
    RefusalReason,
    Refused,
)
from core.answers.synthesis import next_step
from core.evaluation.measure_answer import measure_answer
from core.evaluation.proportion import NOTHING, Share
from core.evaluation.quotation_shares import ASKED_AGAIN, CUT
from core.evaluation.records import Amount, Metric, Unit
from core.llm.client import Answer, Purpose, Reply
from core.prose.model import Block, Paragraph, Quote, QuoteBlock, TextRun
from core.span import Span
from core.transcripts.speakers import SpeakerRef, SpeakerRole
from tests.core.answers.hostile_answers import POLICIES, answer_strategy, hostile_ground
from tests.core.answers.synthesis_cases import LATE, MENU, QUESTION, REPAIR, TEXTS, WRONG, citations, reply
from tests.hostile_replies import ANYTHING, SPELL
from tests.properties import examples

GROUND = hostile_ground()
SOMEBODY = SpeakerRef(speaker_id="r9", speaker_name="r9", speaker_role=SpeakerRole.UNCLEAR)
TEXT = {f"r{number}": text for number, text in enumerate(TEXTS)}
ANY_LENGTH = AnswerPolicy(least_words=0)
INLINE = f"""\
The ferry is not to be relied on. Somebody says “{LATE[2]}” (r0) of it.

> “the engine makes the same noise every evening” — r2

Nothing is cited here.

> “We paid 15,000 dollars for the repair.” — r1
> “The ferry came on time” — r0
"""


def inline(text: str = INLINE, policy: AnswerPolicy = ANY_LENGTH) -> CitedAnswer:
    """Return the inline answer of a reply about the small passages."""
    return inline_answer(QUESTION, citations(), text, policy)


def synthesis(*said: str, policy: AnswerPolicy = ANY_LENGTH) -> CitedAnswer:
    """Return the answer by claims of the replies of one or two calls."""
    purposes = (Purpose.FIRST, Purpose.SECOND)
    answers = [Answer(purpose=one, reply=Reply(text=text)) for one, text in zip(purposes, said, strict=False)]
    step = next_step(QUESTION, citations(), answers, policy)
    assert isinstance(step, CitedAnswer)
    return step


def assert_what_always_holds(answer: CitedAnswer, policy: AnswerPolicy) -> Unit:
    """Measure an answer of the real line: nothing fabricated is read, nothing changes, and every count agrees."""
    unit = measure_answer(answer, subject="records", policy=policy)
    shares, amounts = unit.shares, unit.amounts
    assert (amounts[Amount.FABRICATED_AFTER], amounts[Amount.CHANGED_BYTES]) == (0, 0)
    assert shares[Metric.CITATION_AFTER] == Share(k=len(answer.quotes), n=len(answer.quotes))
    wrong, right = shares[Metric.HALLUCINATION_BEFORE], shares[Metric.VERBATIM_BEFORE]
    assert right.k + wrong.k == amounts[Amount.FOUND] == len(unit.quotations)
    assert shares[Metric.CITATION_BEFORE].k <= right.k
    done = (Amount.KEPT, Amount.REPLACED, Amount.UNQUOTED, Amount.DROPPED)
    assert sum(amounts[amount] for amount in done) == amounts[Amount.FOUND]
    places = {(one.record_id, one.span): one.text for one in answer.quotes}
    for one in unit.quotations:
        assert one.written == (places[one.by, one.raw_span] if one.raw_span else "")
        assert one.verbatim or not one.cited
    return unit


@pytest.mark.property
def test_no_reply_leaves_anything_fabricated_and_a_second_enforcement_changes_nothing() -> None:
    """Whatever is written about whatever records; and no reply raises."""

    @examples(160)
    @given(st.one_of(answer_strategy(GROUND), answer_strategy(GROUND), ANYTHING), POLICIES, st.booleans())
    def holds(text: str, policy: AnswerPolicy, baseline: bool) -> None:  # noqa: FBT001
        mode = AnswerMode.BASELINE if baseline else AnswerMode.INLINE
        answer = inline_answer("What “is” it?", GROUND.citations, text, policy, mode=mode)
        unit = assert_what_always_holds(answer, policy)
        assert unit.shares[Metric.WRITTEN] == Share(k=not answer.fallback_reason, n=1)

    holds()


_STATED = ["It is so.", "Ann says:", "> x", "| a | b |", "It costs “5”.", "1. one", "So, “no” (r1).", "# so", "a\nb"]
_AROUND = st.sampled_from([None, "They speak of *it* all.", "Ann says:", "“x”", "- so", "a | b", "so & so &amp; <b>"])


@pytest.mark.property
def test_no_claims_leave_anything_fabricated_and_a_second_enforcement_changes_nothing() -> None:
    """Whatever is claimed, around whatever is quoted; what holds is kept and the rest refused."""
    words = st.tuples(st.sampled_from(TEXTS), st.integers(0, 9), st.integers(1, 12)).map(
        lambda one: " ".join(one[0].split()[one[1] : one[1] + one[2]])
    )
    quoted = st.tuples(words, st.sampled_from(SPELL)).map(lambda one: one[1](one[0]))
    claims = st.lists(
        st.tuples(st.one_of(st.sampled_from(_STATED), ANYTHING), st.sampled_from("0123459"), quoted), max_size=4
    )

    @examples(160)
    @given(claims, _AROUND, _AROUND, st.booleans())
    def holds(said: list[tuple[str, str, str]], intro: str | None, end: str | None, keep: bool) -> None:  # noqa: FBT001
        policy = AnswerPolicy(keep_valid=keep)
        text = reply(*said, intro=intro, conclusion=end)
        answer = synthesis(text, text, policy=policy)
        unit = assert_what_always_holds(answer, policy)
        assert len(unit.statements) == len(answer.claims)

    holds()


def judged(unit: Unit) -> list[tuple[str, bool, bool | None, str]]:
    """Return what was judged of each quotation: its first words, and what became of it."""
    return [(" ".join(one.words.split()[:3]), one.verbatim, one.cited, one.action.value) for one in unit.quotations]


def test_an_inline_answer_tells_what_was_verbatim_cited_right_and_said() -> None:
    """What stands under a corrected id was cited wrong; a paragraph without a citation is a statement too."""
    unit = assert_what_always_holds(inline(), ANY_LENGTH)
    assert judged(unit) == [
        ("nobody told the", True, True, "kept"),
        ("the engine makes", True, True, "kept"),
        ("We paid 15,000", True, False, "replaced"),
        ("The ferry came", False, False, "dropped"),
    ]
    assert unit.shares[Metric.ATTRIBUTION_BEFORE] == Share(k=2, n=3)
    assert unit.shares[Metric.QUOTES_USED] == Share(k=2, n=6)
    assert [(one.text, one.citations) for one in unit.statements] == [
        ("The ferry is not to be relied on. Somebody says of it.", (TEXT["r0"], TEXT["r2"])),
        ("Nothing is cited here.", (TEXT["r2"],)),
    ]
    assert [one.by for one in unit.quotations] == ["r0", "r2", "r2", ""]
    assert unit.words_by == {"feedback.csv": 12 + 8 + 7}
    assert (unit.key, unit.title, unit.words_at) == (QUESTION, QUESTION, ())


def test_what_is_nothing_but_quotations_is_no_statement() -> None:
    """They are cited for what stands above them; ids behind quotations are no words of a paragraph."""
    text = f"It is late.\n\n“{LATE[2]}” (r0) “{REPAIR[2]}” (r2)\n\nSo be it.\n\n- A point: “{REPAIR[2]}” (r2)"
    unit = measure_answer(inline(text), subject="records")
    assert [(one.text, one.citations) for one in unit.statements] == [
        ("It is late.", (TEXT["r0"], TEXT["r2"])),
        ("So be it.", ()),
        ("A point:", (TEXT["r2"],)),
    ]


REFUSED: dict[str, tuple[RefusalReason, str, str, bool, bool | None]] = {
    "in another record": (RefusalReason.OTHER_RECORD, LATE[2], "r1", True, False),
    "in the named one, taken for another's": (RefusalReason.OTHER_RECORD, LATE[2], "r0", True, True),
    "too short": (RefusalReason.TOO_SHORT, "the pier", "r0", True, True),
    "too short, and in another": (RefusalReason.TOO_SHORT, "the pier", "r1", True, False),
    "too short, and nobody's": (RefusalReason.TOO_SHORT, "the pier", "", True, None),
    "a sentence by its number, too short": (RefusalReason.TOO_SHORT, "[[4.2]]", "", True, True),
    "twice": (RefusalReason.REPEATED, LATE[2], "", True, True),
    "in some record, and none has the id": (RefusalReason.UNKNOWN_RECORD, "'features'", "r9", True, False),
    "in no record, and none has the id": (RefusalReason.UNKNOWN_RECORD, "the feature", "r9", False, False),
    "inside a word": (RefusalReason.PARTIAL_WORD, "he pier", "r0", False, False),
    "nowhere": (RefusalReason.NOT_IN_RECORDS, "on time", "r0", False, False),
    "nowhere, and nobody's": (RefusalReason.NOT_IN_RECORDS, "on time", "", False, None),
    "with a gap": (RefusalReason.ELIDED, "nobody … come", "r0", False, False),
    "put together": (RefusalReason.JOINED, "nobody told. I wait", "r0", False, False),
    "the summary's": (RefusalReason.FROM_SUMMARY, "on time", "r0", False, False),
    "a sentence that was not sent": (RefusalReason.UNKNOWN_REFERENCE, "[[9.9]]", "", False, False),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_was_refused_may_be_verbatim_and_cited_right(case: str) -> None:
    """It is put to the passages once more; bridging sentences and what has no words are no quotations."""
    reason, words, record_id, verbatim, cited = REFUSED[case]
    others = (
        Refused(words="In 2020.", reason=RefusalReason.NUMBER_IN_BRIDGE, message=""),
        Refused(words="“so”", reason=RefusalReason.QUOTATION_IN_BRIDGE, message=""),
        Refused(words=" … ", reason=RefusalReason.NOT_IN_RECORDS, message=""),
    )
    refused = Refused(words=words, reason=reason, message=message_of(reason), record_id=record_id)
    answer = inline("Nothing.").model_copy(update={"refused": (refused, *others)})
    unit = measure_answer(answer, subject="records")
    assert [(one.verbatim, one.cited, one.reason) for one in unit.quotations] == [(verbatim, cited, reason.value)]
    assert unit.shares[Metric.CITATION_BEFORE] == Share(k=cited is True, n=1)
    assert unit.shares[Metric.ATTRIBUTION_BEFORE].n == (verbatim and cited is not None)


def test_a_quotation_without_an_id_named_no_record() -> None:
    """It is not cited right, and tells nothing of whether ids are right."""
    unit = measure_answer(inline(f"It is late.\n\n> “{LATE[2]}”\n"), subject="records")
    assert judged(unit) == [("nobody told the", True, None, "replaced")]
    assert unit.shares[Metric.CITATION_BEFORE] == Share(k=0, n=1)
    assert unit.shares[Metric.ATTRIBUTION_BEFORE] == NOTHING


def test_marks_that_are_written_otherwise_are_verbatim() -> None:
    """Single for double, as seed 4 has it: the folds decide, not the characters."""
    unit = measure_answer(synthesis(reply(MENU)), subject="records")
    assert judged(unit) == [("I can’t find", True, True, "replaced")]
    assert unit.quotations[0].written == 'I can\'t find the "features" menu on my phone'
    assert unit.shares[Metric.HALLUCINATION_BEFORE] == Share(k=0, n=1)


def test_words_that_lost_their_marks_are_unquoted_and_others_dropped() -> None:
    """A sentence that stays without them is listed; so is what is copied without any."""
    text = f"They say “it will never be any better” of it.\n\n> “it is all quite fine” — r1\n\nNote that {LATE[2]}."
    unit = measure_answer(inline(text), subject="records")
    assert [one.action.value for one in unit.quotations] == ["unquoted", "dropped"]
    assert unit.amounts[Amount.UNPROVEN_SENTENCES] == 1
    assert unit.amounts[Amount.UNQUOTED_VERBATIM] == 1


def test_an_answer_that_fell_back_is_not_written_and_only_what_was_refused_counts_before() -> None:
    """What it quotes was chosen by the program."""
    answer = synthesis(reply(WRONG), reply(WRONG), policy=AnswerPolicy(by_reference=False))
    assert answer.fallback_reason
    assert answer.quotes
    unit = assert_what_always_holds(answer, ANY_LENGTH)
    assert (unit.trouble, unit.shares[Metric.WRITTEN]) == (answer.fallback_reason, Share(k=0, n=1))
    assert judged(unit) == [("everybody told the", False, False, "dropped")]
    assert unit.amounts[Amount.QUOTATIONS] == len(answer.quotes)
    assert Amount.WORDS not in unit.amounts
    assert unit.statements == ()


def test_excerpts_that_were_asked_for_are_written_and_nobody_wrote_them() -> None:
    """Nothing was there before enforcement; what cannot be told of an answer is missing."""
    unit = assert_what_always_holds(excerpt_answer(QUESTION, citations()), ANY_LENGTH)
    assert (unit.trouble, unit.shares[Metric.WRITTEN]) == ("", Share(k=1, n=1))
    assert unit.shares[Metric.VERBATIM_BEFORE] == NOTHING
    assert unit.amounts[Amount.WORDS] > 0
    chapters = {Metric.GUEST_CLAIMS, Metric.EXCERPTS_SLICES, Metric.CLAIMS_BY_GUESTS, Metric.WITHIN_TARGET}
    assert chapters.isdisjoint(unit.shares)
    assert Amount.TARGET_WORDS not in unit.amounts
    nothing = measure_answer(excerpt_answer(QUESTION, ()), subject="records")
    assert (nothing.shares[Metric.QUOTES_USED], nothing.amounts[Amount.QUOTATIONS]) == (NOTHING, 0)


INVENTED = "Everything about the ferry is quite wonderful now"


def invented(block: Block) -> Block:
    """Return a block with other words in its quotation."""
    if not isinstance(block, QuoteBlock):
        return block
    return QuoteBlock(quote=block.quote.model_copy(update={"text": INVENTED}))


def of_another_record(block: Block) -> Block:
    """Return a block under the id of another record."""
    if not isinstance(block, QuoteBlock):
        return block
    speaker = block.quote.speaker.model_copy(update={"speaker_id": "r4", "speaker_name": "r4"})
    return QuoteBlock(quote=block.quote.model_copy(update={"speaker": speaker}))


@pytest.mark.parametrize("change", [invented, of_another_record])
@pytest.mark.parametrize("mode", [AnswerMode.INLINE, AnswerMode.SYNTHESIS, AnswerMode.EXCERPTS])
def test_what_is_changed_after_enforcement_is_fabricated_and_changed_back(
    mode: AnswerMode, change: Callable[[Block], Block]
) -> None:
    """In every kind of answer, though it still says of itself what it said before."""
    answers: dict[AnswerMode, CitedAnswer] = {
        AnswerMode.INLINE: inline(),
        AnswerMode.SYNTHESIS: synthesis(reply(LATE, REPAIR, intro="It is about boats.")),
        AnswerMode.EXCERPTS: excerpt_answer(QUESTION, citations()),
    }
    answer = answers[mode]
    assert_what_always_holds(answer, ANY_LENGTH)
    tampered = answer.model_copy(update={"blocks": tuple(map(change, answer.blocks))})
    unit = measure_answer(tampered, subject="records", policy=ANY_LENGTH)
    assert unit.amounts[Amount.FABRICATED_AFTER] > 0
    assert unit.amounts[Amount.CHANGED_BYTES] > 0
    said = unit.shares[Metric.VERBATIM_AFTER].k == unit.shares[Metric.VERBATIM_AFTER].n
    assert said is (change is of_another_record)


@pytest.mark.parametrize("mode", [AnswerMode.INLINE, AnswerMode.SYNTHESIS, AnswerMode.EXCERPTS])
def test_a_quotation_that_is_put_into_a_sentence_afterwards_is_found(mode: AnswerMode) -> None:
    """As words in marks that no value of the answer knows of."""
    added = Paragraph(inlines=(TextRun(text="And: "), TextRun(text=f"“{INVENTED}” (r0)")))
    answer = inline().model_copy(update={"mode": mode, "blocks": (added, *inline().blocks)})
    unit = measure_answer(answer, subject="records", policy=ANY_LENGTH)
    assert unit.amounts[Amount.FABRICATED_AFTER] == 1
    assert unit.amounts[Amount.CHANGED_BYTES] > 0


def test_a_policy_that_nobody_knows_changes_nothing_and_a_stricter_one_would() -> None:
    """Short quotations may stand where nobody says how long they had to be."""
    answer = inline("It is late at the pier.\n\n> “the pier” — r0\n")
    assert measure_answer(answer, subject="records").amounts[Amount.CHANGED_BYTES] == 0
    stricter = measure_answer(answer, subject="records", policy=AnswerPolicy(least_words=8))
    assert stricter.amounts[Amount.CHANGED_BYTES] > 0


def test_a_quote_of_the_wrong_values_raises_nothing() -> None:
    """An answer that was made by hand, about nothing."""
    quote = Quote(text="x", quote_id="", raw_span=Span(5, 2), speaker=SOMEBODY)
    answer = CitedAnswer(question="", mode=AnswerMode.SYNTHESIS, blocks=(QuoteBlock(quote=quote),))
    unit = measure_answer(answer, subject="")
    assert (unit.amounts[Amount.FABRICATED_AFTER], unit.shares[Metric.QUOTES_USED]) == (1, NOTHING)


def test_what_is_not_measured_of_what_was_written_is_said() -> None:
    """Another attempt, and what comes behind the first quotations of a reply that never ends."""
    assert measure_answer(inline(), subject="records").left_out == ()
    again = synthesis(reply(REPAIR, WRONG), reply(REPAIR, LATE))
    assert measure_answer(again, subject="records").left_out == (ASKED_AGAIN,)
    endless = measure_answer(inline("“so it is not” " * (MOST_QUOTATIONS + 1)), subject="records")
    assert endless.left_out == (CUT,)
    assert endless.amounts[Amount.FOUND] == MOST_QUOTATIONS
