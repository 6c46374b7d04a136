"""What every page shows while its database is gone, and the ways out."""

from collections.abc import Generator
from contextlib import contextmanager

import streamlit as st

from workbench.files.names import file_stem
from workbench.jobs.worker import Worker, end_workers, workers_of
from workbench.safe_html import element
from workbench.sample import begin_with_the_sample
from workbench.store import LostDatabase, ReplacedDatabase, UnknownSession
from workbench.ui.common import held_session, page_context
from workbench.ui.common.held_session import HeldSession

_HOLDS = (
    "This tab holds the session “{}”: its title, settings and presets, its two files, and what you decided about "
    "speakers, corrections and additions{}. Other runs, answers, experiments and other sessions are not in it."
)
_HOLDS_NOTHING = "No session was opened in this tab, so it holds nothing; a new database begins with the sample."


def _held_in_words(held: HeldSession | None) -> str:
    if held is None:
        return _HOLDS_NOTHING
    run = next((f"; also run {run.number} with its edits" for run in held.contents.runs), "")
    return _HOLDS.format(held.session.title, run)


def _work_in_words(worker: Worker) -> str:
    if worker.is_working:
        return f"{worker.title} is under way; what comes next of it cannot be stored."
    return f"{worker.title} ended. {worker.trouble}"


def _label(why: LostDatabase | UnknownSession) -> str:
    if isinstance(why, ReplacedDatabase):
        return "Use this one, with what this page holds"
    if isinstance(why, LostDatabase):
        return "Make a new one with what this page holds"
    return "Put it back as this page holds it"


def _begin(held: HeldSession | None) -> None:
    """Store what this tab holds in the database that is there now, or in a new one where there is none."""
    store = page_context.store()
    ended: list[Worker] = []

    def put() -> None:
        try:
            store.sessions.list()
        except LostDatabase:
            ended.extend(end_workers(store.path))
            store.begin_anew()
        if held is None:
            begin_with_the_sample(store)
        else:
            store.sessions.put(
                held.whole,
                held.session.session_id,
                after=held.session.version,
                recording_confirmed=held.session.recording_confirmed,
            )

    what = "The database was made anew." if held is None else f"“{held.session.title}” is stored as this tab held it."
    if page_context.change(put, what):
        for worker in ended:
            page_context.keep_message(
                f"{worker.title} ended with the database that is gone: what it had written is not stored.",
                went_well=False,
            )


def offer(why: LostDatabase | UnknownSession | None) -> bool:
    """Say that the database is gone, or that it has not the session that this tab holds, with what can be done; tells
    whether there was anything to say."""
    held = held_session.held()
    if isinstance(why, UnknownSession) and (why.deleted or held is None or held.session.session_id != why.session_id):
        return False
    if why is None:
        return False
    lines = [str(why), _held_in_words(held), *map(_work_in_words, workers_of(page_context.store().path))]
    st.html(element("div", *(element("p", line) for line in lines), class_="wb-failure", role="alert"))
    with st.container(horizontal=True, gap="small", key="wb-lost"):
        st.button(_label(why), key="lost-begin", type="primary", on_click=_begin, args=(held,))
        st.download_button(
            "Export it",
            data=held.exported if held is not None else b"",
            file_name=f"{file_stem(held.session.title)}.session.json" if held is not None else "",
            mime="application/json",
            key="lost-export",
            on_click="ignore",
            disabled=held is None,
        )
    return True


@contextmanager
def offered(*, already: bool) -> Generator[None]:
    """Show in the place of a page that the database is gone, unless the top of the page says so `already`."""
    try:
        yield
    except LostDatabase as error:
        if not already:
            offer(error)
