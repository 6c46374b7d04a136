"""The clients by kind. Making one asks for nothing: no key, no network."""

from collections.abc import Callable, Sequence

from core.errors import BadInput, Problem
from core.generation.offline_client import OfflineComposer
from core.llm.client import Client, ScriptedClient
from workbench.providers.paced import PacedClient
from workbench.providers.pasted import PastedClient
from workbench.providers.services import service_client
from workbench.store import ClientChoice

ClientFactory = Callable[[ClientChoice, int, Sequence[int]], Client]
"""Makes a client of a choice, the number of calls that are answered already, and the chapters to write in order, by
their indices after merging."""


def _offline(_choice: ClientChoice, _answered: int, _chapters: Sequence[int]) -> Client:
    return OfflineComposer()


def _scripted(choice: ClientChoice, answered: int, _chapters: Sequence[int]) -> Client:
    replies = choice.replies[0] if choice.every_call and choice.replies else choice.replies
    client = ScriptedClient(replies, choice.name or "the script", answered=answered)
    return client if choice.words_per_second is None else PacedClient(client, choice.words_per_second)


def _pasted(choice: ClientChoice, _answered: int, chapters: Sequence[int]) -> Client:
    return PastedClient(dict(zip(chapters, choice.replies, strict=False)))


def _gemini(choice: ClientChoice, _answered: int, _chapters: Sequence[int]) -> Client:
    return service_client(choice)


def _openai(choice: ClientChoice, _answered: int, _chapters: Sequence[int]) -> Client:
    if not choice.model:
        remedy = "Choose one of those that the server has."
        raise BadInput(Problem(place="model", message="none is chosen.", remedy=remedy))
    return service_client(choice)


CLIENTS: dict[str, ClientFactory] = {
    "offline": _offline,
    "scripted": _scripted,
    "pasted": _pasted,
    "gemini": _gemini,
    "openai": _openai,
}

FIXED = frozenset({"scripted", "pasted"})
"""The kinds whose replies were given beforehand: a run of theirs meets the same ones whenever it is resumed."""

MODELS = frozenset({"gemini", "openai"})
"""The kinds that are asked over a network and can be asked again."""


def client_of(choice: ClientChoice, *, answered: int = 0, chapters: Sequence[int] = ()) -> Client:
    """Return the client that a person chose.

    `answered` is how many calls of a run are answered already, so that a list of replies goes on there; `chapters` are
    those to write in order, by their indices after merging. Raises BadInput for a kind that there is none of, and for a
    service without what it needs.
    """
    maker = CLIENTS.get(choice.kind)
    if maker is None:
        known = ", ".join(CLIENTS)
        raise BadInput(
            Problem(place="client", message=f"there is no client {choice.kind}.", remedy=f"There are: {known}.")
        )
    return maker(choice, answered, chapters)
