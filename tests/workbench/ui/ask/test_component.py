"""An answer on the screen: what the browser is given, and what it is never given."""

import json
from typing import Any

import pytest

from core.answers.records import (
    AnswerMode,
    AnswerQuote,
    AnswerUsage,
    Citation,
    CitedAnswer,
    Correction,
    Passage,
    RefusalReason,
    Refused,
)
from core.llm.reply_faults import Artifact, ReplyReading
from core.prose.model import Block, Emphasis, Heading, ListBlock, Paragraph, Quote, QuoteBlock, TextRun
from core.span import Span
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import SpeakerRef, SpeakerRole
from tests.workbench.store import making
from workbench.store import OmittedPassage
from workbench.ui.ask.component import AnswerView, payload
from workbench.ui.common.answer_labels import REFUSALS
from workbench.ui.common.heard_words import HeardWords

INTERVIEW = "We <b>waited</b> 😀 all winter. “Nobody” came\r\nto mend the roof, and the roof\u00a0leaked."
FEEDBACK = "The export is slow on my phone, honestly, and it drains the battery."


def citation(record_id: str, text: str, **more: Any) -> Citation:
    return Citation(0, f"{record_id.partition('#')[0]}.md", None, text, record_id=record_id, **more)


CITATIONS = (
    citation("interview#12", INTERVIEW, speaker="Wanda", start_seconds=75.0),
    citation("fb-7", FEEDBACK, summary="Slow export.", metadata={"course": "Beginners", "file": "fb.csv", "empty": ""}),
)


def proven(record_id: str, words: str, **more: Any) -> AnswerQuote:
    text = next(one.text for one in CITATIONS if one.record_id == record_id)
    start = text.index(words)
    span = Span(start, start + len(words))
    return AnswerQuote(text=words, record_id=record_id, source="", within=span, span=span, **more)


def cited(quote: AnswerQuote) -> Quote:
    speaker = SpeakerRef(speaker_id=quote.record_id, speaker_name=quote.record_id, speaker_role=SpeakerRole.UNCLEAR)
    return Quote(text=quote.text, quote_id=quote.record_id, raw_span=quote.span, speaker=speaker)


WINTER = proven("interview#12", "We <b>waited</b> 😀 all winter.")
ROOF = proven("interview#12", "“Nobody” came\r\nto mend the roof, and the roof\u00a0leaked.")
SLOW = proven("fb-7", "The export is slow on my phone, honestly")


def answer(*blocks: Block, quotes: tuple[AnswerQuote, ...] = (), **more: Any) -> CitedAnswer:
    given: dict[str, Any] = {"question": "Why?", "mode": AnswerMode.INLINE, "citations": CITATIONS, **more}
    return CitedAnswer(blocks=blocks, quotes=quotes, **given)


def shown(one: CitedAnswer, **more: Any) -> dict[str, Any]:
    """Return what the browser reads."""
    return json.loads(payload(AnswerView(one, **more))["words"])


def words_of(passage: dict[str, Any]) -> str:
    return "".join(piece if isinstance(piece, str) else piece[0] for piece in passage["pieces"])


def test_a_quotation_leads_to_its_words_in_its_passage() -> None:
    """The passage is whole, to the letter, and exactly the quoted words are marked."""
    given = shown(answer(QuoteBlock(quote=cited(ROOF)), QuoteBlock(quote=cited(SLOW)), quotes=(ROOF, SLOW)))
    assert given["blocks"] == [["q", 0], ["q", 1]]
    for number, (quote, source) in enumerate(((ROOF, CITATIONS[0]), (SLOW, CITATIONS[1]))):
        passage = given["passages"][given["quotes"][number]["passage"]]
        assert words_of(passage) == source.text
        assert [piece[0] for piece in passage["pieces"] if not isinstance(piece, str)] == [quote.text]


