"""What comes of a service, whatever it is: a chapter that is proven or its key excerpts, over both protocols."""

import json
from collections.abc import Callable, Generator
from contextlib import ExitStack, closing
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.editions.export.json_data import write_json
from core.enforcement.results import ChapterDraft
from core.errors import ServiceError
from core.generation.finish_chapter import PASSING
from core.generation.line import Line
from core.generation.pipeline import bind_edition
from core.generation.retries import Written, next_step
from core.llm.client import Answer, Outcome, Purpose, Reply, StreamingClient
from core.text.well_formed import well_formed
from tests.hostile_replies import ANYTHING
from tests.properties import examples
from tests.wire import gemini
from tests.wire.server import End, Request, Script, Server, said
from tests.workbench.jobs.runs.acting import SAID, tiny_line
from tests.workbench.providers.asking import ends_of, heard
from tests.workbench.providers.gemini_asking import QUICK
from workbench.jobs.runs.skip_chapter import chapter_without_reply
from workbench.providers.gemini.gemini_client import GeminiClient
from workbench.providers.openai.openai_client import OpenAIClient

pytestmark = pytest.mark.usefixtures("gemini_key")

CHAPTER = f"## On it\n\nThat was “so” then, in the café. “{SAID[0]}” says Ada.\n\n" + "It went on for years. " * 40
EVERY = 50  # bytes
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"  # ends where the connection does


class Service(NamedTuple):
    """A protocol: its client, and what it says of a text that comes in pieces or whole. JSON is in plain ASCII, so that
    half a character is an escape."""

    client: StreamingClient
    answer: dict[str, Script]

    def says(self, *pieces: str) -> None:
        """Let the service answer with a text in these pieces."""
        make = _gemini_part if self.client.name == "gemini" else _openai_part
        ended = [make(piece) for piece in pieces] + [make("", finish=True)]
        self.answer["stream"] = said([b"data: " + json.dumps(one).encode() + b"\n\n" for one in ended])
        whole = make("".join(pieces), finish=True, whole=True)
        self.answer["whole"] = said([json.dumps(whole).encode()], Content_Type="application/json")


def _gemini_part(text: str, *, finish: bool = False, whole: bool = False) -> dict[str, Any]:
    del whole
    return gemini.chunk(text, finish="STOP" if finish else "")


def _openai_part(text: str, *, finish: bool = False, whole: bool = False) -> dict[str, Any]:
    choice = {"message" if whole else "delta": {"content": text}, "finish_reason": "stop" if finish else None}
    return {"choices": [choice]}


@pytest.fixture(scope="module")
def line() -> Line:
    """Three short chapters of one quote each."""
    return tiny_line()


@pytest.fixture(scope="module", params=["gemini", "openai"])
def service(request: pytest.FixtureRequest) -> Generator[Service]:
    """Each protocol, with a client that asks once."""
    answer: dict[str, Script] = {}

    def answering(asked: Request) -> Script:
        streams = "stream" in asked.path or b'"stream"' in asked.body
        return answer["stream" if streams else "whole"]

    with ExitStack() as stack:
        server = stack.enter_context(Server(answering))
        make: Callable[[], Any] = lambda: (  # noqa: E731 - two clients of one protocol each
            GeminiClient("m", base_url=server.url, patience=QUICK)
            if request.param == "gemini"
            else OpenAIClient(server.url, "m", patience=QUICK)
        )
        yield Service(stack.enter_context(closing(make())), answer)


def passes(line: Line, draft: ChapterDraft) -> None:
    """Check that a chapter is proven or its key excerpts, and that it can be written down and read again."""
    edition = bind_edition(line, "gemini", "m", [draft])
    assert edition.verdict in {verdict.value for verdict in PASSING}
    assert draft.fallback or draft.narrative
    assert ChapterDraft.model_validate_json(draft.model_dump_json(), strict=True) == draft
    write_json(edition).encode()


@given(st.data())
@examples(150)
def test_any_text_ends_proven_or_as_excerpts(service: Service, line: Line, data: st.DataObject) -> None:
    """In pieces cut anywhere, also between the halves of a character, and whole; and the same again from storage."""
    text = data.draw(ANYTHING | ANYTHING.map(lambda odd: f"{CHAPTER}\n\n“{odd}” says Ada."))
    cut = data.draw(st.integers(0, len(text)))
    service.says(text[:cut], text[cut:])
    for streams in (True, False):
        reply = ends_of(service.client, streams=streams)
        assert isinstance(reply, Reply)
        assert reply.text == well_formed(text)
        kept = Reply.model_validate_json(reply.model_dump_json(), strict=True)
        steps = [next_step(line, 0, [Answer(purpose=Purpose.FIRST, reply=one)]) for one in (reply, kept)]
        assert steps[0] == steps[1]
        assert isinstance(steps[0], Written)
        passes(line, steps[0].draft)


@pytest.mark.thorough
@pytest.mark.parametrize("end", [End.CLOSE, End.RESET])
@pytest.mark.parametrize("has_length", [True, False])
def test_a_reply_cut_at_every_fiftieth_byte_ends_proven_or_as_excerpts(
    service: Service,
    line: Line,
    end: End,
    has_length: bool,  # noqa: FBT001 - a parameter of the table
) -> None:
    """Whole, cut off and said so, or failed with a sentence."""
    service.says(*(CHAPTER[start : start + 20] for start in range(0, len(CHAPTER), 20)))
    script = service.answer["stream"]
    if not has_length:
        lines = [piece.split(b"\r\n", 1)[1] for piece in script.pieces[1:-1] if isinstance(piece, bytes)]
        script = Script((HEAD, *lines))
    outcomes: set[str] = set()
    for count in range(0, script.size, EVERY):
        service.answer["stream"] = script.cut(count, end)
        ended = ends_of(service.client)
        answers = (Answer(purpose=Purpose.FIRST, reply=ended),) if isinstance(ended, Reply) else ()
        why = str(ended) if isinstance(ended, ServiceError) else ""
        draft = chapter_without_reply(line, 0, answers, why, again=False).draft
        passes(line, draft)
        assert isinstance(ended, Reply) or why.endswith((".", "!"))
        assert not (isinstance(ended, Reply) and ended.outcome is Outcome.COMPLETE and ended.text != CHAPTER)
        outcomes.add("written" if not draft.fallback else "excerpts")
    service.answer["stream"] = script
    assert heard(service.client, streams=True)[0].text == CHAPTER
    assert "excerpts" in outcomes
