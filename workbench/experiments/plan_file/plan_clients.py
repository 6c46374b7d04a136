"""The clients that an experiment file names."""

from typing import NamedTuple

from core.errors import BadInput, Problem
from core.text.documents import is_object, join, kind_of
from workbench.experiments.plan_file.form import ClientWish
from workbench.experiments.plan_file.reader import PlanFileReader
from workbench.providers import client_of, provider_of
from workbench.providers.client_spec import choice_of
from workbench.providers.registry import clients_in_order, specs_in_words
from workbench.providers.transport.addresses import check_base_url
from workbench.store import ClientChoice

_PLACES = {"--model": "model", "model": "model", "--key-env": "key_env", "key variable": "key_env"}


class ClientSpec(NamedTuple):
    """A client as a part of the file names it, with the fields beside it."""

    client: object
    model: str | None = None
    key_env: str | None = None
    place: int | None = None  # in a list of clients

    @property
    def field(self) -> str:
        """The field of the client inside the part of the file that names it."""
        return "client" if self.place is None else f"client[{self.place}]"


def _absorb(reading: PlanFileReader, place: str, asked: ClientSpec, problems: tuple[Problem, ...]) -> None:
    """Note the problems of a client at their fields, with remedies for the file instead of the command's options."""
    for problem in problems:
        field = _PLACES.get(problem.place, asked.field)
        remedy = "Add `model:` with its name." if "--model" in problem.remedy else problem.remedy
        reading.complain(join(place, field), problem.message, remedy.replace("--key-env NAME", "`key_env: NAME`"))


def _from_words(reading: PlanFileReader, place: str, asked: ClientSpec, words: str) -> ClientChoice | None:
    kind, _, path = words.partition(":")
    path, from_file = path.strip(), provider_of(kind).from_file
    if from_file is None or not path or asked.model is not None or asked.key_env is not None:
        return choice_of(words, asked.model, asked.key_env)
    text = reading.text_at(join(place, asked.field), reading.path(path))
    return None if text is None else from_file(text, path)


def _in_full(asked: ClientSpec, wish: ClientWish) -> ClientChoice:
    provider = provider_of(wish.kind)
    if provider.is_fixed:
        if not wish.replies:
            raise BadInput(Problem(place="client", message="has no replies.", remedy="Write them as a list of texts."))
        if wish.every_call and len(wish.replies) > 1:
            message = "has several replies, but only one reply can answer every call."
            raise BadInput(Problem(place="client", message=message, remedy="Leave `every_call` out."))
        return ClientChoice(
            kind=wish.kind,
            name=wish.name or "",
            replies=wish.replies,
            every_call=wish.every_call,
            words_per_second=wish.words_per_second,
        )
    if wish.replies or wish.every_call or wish.words_per_second is not None:
        message = "has replies, which only a scripted client has."
        raise BadInput(Problem(place="client", message=message, remedy="Write `kind: scripted`."))
    address = check_base_url(wish.base_url or "") if provider.check_address else ""
    spec = provider.spec_of(ClientChoice(kind=wish.kind, base_url=address))
    return choice_of(spec, asked.model or wish.model, asked.key_env)


def client_at(reading: PlanFileReader, place: str, asked: ClientSpec) -> ClientChoice | None:
    """Return the client that the part of the file at `place` names; None with all its problems noted.

    The client is not called. A script's replies are read; its name is its path as written.
    """
    where = join(place, asked.field)
    try:
        if isinstance(asked.client, str):
            choice = _from_words(reading, place, asked, asked.client.strip())
        elif is_object(asked.client):
            wish = reading.check(ClientWish, asked.client, where)
            choice = None if wish is None else _in_full(asked, wish)
        else:
            remedy = f"Write {specs_in_words(clients_in_order())}, or an object with `kind`."
            reading.complain(where, f"must be text or an object, not {kind_of(asked.client)}.", remedy)
            return None
        if choice is not None:
            client_of(choice)
    except BadInput as error:
        _absorb(reading, place, asked, error.problems)
        return None
    return choice
