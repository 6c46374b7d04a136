"""Asking a model: what our client costs besides the library that it asks through."""

from collections.abc import Generator
from contextlib import closing, contextmanager

import pytest

from core.llm.client import Reply
from tests.benchmarks.measure import ratio_of
from tests.benchmarks.registry import at_most
from tests.wire.gemini import chunk, event, usage
from tests.wire.server import Script, Server, in_turn, said
from tests.workbench.providers.asking import ASKED
from workbench.providers.gemini.gemini_client import GeminiClient
from workbench.providers.gemini.gemini_provider import DEFAULT_MODEL

CHUNKS = 600
MOST = 1.10
WORDS = "a dozen words of a chapter, with [[6b1b7cb4b66c3363]] among them.\n"


def reply() -> Script:
    """A long reply, sent at once: the server is not what is measured."""
    chunks = [chunk(WORDS, used=usage(900, number)) for number in range(CHUNKS)]
    body = b"".join(event(one) for one in (*chunks, chunk("", finish="STOP", used=usage(900, CHUNKS))))
    return said((body,), Content_Type="text/event-stream")


@contextmanager
def served() -> Generator[Server]:
    """Serve the reply, with a key in the environment as Google's library wants one."""
    with pytest.MonkeyPatch.context() as environment, Server(in_turn(reply())) as serving:
        environment.setenv("GEMINI_API_KEY", "no-key-at-all")
        environment.delenv("GOOGLE_API_KEY", raising=False)
        yield serving


@at_most("providers: a stream from Gemini against the library's own", MOST)
def streaming() -> float:
    """The same chunks from the same server: the library alone, and our client around it."""
    from google.genai import Client
    from google.genai.types import GenerateContentConfig, HttpOptions

    with (
        served() as server,
        Client(api_key="no-key-at-all", http_options=HttpOptions(base_url=server.url)) as raw,
        closing(GeminiClient(DEFAULT_MODEL, base_url=server.url)) as ours,
    ):
        config = GenerateContentConfig(automatic_continuation=False)

        def alone() -> None:
            stream = raw.models.generate_content_stream(model=DEFAULT_MODEL, contents=ASKED.prompt, config=config)
            assert "".join(one.text or "" for one in stream) == WORDS * CHUNKS

        def with_us() -> None:
            *_, last = ours.stream(ASKED)
            assert isinstance(last, Reply)
            assert last.text == WORDS * CHUNKS

        alone()
        with_us()
        return ratio_of(with_us, alone, most=MOST)
