"""Addresses: the path of a page's script, and the parameters of the browser's address: a session, a quote, a place in
an edition."""

from typing import Literal
from urllib.parse import urlencode

import streamlit as st

from workbench import paths

Page = Literal[
    "sessions",
    "sources",
    "map",
    "whitelist",
    "coverage",
    "generate",
    "edition",
    "poison",
    "verify",
    "numbers",
    "ask",
    "explore",
    "evaluate",
    "help",
]
# The parameters of the address; runs and chapters count from 1 there, as for people.
_SESSION = "session"
_QUOTE = "quote"
_RUN = "run"
_CHAPTER = "chapter"
_EXPERIMENT = "experiment"
_HELP_PAGE = "page"
_VIEW, _PRESENTATION = "view", "present"
_MOST_DIGITS = 9


def session_in_address() -> str:
    """Return the id of the session that the address names, "" where it names none."""
    return st.query_params.get(_SESSION, "")


def address(session_id: str = "", *, run: int | None = None, position: int | None = None) -> dict[str, str]:
    """Return the parameters of a link that opens a session: the one named, else the current one.

    `run` is the number of a run, from 1; `position` that of a chapter in its edition, from 0.
    """
    chosen = session_id or session_in_address()
    named = {_SESSION: chosen} if chosen else {}
    if run is not None:
        named[_RUN] = str(run)
    if position is not None:
        named[_CHAPTER] = str(position + 1)
    return named


def name_session(session_id: str) -> None:
    """Let the address name a session, which is open from then on."""
    st.query_params[_SESSION] = session_id


def quote_link(session_id: str) -> str:
    """Return the query of an address that opens a quote of the session, up to the quote's id."""
    return f"?{urlencode({_SESSION: session_id})}&{_QUOTE}="


def focus() -> str:
    """Return the id of the quote that the address names, "" where it names none."""
    return st.query_params.get(_QUOTE, "")


def _counted(parameter: str) -> int | None:
    value = st.query_params.get(parameter, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) <= _MOST_DIGITS else None


def run_number() -> int | None:
    """Return the number of the run that the address names, None where it names none."""
    return _counted(_RUN)


def chapter_position() -> int | None:
    """Return the position in its edition of the chapter that the address names, from 0, None where it names none."""
    number = _counted(_CHAPTER)
    return number - 1 if number else None


def name_place(run: int, position: int) -> None:
    """Let the address name a chapter of a run, so that a bookmark or another tab opens the same place."""
    for parameter, number in ((_RUN, run), (_CHAPTER, position + 1)):
        if st.query_params.get(parameter) != str(number):
            st.query_params[parameter] = str(number)


def presents() -> bool:
    """Return whether the address asks for the presentation of a page."""
    return st.query_params.get(_VIEW) == _PRESENTATION


def enter_presentation() -> None:
    """Let the address ask for the presentation of the page."""
    st.query_params[_VIEW] = _PRESENTATION


def leave_presentation() -> None:
    """Let the address ask for the page as it is otherwise."""
    st.query_params.pop(_VIEW, None)


def experiment() -> str:
    """Return the id of the experiment that the address names, "" where it names none."""
    return st.query_params.get(_EXPERIMENT, "")


def name_experiment(experiment_id: str) -> None:
    """Let the address name an experiment, none where the id is ""."""
    if experiment_id:
        st.query_params[_EXPERIMENT] = experiment_id
    else:
        st.query_params.pop(_EXPERIMENT, None)


def help_page() -> str:
    """Return the name of the help page that the address names, "" where it names none."""
    return st.query_params.get(_HELP_PAGE, "")


def help_link(name: str, anchor: str = "") -> str:
    """Return the address of a help page, or of the section of it with this anchor; the session stays the same."""
    return f"help?{urlencode({**address(), _HELP_PAGE: name})}{f'#{anchor}' if anchor else ''}"


def page_path(page: Page) -> str:
    """Return where a page's script stands, which is how Streamlit knows a page."""
    return str(paths.PAGES / f"{page}.py")


def go(page: Page, session_id: str = "", *, run: int | None = None) -> None:
    """Open another page, with the session named or the current one, and with a run where one is given."""
    st.switch_page(page_path(page), query_params=address(session_id, run=run))