def test_quotations_that_overlap_are_cut_at_every_boundary() -> None:
    """Each stretch knows all the quotations it belongs to."""
    roof, leak = (
        proven("interview#12", "to mend the roof, and the roof"),
        proven("interview#12", "the roof\u00a0leaked."),
    )
    blocks = (Paragraph(inlines=(cited(roof), TextRun(text=" and "), cited(leak))),)
    (passage, _) = shown(answer(*blocks, quotes=(roof, leak)))["passages"]
    assert [piece for piece in passage["pieces"] if not isinstance(piece, str)] == [
        ["to mend the roof, and ", [0], 0],
        ["the roof", [0, 1], 0],
        ["\u00a0leaked.", [1], 0],
    ]


def test_the_words_of_the_question_are_marked_in_and_beside_a_quotation() -> None:
    """The quotation stays whole, and the passage to the letter."""
    spans = [Span(start, start + len(word)) for word in ("export", "battery") for start in [FEEDBACK.index(word)]]
    (_, passage) = shown(answer(QuoteBlock(quote=cited(SLOW)), quotes=(SLOW,)), found={"fb-7": spans})["passages"]
    pieces = [piece for piece in passage["pieces"] if not isinstance(piece, str)]
    assert [text for text, _, found in pieces if found] == ["export", "battery"]
    assert "".join(text for text, quotes, _ in pieces if quotes) == SLOW.text
    assert words_of(passage) == FEEDBACK


def test_blocks_keep_their_form() -> None:
    """Headings, emphasis and lists; the words are data, whatever they look like."""
    blocks = (
        Heading(level=3, inlines=(TextRun(text="<script>alert(1)</script>"),)),
        ListBlock(ordered=True, items=((Paragraph(inlines=(TextRun(text="one", emphasis=Emphasis.BOLD),)),),)),
        Paragraph(inlines=(TextRun(text="She says "), cited(SLOW), TextRun(text="."))),
    )
    assert shown(answer(*blocks, quotes=(SLOW,)))["blocks"] == [
        ["h", 3, ["<script>alert(1)</script>"]],
        ["ol", [[["p", [{"t": "one", "em": "strong"}]]]]],
        ["p", ["She says ", {"q": 0}, "."]],
    ]


def test_a_chip_takes_the_place_of_the_id_behind_a_quotation() -> None:
    """Of that id alone, and only where the quotation is shown."""
    after = TextRun(text=" (fb-7) (fb-7), she says.")
    one = answer(
        Paragraph(inlines=(cited(SLOW), after)),
        Paragraph(inlines=(after, cited(SLOW))),
        quotes=(SLOW, SLOW),
    )
    assert shown(one)["blocks"] == [["p", [{"q": 0}, " (fb-7), she says."]], ["p", [after.text, {"q": 1}]]]
    lost = answer(Paragraph(inlines=(cited(FORGED), after)), quotes=(SLOW,))
    assert shown(lost)["blocks"] == [["p", [{"q": -1}, after.text]]]


FORGED = AnswerQuote(text="The export is fast", record_id="fb-7", source="", within=Span(0, 18), span=Span(0, 18))


@pytest.mark.parametrize(
    ("quotes", "block"),
    [
        ((FORGED,), FORGED),
        ((FORGED.model_copy(update={"proven": False, "text": SLOW.text, "within": SLOW.within}),), SLOW),
        ((SLOW.model_copy(update={"record_id": "fb-8"}),), SLOW),
        ((SLOW,), FORGED),
        ((SLOW,), SLOW.model_copy(update={"record_id": "interview#12"})),
        ((), SLOW),
    ],
    ids=["not its slice", "not proven", "no such record", "other words", "another record", "not listed"],
)
def test_words_that_do_not_stand_in_their_record_never_reach_the_browser(
    quotes: tuple[AnswerQuote, ...], block: AnswerQuote
) -> None:
    """Whatever the answer says of itself: as a quotation they are not there, and the browser says so."""
    one = answer(QuoteBlock(quote=cited(block)), Paragraph(inlines=(cited(block),)), quotes=quotes)
    given = shown(one)
    assert given["blocks"] == [["q", -1], ["p", [{"q": -1}]]]
    assert FORGED.text not in json.dumps({**given, "passages": []})


