"""What a test of the connection finds, and how long a page waits for it."""

from collections.abc import Iterator

import pytest

from tests.wire import gemini
from tests.wire.server import End, Script, Server
from workbench.providers import keys
from workbench.store import ClientChoice
from workbench.ui.model_picker import connection

CANARY = "AIzaCanary-31mv-never-to-be-seen"
GEMINI = ClientChoice(kind="gemini", model="gemini-3.8-flash")


@pytest.fixture(autouse=True)
def typed() -> Iterator[None]:
    """A key was typed."""
    keys.hold("gemini", CANARY)
    yield
    connection.forget_key("gemini")


@pytest.mark.parametrize("kind", ["gemini", "openai"])
def test_a_page_does_not_wait_for_long(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a service that takes a connection and then says nothing."""
    monkeypatch.setattr(connection, "_PATIENCE", 0.5)
    with Server(lambda _: Script((), End.HANG)) as service:
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", service.url)
        found = connection.ask_for_models(ClientChoice(kind=kind, model="m", base_url=f"{service.url}/v1"))
    assert "within 0.5 seconds" in found.trouble
    assert found.models == ()
    assert found.seconds > 0.3


def test_a_refused_key_is_said_and_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the service says of it; it is asked once."""
    with Server(lambda _: gemini.failed(401, f"The key {CANARY} is not known.")) as service:
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", service.url)
        found = connection.ask_for_models(GEMINI)
    assert len(service.requests) == 1
    assert "does not accept the key" in found.trouble
    assert CANARY not in repr(found)
