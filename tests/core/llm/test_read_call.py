import logging
from typing import Any

import pytest

from core.generation.line import Line
from core.generation.pipeline import write_chapter
from core.generation.simple_reply import SimpleChapter
from core.llm.client import GenerationRequest, Outcome, Purpose, Reply
from core.llm.read_call import read_call
from tests.golden import cases


def request(line: Line, asked: str) -> GenerationRequest:
    """Return a request that asks for Markdown, for the rest of it, or for JSON."""
    purpose = Purpose.CONTINUATION if asked == "rest" else Purpose.FIRST
    form = SimpleChapter if asked == "json" else None
    return GenerationRequest(chapter_index=0, brief=line.brief(0), prompt="write", purpose=purpose, answer_as=form)


@pytest.mark.parametrize("case", cases("reply_readings"))
def test_what_is_kept_of_a_reply(sample: Line, case: dict[str, Any]) -> None:
    """The golden table: whether it could be used, what came with it, what was repaired, whether it fits its form."""
    reply = Reply(text=case["reply"], outcome=Outcome(case["outcome"]), finish_reason=case["finish_reason"])
    found = read_call(request(sample, case["asked"]), reply)
    assert found is not None
    kept = {"ok": found.ok, "artifacts": [*found.artifacts], "repairs": [*found.repairs], "valid": found.valid}
    assert kept == {name: case[name] for name in kept}


SIMPLE = '{"title": "The Weir", "paragraphs": [{"text": "Nothing is quoted here.", "quote_ids": []}]}'


class Filtered:
    """A client whose first reply a filter stops; the simpler prompt is answered."""

    name, model = "filtered", None

    def generate(self, request: GenerationRequest) -> Reply:
        """Answer the simpler prompt alone."""
        if request.purpose is Purpose.SIMPLER:
            return Reply(text=SIMPLE)
        return Reply(text="", outcome=Outcome.REFUSED, finish_reason="content_filter")


def test_a_run_that_recovers_from_a_filter_logs_both_messages(sample: Line, caplog: pytest.LogCaptureFixture) -> None:
    """By seed 5's names, each once."""
    write_chapter(sample, Filtered(), 0, again=True)
    events = [getattr(record, "event", "") for record in caplog.records]
    assert [events.count(name) for name in ("CONTENT_FILTERING_DETECTED", "FALLBACK_GENERATION_USED")] == [1, 1]


def test_no_word_of_a_reply_is_logged(sample: Line, caplog: pytest.LogCaptureFixture) -> None:
    """Nor what a service calls it: both may hold anything."""
    caplog.set_level(logging.DEBUG)
    for text, said in (("```\nI am sorry, secretword\n```", "stop"), ("secretword {", "secretword")):
        for asked in ("markdown", "json", "rest"):
            for outcome in (Outcome.COMPLETE, Outcome.TRUNCATED, Outcome.REFUSED):
                read_call(request(sample, asked), Reply(text=text, outcome=outcome, finish_reason=said))
    assert caplog.records
    assert "secretword" not in caplog.text


def test_what_had_nothing_to_write_is_no_reply(sample: Line) -> None:
    """A person who pasted no reply for a chapter."""
    assert read_call(request(sample, "markdown"), Reply(text="", missing="There is none.")) is None


def test_the_four_messages_and_the_record_come_from_core() -> None:
    """As seed 5's reader imports them."""
    import core

    names = "JSON_EXTRACTION_WARNING JSON_VALIDATION_ERROR CONTENT_FILTERING_DETECTED FALLBACK_GENERATION_USED"
    assert [getattr(core, name) for name in names.split()] == names.split()
    assert core.read_call is read_call
