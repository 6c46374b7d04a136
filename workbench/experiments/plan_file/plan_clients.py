"""The clients that an experiment file names."""

from typing import NamedTuple

from core.errors import BadInput, Problem
from core.text.documents import is_object, join, kind_of
from workbench.experiments.plan_file.form import ClientWish
from workbench.experiments.plan_file.reader import PlanFileReader
from workbench.providers import client_of, script_of
from workbench.providers.client_spec import choice_of
from workbench.providers.transport.addresses import check_base_url
from workbench.store import ClientChoice

_SCRIPTED = "scripted:"
_PLACES = {"--model": "model", "model": "model", "--key-env": "key_env", "key variable": "key_env"}
_FORMS = "Write offline, scripted:PATH, gemini or openai:URL, or an object with `kind`."


class ClientSpec(NamedTuple):
    """A client as a part of the file names it, with what stands beside it."""

    client: object
    model: str | None = None
    key_env: str | None = None
    place: int | None = None  # in a list of clients

    @property
    def field(self) -> str:
        """Where the client stands, in the part of the file that names it."""
        return "client" if self.place is None else f"client[{self.place}]"


def _absorb(reading: PlanFileReader, place: str, asked: ClientSpec, problems: tuple[Problem, ...]) -> None:
    """Note the problems of a client at the fields that they are of; the words of options are none of this file."""
    for problem in problems:
        field = _PLACES.get(problem.place, asked.field)
        remedy = "Add `model:` with its name." if "--model" in problem.remedy else problem.remedy
        reading.complain(join(place, field), problem.message, remedy.replace("--key-env NAME", "`key_env: NAME`"))


def _script(reading: PlanFileReader, where: str, written: str) -> ClientChoice | None:
    text = reading.text_at(where, reading.path(written))
    return None if text is None else script_of(text, written)


def _from_words(reading: PlanFileReader, place: str, asked: ClientSpec, words: str) -> ClientChoice | None:
    written = words.removeprefix(_SCRIPTED).strip()
    if words.startswith(_SCRIPTED) and written and asked.model is None and asked.key_env is None:
        return _script(reading, join(place, asked.field), written)
    return choice_of(words, asked.model, asked.key_env)


def _in_full(asked: ClientSpec, wish: ClientWish) -> ClientChoice:
    if wish.kind == "scripted":
        if not wish.replies:
            raise BadInput(Problem(place="client", message="has no replies.", remedy="Write them as a list of texts."))
        if wish.every_call and len(wish.replies) > 1:
            message = "has several replies, and one of them would answer every call."
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
    address = f"openai:{check_base_url(wish.base_url or '')}" if wish.kind == "openai" else wish.kind
    return choice_of(address, asked.model or wish.model, asked.key_env)


def client_at(reading: PlanFileReader, place: str, asked: ClientSpec) -> ClientChoice | None:
    """Return the client that the part of a file at `place` names; None with all that is wrong with it.

    Nothing is asked of it. A script's replies are read; its name is its path as it is written.
    """
    where = join(place, asked.field)
    try:
        if isinstance(asked.client, str):
            choice = _from_words(reading, place, asked, asked.client.strip())
        elif is_object(asked.client):
            wish = reading.check(ClientWish, asked.client, where)
            choice = None if wish is None else _in_full(asked, wish)
        else:
            reading.complain(where, f"must be text or an object, not {kind_of(asked.client)}.", _FORMS)
            return None
        if choice is not None:
            client_of(choice)
    except BadInput as error:
        _absorb(reading, place, asked, error.problems)
        return None
    return choice
