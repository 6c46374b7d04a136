"""What a call costs: worked out by hand from published prices, never from what the program says."""

import subprocess
import sys
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from core.llm.client import Usage
from workbench.providers.prices import cost_of
from workbench.store import ClientChoice

# A day on which Gemini 3.8 Flash costs 0.75, 0.075 (cached) and 3.75 USD for a million tokens of input and output, and
# GPT-4o 2.50, 1.25 and 10: prices are those of a day, so that what is asserted here does not change with the calendar.
DAY = datetime(2026, 11, 20, 12, tzinfo=UTC)
GEMINI = ClientChoice(kind="gemini", model="gemini-3.8-flash")
OPENAI = "https://api.openai.com/v1"


def server(base_url: str, model: str = "gpt-4o") -> ClientChoice:
    """Return the choice of an OpenAI-compatible server."""
    return ClientChoice(kind="openai", model=model, base_url=base_url)


def tokens(given: int | None, out: int | None, thinking: int | None = None, cached: int | None = None) -> Usage:
    """Return the tokens of a call."""
    return Usage(input_tokens=given, output_tokens=out, thinking_tokens=thinking, cached_tokens=cached)


GOLDEN = {
    # 100,000 at 0.75 are 0.075; 2,000 at 3.75 are 0.0075
    "input and output": (GEMINI, tokens(100_000, 2_000), "0.0825"),
    # 500 + 1,500 = 2,000 at 3.75
    "thinking costs as output": (GEMINI, tokens(100_000, 500, thinking=1_500), "0.0825"),
    "only thinking came": (GEMINI, tokens(100_000, None, thinking=2_000), "0.0825"),
    # 60,000 at 0.75 are 0.045; 40,000 at 0.075 are 0.003; 2,000 at 3.75 are 0.0075
    "cached tokens are part of the input": (GEMINI, tokens(100_000, 2_000, cached=40_000), "0.0555"),
    "the model's whole name": (
        GEMINI.model_copy(update={"model": "models/gemini-3.8-flash"}),
        tokens(1_000, 0),
        "0.00075",
    ),
    "nothing at all": (GEMINI, tokens(0, 0), "0"),
    # 100,000 at 2.50 are 0.25; 2,000 at 10 are 0.02
    "a public server by its address": (server(OPENAI), tokens(100_000, 2_000), "0.27"),
    "with its port": (server("https://api.openai.com:443/v1"), tokens(100_000, 2_000), "0.27"),
    # 50,000 at 2.50 are 0.125; 50,000 at 1.25 are 0.0625; 1,000 at 10 are 0.01
    "its cached tokens": (server(OPENAI), tokens(100_000, 1_000, cached=50_000), "0.1975"),
    "a model that is not listed": (GEMINI.model_copy(update={"model": "gemini-99"}), tokens(10, 10), None),
    "the default model": (GEMINI.model_copy(update={"model": None}), tokens(100_000, 2_000), "0.0825"),
    "no model": (server(OPENAI, ""), tokens(10, 10), None),
    "a server that is not listed": (server("https://models.example.org/v1"), tokens(10, 10), None),
    "the input was not counted": (GEMINI, tokens(None, 10), None),
    "the output was not counted": (GEMINI, tokens(10, None), None),
    "nothing was counted": (GEMINI, Usage(), None),
    "more cached than there was": (GEMINI, tokens(10, 10, cached=11), None),
    "a model that is listed without a price": (
        server("https://api.githubcopilot.com", "gpt-4.1"),
        tokens(10, 10),
        None,
    ),
    "no client that asks anybody": (ClientChoice(kind="offline"), Usage(), "0"),
    "a script": (ClientChoice(kind="scripted"), Usage(), "0"),
    "an address that is none": (server("http://[::1/v1"), tokens(10, 10), None),
}


@pytest.mark.parametrize("case", GOLDEN)
def test_a_call_costs_what_the_price_list_says(case: str) -> None:
    """To the last digit, and unknown where a price or a count is not known."""
    choice, usage, cost = GOLDEN[case]
    assert cost_of(usage, choice, at=DAY) == (None if cost is None else Decimal(cost))


NEAR = (
    "http://127.0.0.1:11434/v1",
    "http://localhost:1234/v1",
    "http://LOCALHOST./v1",
    "http://[::1]:8080/v1",
    "http://0.0.0.0:11434/v1",
    "http://[::]:11434/v1",
    "http://192.168.1.20:8000/v1",
    "http://10.0.0.7/v1",
    "http://172.16.4.4/v1",
    "http://[fd00::12]/v1",
    "http://gpu:8000/v1",
    "http://host.docker.internal:11434/v1",
    "https://box.local/v1",
)


@pytest.mark.parametrize("base_url", NEAR)
def test_a_model_on_this_machine_or_in_the_own_network_costs_nothing(base_url: str) -> None:
    """Whatever it is called, also where its tokens were not counted."""
    assert cost_of(Usage(), server(base_url, "gpt-4o")) == 0


@pytest.mark.parametrize(
    "base_url",
    [
        "http://8.8.8.8/v1",
        "https://localhost.example.org/v1",
        "http://10.0.0.7.example.org",
        "https://api.openai.com.example.org/v1",
        "https://api.openai.community/v1",
        "https://example.org/api.googleapis.com",
        "https://example.org/x.googleapis.com/v1",
        "http://134744072/v1",
        "http://0x08080808/v1",
        "",
    ],
)
def test_only_the_own_network_is_free(base_url: str) -> None:
    """A public address that only looks like one of ours is of unknown price."""
    assert cost_of(tokens(10, 10), server(base_url)) is None


def test_prices_are_those_of_the_moment() -> None:
    """The introductory price ends with the year 2026, and a call of January costs more than one of November."""
    usage = tokens(100_000, 2_000)
    before, after = (cost_of(usage, GEMINI, at=day) for day in (DAY, datetime(2027, 2, 1, tzinfo=UTC)))
    assert before is not None
    assert after is not None
    assert after > before


def test_the_price_list_is_loaded_when_a_price_is_asked_for() -> None:
    """Importing the module, and asking for what costs nothing anyway, load no list and no network."""
    program = (
        "import sys; from workbench.providers.prices import cost_of; from workbench.store import ClientChoice; "
        "from core.llm.client import Usage; "
        "assert cost_of(Usage(), ClientChoice(kind='openai', model='m', base_url='http://127.0.0.1:1/v1')) == 0; "
        "assert cost_of(Usage(), ClientChoice(kind='gemini', model='m')) is None; "
        "print([name for name in ('genai_prices', 'httpx2', 'google.genai') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
