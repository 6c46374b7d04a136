"""A narrative gets another name or other words."""

import streamlit as st

from workbench.store import StoredNarrative
from workbench.ui.common import page_context
from workbench.ui.numbers import actions
from workbench.ui.numbers.state import NarrativeCheck, kept

_OPEN = "numbers-edit"


def _keys(stored: StoredNarrative) -> tuple[str, str]:
    """Return the keys of name and text; another version has other fields."""
    mark = f"{stored.number}-{stored.version}"
    return f"numbers-name-{mark}", f"numbers-text-{mark}"


def _save(stored: StoredNarrative) -> None:
    name, text = (str(st.session_state.get(key) or "") for key in _keys(stored))
    if actions.edit(stored, name, text):
        st.session_state[_OPEN] = False
        return
    # What was typed is not lost where another tab was faster: it stands in the fields of what is stored now.
    for now in kept.read(page_context.current()).narratives:
        if now.stored is not None and now.stored.number == stored.number:
            st.session_state.update(zip(_keys(now.stored), (name, text), strict=True))


def name_and_text(checked: NarrativeCheck) -> None:
    """Ask for another name and other words, where the narrative is the session's own and the person wants it."""
    stored = checked.narrative.stored
    if stored is None or not st.toggle("Edit the name and the text", key=_OPEN):
        return
    name_key, text_key = _keys(stored)
    st.session_state.setdefault(name_key, stored.name)
    st.session_state.setdefault(text_key, stored.text)
    with st.form(f"numbers-edit-{stored.number}-{stored.version}", border=False):
        st.text_input("Name", key=name_key, width=560)
        st.text_area("Text", key=text_key, height=320)
        st.form_submit_button("Keep this", on_click=_save, args=(stored,), key="numbers-keep")
