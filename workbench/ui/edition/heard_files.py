"""The files of an edition with what was heard of its quotes, and with links to the recording."""

from typing import NamedTuple

import streamlit as st

from core.editions.listener_verdict import ListenerVerdict
from core.enforcement.results import Edition
from workbench.sessions.edition_files import CERTIFICATE, with_links
from workbench.sessions.listened_quotes import files_with_verdicts, listener_verdicts
from workbench.sessions.recording import recording_url_of
from workbench.store import Session, hash_of
from workbench.ui.common import page_context
from workbench.ui.common.opened_edition import OpenedEdition
from workbench.ui.edition.state import EditionFiles, files_of


def verdicts_of(session: Session, edition: Edition) -> tuple[ListenerVerdict, ...]:
    """Return what was heard of an edition's quotes in the session's recording."""
    return listener_verdicts(session, edition, page_context.store().ear_verdicts.list(session.session_id))


class _Recording(NamedTuple):
    """What was heard in the recording of an edition, and its address on the web, "" where it has none."""

    verdicts: tuple[ListenerVerdict, ...]
    url: str


@st.cache_resource(max_entries=4, show_spinner="Writing down what was heard")
def _written(key: str, _files: EditionFiles, _opened: OpenedEdition, _recording: _Recording) -> EditionFiles:
    del key
    texts = files_with_verdicts(_files.texts, _opened.edition, _recording.verdicts, _opened.transcript)
    texts = with_links(texts, _opened.edition, _recording.url)
    return _files.model_copy(update={"texts": texts})


def files_as_heard(session: Session, opened: OpenedEdition) -> EditionFiles:
    """Return the files of an edition as it reads now, with what was heard of its quotes, each of which links the
    recording where that has an address. Raises BrokenProof."""
    files = files_of(opened)
    recording = _Recording(verdicts_of(session, opened.edition), recording_url_of(session, opened.edition))
    if not any(recording):
        return files
    told = "".join(one.model_dump_json() for one in recording.verdicts)
    known = (files.texts.get(CERTIFICATE, ""), told, recording.url)
    return _written(hash_of("\0".join(known)), files, opened, recording)
