"""Fields whose value is stored: each is set where the stored value changed or the person just committed one, but never
while they type."""

import streamlit as st


def _drawn(key: str) -> str:
    return f"drawn.{key}"


def _held(key: str) -> str:
    return f"held.{key}"


def keep_typed(key: str) -> None:
    """Let a field keep what was typed when it is drawn next, whatever is stored by then: it could not be stored."""
    st.session_state[_held(key)] = True


def show_stored(key: str, stored: object) -> None:
    """Let the field of this key show what is stored, before it is drawn.

    A value that is set in a run replaces what the browser holds; so a run that ends while somebody types in another
    field must not set that one again.
    """
    held = st.session_state.pop(_held(key), False)
    if key not in st.session_state or (not held and st.session_state.get(_drawn(key)) != stored):
        st.session_state[key] = stored
    st.session_state[_drawn(key)] = stored


def take_committed(key: str) -> str:
    """Return what was written into a field, which from then on shows again what is stored."""
    st.session_state.pop(_drawn(key), None)
    return str(st.session_state[key])
