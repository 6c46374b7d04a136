"""How long a service may be silent: at most as long as the help says, and whoever is silent for less is heard."""

import socket
from collections.abc import Generator
from contextlib import ExitStack, closing, contextmanager

import pytest

from core.errors import NetworkTrouble, ServiceError, TimedOut
from core.llm.client import Outcome, Reply
from tests.wire import gemini, openai
from tests.wire.patience import FOR_GOOD, in_time
from tests.wire.server import End, Script, Server, in_turn
from tests.workbench.providers.asking import ends_of
from workbench.help.pages import PAGES, read_page
from workbench.jobs.limits import LIMITS
from workbench.providers.gemini.gemini_client import GeminiClient
from workbench.providers.openai.openai_client import LOCAL_PATIENCE, OpenAIClient
from workbench.providers.transport.retry import RetryPolicy

pytestmark = pytest.mark.usefixtures("gemini_key")

SCALED = RetryPolicy(
    attempts=2,
    first_delay=0.01,
    deadline=FOR_GOOD,
    read_seconds=FOR_GOOD,
    connect_seconds=FOR_GOOD,
    usage_seconds=FOR_GOOD,
)
SHORT = 0.3
PARTS = {
    "gemini": (gemini.event(gemini.chunk("One ")), gemini.event(gemini.chunk("two.", finish="STOP"))),
    "openai": (openai.event(openai.chunk("One ")), openai.event(openai.chunk("two.", finish="stop"))),
}


def client_of(service: str, url: str, patience: RetryPolicy) -> GeminiClient | OpenAIClient:
    """Return the client of a protocol."""
    if service == "gemini":
        return GeminiClient("m", base_url=url, patience=patience)
    return OpenAIClient(url, "m", patience=patience)


def ended(
    service: str, script: Script, patience: RetryPolicy, *, streams: bool = True
) -> tuple[Reply | ServiceError, int]:
    """Return how a call ends, and how many requests it took."""
    with Server(in_turn(script)) as server, closing(client_of(service, server.url, patience)) as client:
        client.load()
        found = in_time(lambda: ends_of(client, streams=streams))
        return found, len(server.requests)


def streamed(service: str, *pieces: bytes | float) -> Script:
    """Return a stream that goes on for ever: only silence ends it."""
    said = gemini.streamed(*pieces) if service == "gemini" else openai.streamed(*pieces)
    return Script(said.pieces[:-1], End.HANG)


@contextmanager
def deaf() -> Generator[str]:
    """Yield an address where nobody takes a connection: its queue is full."""
    with ExitStack() as stack:
        listener = stack.enter_context(socket.socket())
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        for _ in range(3):
            waiting = stack.enter_context(socket.socket())
            waiting.settimeout(0)
            waiting.connect_ex(listener.getsockname())
        yield "http://{}:{}".format(*listener.getsockname())


# Each time of a client alone, the others far away.

both = pytest.mark.parametrize("service", ["gemini", "openai"])


@both
def test_silence_of_a_stream(service: str) -> None:
    """Before the first word and after it: the call is made again, and then given up."""
    patience = SCALED.model_copy(update={"read_seconds": SHORT})
    for pieces in ((), PARTS[service][:1]):
        found, requests = ended(service, streamed(service, *pieces), patience)
        assert (type(found), requests) == (TimedOut, 2)


@both
def test_silence_of_a_stream_that_goes_on_in_time(service: str) -> None:
    """A pause that is shorter than the time ends nothing."""
    first, second = PARTS[service]
    patience = SCALED.model_copy(update={"read_seconds": 30.0, "usage_seconds": SHORT})
    found, requests = ended(service, streamed(service, SHORT, first, SHORT, second), patience)
    assert isinstance(found, Reply)
    assert (found.text, found.outcome, requests) == ("One two.", Outcome.COMPLETE, 1)


@both
def test_silence_behind_the_end(service: str) -> None:
    """The usage is waited for, and no failure: the reply is there."""
    patience = SCALED.model_copy(update={"usage_seconds": SHORT})
    found, requests = ended(service, streamed(service, *PARTS[service]), patience)
    assert isinstance(found, Reply)
    assert (found.outcome, requests) == (Outcome.COMPLETE, 1)


@both
def test_silence_of_the_whole_call(service: str) -> None:
    """A reply in one piece may be silent until the deadline; it is not asked for again after that."""
    patience = SCALED.model_copy(update={"deadline": 2 * SHORT, "read_seconds": SHORT / 10})
    found, requests = ended(service, Script(end=End.HANG), patience, streams=False)
    assert (type(found), requests) == (TimedOut, 1)


@both
def test_silence_before_the_connection(service: str) -> None:
    """Where nobody takes it, that is said."""
    patience = SCALED.model_copy(update={"connect_seconds": SHORT})
    with deaf() as url, closing(client_of(service, url, patience)) as client:
        client.load()
        found = in_time(lambda: ends_of(client))
    assert isinstance(found, TimedOut | NetworkTrouble)
    assert found.requests == 2


def test_the_help_says_how_long() -> None:
    """The times of the clients are those of the page about security, and a worker waits longer than any of them."""
    usual = RetryPolicy()
    assert (usual.read_seconds, usual.deadline, usual.connect_seconds) == (60, 600, 10)
    assert (LOCAL_PATIENCE.read_seconds, LOCAL_PATIENCE.deadline) == (300, 900)
    assert LIMITS.longest_silence > LOCAL_PATIENCE.read_seconds
    assert LIMITS.longest_call > LOCAL_PATIENCE.deadline
    (security,) = (page for page in PAGES if page.name == "security")
    words = " ".join(read_page(security).split())
    assert "takes ten minutes at most, to a server on this machine fifteen" in words
    assert "silent for a minute (five from a server on this machine), connecting may take ten seconds" in words
