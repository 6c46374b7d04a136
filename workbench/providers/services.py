"""Services that are asked over a network: a client for each, and the models that it has."""

from contextlib import closing
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from core.errors import ServiceError
from workbench.providers.transport.retry import RetryPolicy
from workbench.store import ClientChoice

if TYPE_CHECKING:
    from workbench.providers.gemini.gemini_client import GeminiClient
    from workbench.providers.openai.openai_client import OpenAIClient


class ModelList(NamedTuple):
    """What a service answers when it is asked for its models: those that can write, or an error.

    `seconds` is how long the service took.
    """

    seconds: float
    models: tuple[str, ...] = ()
    error: ServiceError | None = None


def service_of(choice: ClientChoice) -> str:
    """Return under which name `workbench.providers.keys` knows the key of a service that a person chose."""
    return choice.base_url if choice.kind == "openai" else choice.kind


def service_client(choice: ClientChoice, patience: RetryPolicy | None = None) -> "GeminiClient | OpenAIClient":
    """Return the client for a service that a person chose, "gemini" or "openai"; nothing is asked yet.

    `patience` is the client's own where it is None. Raises BadInput for an address that is none.
    """
    if choice.kind == "gemini":
        from workbench.providers.gemini.gemini_client import DEFAULT_MODEL, GeminiClient

        # Never to another address, whatever a file says that was given to a person: the key would go there.
        return GeminiClient(choice.model or DEFAULT_MODEL, patience=patience)
    from workbench.providers.openai.openai_client import OpenAIClient

    return OpenAIClient(choice.base_url, choice.model or "", patience=patience)


def list_models(choice: ClientChoice, patience: RetryPolicy) -> ModelList:
    """Ask a service for its models; what has to be loaded for that is no part of the time. Raises BadInput for an
    address that is none."""
    with closing(service_client(choice, patience)) as client:
        client.load()
        began = monotonic()
        try:
            models = client.models()
        except ServiceError as error:
            return ModelList(monotonic() - began, error=error)
        return ModelList(monotonic() - began, models)
