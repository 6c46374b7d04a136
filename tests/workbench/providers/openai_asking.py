"""How the tests ask a server with OpenAI's protocol: a client and a request."""

from collections.abc import Callable, Generator
from contextlib import closing, contextmanager

import pytest

from tests.wire.server import Request, Script, Server, nobody
from tests.workbench.providers import asking as common
from workbench.providers import keys
from workbench.providers.openai.openai_client import OpenAIClient
from workbench.providers.transport.retry import RetryPolicy

QUICK = RetryPolicy(attempts=1, first_delay=0.01, longest_delay=0.02, deadline=20, read_seconds=10, connect_seconds=2)

ASKED = common.ASKED.model_copy(update={"prompt": "Write about brass ☕.", "system": "Quote nothing else."})


@contextmanager
def asking(
    answer: Callable[[Request], Script], patience: RetryPolicy = QUICK, *, model: str = "m", key: str = ""
) -> Generator[tuple[OpenAIClient, Server]]:
    """Serve, and ask; with a key where one is given.

    There is a proxy that nothing on this machine may go through, and OpenAI's key, which no local server may get.
    """
    with (
        nobody() as proxy,
        pytest.MonkeyPatch.context() as environment,
        Server(answer) as server,
        closing(OpenAIClient(server.url, model, patience=patience)) as client,
    ):
        for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"):
            environment.setenv(name, proxy)
        for name in ("NO_PROXY", "no_proxy"):
            environment.delenv(name, raising=False)
        environment.setenv("OPENAI_API_KEY", "sk-of-another-service")
        if key:
            keys.hold(server.url, key)
        client.load()
        try:
            yield client, server
        finally:
            keys.forget(server.url)
