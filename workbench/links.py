"""Addresses: where a page's script stands, and which session the address of the browser names."""

from typing import Literal
from urllib.parse import urlencode

import streamlit as st

from workbench import places

Page = Literal["sessions", "sources", "whitelist", "coverage", "edition"]
# The parameters of the address.
_SESSION = "session"
_QUOTE = "quote"


def wanted() -> str:
    """Return the id of the session that the address names, "" where it names none."""
    return st.query_params.get(_SESSION, "")


def address(session_id: str = "") -> dict[str, str]:
    """Return the parameters of a link that opens a session: the one named, else the current one."""
    chosen = session_id or wanted()
    return {_SESSION: chosen} if chosen else {}


def quote_link(session_id: str) -> str:
    """Return the query of an address that opens a quote of the session, up to the quote's id."""
    return f"?{urlencode({_SESSION: session_id})}&{_QUOTE}="


def focus() -> str:
    """Return the id of the quote that the address names, "" where it names none."""
    return st.query_params.get(_QUOTE, "")


def page_path(page: Page) -> str:
    """Return where a page's script stands, which is how Streamlit knows a page."""
    return str(places.PAGES / f"{page}.py")


def go(page: Page, session_id: str = "") -> None:
    """Open another page, with the session named or the current one."""
    st.switch_page(page_path(page), query_params=address(session_id))
