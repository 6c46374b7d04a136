"""The import of transcripts that this tab began: it goes on in the background whatever becomes of the tab."""

from collections.abc import Sequence
from threading import Lock

import streamlit as st

from workbench.jobs.computation import Computation, Report
from workbench.sessions.importing.find_given import GivenFiles, uploaded
from workbench.sessions.importing.import_report import ImportReport
from workbench.sessions.importing.import_talks import import_talks
from workbench.store import Store

AT_ONCE = 0.5
"""For how many seconds a page waits for an import before it shows how far it is."""
_IMPORT, _ROUND = "sessions.transcripts", "sessions.transcripts.round"
_one_at_a_time = Lock()  # so that a second import of the same files sees what the first one made


def upload_key() -> str:
    """Return the key of the field that takes files: a new one, and so empty, after each import."""
    return f"import-transcripts-{st.session_state.get(_ROUND, 0)}"


def _import(store: Store, given: GivenFiles, report: Report) -> ImportReport:
    with _one_at_a_time:
        return import_talks(store, given, report)


def begin_import(store: Store, files: Sequence[tuple[str, bytes]]) -> None:
    """Begin to import files, by name and bytes; it is waited for a moment."""
    given = uploaded(files)
    computation = Computation[ImportReport]()
    computation.ask("whoever began it", lambda: True)
    computation.start(lambda report: _import(store, given, report), lambda: None)
    computation.wait(AT_ONCE)
    st.session_state[_IMPORT] = computation
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1


def last_import() -> Computation[ImportReport] | None:
    """Return the import that this tab began last, if what came of it is still to be seen."""
    return st.session_state.get(_IMPORT)


def close_import() -> None:
    """Show what came of the last import no longer."""
    st.session_state.pop(_IMPORT, None)
