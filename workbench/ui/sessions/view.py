"""The list of sessions: what matters of each at a glance, and what can be done with it."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from core.text.safe_html import ended
from workbench.files.names import file_stem
from workbench.labels import LEVELS, count, when
from workbench.providers import client_title
from workbench.safe_html import SafeHtml, element, join_html
from workbench.sample import sample_session
from workbench.sessions import create
from workbench.store import DAYS_TO_RESTORE, LineSummary, RunSummary, Session, SessionSummary, Store
from workbench.ui.common import cache, page_context, urls
from workbench.ui.common.widgets.base import show_html, verdict_sign
from workbench.ui.sessions import view_import
from workbench.ui.sessions.title_field import title_field

ROWS = 20  # drawn at once; the list goes on by a button, and the search finds the rest
_SHOWN = "sessions.shown"
_MADE_HERE = "a map made here"
_DELETED = "sessions.deleted"
_IMPORTS = "sessions.imports"
_MAX_DELETED = 50
_IMPORT_MB = 100


def _open(make: Callable[[Store], Session]) -> None:
    """Make a session and open its sources."""
    made: list[Session] = []
    if page_context.change(lambda: made.append(make(page_context.store()))):
        urls.go("sources", made[0].session_id)
    st.rerun()


def _import(key: str) -> None:
    file = st.session_state.get(key)
    st.session_state[_IMPORTS] = st.session_state.get(_IMPORTS, 0) + 1
    if file is None:
        return
    made: list[Session] = []
    if page_context.change(
        lambda: made.append(create.import_session(page_context.store(), file.getvalue(), file.name))
    ):
        page_context.keep_message(ended(f"Imported “{made[0].title}”"))


def _duplicate(session: Session) -> None:
    page_context.change(lambda: create.duplicate(page_context.store(), session), ended(f"Duplicated “{session.title}”"))


def _delete(session: Session) -> None:
    if page_context.change(lambda: page_context.store().sessions.delete(session)):
        st.session_state[_DELETED] = session.session_id


def _restore(session: Session) -> None:
    page_context.change(
        lambda: page_context.store().sessions.restore(session.session_id), ended(f"Restored “{session.title}”")
    )


def begin() -> None:
    """Show the ways to begin: a new session, the sample, transcripts, a session from elsewhere."""
    with st.container(horizontal=True, gap="small", key="wb-begin"):
        if st.button("New session", type="primary", key="new-session"):
            _open(create.begin)
        if st.button("Open the sample", key="open-sample"):
            _open(sample_session)
        view_import.drop()
        with st.popover("Import a session", width="content"):
            key = f"import-{st.session_state.get(_IMPORTS, 0)}"
            st.file_uploader(
                "A session file, exported here or on another machine, up to 100 MB",
                key=key,
                max_upload_size=_IMPORT_MB,
                on_change=_import,
                args=(key,),
            )


def _fold_up() -> None:
    st.session_state.pop(_SHOWN, None)


def search() -> str:
    """Ask what to look for in titles and file names, "" for nothing."""
    return (
        st.text_input(
            "Search sessions",
            key="search",
            type="search",
            live=True,
            placeholder="Search titles and file names",
            label_visibility="collapsed",
            on_change=_fold_up,
            width=360,
        )
        or ""
    ).strip()


def fresh() -> None:
    """Say on a fresh machine what to do first."""
    first = "There are no sessions yet. A session holds one transcript, its evidence map, and what you make of them."
    then = "Open the sample to look around, or begin a new session with files of your own. Everything stays here."
    st.html(element("div", element("p", first), element("p", then), class_="wb-empty"))


def _sources(summary: SessionSummary) -> str:
    session = summary.session
    names = [source.name for source in (session.transcript, session.evidence) if source is not None]
    if session.evidence is None and summary.acts:
        names.append(_MADE_HERE)
    if len(names) == 2:
        return " + ".join(names)
    if names:
        return f"{names[0]}, no {'evidence map' if session.transcript else 'transcript'} yet"
    return "No transcript and no evidence map yet"


def _quotes(glance: LineSummary | None) -> SafeHtml:
    if glance is None:
        return element("span", "–", class_="note")
    refused = f"{glance.rejected:,} rejected" if glance.rejected else "none rejected"
    proven = element("b", f"{glance.quotes:,} proven")
    return join_html([proven, element("span", refused, class_="note")])


def _levels(glance: LineSummary | None) -> SafeHtml:
    if glance is None:
        return SafeHtml()
    numbers = ((level, glance.levels.count(level)) for level in LEVELS)
    return join_html(
        (
            element("span", f"{number} {LEVELS[level]}", class_=f"wb-level {level.value}")
            for level, number in numbers
            if number
        ),
        between=" ",
    )


def _run(run: RunSummary | None, *, outdated: bool) -> SafeHtml:
    if run is None:
        return element("span", "No run yet", class_="note")
    if outdated:
        return element("span", "Its last edition is of another transcript than it has now.", class_="note")
    by = element("span", f"by {client_title(run.client)}", class_="note")
    return join_html([verdict_sign(run.verdict), by, element("span", when(run.finished_at), class_="note")])


def _facts(summary: SessionSummary) -> SafeHtml:
    session = summary.session
    glance = cache.glance_of(summary)
    named = element("div", element("h3", session.title), element("p", _sources(summary), class_="note"), class_="name")
    return element(
        "div",
        named,
        element("div", _quotes(glance), class_="quotes"),
        element("div", _levels(glance), class_="levels"),
        element("div", _run(summary.last_run, outdated=not summary.of_its_transcript), class_="run"),
        element("div", "Changed ", element("span", when(session.changed_at)), class_="note changed"),
        class_="wb-session",
    )


def _more(session: Session) -> None:
    session_id = session.session_id
    title_field(session, width=320)
    st.button("Duplicate", key=f"duplicate-{session_id}", on_click=_duplicate, args=(session,), width="stretch")
    st.download_button(
        "Export",
        data=partial(page_context.store().sessions.export, session_id),
        file_name=f"{file_stem(session.title)}.session.json",
        mime="application/json",
        key=f"export-{session_id}",
        on_click="ignore",
        width="stretch",
    )
    st.button("Delete", key=f"delete-{session_id}", on_click=_delete, args=(session,), width="stretch")


def _row(summary: SessionSummary) -> None:
    session = summary.session
    with st.container(
        horizontal=True, wrap=False, vertical_alignment="center", gap="small", key=f"wb-row-{session.session_id}"
    ):
        show_html(_facts(summary), width="stretch")
        page = urls.page_path("whitelist" if summary.complete else "sources")
        st.page_link(page, label="Open", query_params=urls.address(session.session_id), width="content")
        with st.popover("More", width="content", key=f"more-{session.session_id}"):
            _more(session)


def _show_more(shown: int) -> None:
    st.session_state[_SHOWN] = shown + ROWS


def listing(found: Sequence[SessionSummary], searched: str) -> None:
    """Show the sessions, newest change first, and say how many there are beyond those that are drawn."""
    if not found:
        st.html(element("p", f"No session has “{searched}” in its title or file names.", class_="wb-words"))
        return
    shown = st.session_state.get(_SHOWN, ROWS)
    with st.container(gap=None, key="wb-sessions"):
        for summary in found[:shown]:
            _row(summary)
    if len(found) > shown:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button("Show more", key="show-more", on_click=_show_more, args=(shown,))
            text = f"{shown:,} of {count(len(found), 'session')} are shown, the last changed first."
            st.html(element("span", text, class_="note wb-quiet"), width="content")


def undo(deleted: Sequence[SessionSummary]) -> None:
    """Show what was deleted last in this tab, with a way back."""
    last = st.session_state.get(_DELETED)
    session = next((one.session for one in deleted if one.session.session_id == last), None)
    if session is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="wb-undo"):
        st.html(element("span", ended(f"Deleted “{session.title}”"), role="status"), width="content")
        st.button("Undo", key="undo-delete", on_click=_restore, args=(session,), type="tertiary")


def trash(deleted: Sequence[SessionSummary]) -> None:
    """Show the deleted sessions, which can be restored."""
    if not deleted:
        return
    with st.expander("Deleted sessions"):
        st.html(element("p", f"They can be restored for {DAYS_TO_RESTORE} days.", class_="note wb-quiet"))
        for summary in deleted[:_MAX_DELETED]:
            session = summary.session
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                note = element("span", f" {_sources(summary)}", class_="note")
                st.html(element("div", session.title, note, class_="wb-deleted"), width="stretch")
                st.button("Restore", key=f"restore-{session.session_id}", on_click=_restore, args=(session,))
        if len(deleted) > _MAX_DELETED:
            st.html(element("p", f"{_MAX_DELETED} of {len(deleted):,} are shown, the last deleted first."))
