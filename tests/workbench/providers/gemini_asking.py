"""How the tests ask Gemini: its client, at a server of ours."""

from collections.abc import Callable, Generator
from contextlib import closing, contextmanager

from tests.wire.server import Request, Script, Server
from workbench.providers.gemini.gemini_client import GeminiClient
from workbench.providers.gemini.gemini_provider import DEFAULT_MODEL
from workbench.providers.transport.retry import RetryPolicy

QUICK = RetryPolicy(attempts=1, first_delay=0.01, longest_delay=0.02, deadline=30, read_seconds=10, connect_seconds=5)


@contextmanager
def asking(
    answer: Callable[[Request], Script], patience: RetryPolicy = QUICK
) -> Generator[tuple[GeminiClient, Server]]:
    """Serve, and ask a client that is ready."""
    with (
        Server(answer) as server,
        closing(GeminiClient(DEFAULT_MODEL, base_url=server.url, patience=patience)) as client,
    ):
        client.load()
        yield client, server
