"""A file that waits in this tab to replace a source of the session, until a person confirms it on *Sources*."""

import streamlit as st

from workbench.sessions.recognise_file import AcceptedSource, SourceKind
from workbench.store import Session


def staged_key(session: Session, kind: SourceKind) -> str:
    """Return the key of the tab's state under which a replacement waits."""
    return f"sources.staged.{session.session_id}.{kind}"


def stage(session: Session, taken: AcceptedSource) -> None:
    """Let a file wait to be confirmed."""
    st.session_state[staged_key(session, taken.kind)] = taken
