"""The records of the providers: adding one is enough for everything that depends on what it is."""

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from core.errors import BadInput
from core.generation.line import Line
from core.generation.settings import Settings
from core.llm.client import GenerationRequest, Reply, Usage
from tests.conftest import SAMPLE
from tests.workbench.providers.asking import ASKED
from workbench.providers import PROVIDERS, Provider, client_of, client_title, keys, provider_of
from workbench.providers.choice import choice_of as choice_for
from workbench.providers.choice import writers_for
from workbench.providers.client_spec import check_key, choice_of
from workbench.providers.prices import cost_of
from workbench.providers.provider import PickerEntry, ProviderChoice
from workbench.providers.registry import service_specs
from workbench.providers.services import list_models, service_of
from workbench.providers.token_counts import can_count
from workbench.providers.transport.retry import RetryPolicy
from workbench.store import ClientChoice, Session


class Echo:
    """Answers with the prompt."""

    name = "echo"

    def __init__(self, choice: ClientChoice) -> None:
        self.model = choice.model
        self.is_closed = False

    def generate(self, request: GenerationRequest) -> Reply:
        """Return the prompt."""
        return Reply(text=request.prompt)

    def stream(self, request: GenerationRequest) -> Iterator[str | Reply]:
        """Yield the prompt."""
        yield request.prompt
        yield self.generate(request)

    def load(self) -> None:
        """Load nothing."""

    def models(self) -> tuple[str, ...]:
        """Return the models."""
        return ("small", "large")

    def count_tokens(self, request: GenerationRequest) -> int | None:
        """Return a token for each character."""
        return len(request.prompt)

    def close(self) -> None:
        """Note it."""
        self.is_closed = True


ECHO = Provider(
    kind="echo",
    title="Echo",
    spec="echo",
    on_generate=PickerEntry(name="Echo", caption="Says it again."),
    connect=lambda choice, _patience: Echo(choice),
    key_variables=("ECHO_KEY", "OTHER_ECHO_KEY"),
    needs_key=True,
    default_model="small",
    counts_tokens=True,
)
HERE = ECHO.model_copy(
    update={"spec": "echo:URL", "needs_key": False, "check_address": str.lower, "default_address": "http://echo/v1"}
)
PATIENCE = RetryPolicy()
SESSION = Session(
    session_id="s",
    title="t",
    version=1,
    created_at="",
    changed_at="",
    transcript=None,
    evidence=None,
    settings=Settings(),
)


@pytest.fixture
def echo(monkeypatch: pytest.MonkeyPatch) -> Provider:
    """One line more in the table."""
    for name in ECHO.key_variables:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setitem(PROVIDERS, "echo", ECHO)
    return ECHO


def test_a_provider_that_is_added_can_be_named_to_the_command(echo: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its default model or another, where its key is; it stands among those that messages list."""
    choice = choice_of("echo")
    assert choice == ClientChoice(kind="echo", model="small")
    assert choice_of("echo", "large").model == "large"
    remedy = r"Set ECHO_KEY \(or OTHER_ECHO_KEY\), or name another variable with --key-env NAME\."
    with pytest.raises(BadInput, match=remedy):
        check_key(choice)
    monkeypatch.setenv("OTHER_ECHO_KEY", "a-key-of-echo")
    assert check_key(choice) == choice
    with pytest.raises(BadInput, match=r"Use offline, scripted:PATH, gemini, openai:URL or echo\."):
        choice_of("martian")
    assert service_specs() == "gemini, openai:URL or echo"
    assert client_title("echo, edited") == "Echo, edited"
    assert echo.spec_of(choice) == "echo"


def test_a_provider_that_is_added_is_offered_and_chosen(
    echo: Provider, sample: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its record alone: in the picker's list, with its key, asked for its models, and as a run's client."""
    assert writers_for(SESSION) == ("offline", "gemini", "openai", "pasted", "scripted", "echo")
    asked = ProviderChoice(writer="echo", model=" large ")
    with pytest.raises(BadInput, match=r"Echo: there is no key for it\. Set ECHO_KEY before you start the app"):
        choice_for(asked, sample, (0,))
    monkeypatch.setenv("ECHO_KEY", "a-key-of-echo")
    choice = choice_for(asked, sample, (0,))
    assert choice == ClientChoice(kind="echo", model="large")
    assert keys.source_of(service_of(choice)) == "ECHO_KEY"
    assert keys.scrub("It said a-key-of-echo.") == "It said [key]."
    assert can_count(choice, (0,))
    assert list_models(choice, PATIENCE).models == ("small", "large")
    client = client_of(choice)
    assert (client.name, client.model, client.generate(ASKED).text) == ("echo", "large", ASKED.prompt)
    assert echo.can_judge


def test_an_address_is_asked_for_where_the_record_has_one(sample: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its key is that of the address, and a call in the own network costs nothing."""
    monkeypatch.setitem(PROVIDERS, "echo", HERE)
    with pytest.raises(BadInput, match=r"Write it behind, like echo:http://echo/v1\."):
        choice_of("echo")
    choice = choice_of("echo:http://Echo.example/v2")
    assert (choice.base_url, service_of(choice)) == ("http://Echo.example/v2",) * 2
    assert choice_for(ProviderChoice(writer="echo"), sample, (0,)).base_url == "http://echo/v1"
    named = ProviderChoice(writer="echo", base_url="http://TWO.local")
    assert choice_for(named, sample, (0,)).base_url == "http://two.local"
    used = Usage(input_tokens=1_000, output_tokens=1_000)
    at = datetime(2026, 1, 1, tzinfo=UTC)
    assert cost_of(used, ClientChoice(kind="echo", model="m", base_url="http://two.local"), at=at) == 0
    assert cost_of(used, choice.model_copy(update={"model": "m"}), at=at) is None


def test_every_record_is_whole() -> None:
    """Each is under its own kind; one that is offered says what it is, and one that needs a key says where it comes
    from."""
    for kind, provider in PROVIDERS.items():
        assert provider.kind == kind
        assert provider.on_generate.name
        assert provider.on_generate.caption
        assert not provider.needs_key or (provider.key_variables and provider.on_generate.without_key)
        assert provider.is_service or provider.choose is not None
        assert not (provider.is_service and provider.make)


def test_a_client_has_a_title() -> None:
    """The composer has a name; other clients have theirs."""
    assert client_title("offline") == "the offline composer"
    assert client_title("scripted") == "replies written beforehand"
    assert client_title("pasted") == "your own model (copy and paste)"
    assert client_title("gemini") == "Gemini"
    assert client_title("openai") == "an OpenAI-compatible server"
    assert client_title("tomorrow") == "the client tomorrow"
    assert client_title("offline, edited") == "the offline composer, edited"
    assert not provider_of("tomorrow").is_service


def test_the_table_loads_no_library_of_a_service() -> None:
    """Everything asks it, also what never asks a service."""
    script = "import sys, workbench.providers.registry; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, cwd=SAMPLE.parent, env=os.environ
    )
    loaded = set(done.stdout.decode().split())
    assert {"google.genai", "httpx2", "genai_prices", "streamlit", "asyncio"} & loaded == set()
    assert "workbench.providers.openai.openai_client" not in loaded
