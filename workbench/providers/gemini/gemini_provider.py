"""Gemini as a provider. Google's library is loaded at the first call."""

from workbench.providers.provider import PickerEntry, Provider, ServiceClient
from workbench.providers.transport.retry import RetryPolicy
from workbench.store import ClientChoice

DEFAULT_MODEL = "gemini-3.8-flash"


def _connect(choice: ClientChoice, patience: RetryPolicy | None) -> ServiceClient:
    from workbench.providers.gemini.gemini_client import GeminiClient

    # Never to another address, whatever a file says that was given to a person: the key would go there.
    return GeminiClient(choice.model or DEFAULT_MODEL, patience=patience)


GEMINI = Provider(
    kind="gemini",
    title="Gemini",
    spec="gemini",
    on_generate=PickerEntry(
        name="Gemini",
        caption="Google's models, over the network. What is sent to them is shown below.",
        without_key="Google's models, over the network. They need a key: set GEMINI_API_KEY before you start the app, "
        "or choose them and type one.",
    ),
    on_ask=PickerEntry(
        name="Gemini", caption="Google’s models, over the network. They are sent the passages that were found."
    ),
    on_evaluate="Gemini",
    connect=_connect,
    key_variables=("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    needs_key=True,
    default_model=DEFAULT_MODEL,
    counts_tokens=True,
    price_list="google",
)