@pytest.mark.parametrize("marks", ["“{}”", '"{}"', "„{}“", "«{}»", "''{}''"])
def test_prose_never_looks_like_a_quotation(marks: str) -> None:
    """Whatever an answer from elsewhere holds; prose of our own has no such marks and stays to the letter."""
    words = marks.format(FORGED.text)
    one = answer(
        Paragraph(inlines=(TextRun(text=f"She says {words} "), cited(SLOW), TextRun(text=" in the boats’ log"))),
        quotes=(SLOW,),
    )
    assert shown(one)["blocks"] == [["p", [f"She says {FORGED.text} ", {"q": 0}, " in the boats’ log"]]]


def test_a_second_mention_of_a_quotation_leads_to_the_same_words() -> None:
    """Also where the list has it once."""
    one = answer(QuoteBlock(quote=cited(SLOW)), QuoteBlock(quote=cited(SLOW)), quotes=(SLOW,))
    assert shown(one)["blocks"] == [["q", 0], ["q", 0]]


def neighbours(own: str) -> dict[str, tuple[Passage, ...]]:
    texts = ("And then?", own, "A hard time.")
    return {
        "interview#12": tuple(
            Passage(record_id=f"interview#{11 + at}", text=text, source="interview.md", position=10 + at, speaker="Ann")
            for at, text in enumerate(texts)
        )
    }


def test_a_passage_stands_between_its_neighbours() -> None:
    """With who said them."""
    (passage, _) = shown(answer(), around=neighbours(INTERVIEW))["passages"]
    assert [one["text"] for one in (*passage["before"], *passage["after"])] == ["And then?", "A hard time."]
    assert passage["before"][0]["who"] == "Ann"
    assert (passage["note"], passage["time"]) == ("", "0:01:15")


def test_a_source_that_was_changed_since_is_said_to_be() -> None:
    """The passage is shown as it was, and no neighbours that belong to another text."""
    (passage, _) = shown(answer(), around=neighbours("We waited all summer."))["passages"]
    assert (passage["before"], passage["after"]) == ([], [])
    assert "changed or removed since" in passage["note"]
    assert words_of(passage) == INTERVIEW


def test_what_is_known_of_a_record_is_shown_and_its_summary_is_said_to_be_one() -> None:
    """Without what is empty."""
    (_, passage) = shown(answer())["passages"]
    assert passage["facts"] == [["course", "Beginners"], ["file", "fb.csv"]]
    assert passage["summary"] == "Slow export."


def test_refused_words_stand_without_marks() -> None:
    """Beside what the record has, and the record it named where that was sent."""
    refused = Refused(
        words="“The export is ‘fast’ on my phone”",
        reason=RefusalReason.NOT_IN_RECORDS,
        message="No record has these words.",
        record_id="fb-7",
        nearest=SLOW.text,
    )
    (one,) = shown(answer(refused=(refused,)))["refused"]
    assert one["words"] == "The export is fast on my phone"
    assert (one["sign"], one["word"], one["tone"]) == REFUSALS[RefusalReason.NOT_IN_RECORDS]
    assert ["gone", "fast"] in [[op, text.strip()] for op, text in one["nearest"]]
    assert one["passage"] == 1


def test_every_refusal_has_a_word_and_a_sign() -> None:
    """So that colour is never alone."""
    assert set(REFUSALS) == set(RefusalReason)
    assert all(said.sign and said.word for said in REFUSALS.values())


@pytest.mark.parametrize(
    ("written", "named", "said"),
    [
        (SLOW.text, "fb-70", "It named fb-70. The words stand in"),
        (SLOW.text, "", "It named no record. The words stand in"),
        (SLOW.text.replace("my", "‘my’"), "", "The record’s own characters replaced the model’s, in"),
    ],
    ids=["another record", "no record", "other characters"],
)
def test_what_was_put_right_says_what_it_was(written: str, named: str, said: str) -> None:
    """And leads to the record that has the words."""
    (one,) = shown(answer(corrections=(Correction(written=written, quote=SLOW, named=named),)))["corrections"]
    assert (one["said"], one["record"], one["passage"]) == (said, "fb-7", 1)


