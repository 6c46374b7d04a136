"""A service that is asked for its models: what it has, how long that took, and what went wrong."""

from typing import Any

import pytest

from core.errors import BadInput, KeyRefused
from tests.wire import gemini, openai
from tests.wire.server import Server, in_turn
from workbench.providers import services
from workbench.providers.gemini.gemini_client import GeminiClient
from workbench.providers.openai.openai_client import OpenAIClient
from workbench.providers.services import ModelList, list_models, service_client
from workbench.providers.transport.retry import RetryPolicy
from workbench.store import ClientChoice

pytestmark = pytest.mark.usefixtures("gemini_key")

SHORT = RetryPolicy(attempts=1, deadline=20)
LISTS = {"gemini": gemini.models({"a-model": ["generateContent"]}), "openai": openai.models(["a-model"])}


@pytest.mark.parametrize(("kind", "client"), [("gemini", GeminiClient), ("openai", OpenAIClient)])
def test_what_is_loaded_is_no_part_of_what_a_service_took(
    kind: str, client: type[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Google's library takes longer than any list of models."""
    clock = [0.0]
    load = client.load

    def slow(self: GeminiClient | OpenAIClient) -> None:
        load(self)
        clock.append(60.0)

    monkeypatch.setattr(client, "load", slow)
    monkeypatch.setattr(services, "monotonic", lambda: sum(clock))
    with Server(in_turn(LISTS[kind])) as server:
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", server.url)
        found = list_models(ClientChoice(kind=kind, model="m", base_url=server.url), SHORT)
    assert clock == [0.0, 60.0]
    assert found == ModelList(0.0, ("a-model",))


def test_an_error_is_given_and_not_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asked says it in a way of their own."""
    with Server(in_turn(gemini.key_invalid())) as server:
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", server.url)
        found = list_models(ClientChoice(kind="gemini"), SHORT)
    assert (type(found.error), found.models) == (KeyRefused, ())
    assert found.seconds > 0


def test_an_address_that_is_none_is_refused() -> None:
    """Before anything is asked."""
    with pytest.raises(BadInput):
        service_client(ClientChoice(kind="openai", model="m", base_url="ftp://example.org"), SHORT)


def test_gemini_is_asked_where_google_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever address a choice brings along: the key would go there."""
    with Server(in_turn(LISTS["gemini"])) as google, Server(in_turn(LISTS["gemini"])) as other:
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", google.url)
        list_models(ClientChoice(kind="gemini", base_url=other.url), SHORT)
    assert (len(google.requests), other.requests) == (1, [])
