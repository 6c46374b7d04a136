"""Which addresses are this machine."""

from contextlib import closing
from urllib.parse import urlsplit

import pytest

from core.llm.client import Reply
from tests.wire.openai import completed
from tests.wire.server import Server, in_turn, nobody
from tests.workbench.providers.openai_asking import ASKED, QUICK
from workbench.providers.openai.openai_client import OpenAIClient
from workbench.providers.transport.addresses import is_in_own_network, is_loopback

HERE = (
    "http://127.0.0.1:11434/v1",
    "http://127.8.9.1/v1",
    "http://localhost:1234/v1",
    "http://LocalHost./v1",
    "http://models.localhost/v1",
    "http://[::1]:8080/v1",
    "http://0.0.0.0:11434/v1",
    "http://[::]:11434/v1",
    "http://[0:0:0:0:0:0:0:0]/v1",
)
ELSEWHERE = (
    "http://192.168.1.20/v1",
    "http://[fd00::12]/v1",
    "http://0.0.0.1/v1",
    "http://8.8.8.8/v1",
    "http://gpu:8000/v1",
    "https://127.0.0.1.example.org/v1",
    "https://0.0.0.0.example.org/v1",
    "https://localhost.example.org/v1",
    "http://[::1/v1",
    "",
)


@pytest.mark.parametrize("base_url", HERE)
def test_an_address_is_this_machine(base_url: str) -> None:
    """Also the one that a server listens at, which people copy from what it says; it is in the own network too."""
    assert is_loopback(base_url)
    assert is_in_own_network(base_url)


@pytest.mark.parametrize("base_url", ELSEWHERE)
def test_an_address_is_another_machine(base_url: str) -> None:
    """Or none; a name that only begins like this machine's is one of the network."""
    assert not is_loopback(base_url)


def test_what_listens_everywhere_is_reached_without_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """0.0.0.0 is this machine to whoever asks it."""
    with nobody() as proxy, Server(in_turn(completed("One."))) as server:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy)
        for name in ("NO_PROXY", "no_proxy"):
            monkeypatch.delenv(name, raising=False)
        address = f"http://0.0.0.0:{urlsplit(server.url).port}/v1"
        with closing(OpenAIClient(address, "m", patience=QUICK)) as client:
            assert client.generate(ASKED) == Reply(text="One.", finish_reason="stop", requests=1)
