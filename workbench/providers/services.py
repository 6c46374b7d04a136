"""Services that are asked over a network: a client for each, and the models that it has."""

from contextlib import closing
from time import monotonic
from typing import NamedTuple

from core.errors import ServiceError
from workbench.providers.provider import ServiceClient
from workbench.providers.registry import provider_of
from workbench.providers.transport.retry import RetryPolicy
from workbench.store import ClientChoice


class ModelList(NamedTuple):
    """What a service answers when it is asked for its models: those that can write, or an error.

    `seconds` is how long the service took.
    """

    seconds: float
    models: tuple[str, ...] = ()
    error: ServiceError | None = None


def service_of(choice: ClientChoice) -> str:
    """Return under which name `workbench.providers.keys` knows the key of a service that a person chose."""
    return choice.base_url if provider_of(choice.kind).check_address else choice.kind


def service_client(choice: ClientChoice, patience: RetryPolicy) -> ServiceClient:
    """Return the client for a service that a person chose; nothing is asked yet. Raises BadInput for an address that is
    none."""
    connect = provider_of(choice.kind).connect
    if connect is None:
        raise AssertionError(f"{choice.kind} is no service")
    return connect(choice, patience)


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
