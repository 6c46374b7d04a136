"""A question asked through Google's own client, or whatever has the same call, as seed 2 does."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from core.answers.records import AnswerMode, AnswerPolicy, SynthesisOutput
from core.answers.synthesis import answer_question, synthesize_answer
from core.llm.client import Sampling
from tests.core.answers.synthesis_cases import LATE, MENU, QUESTION, WRONG, citations, reply
from tests.wire.gemini import answered, blocked, chunk, usage
from tests.wire.server import Script, Server, in_turn, whole

WORDS = AnswerPolicy(by_reference=False)


class GoogleLike:
    """Has the one call; says these responses, and keeps what it was asked."""

    def __init__(self, *responses: Any) -> None:
        self._responses = list(responses)
        self.asked: list[dict[str, Any]] = []
        self.models = self

    def generate_content(self, **asked: Any) -> Any:
        """Return the next response."""
        self.asked.append(asked)
        return self._responses.pop(0)


def test_the_seeds_call_is_made() -> None:
    """Model, contents, and a configuration that asks for JSON of seed 2's form; once more where a quote is wrong."""
    client = GoogleLike(*(SimpleNamespace(text=reply(claim)) for claim in (WRONG, LATE)))
    sampling = Sampling(temperature=0.5, seed=3, most_tokens=500)
    output = synthesize_answer(client, QUESTION, citations(), "gemini-x", sampling=sampling)
    assert output is not None
    assert [claim.citation.quote for claim in output.claims] == [LATE[2]]
    first, second = client.asked
    config = first["config"]
    assert (first["model"], config["response_mime_type"]) == ("gemini-x", "application/json")
    assert config["response_schema"] is SynthesisOutput
    assert (config["temperature"], config["seed"], config["max_output_tokens"]) == (0.5, 3, 500)
    assert first["contents"].startswith(f"Query: {QUESTION}\n\nSources:\nPassage 0 [file")
    assert "PREVIOUS ATTEMPT HAD CITATION ERRORS" in second["contents"]


@pytest.mark.parametrize(
    "response",
    [
        SimpleNamespace(text=None, parsed=SynthesisOutput.model_validate_json(reply(LATE, MENU))),
        SimpleNamespace(text=f"```json\n{reply(LATE, MENU)}\n```", candidates=[SimpleNamespace(finish_reason="STOP")]),
        MagicMock(text=reply(LATE, MENU)),
    ],
    ids=["parsed", "fenced", "a mock"],
)
def test_what_is_there_of_a_response_is_read(response: Any) -> None:
    """Its text, or the record that the library made of it; nothing else has to be there."""
    client = MagicMock()
    client.models.generate_content.return_value = response
    answer = answer_question(client, QUESTION, citations(), model="gemini-x", policy=WORDS)
    assert [quote.record_id for quote in answer.quotes] == ["r0", "r1"]
    assert (answer.client, answer.model) == ("gemini", "gemini-x")


@pytest.mark.parametrize(
    "response",
    [None, "a text", SimpleNamespace(), SimpleNamespace(text=7, candidates=[]), SimpleNamespace(candidates=7)],
)
def test_what_is_no_response_is_no_answer(response: Any) -> None:
    """The passages themselves answer then."""
    assert synthesize_answer(GoogleLike(response), QUESTION, citations()) is None
    answer = answer_question(GoogleLike(response), QUESTION, citations())
    assert answer.mode is AnswerMode.EXCERPTS
    assert answer.fallback_reason


def asked_of_google(*scripts: Script) -> tuple[Any, Server]:
    """Return the answer that Google's own library gets from a service that says this, and the service."""
    from google.genai import Client
    from google.genai.types import HttpOptions

    with Server(in_turn(*scripts)) as server:
        client = Client(api_key="none", http_options=HttpOptions(base_url=server.url, timeout=10_000))
        try:
            return answer_question(client, QUESTION, citations(), policy=WORDS), server
        finally:
            client.close()


def test_googles_own_library_sends_what_its_service_takes() -> None:
    """The form of the answer holds no name that the service does not know; the usage comes back."""
    answer, server = asked_of_google(answered(chunk(reply(LATE, MENU), finish="STOP", used=usage(900, 120))))
    assert [quote.record_id for quote in answer.quotes] == ["r0", "r1"]
    assert (answer.usage.input_tokens, answer.usage.output_tokens, answer.usage.requests) == (900, 120, 1)
    (request,) = server.requests
    assert request.path.endswith("/models/gemini-3.8-flash:generateContent")
    sent = request.json
    assert "numbered source passages" in sent["systemInstruction"]["parts"][0]["text"]
    assert set(sent["generationConfig"]["responseSchema"]["properties"]) == set(SynthesisOutput.model_fields)
    assert "additional" not in str(sent["generationConfig"])


@pytest.mark.parametrize(
    ("script", "why"),
    [
        (answered(chunk(reply(LATE)[:80], finish="MAX_TOKENS")), "too early"),
        (answered(chunk(finish="SAFETY")), "would not write"),
        (answered(blocked("PROHIBITED_CONTENT")), "would not write"),
        (answered({"candidates": "none"}), "not the JSON"),
        (whole(b"<html>key=none</html>", "500 Internal Server Error"), "could not be asked (ServerError)"),
        (Script(), "could not be asked ("),
    ],
)
def test_what_googles_library_makes_of_a_failure_is_a_reason(script: Script, why: str) -> None:
    """A filter, too few tokens, no such language, an error, a broken connection."""
    answer, _ = asked_of_google(script)
    assert answer.mode is AnswerMode.EXCERPTS
    assert why in answer.fallback_reason
