"""Servers that speak OpenAI's protocol as a provider."""

from urllib.parse import urlsplit

from workbench.providers.provider import PickerEntry, Provider, ServiceClient
from workbench.providers.transport import addresses
from workbench.providers.transport.retry import RetryPolicy
from workbench.store import ClientChoice

CHAT = "chat/completions"


def check_base_url(text: str) -> str:
    """Return the address of a server as it is asked: http or https, scheme and host in small letters, no slash at the
    end. Where it has no path, /v1 is added, which is where all these servers listen; of the full address of
    chat/completions the rest is taken.

    Raises BadInput for an address with a user, a query or a fragment, and for anything else; its words repeat nothing.
    """
    address = addresses.check_base_url(text).removesuffix(f"/{CHAT}").rstrip("/")
    parts = urlsplit(address)
    return parts._replace(scheme=parts.scheme.lower(), netloc=parts.netloc.lower(), path=parts.path or "/v1").geturl()


def _connect(choice: ClientChoice, patience: RetryPolicy | None) -> ServiceClient:
    from workbench.providers.openai.openai_client import OpenAIClient

    return OpenAIClient(choice.base_url, choice.model or "", patience=patience)


OPENAI = Provider(
    kind="openai",
    title="an OpenAI-compatible server",
    spec="openai:URL",
    on_generate=PickerEntry(
        name="A model on this machine or elsewhere (OpenAI-compatible)",
        caption="Ollama, llama.cpp, LM Studio and others: any server that speaks OpenAI's protocol.",
    ),
    on_ask=PickerEntry(
        name="A server of yours", caption="Ollama, llama.cpp, LM Studio, or any that speaks OpenAI’s protocol."
    ),
    on_evaluate="A server of yours (OpenAI-compatible)",
    connect=_connect,
    key_variables=("OPENAI_API_KEY",),
    key_address="https://api.openai.com",  # other servers say themselves whether they want a key
    default_address="http://127.0.0.1:11434/v1",  # where Ollama answers
    check_address=check_base_url,
)
