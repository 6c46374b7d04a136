"""`workbench models`: whether a service can be reached, whether it accepts the key, and which models it has."""

from typing import Any

from core.errors import BadInput, KeyRefused, NetworkTrouble, Problem, TimedOut
from core.record import Record
from workbench.cli.output import print_json, say
from workbench.providers import keys, provider_of
from workbench.providers.client_spec import check_key, choice_of
from workbench.providers.registry import service_specs
from workbench.providers.services import list_models, service_of
from workbench.providers.transport.retry import RetryPolicy
from workbench.store import ClientChoice

_SHORT = RetryPolicy(attempts=2, deadline=30, read_seconds=15)  # short, because a person waits


class _ConnectionReport(Record):
    """The result of a connection test; `trouble` says what is wrong, "" if nothing is."""

    seconds: float
    reachable: bool = True
    key_good: bool | None = None
    models: tuple[str, ...] = ()
    trouble: str = ""


def _look(choice: ClientChoice) -> _ConnectionReport:
    seconds, models, error = list_models(choice, _SHORT)
    if error is not None:
        return _ConnectionReport(
            seconds=seconds,
            reachable=not isinstance(error, NetworkTrouble | TimedOut),
            key_good=False if isinstance(error, KeyRefused) else None,
            trouble=str(error),
        )
    has_key = keys.source_of(service_of(choice)) != ""
    trouble = "" if models else "It has no model that can write. Load or allow one there first."
    return _ConnectionReport(seconds=seconds, key_good=True if has_key else None, models=models, trouble=trouble)


def _as_data(choice: ClientChoice, found: _ConnectionReport, default: str | None) -> dict[str, Any]:
    return {
        "client": choice.kind,
        "base_url": choice.base_url or None,
        "key_from": keys.source_of(service_of(choice)) or None,
        **found.model_dump(mode="json"),
        "default": default,
    }


def _say_found(choice: ClientChoice, found: _ConnectionReport, default: str | None) -> None:
    who = choice.base_url or choice.kind
    if found.trouble:
        say(f"workbench: {who}: {found.trouble}", error=True)
        return
    source = keys.source_of(service_of(choice))
    key = f"accepts the key in {source}" if source else "asked without a key"
    count = "1 model" if len(found.models) == 1 else f"{len(found.models):,} models"
    say(f"{who}: reachable, {key}, {count}, {found.seconds:.1f} s")
    for model in found.models:
        say(f"  {model} (the default)" if model == default else f"  {model}")
    if choice.model and default is None:
        say(f"The default, {choice.model}, is not among them: name one with --model.")


def show_models(client: str, key_variable: str | None, *, as_json: bool) -> int:
    """Print the result of a connection test; return 0 if a model can be used, else 1. Raises BadInput."""
    choice = choice_of(client, key_variable=key_variable)
    if not provider_of(choice.kind).is_service:
        message = f"{client} asks no service, so there is no connection to test."
        raise BadInput(Problem(place="client", message=message, remedy=f"Name {service_specs()}."))
    found = _look(check_key(choice))
    default = choice.model if choice.model in found.models else None
    if as_json:
        print_json(_as_data(choice, found, default))
    else:
        _say_found(choice, found, default)
    return 1 if found.trouble else 0
