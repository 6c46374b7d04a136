"""The connection to a service that a model is asked through: its key, and what a test of it found.

Both live in this process's memory alone. A typed key leaves the tab's state in the act that takes it.
"""

from threading import Lock

import streamlit as st

from core.errors import BadInput, TimedOut
from core.record import Record
from workbench.providers import keys
from workbench.providers.choice import named_service
from workbench.providers.services import list_models, service_of
from workbench.providers.transport.retry import RetryPolicy
from workbench.store import ClientChoice
from workbench.ui.common import page_context
from workbench.ui.model_picker import state

_PATIENCE = 5.0  # seconds that a page waits for a service
_MOST_SERVICES = 32


class ConnectionTest(Record):
    """What a test of the connection found: `models` that can write, or in `trouble` why there are none, in words.

    `seconds` is how long the service took.
    """

    seconds: float
    models: tuple[str, ...] = ()
    trouble: str = ""


_lock = Lock()
_tested: dict[str, ConnectionTest] = {}


def _remember(service: str, found: ConnectionTest | None) -> None:
    with _lock:
        _tested.pop(service, None)
        if found is not None:
            _tested[service] = found
        while len(_tested) > _MOST_SERVICES:
            del _tested[next(iter(_tested))]


def ask_for_models(choice: ClientChoice) -> ConnectionTest:
    """Ask a service for its models, for a few seconds at most."""
    patience = RetryPolicy(attempts=1, deadline=_PATIENCE, read_seconds=_PATIENCE, connect_seconds=_PATIENCE / 2)
    try:
        seconds, models, error = list_models(choice, patience)
    except BadInput as unusable:
        return ConnectionTest(seconds=0.0, trouble=str(unusable))
    if isinstance(error, TimedOut):
        remedy = "Check the network connection, or test it again."
        return ConnectionTest(seconds=seconds, trouble=f"Nothing was answered within {_PATIENCE:g} seconds. {remedy}")
    return ConnectionTest(seconds=seconds, models=models, trouble="" if error is None else str(error))


def last_test(service: str) -> ConnectionTest | None:
    """Return what the last test of a service found, None where none was made with the key it has now."""
    with _lock:
        return _tested.get(service)


def test(writer: str) -> None:
    """Test the connection to the service that is chosen, and remember what was found."""
    choice = named_service(state.current_choice((), writer))
    _remember(service_of(choice), ask_for_models(choice))


def take_key(field: str, service: str) -> None:
    """Hold the key that was typed into a field for a service, and take it out of the tab's state."""
    typed = str(st.session_state.pop(field, None) or "")
    if page_context.change(lambda: keys.hold(service, typed)):
        _remember(service, None)


def forget_key(service: str) -> None:
    """Forget the key that was typed for a service."""
    keys.forget(service)
    _remember(service, None)
