"""What a question is asked of, on the left of the page Ask: the sources, which of them are used, ways to add more."""

from collections.abc import Sequence
from hashlib import sha256

import streamlit as st

from core.errors import WorkbenchError
from workbench.labels import count
from workbench.safe_html import element
from workbench.store import Session
from workbench.ui.ask.state import sources, uploads
from workbench.ui.ask.state.ingest_uploads import IngestProgress
from workbench.ui.ask.state.sources import SourceGroup
from workbench.ui.common.page_context import change
from workbench.ui.common.widgets.base import heading
from workbench.ui.common.widgets.stored_fields import show_stored

_MOST_ROWS, _MOST_OTHERS = 8, 40
_LOOK = 0.5  # seconds between two looks at how far a folder is
_MB = 20
_NOTHING = "There is nothing to ask yet. Name a folder, drop files, or bring a transcript on the page Sources."


def _key(what: str, session: Session, name: str) -> str:
    return f"ask-{what}-{session.session_id}-{sha256(name.encode('utf-8', 'replace')).hexdigest()[:12]}"


def _switch(session: Session, group: SourceGroup, key: str) -> None:
    sources.use(session.session_id, group.collection, used=bool(st.session_state[key]))


def _more(session: Session, group: SourceGroup) -> None:
    """Offer what can be done with a group, where its files are not the session's own."""
    place = (session.session_id, group.collection)
    with st.popover("More", type="tertiary", width="content", key=_key("more", session, group.collection)):
        st.html(element("p", group.collection if group.is_folder else group.label, class_="wb-words wb-ask-path"))
        if group.is_folder:
            st.button(
                "Read it again", on_click=uploads.read_again, args=place, key=_key("again", session, group.collection)
            )
        st.button("Remove it", on_click=sources.forget, args=place, key=_key("out", session, group.collection))
        st.html(element("p", "The files themselves stay where they are.", class_="wb-quiet"))


def _row(session: Session, group: SourceGroup) -> None:
    key = _key("use", session, group.collection)
    show_stored(key, group.used)
    with st.container(horizontal=True, wrap=False, vertical_alignment="top", gap="small", key=f"wb-{key}"):
        st.checkbox(
            "Ask this one",
            key=key,
            label_visibility="collapsed",
            on_change=_switch,
            args=(session, group, key),
            width="content",
        )
        many = f"{count(group.sources, 'file')}, " if group.sources > 1 else ""
        text = element("span", f"{many}{count(group.passages, 'passage')}", class_="note")
        st.html(
            element("div", element("span", group.label, class_="name"), text, class_="wb-ask-source"), width="stretch"
        )
        if group.collection != sources.own_collection(session.session_id):
            _more(session, group)


def _rows(session: Session, groups: Sequence[SourceGroup]) -> None:
    """Show the sources; of many those that are used, and the others where somebody looks."""
    if len(groups) <= _MOST_ROWS:
        for group in groups:
            _row(session, group)
        return
    for group in groups:
        if group.used:
            _row(session, group)
    others = [group for group in groups if not group.used]
    with st.expander("Others in the index", key=f"ask-fold-others-{session.session_id}", type="compact"):
        for group in others[:_MOST_OTHERS]:
            _row(session, group)
        rest = len(others) - _MOST_OTHERS
        if rest > 0:
            st.html(element("p", f"{count(rest, 'folder')} more.", class_="wb-quiet"))


def _choose_files(session: Session, groups: Sequence[SourceGroup]) -> None:
    """Let a person hold a question to single files; their names are read only where somebody looks."""
    key = sources.chosen_files_key(session.session_id)
    folded = st.expander(
        "Only some files", key=f"ask-fold-files-{session.session_id}", type="compact", on_change="rerun"
    )
    held: list[str] = st.session_state.get(key) or []
    if not folded.open and not held:
        return
    known = {one.key: one for one in sources.files(groups)}
    if not all(one in known for one in held):
        st.session_state[key] = [one for one in held if one in known]
    with folded:
        st.multiselect(
            "Only these files",
            list(known),
            format_func=lambda one: known[one].name,
            key=key,
            placeholder=f"All {len(known):,}",
            label_visibility="collapsed",
            persist_state="session",
        )


def _coming(session: Session) -> None:
    """Draw how far a folder is; once it is over, the page is drawn again."""
    progress = uploads.collect_finished_folder(session.session_id)
    if progress is None:
        st.rerun()
    _progress(progress)


def _progress(progress: IngestProgress) -> None:
    of = f"{progress.done:,} of {count(progress.total, 'file')}" if progress.total else "Looking for files"
    st.html(element("p", of, class_="wb-ask-stage", role="status"))
    st.progress(progress.done / progress.total if progress.total else 0.0)
    st.html(element("p", progress.name, class_="wb-ask-note wb-ask-path"))


def _take_path(session: Session, key: str) -> None:
    uploads.take_path(session.session_id, str(st.session_state.get(key) or ""))


def _add(session: Session, *, expanded: bool, has_sample: bool) -> None:
    held = uploads.upload_state(session.session_id)
    with st.expander("Add sources", expanded=expanded, key="ask-fold-add", type="compact"):
        with st.form(f"ask-path-form-{held.round}", border=False):
            key = f"ask-path-{session.session_id}-{held.round}"
            st.text_input("A folder or file on this machine", key=key, placeholder="/home/you/interviews")
            st.form_submit_button("Add it", on_click=_take_path, args=(session, key), key="ask-take-path")
        upload = f"ask-upload-{session.session_id}-{held.round}"
        # Not by a callback, which would be lost where something else is done at once.
        if st.file_uploader(
            "Or drop transcripts and feedback here", accept_multiple_files=True, key=upload, max_upload_size=_MB
        ):
            uploads.take_dropped_files(session.session_id, upload)
            st.rerun()
        text = "Transcripts as text or Markdown; feedback as CSV, JSON or JSON lines, at most 20 MB each."
        st.html(element("p", text, class_="wb-ask-note"))
        if not has_sample:
            st.button("Use the sample’s feedback", on_click=_use_sample, args=(session,), key="ask-sample")


def _use_sample(session: Session) -> None:
    if change(sources.take_sample):
        sources.use(session.session_id, sources.SAMPLE, used=True)


def _groups(session: Session) -> tuple[SourceGroup, ...]:
    trouble, notice = sources.sync_sources(session)
    if notice:
        uploads.upload_state(session.session_id).messages.append(notice)
    if trouble:
        st.html(element("p", trouble, class_="wb-failure", role="alert"))
    try:
        return sources.groups(session)
    except WorkbenchError as error:
        if str(error) != trouble:
            st.html(element("p", str(error), class_="wb-failure", role="alert"))
        return ()


def choose(session: Session) -> bool:
    """Show the sources and take in what is added; returns whether there is anything to ask."""
    heading("Sources")
    under_way = uploads.collect_finished_folder(session.session_id)
    groups = _groups(session)
    _rows(session, groups)
    if not groups:
        st.html(element("p", _NOTHING, class_="wb-quiet"))
    if sum(group.sources for group in groups if group.used) > 1:
        _choose_files(session, groups)
    if under_way is not None:
        st.fragment(_coming, run_every=_LOOK)(session)
        st.button("Stop", on_click=uploads.stop, key="ask-stop-taking")
    _add(session, expanded=not groups, has_sample=any(group.collection == sources.SAMPLE for group in groups))
    return any(group.used and group.passages for group in groups)