def test_of_many_passages_that_were_left_out_the_first_are_listed() -> None:
    """Each with its reason, and how many more there are."""
    left = [OmittedPassage(record_id=f"fb-{number}", source="fb.csv", why="too like fb-7") for number in range(1_205)]
    given = shown(answer(), left_out=left)["from"]
    assert given["left_out"][0] == ["fb-0", "fb.csv", "too like fb-7"]
    assert len(given["left_out"]) == 200
    assert given["more"] == "1,005 passages more were left out."


def test_why_there_is_no_models_answer_is_said_above() -> None:
    """As a sentence, and what is shown in its place."""
    given = shown(answer(QuoteBlock(quote=cited(SLOW)), quotes=(SLOW,), fallback_reason="Insufficient sources"))
    assert given["notices"] == ["Insufficient sources. Shown instead: the passages themselves, as labelled excerpts."]
    assert shown(answer(), notice="It was asked twice.")["notices"] == ["It was asked twice."]


def test_what_an_answer_took_is_said_as_far_as_it_is_known() -> None:
    """Tokens, cost, times; nothing is made up for what nobody counted."""
    usage = AnswerUsage(calls=2, requests=3, input_tokens=3_211, output_tokens=402, seconds=4.21, tokens_saved=1_800)
    assert shown(answer(usage=usage))["usage"] == [
        ["Calls", "2, 3 requests"],
        ["Tokens", "3,211 in, 402 out"],
        ["Cost", "price not known"],
        ["Time", "4.2 s"],
        ["Saved by summaries", "about 1,800 tokens"],
    ]
    assert shown(answer())["usage"] == []


def test_what_was_wrong_with_the_replies_is_said() -> None:
    """Each kind once, whichever call it was; a clean reply says nothing."""
    fenced = ReplyReading(ok=True, artifacts=(Artifact.MARKDOWN_CODE_BLOCKS, Artifact.TRAILING_COMMA))
    calls = [making.call(0).model_copy(update={"reading": one}) for one in (fenced, fenced, None)]
    assert shown(answer(), calls=calls)["usage"] == [["Wrong with the replies", "in a code fence, a trailing comma"]]
    assert shown(answer(), calls=calls[2:])["usage"] == []


def test_the_same_answer_is_sent_once() -> None:
    """Its hash changes with what is shown alone."""
    one = answer(QuoteBlock(quote=cited(SLOW)), quotes=(SLOW,))
    assert payload(AnswerView(one)) == payload(AnswerView(one))
    other = AnswerView(one, around=neighbours(INTERVIEW))
    assert payload(AnswerView(one))["words_hash"] != payload(other)["words_hash"]


def test_a_quotation_of_the_own_transcript_can_be_played() -> None:
    """And none of another source, whatever stands there at the same place; what was heard of it is said."""
    own = read_transcript(b"[00:05] Wanda: We waited all winter.\n\n[00:09] Ben: So it was.\n", "talk.txt")
    start = own.raw.index("We waited")
    span = Span(start, start + len("We waited all winter."))
    mine = AnswerQuote(text="We waited all winter.", record_id="mine#1", source="", within=Span(0, 21), span=span)
    other = mine.model_copy(update={"text": "We walked all winter.", "record_id": "other#1"})
    made = CitedAnswer(
        question="Why?",
        mode=AnswerMode.INLINE,
        blocks=(Paragraph(inlines=(cited(mine), cited(other))),),
        quotes=(mine, other),
        citations=(citation("mine#1", mine.text), citation("other#1", other.text)),
    )
    for heard, played in ((own, ["5.000 9.000", ""]), (None, ["", ""])):
        quotes = json.loads(payload(AnswerView(made, own=heard))["words"])["quotes"]
        assert [quote["play"] for quote in quotes] == played
    told = HeardWords(own.raw, ((span, "Not so in the recording"),))
    quotes = json.loads(payload(AnswerView(made, told=told))["words"])["quotes"]
    assert [quote["heard"] for quote in quotes] == ["Not so in the recording", ""]
