"""What is looked for on the page Explore, and in which part of the archive; each filter takes one rerun."""

import streamlit as st

from workbench.archive.about_talks import is_date
from workbench.labels import ROLES
from workbench.safe_html import element
from workbench.ui.common.widgets.base import show_html
from workbench.ui.explore.state import filters
from workbench.ui.explore.state.filters import Filters
from workbench.ui.explore.state.talks import ExploredArchive

_ANY = ""
_WRONG_DATE = "Write a date as 2021, 2021-03 or 2021-03-14."
_MOST_WORDS = 300


def _name(value: str, otherwise: str) -> str:
    return value or otherwise


def _speaker(archive: ExploredArchive) -> None:
    st.selectbox(
        "Speaker",
        [_ANY, *archive.speakers],
        format_func=lambda one: _name(one, "Everybody"),
        key=filters.SPEAKER,
        bind="query-params",
        on_change=filters.close_passage,
    )


def _role() -> None:
    st.selectbox(
        "Role",
        [_ANY, *ROLES.values()],
        format_func=lambda one: _name(one, "Any"),
        key=filters.ROLE,
        bind="query-params",
        on_change=filters.close_passage,
    )


def _show(archive: ExploredArchive) -> None:
    st.selectbox(
        "Show",
        [_ANY, *archive.shows],
        format_func=lambda one: _name(one, "All"),
        key=filters.SHOW,
        bind="query-params",
        on_change=filters.close_passage,
    )


def _dates() -> None:
    st.text_input("Since", key=filters.SINCE, bind="query-params", placeholder="2021-03", max_chars=10)
    st.text_input("Until", key=filters.UNTIL, bind="query-params", placeholder="2024", max_chars=10)


def _words() -> None:
    st.text_input(
        "Words",
        key=filters.WORDS,
        type="search",
        bind="query-params",
        placeholder="Look for words in all talks",
        max_chars=_MOST_WORDS,
        on_change=filters.look_for_words,
    )


def _chosen_talk(found: Filters) -> None:
    """Name the talk that alone is explored, with the way back to all."""
    if found.talk is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="wb-explore-talk"):
        text = element("p", "Only in ", element("b", found.talk.title), class_="wb-explore-only", title=found.talk.path)
        show_html(text, width="content")
        st.button("All talks", on_click=filters.choose_talk, args=("",), key="explore-all-talks", type="tertiary")


def ask(archive: ExploredArchive) -> Filters | None:
    """Show the filters, those alone by which these talks differ; returns what they say, None where one is no date."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="wb-explore-filters"):
        _words()
        st.selectbox(
            "Find", list(filters.FORMS), key=filters.FORM, bind="query-params", on_change=filters.close_passage
        )
        if archive.speakers:
            _speaker(archive)
        if archive.has_roles:
            _role()
        if archive.shows:
            _show(archive)
        if archive.is_dated:
            _dates()
    found = filters.filters_of(archive)
    _chosen_talk(found)
    if all(not date or is_date(date) for date in (found.within.since, found.within.until)):
        return found
    st.html(element("p", _WRONG_DATE, class_="wb-failure", role="alert"))
    return None


def choose_view() -> str | None:
    """Ask which part to look at."""
    return st.segmented_control(
        "Look at",
        filters.VIEWS,
        default=filters.VIEWS[0],
        required=True,
        key=filters.VIEW,
        bind="query-params",
        label_visibility="collapsed",
    )
