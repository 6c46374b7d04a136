"""What else of an answer the browser is never given: words that stand nowhere, and marks around what nobody proved."""

import json
from typing import Any

from core.answers.records import AnswerMode, AnswerQuote, Citation, CitedAnswer, Correction, RefusalReason, Refused
from core.span import Span
from workbench.ui.ask.component import AnswerView, payload

RECORD = Citation(0, "fb.csv", text="The export is slow on my phone.", record_id="fb-7")


def shown(**more: Any) -> dict[str, Any]:
    """Return what the browser reads of an answer without any words of its own."""
    answer = CitedAnswer(question="Why?", mode=AnswerMode.INLINE, citations=(RECORD,), **more)
    return json.loads(payload(AnswerView(answer))["words"])


def test_a_correction_to_words_that_stand_nowhere_is_not_shown() -> None:
    """One to the record's own words is."""
    forged = AnswerQuote(text="The export is fast", record_id="fb-7", source="", within=Span(0, 18), span=Span(0, 18))
    right = forged.model_copy(update={"text": RECORD.text[:18]})
    corrections = tuple(Correction(written="x", quote=quote, named="fb-8") for quote in (forged, right))
    assert [one["record"] for one in shown(corrections=corrections)["corrections"]] == ["fb-7"]


def test_the_claim_of_refused_words_stands_without_marks() -> None:
    """As the words themselves do."""
    refused = Refused(
        words="It is fast",
        reason=RefusalReason.NOT_IN_RECORDS,
        message="No record has these words.",
        claim_text="They say “it is fast” of it.",
    )
    assert [one["claim"] for one in shown(refused=(refused,))["refused"]] == ["They say it is fast of it."]
