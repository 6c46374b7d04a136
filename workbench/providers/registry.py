"""The table of providers, in the order in which people are offered them. Whatever depends on a kind asks its record."""

from collections.abc import Iterable, Sequence

from core.errors import BadInput, Problem
from core.llm.client import Client
from workbench.providers.fixed_replies import PASTED, SCRIPTED
from workbench.providers.gemini.gemini_provider import GEMINI
from workbench.providers.offline import OFFLINE
from workbench.providers.openai.openai_provider import OPENAI
from workbench.providers.provider import Provider
from workbench.providers.recorded import RECORDED
from workbench.store import ClientChoice

PROVIDERS: dict[str, Provider] = {
    provider.kind: provider for provider in (OFFLINE, GEMINI, OPENAI, PASTED, SCRIPTED, RECORDED)
}


def provider_of(kind: str) -> Provider:
    """Return the record of a kind; of one that is not known, a record without any ability."""
    return PROVIDERS.get(kind) or Provider(kind=kind, title=kind)


def client_title(client: str) -> str:
    """Return who wrote, by the client's name; what a person changed since stands behind it."""
    name, comma, since = client.partition(", ")
    return (PROVIDERS[name].title if name in PROVIDERS else f"the client {name}") + comma + since


def clients_in_order() -> list[Provider]:
    """Return the providers that have clients as messages list them: services last, and before them what the command
    cannot name."""
    found = [provider for provider in PROVIDERS.values() if provider.make or provider.connect]
    return sorted(found, key=lambda provider: (provider.is_service, not provider.spec))


def specs_in_words(providers: Iterable[Provider]) -> str:
    """Return what the command calls these providers, as a person reads a choice: a, b or c."""
    *others, last = [provider.spec for provider in providers if provider.spec]
    return f"{', '.join(others)} or {last}" if others else last


def service_specs() -> str:
    """Return what the command calls the services, as a person reads a choice."""
    return specs_in_words(provider for provider in PROVIDERS.values() if provider.is_service)


def client_of(choice: ClientChoice, *, answered: int = 0, chapters: Sequence[int] = ()) -> Client:
    """Return the client that a person chose; making one asks for nothing: no key, no network.

    `answered` is how many calls of a run are answered already, so that a list of replies goes on there; `chapters` are
    those to write in order, by their indices after merging. Raises BadInput for a kind that there is none of, and for a
    service without what it needs.
    """
    provider = provider_of(choice.kind)
    if provider.make is not None:
        return provider.make(choice, answered, chapters)
    if provider.connect is None:
        known = ", ".join(one.kind for one in clients_in_order())
        message = f"there is no client {choice.kind}."
        raise BadInput(Problem(place="client", message=message, remedy=f"There are: {known}."))
    if not (choice.model or provider.default_model):
        remedy = "Choose one of those that the server has."
        raise BadInput(Problem(place="model", message="none is chosen.", remedy=remedy))
    return provider.connect(choice, None)
