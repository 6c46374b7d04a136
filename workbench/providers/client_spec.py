"""The client that a person names on the command line, checked before anything is sent."""

from pathlib import Path
from urllib.parse import urlsplit

from core.errors import BadInput, EditionError, Problem, ServiceError
from workbench.files.read_file import read_bytes
from workbench.providers import Provider, keys, provider_of
from workbench.providers.registry import clients_in_order, service_specs, specs_in_words
from workbench.providers.service_messages import in_one_line
from workbench.providers.services import service_of
from workbench.providers.transport.addresses import check_base_url
from workbench.store import ClientChoice

_PLACE = "--client"
_MOST_OF_A_TEXT = 20_000_000  # bytes


def text_of_file(data: bytes, path: Path) -> str:
    """Return the bytes of a text file as UTF-8, with its byte order mark if it has one. Raises BadInput."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        message = f"the file is not UTF-8 text (byte {error.start})."
        raise EditionError(Problem(place=str(path), message=message, remedy="Save it as text in UTF-8.")) from error


def read_whole_text(path: Path) -> str:
    """Return a text file as UTF-8, with its byte order mark if it has one. Raises BadInput."""
    return text_of_file(read_bytes(path, _MOST_OF_A_TEXT), path)


def read_text(path: Path) -> str:
    """Return a text file as UTF-8. Raises BadInput."""
    return read_whole_text(path).removeprefix("\ufeff")


def _bad(message: str, remedy: str, place: str = _PLACE) -> BadInput:
    return BadInput(Problem(place=place, message=message, remedy=remedy))


def _service(provider: Provider, address: str, model: str | None) -> ClientChoice:
    model = model or provider.default_model or None
    if provider.check_address is None:
        return ClientChoice(kind=provider.kind, model=model)
    if not address:
        example = f"{provider.kind}:{provider.default_address}"
        raise _bad("the server's address is missing.", f"Write it behind, like {example}.")
    return ClientChoice(kind=provider.kind, model=model, base_url=check_base_url(address))


def _local_client(provider: Provider, argument: str, shown: str) -> ClientChoice:
    """Return the client that is no service; raise BadInput where there is none that is written so."""
    takes_file = provider.from_file is not None
    if not provider.spec or takes_file != bool(argument):
        message = f"there is no client {shown.partition(':')[0]}."
        raise _bad(message, f"Use {specs_in_words(clients_in_order())}.")
    if provider.from_file is None:
        return ClientChoice(kind=provider.kind)
    path = Path(argument)
    return provider.from_file(read_text(path), str(path))


def choice_of(name: str, model: str | None = None, key_variable: str | None = None) -> ClientChoice:
    """Return the client a person named as its provider's `spec` says, such as `scripted:PATH`; nothing is asked yet.

    Raises BadInput, also where there is nothing under the name of the key's variable.
    """
    model = (model or "").strip() or None
    shown = in_one_line(name.partition("?")[0])  # a key may have been typed into it
    kind, colon, argument = name.partition(":")
    provider = provider_of(kind if not colon or ":" in provider_of(kind).spec else name)
    if not provider.is_service:
        if model is not None:
            raise _bad(f"{shown} has no models to choose from.", "Leave it out, or name another client.", "--model")
        if key_variable is not None:
            raise _bad(f"{shown} needs no key.", "Leave it out, or name another client.", "--key-env")
        return _local_client(provider, argument, shown)
    choice = _service(provider, argument.strip(), model)
    if key_variable is not None:
        keys.use_variable(service_of(choice), key_variable)
    if choice.model is not None and keys.scrub(choice.model) != choice.model:
        raise _bad("this is a key, not the name of a model.", "Name a model; a key belongs in a variable.", "--model")
    return choice


def check_model(choice: ClientChoice) -> ClientChoice:
    """Return the choice where it names a model if it needs one. Raises BadInput."""
    provider = provider_of(choice.kind)
    if provider.is_service and choice.model is None:
        remedy = f"Name one with --model; workbench models {provider.spec_of(choice)} lists those it has."
        raise _bad("this server needs the name of a model.", remedy, "--model")
    return choice


def check_resume(choice: ClientChoice, folder: Path | None) -> None:
    """Raise BadInput where there is no sense in going on with calls that were made."""
    if folder is not None and not provider_of(choice.kind).is_service:
        message = f"{choice.kind} makes no calls that could be saved."
        raise _bad(message, f"Leave it out, or name {service_specs()}.", "--resume")


def check_key(choice: ClientChoice, *, place: str = _PLACE, option: str = "--key-env") -> ClientChoice:
    """Return the choice where there is a key if its service is known to need one; `option` names a variable for it.
    Raises BadInput."""
    provider = provider_of(choice.kind)
    if not provider.is_service:
        return choice
    try:
        key = keys.key_of(service_of(choice))
    except ServiceError as error:
        raise BadInput(Problem(place="key", message=str(error))) from None
    own_host = urlsplit(provider.key_address).hostname
    needs_key = provider.needs_key or (own_host is not None and urlsplit(choice.base_url).hostname == own_host)
    if key is None and needs_key:
        first, *others = provider.key_variables
        either = f" (or {' or '.join(others)})" if others else ""
        remedy = f"Set {first}{either}, or name another variable with {option} NAME."
        raise _bad("there is no key for this service.", remedy, place)
    return choice
