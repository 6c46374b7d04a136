"""A service that a model is asked through, on the screen: its address, its key, its models, and what a test found."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.labels import count, duration
from workbench.providers import Provider, keys, provider_of
from workbench.providers import choice as writers
from workbench.providers.services import service_of
from workbench.providers.transport.addresses import is_loopback
from workbench.safe_html import element
from workbench.store import ClientChoice, Session
from workbench.ui.model_picker import connection, state
from workbench.ui.model_picker.state import choice_key

_NEAR = "A server on this machine usually needs no key."
_FAR = "If it requires a key, type one; it stays in this program's memory."
_LONGEST_KEY = 4_096
_TYPED = "A key was typed; it is held in memory until the program ends."


def _note(text: str) -> None:
    st.html(element("p", text, class_="wb-service-note"), width="stretch")


def _address(session: Session, provider: Provider) -> None:
    field = choice_key("url", session.session_id)
    if field not in st.session_state:
        st.session_state[field] = provider.default_address
    st.text_input("Address of the server", key=field, persist_state="session")


def _ask_for_key(session_id: str, service: str) -> None:
    """Ask for a key; its field is emptied in the browser when it is sent, and its value is taken out of the state."""
    field = choice_key("key", session_id)
    with (
        st.form("service-key", clear_on_submit=True, border=False),
        st.container(horizontal=True, vertical_alignment="bottom", gap="small"),
    ):
        st.text_input("Key", key=field, type="password", autocomplete="off", max_chars=_LONGEST_KEY)
        st.form_submit_button("Use this key", on_click=connection.take_key, args=(field, service))


def _about_keys(base_url: str) -> str:
    try:
        return _NEAR if is_loopback(base_url) else _FAR
    except ValueError:  # an address that is none
        return _FAR


def _row() -> DeltaGenerator:
    return st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small")


def key(session_id: str, choice: ClientChoice) -> None:
    """Say where the key of a service comes from, ask for one, and let go of one that was typed; a typed one goes before
    one of the environment."""
    service = service_of(choice)
    source, provider = keys.source_of(service), provider_of(choice.kind)
    if not source and provider.needs_key:
        _note(provider.to_give_key)
        _ask_for_key(session_id, service)
        return
    with _row():
        if source == keys.TYPED:
            _note(_TYPED)
            forget = connection.forget_key
            st.button("Forget it", on_click=forget, args=(service,), type="tertiary", key="forget-key", width="content")
            return
        _note(f"The key comes from {source}." if source else _about_keys(service))
        with st.popover("Type a key", type="tertiary", width="content"):
            _ask_for_key(session_id, service)


def _model(session: Session, writer: str, models: tuple[str, ...], default: str) -> str:
    field = choice_key(f"model-{writer}", session.session_id)
    chosen = st.session_state.get(field) or default or (models[0] if models else None)
    st.session_state[field] = chosen
    options = list(dict.fromkeys((*models, *([chosen] if chosen else ()))))
    return (
        st.selectbox(
            "Model",
            options,
            key=field,
            index=None,
            accept_new_options=True,
            placeholder="Type its name, or test the connection",
            persist_state="session",
        )
        or ""
    )


def _found(tested: connection.ConnectionTest | None, model: str) -> None:
    """Say in one line what the last test found."""
    if tested is None:
        return
    if tested.trouble:
        st.html(element("p", tested.trouble, class_="wb-service-said bad", role="status"))
        return
    text = f"✓ It answered in {duration(tested.seconds)}: {count(len(tested.models), 'model')}."
    if model and model not in tested.models:
        text = f"{text} {model} is not among them."
    st.html(element("p", text, class_="wb-service-said good", role="status"))


def service(session: Session, writer: str) -> None:
    """Ask for all that a service needs."""
    with st.container(border=True, gap="small", key="wb-service"):
        provider = provider_of(writer)
        if provider.check_address:
            _address(session, provider)
        named = writers.named_service(state.current_choice((), writer))
        key(session.session_id, named)
        tested = connection.last_test(service_of(named))
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            default = named.model or ""
            model = _model(session, writer, tested.models if tested else (), default)
            st.button("Test the connection", on_click=connection.test, args=(writer,), key="test-connection")
        _found(tested, model)
