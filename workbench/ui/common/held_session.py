"""What a tab holds of the session that it opened last, so that it can be stored or exported when the database is gone.

That is what the pages read of it: its files, its settings, and what a person decided; of its runs the one that was
opened last on *Edition*.
"""

from contextlib import suppress
from typing import NamedTuple

import streamlit as st

from core.errors import BadInput
from workbench.store import RunSummary, Session, Store, StoreError
from workbench.store.session_file.session_contents import ExportedSource, SessionFile
from workbench.store.session_file.session_export import write_session_file

_HELD = "session.held"


class HeldSession(NamedTuple):
    """A session as this tab read it last; `contents` without sources, whose bytes are in `files` by their hashes.

    `run_id` is that of the run among them, "" where none was opened.
    """

    session: Session
    run_id: str
    contents: SessionFile
    files: dict[str, bytes]

    @property
    def whole(self) -> SessionFile:
        """The contents with their sources."""
        return self.contents.model_copy(update={"sources": tuple(map(ExportedSource.of, self.files.values()))})

    def exported(self) -> bytes:
        """Return it as a session file. Raises BadInput if that would be too big."""
        return write_session_file(self.contents, self.files.values())


@st.cache_resource(max_entries=4, show_spinner=False)
def _bytes(sha256: str, _store: Store) -> bytes:
    return _store.sources.get(sha256)


def _read(store: Store, session: Session, run_id: str, known: dict[str, bytes]) -> None:
    # A page is shown all the same where a part of the session cannot be read: it says so where it shows that part.
    with suppress(StoreError, BadInput):
        contents, hashes = store.sessions.hold(session.session_id, {run_id})
        files = {sha256: known[sha256] if sha256 in known else _bytes(sha256, store) for sha256 in hashes}
        st.session_state[_HELD] = HeldSession(session, run_id, contents, files)


def held() -> HeldSession | None:
    """Return what this tab holds, None where it has opened no session."""
    return st.session_state.get(_HELD)


def hold(store: Store, session: Session) -> None:
    """Hold a session from now on; it is read again only where it has changed."""
    before = held()
    if before is None or before.session.session_id != session.session_id:
        _read(store, session, "", {})
    elif before.session.changed_at != session.changed_at:
        _read(store, session, before.run_id, before.files)


def hold_run(store: Store, run: RunSummary) -> None:
    """Hold a run of the session that is held, in place of the one before."""
    before = held()
    if before is not None and before.session.session_id == run.session_id and before.run_id != run.run_id:
        _read(store, before.session, run.run_id, before.files)
