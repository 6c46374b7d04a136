"""Settings of the environment that a person has for other programs: what is wrong with them is said, by name."""

from collections.abc import Callable
from contextlib import closing

import pytest

from core.errors import ServiceError
from tests.wire import gemini, openai
from tests.wire.server import Server, in_turn
from tests.workbench.providers.asking import ASKED, heard
from workbench.providers.gemini.gemini_client import GeminiClient
from workbench.providers.gemini.gemini_provider import DEFAULT_MODEL
from workbench.providers.openai.openai_client import OpenAIClient
from workbench.providers.transport.retry import RetryPolicy

pytestmark = pytest.mark.usefixtures("gemini_key")

ONCE = RetryPolicy(attempts=1, deadline=30, connect_seconds=1)
Making = Callable[[str], GeminiClient | OpenAIClient]
CLIENTS: dict[str, Making] = {
    "gemini": lambda url: GeminiClient(DEFAULT_MODEL, base_url=url, patience=ONCE),
    "openai": lambda url: OpenAIClient(url, "m", patience=ONCE),
}
PROXIES = ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy")
SETTINGS = {
    "SOCKS": (
        "ALL_PROXY",
        "socks5://who:hush@192.0.2.9:1080",
        "ALL_PROXY names a SOCKS proxy, which is not used here.",
    ),
    "no proxy": ("HTTPS_PROXY", "bad://who:hush@192.0.2.9", "HTTPS_PROXY names no proxy that can be used. Correct it"),
    "no certificates": ("SSL_CERT_FILE", "/nowhere/hush", "SSL_CERT_FILE names what cannot be used for encrypted"),
    "no place for keys": ("SSLKEYLOGFILE", "/nowhere/hush", "SSLKEYLOGFILE names what cannot be used for encrypted"),
}


@pytest.mark.parametrize("make", CLIENTS.values(), ids=CLIENTS)
@pytest.mark.parametrize(("name", "value", "says"), SETTINGS.values(), ids=SETTINGS)
def test_a_setting_that_cannot_be_used_is_named(
    make: Making, name: str, value: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not its value, which may hold a password; nothing is sent, and the same call would fail again."""
    for proxy in PROXIES:
        monkeypatch.delenv(proxy, raising=False)
    monkeypatch.setenv(name, value)
    with closing(make("https://192.0.2.1")) as client:
        client.load()
        for ask in (client.models, lambda: heard(client, streams=True), lambda: client.generate(ASKED)):
            with pytest.raises(ServiceError) as failed:
                ask()
            assert type(failed.value) is ServiceError
            assert str(failed.value).startswith(says)
            assert "hush" not in str(failed.value)


REPLIES = {
    "gemini": gemini.streamed(gemini.chunk("One.", finish="STOP")),
    "openai": openai.streamed(openai.chunk("One.", finish="stop"), openai.DONE),
}


@pytest.mark.parametrize("client", CLIENTS)
def test_this_machine_is_reached_whatever_the_environment_says(client: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No proxy is asked for the way to it, and no certificate."""
    for proxy in PROXIES:
        monkeypatch.setenv(proxy, "socks5://192.0.2.9:1080" if proxy.startswith(("A", "a")) else "bad://192.0.2.9")
    for name in ("SSL_CERT_FILE", "SSLKEYLOGFILE"):
        monkeypatch.setenv(name, "/nowhere/hush")
    with Server(in_turn(REPLIES[client])) as server, closing(CLIENTS[client](server.url)) as made:
        assert heard(made, streams=True)[0].text == "One."
