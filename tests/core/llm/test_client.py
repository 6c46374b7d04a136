import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import ValidationError

from core.errors import ClientError, OutOfReplies
from core.generation.line import Line
from core.generation.pipeline import generate_edition, write_chapter
from core.llm.client import (
    Client,
    GenerationRequest,
    Outcome,
    Purpose,
    Reply,
    ReplyRestart,
    RetryWait,
    Sampling,
    ScriptedClient,
    StreamingClient,
    Usage,
)

REPLIES = json.loads((Path(__file__).parents[3] / "sample_data" / "replies.json").read_text(encoding="utf-8"))


def request(line: Line, index: int = 0) -> GenerationRequest:
    """Return a request for a chapter of the sample."""
    return GenerationRequest(chapter_index=index, brief=line.brief(index), prompt="write")


def test_a_list_is_used_up_in_its_order(sample: Line) -> None:
    """One reply for each call, whatever is asked."""
    client: Client = ScriptedClient(["one", "", "three"])
    assert [client.generate(request(sample)).text for _ in range(3)] == ["one", "", "three"]


def test_a_text_is_used_for_every_call(sample: Line) -> None:
    """It never runs out."""
    client = ScriptedClient("always")
    assert {client.generate(request(sample, index)).text for index in range(5)} == {"always"}


@pytest.mark.parametrize("replies", [[], ["one"], ["one", "two"]])
def test_running_out_of_replies_is_an_error_that_says_what_to_do(sample: Line, replies: list[str]) -> None:
    """How many there were, where they came from, and what would help; asking again fails again."""
    client = ScriptedClient(replies, "replies.json")
    for _ in replies:
        client.generate(request(sample))
    for _ in range(2):
        with pytest.raises(OutOfReplies, match="Add a reply") as caught:
            client.generate(request(sample))
        assert isinstance(caught.value, ClientError)
        assert (caught.value.replies, caught.value.source) == (len(replies), "replies.json")
        assert f"has {len(replies)} replies" in str(caught.value)


@pytest.mark.parametrize("answered", [0, 1, 2, 3])
def test_a_list_goes_on_behind_what_was_answered_already(sample: Line, answered: int) -> None:
    """As a client does that was called so often; what is over is over."""
    client = ScriptedClient(("one", "two", "three"), "replies.json", answered=answered)
    assert [client.generate(request(sample)).text for _ in range(3 - answered)] == ["one", "two", "three"][answered:]
    with pytest.raises(OutOfReplies, match=r"has 3 replies, and reply 4 was asked for"):
        client.generate(request(sample))


def test_a_text_answers_however_much_was_answered(sample: Line) -> None:
    """It is used for every call, those of before too."""
    assert ScriptedClient("always", answered=99).generate(request(sample)).text == "always"


def test_a_client_that_streams_is_known_by_that() -> None:
    """Whoever can watch a reply come asks for it so; the others answer at once."""

    class Streaming(ScriptedClient):
        def stream(self, request: GenerationRequest) -> Iterator[str | RetryWait | ReplyRestart | Reply]:
            yield self.generate(request)

    assert isinstance(Streaming("x"), StreamingClient)
    assert not isinstance(ScriptedClient("x"), StreamingClient)


def test_a_reply_that_was_written_beforehand_is_complete(sample: Line) -> None:
    """Nothing was sent for it, nothing was counted, and nothing is said of it."""
    reply = ScriptedClient("x").generate(request(sample))
    assert (reply.outcome, reply.finish_reason, reply.trouble, reply.requests) == (Outcome.COMPLETE, "", "", 0)
    assert reply.usage == Usage(input_tokens=None, output_tokens=None, thinking_tokens=None, cached_tokens=None)


def test_a_request_asks_for_the_first_time_unless_it_says_otherwise(sample: Line) -> None:
    """As Markdown, with the sampling of every run that says nothing about it."""
    asked = request(sample)
    assert (asked.purpose, asked.answer_as, asked.system) == (Purpose.FIRST, None, "")
    assert asked.sampling == Sampling()


@pytest.mark.parametrize(
    "impossible",
    [
        {"temperature": -0.1},
        {"temperature": 2.1},
        {"temperature": float("nan")},
        {"seed": -1},
        {"seed": 2**31},
        {"most_tokens": 0},
        {"most_tokens": 1_000_001},
    ],
)
def test_sampling_is_what_services_take(impossible: dict[str, float]) -> None:
    """Within the bounds that all of them share."""
    with pytest.raises(ValidationError):
        Sampling.model_validate(impossible)


def test_a_client_has_a_name_and_perhaps_a_model() -> None:
    """What settings and certificates write down."""
    client = ScriptedClient("x")
    assert (client.name, client.model) == ("scripted", None)


def test_an_edition_needs_a_reply_for_each_chapter_that_is_written(sample: Line) -> None:
    """The sample's six replies are enough for its seven chapters, two of which are merged; five are not."""
    assert len(generate_edition(sample, ScriptedClient(REPLIES)).chapters) == len(REPLIES) == 6
    with pytest.raises(OutOfReplies):
        generate_edition(sample, ScriptedClient(REPLIES[:5]))


def test_a_client_sees_the_brief_and_the_prompt(sample: Line) -> None:
    """What a chapter is written from travels with the request, under the index after merging."""
    seen: list[GenerationRequest] = []

    class Listening(ScriptedClient):
        def generate(self, request: GenerationRequest) -> Reply:
            seen.append(request)
            return super().generate(request)

    write_chapter(sample, Listening("Nothing."), 6)
    (asked,) = seen
    assert asked.chapter_index == 5
    assert asked.brief == sample.brief(5)
    assert asked.brief.title in asked.prompt
