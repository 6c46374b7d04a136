"""The title of a session where it can be written over; a text field shows its value as plain text."""

import streamlit as st

from workbench.store import MAX_TITLE, Session
from workbench.ui.common import page_context
from workbench.ui.common.widgets.stored_fields import show_stored, take_committed


def _rename(session: Session, key: str) -> None:
    title = " ".join(take_committed(key).split())
    if title and title != session.title:
        page_context.change(lambda: page_context.store().sessions.rename(session, title))


def title_field(session: Session, *, width: int = 640) -> None:
    """Show the title as it is stored, `width` pixels wide; a change is stored at once."""
    key = f"title-{session.session_id}"
    show_stored(key, session.title)
    st.text_input("Title", key=key, max_chars=MAX_TITLE, on_change=_rename, args=(session, key), width=width)
