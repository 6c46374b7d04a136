"""A place in a talk, with the turns around it, and what can be made of it: a session, or a quote in one."""

import streamlit as st

from core.errors import BadInput
from workbench.labels import clock
from workbench.safe_html import SafeHtml, element
from workbench.store import Session
from workbench.ui.common import urls
from workbench.ui.common.page_context import key_of
from workbench.ui.common.widgets.base import show_html
from workbench.ui.common.widgets.problems import problems
from workbench.ui.explore import actions
from workbench.ui.explore.state import filters
from workbench.ui.explore.state.passages import ShownPassage, ShownTurn, passage_at, sessions_of
from workbench.ui.explore.state.talks import ExploredArchive

_NEW_CLAIM = "A new claim in the chapter “From the archive”"
_NO_SESSION = "No session has this talk yet. Start one, and its sentences can be used as quotes."
_MOST_SESSIONS = 5


def _turn(turn: ShownTurn) -> SafeHtml:
    words = [turn.text]
    if turn.found is not None:
        start, end = turn.found
        words = [turn.text[:start], element("mark", turn.text[start:end]), turn.text[end:]]
    about = " · ".join(filter(None, (turn.speaker or "nobody named", clock(turn.seconds))))
    return element(
        "div",
        element("p", about, class_="who"),
        element("p", *words, class_="said"),
        class_="wb-explore-turn" if turn.found is None else "wb-explore-turn here",
    )


def _use(session: Session, passage: ShownPassage) -> None:
    """Offer the sentence as a quote of a session that has this talk."""
    rows = actions.rows_of(session)
    claims = {actions.NEW_CLAIM: _NEW_CLAIM, **actions.claims_of(rows)}
    key = key_of("explore-claim", session.session_id)
    st.html(element("p", "In the session ", element("b", session.title), class_="wb-explore-only"))
    named = session.session_id
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key=key_of("wb-use", named)):
        st.selectbox("It supports", list(claims), format_func=lambda one: claims[one], key=key)
        st.button(
            "Use as a quote",
            on_click=actions.use_as_quote,
            args=(session, key, passage.sentence),
            key=key_of("explore-use", named),
            type="primary",
        )
        st.page_link(urls.page_path("map"), label="Open its map", query_params=urls.address(named), width="content")


def _acts(passage: ShownPassage) -> None:
    sentence = passage.sentence.slice(passage.transcript.raw)
    st.html(element("p", "Its sentence: ", element("span", sentence, class_="said"), class_="wb-explore-sentence"))
    sessions = sessions_of(passage)
    for session in sessions[:_MOST_SESSIONS]:
        _use(session, passage)
    if not sessions:
        st.html(element("p", _NO_SESSION, class_="wb-quiet"))
    key = key_of("explore-start", passage.talk.talk.sha256[:16])
    if st.button("Start a session with this talk", key=key, type="tertiary" if sessions else "primary"):
        actions.start_session(passage.talk)


def passage(archive: ExploredArchive) -> None:
    """Show the place that the address names, if it names one."""
    place = filters.passage_in_address(archive)
    if place is None:
        return
    talk, span = place
    with st.container(border=True, key="wb-explore-passage"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            facts = " · ".join(filter(None, (talk.about.date, talk.about.show, talk.path)))
            shown = element("h3", talk.title, " ", element("span", facts, class_="note"), class_="wb-explore-title")
            show_html(shown)
            st.button("Close", on_click=filters.close_passage, key="explore-close", type="tertiary")
        try:
            found = passage_at(talk, span, archive.searched)
        except BadInput as error:
            problems("This talk cannot be opened.", error.problems)
            return
        if found is None:
            st.html(element("p", "This talk has no such place any more.", class_="wb-words"))
            return
        st.html(element("div", *map(_turn, found.turns), class_="wb-explore-turns"))
        _acts(found)
