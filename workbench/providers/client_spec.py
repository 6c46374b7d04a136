"""The client that a person names on the command line, checked before anything is sent."""

from pathlib import Path
from urllib.parse import urlsplit

from core.errors import BadInput, EditionError, Problem, ServiceError
from workbench import providers
from workbench.files import read_bytes
from workbench.providers import keys
from workbench.providers.service_messages import in_one_line
from workbench.providers.services import service_of
from workbench.store import ClientChoice

_SCRIPTED = "scripted:"
_OPENAI = "openai:"
_PLACE = "--client"
_ALWAYS_WITH_A_KEY = "api.openai.com"  # other servers say themselves whether they want one
_TO_KEY = {
    "gemini": "Set GEMINI_API_KEY (or GOOGLE_API_KEY), or name another variable with --key-env NAME.",
    "openai": "Set OPENAI_API_KEY, or name another variable with --key-env NAME.",
}


def read_text(path: Path) -> str:
    """Return a text file as UTF-8. Raises BadInput."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise EditionError(
            Problem(
                place=str(path),
                message=f"the file is not UTF-8 text (byte {error.start}).",
                remedy="Save it as text in UTF-8.",
            )
        ) from error


def _bad(message: str, remedy: str, place: str = _PLACE) -> BadInput:
    return BadInput(Problem(place=place, message=message, remedy=remedy))


def _gemini(model: str | None) -> ClientChoice:
    from workbench.providers.gemini.gemini_client import DEFAULT_MODEL

    return ClientChoice(kind="gemini", model=model or DEFAULT_MODEL)


def _openai(name: str, model: str | None) -> ClientChoice:
    from workbench.providers.transport.addresses import check_base_url

    address = name.removeprefix(_OPENAI).strip() if name.startswith(_OPENAI) else ""
    if not address:
        raise _bad("the server's address is missing.", "Write it behind, like openai:http://127.0.0.1:11434/v1.")
    return ClientChoice(kind="openai", model=model, base_url=check_base_url(address))


def choice_of(name: str, model: str | None = None, key_variable: str | None = None) -> ClientChoice:
    """Return the client a person named: `offline`, `scripted:PATH`, `gemini` or `openai:URL`; nothing is asked yet.

    Raises BadInput, also where there is nothing under the name of the key's variable.
    """
    model = (model or "").strip() or None
    said = in_one_line(name.partition("?")[0])  # a key may have been typed into it
    if name == "gemini":
        choice = _gemini(model)
    elif name == "openai" or name.startswith(_OPENAI):
        choice = _openai(name, model)
    else:
        if model is not None:
            raise _bad(f"{said} has no models to choose from.", "Leave it out, or name another client.", "--model")
        if key_variable is not None:
            raise _bad(f"{said} needs no key.", "Leave it out, or name another client.", "--key-env")
        if name == "offline":
            return ClientChoice(kind=name)
        if name.startswith(_SCRIPTED) and len(name) > len(_SCRIPTED):
            path = Path(name.removeprefix(_SCRIPTED))
            return providers.script_of(read_text(path), str(path))
        raise _bad(f"there is no client {said.partition(':')[0]}.", "Use offline, scripted:PATH, gemini or openai:URL.")
    if key_variable is not None:
        keys.use_variable(service_of(choice), key_variable)
    if choice.model is not None and keys.scrub(choice.model) != choice.model:
        raise _bad("this is a key, not the name of a model.", "Name a model; a key belongs in a variable.", "--model")
    return choice


def check_model(choice: ClientChoice) -> ClientChoice:
    """Return the choice where it names a model if it needs one. Raises BadInput."""
    if choice.kind == "openai" and choice.model is None:
        remedy = f"Name one with --model; workbench models openai:{choice.base_url} lists those it has."
        raise _bad("this server needs the name of a model.", remedy, "--model")
    return choice


def check_resume(choice: ClientChoice, folder: Path | None) -> None:
    """Raise BadInput where there is no sense in going on with calls that were made."""
    if folder is not None and choice.kind not in providers.MODELS:
        message = f"{choice.kind} makes no calls that could be saved."
        raise _bad(message, "Leave it out, or name gemini or openai:URL.", "--resume")


def check_key(choice: ClientChoice) -> ClientChoice:
    """Return the choice where there is a key if its service is known to need one. Raises BadInput."""
    if choice.kind not in providers.MODELS:
        return choice
    try:
        key = keys.key_of(service_of(choice))
    except ServiceError as error:
        raise BadInput(Problem(place="key", message=str(error))) from None
    if key is None and (choice.kind == "gemini" or urlsplit(choice.base_url).hostname == _ALWAYS_WITH_A_KEY):
        raise _bad("there is no key for this service.", _TO_KEY[choice.kind])
    return choice
