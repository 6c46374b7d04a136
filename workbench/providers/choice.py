"""Who may write a run, and the client made from what a person chose."""

from collections.abc import Sequence
from contextlib import suppress

from core.errors import BadInput, Problem
from core.generation.line import Line
from workbench.providers import keys
from workbench.providers.provider import ProviderChoice
from workbench.providers.registry import PROVIDERS, provider_of
from workbench.providers.services import service_of
from workbench.store import ClientChoice, Session


def writers_for(session: Session) -> tuple[str, ...]:
    """Return the kinds of those that can write in a session."""
    offered = (one for one in PROVIDERS.values() if one.on_generate.name)
    return tuple(one.kind for one in offered if one.fits is None or one.fits(session))


def named_service(asked: ProviderChoice) -> ClientChoice:
    """Return the service and the model that a person named: nothing is asked, and an invalid address stays as it was
    typed."""
    provider = provider_of(asked.writer)
    base_url = ""
    if provider.check_address is not None:
        base_url = provider.default_address if asked.base_url is None else asked.base_url
        with suppress(BadInput):
            base_url = provider.check_address(base_url)
    model = asked.model.strip() or provider.default_model or None
    return ClientChoice(kind=provider.kind, model=model, base_url=base_url)


def checked_service(asked: ProviderChoice) -> ClientChoice:
    """Return the service and the model that a person named. Raises BadInput where something is missing for a call."""
    choice, provider = named_service(asked), provider_of(asked.writer)
    if provider.check_address is not None:
        provider.check_address(choice.base_url)
    if choice.model is None:
        remedy = "Test the connection and choose one, or type its name."
        raise BadInput(Problem(place="model", message="none is chosen.", remedy=remedy))
    if provider.needs_key and keys.key_of(service_of(choice)) is None:
        raise BadInput(Problem(place=provider.title, message="there is no key for it.", remedy=provider.to_give_key))
    return choice


def choice_of(asked: ProviderChoice, line: Line, chapters: Sequence[int]) -> ClientChoice:
    """Return the client that a person chose, for the chapters that are to be written. Raises BadInput."""
    choose = provider_of(asked.writer).choose
    return checked_service(asked) if choose is None else choose(asked, line, chapters)
