"""An edition in the formats of other programs, below its own files in Download."""

from collections.abc import Callable

import streamlit as st

from core.errors import BadInput
from workbench.safe_html import element
from workbench.sessions.exporting.download import ExportDownload, download_of
from workbench.sessions.exporting.exported import Exported, ExportedEdition, ExportedMap
from workbench.sessions.exporting.exported_quotes import quotes_of
from workbench.sessions.exporting.formats import CARDS, EDITION, FORMATS, SESSION, TITLES, WHITELIST
from workbench.ui.common import page_context
from workbench.ui.common.widgets.problems import problems
from workbench.ui.edition.view_card import one_card

_FORMS = [form for form in FORMATS if form != SESSION]
_WHATS = {"The edition": EDITION, "The evidence map": WHITELIST}


def _choose_what(form: str, key: str, *, with_map: bool) -> str:
    """Ask what of the session a format is to hold, where there is a choice."""
    if not with_map or WHITELIST not in FORMATS[form]:
        return EDITION
    chosen = st.segmented_control(
        "What is in it", list(_WHATS), default="The edition", required=True, key=f"{key}-what", width="stretch"
    )
    return _WHATS[chosen]


def _offer(made: ExportDownload, key: str) -> None:
    said = (f"{made.name}: {made.holds}.", *made.notices)
    st.html(element("div", *(element("p", one, class_="wb-quiet") for one in said), role="status"))
    with st.container(horizontal=True, gap="small"):
        st.download_button(
            "The file", made.data, file_name=made.name, on_click="ignore", key=f"{key}-file", width="stretch"
        )
        if made.receipt:
            st.download_button(
                "Its receipt",
                made.receipt.encode(),
                file_name=made.receipt_name,
                mime="application/json",
                on_click="ignore",
                key=f"{key}-receipt",
                width="stretch",
            )


def exports(session_id: str, stem: str, exported: Callable[[str], Exported], *, with_map: bool) -> None:
    """Ask for a format, and offer the file and its receipt; nothing is made before one is chosen.

    `exported` returns what is exported and raises BadInput where that is not there.
    """
    key = page_context.key_of("edition.export", session_id)
    form = st.selectbox(
        "For another program",
        _FORMS,
        index=None,
        placeholder="Choose a format",
        format_func=lambda form: TITLES[form],
        key=key,
        help="The receipt names the file's SHA-256 and that of the certificate that it was made under. Only proven "
        "quotes leave in a format that has no place for the verdict.",
    )
    if form is None:
        return
    what = _choose_what(form, key, with_map=with_map)
    try:
        given = exported(what)
        made = download_of(given, form, stem)
    except BadInput as error:
        problems("It cannot be written in this format.", error.problems)
        return
    _offer(made, key)
    if form == CARDS and isinstance(given, ExportedEdition | ExportedMap):
        one_card(quotes_of(given).without_denied, what, key)
