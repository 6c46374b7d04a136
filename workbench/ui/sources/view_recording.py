"""The recording of a session: named by its path, because a browser tells none, and what became of it."""

from pathlib import Path

import streamlit as st

from workbench.labels import count
from workbench.safe_html import element, join_html
from workbench.serving.recording_route import address_of
from workbench.sessions.recording import (
    MEDIA_TYPES,
    STATES_IN_WORDS,
    RecordingState,
    advice_on,
    read_recording,
    recording_state,
)
from workbench.store import MAX_ADDRESS, MAX_PATH, Recording, Session
from workbench.ui.common import page_context
from workbench.ui.common.widgets.stored_fields import keep_typed, show_stored, take_committed

_WHAT_FOR = (
    "The talk as it was said, to hear it here. The file stays where it is: this program keeps its path and its hash, "
    "no copy."
)


def _name(session: Session, key: str) -> None:
    typed = take_committed(key)
    before = session.recording

    def act() -> None:
        read = read_recording(typed)
        page_context.store().sessions.put_recording(session, read)
        if before is not None and before.sha256 != read.sha256:
            page_context.keep_message("This is another recording than the one before.")

    if not page_context.change(act):
        keep_typed(key)


def _link(session: Session, key: str) -> None:
    typed = take_committed(key)
    if not page_context.change(lambda: page_context.store().sessions.put_recording_url(session, typed)):
        keep_typed(key)


def _forget(session: Session) -> None:
    page_context.change(lambda: page_context.store().sessions.put_recording(session, None))


def _what_there_is(recording: Recording, state: RecordingState) -> None:
    facts = element("p", f"{recording.kind}, {count(recording.size, 'byte')}", class_="note")
    if state is RecordingState.FOUND:
        address = address_of(Path(recording.path), MEDIA_TYPES[recording.kind])
        heard = element("audio", src=address, controls="controls", preload="none")
        st.html(element("div", element("p", recording.path, class_="file"), facts, heard, class_="wb-source"))
        if advice := advice_on(recording):
            st.html(element("p", advice, class_="wb-notice", role="note"))
        return
    said = join_html([element("p", element("b", recording.path)), element("p", STATES_IN_WORDS[state])])
    st.html(element("div", said, class_="wb-notice", role="note"))


def recording(session: Session) -> None:
    """Show which recording the session has, and take another path or a link."""
    st.html(element("h2", "Recording", class_="wb-heading"))
    state = recording_state(session)
    if session.recording is None or state is None:
        st.html(element("p", _WHAT_FOR, class_="note wb-quiet"))
    else:
        _what_there_is(session.recording, state)
    path_key, link_key = f"recording-path-{session.session_id}", f"recording-link-{session.session_id}"
    show_stored(path_key, session.recording.path if session.recording else "")
    show_stored(link_key, session.recording_url)
    path, link = st.columns(2, gap="medium")
    with path, st.form(f"recording-{session.session_id}", border=False):
        st.text_input("Path on this machine (mp3, m4a, wav, ogg, webm)", key=path_key, max_chars=MAX_PATH)
        with st.container(horizontal=True, gap="small"):
            st.form_submit_button("Use this file", on_click=_name, args=(session, path_key))
            if session.recording is not None:
                st.form_submit_button("Take it away", on_click=_forget, args=(session,))
    with link, st.form(f"recording-url-{session.session_id}", border=False):
        st.text_input("Link to it on the web, never opened here", key=link_key, max_chars=MAX_ADDRESS)
        st.form_submit_button("Use this link", on_click=_link, args=(session, link_key))
