"""The downloads of an edition under pseudonyms, with the list of places where a name still stands."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from workbench.files.names import file_stem
from workbench.labels import count
from workbench.safe_html import element, escape_text, table
from workbench.sessions.pseudonym_files import NAMES_FILE, PseudonymFiles, StandingName
from workbench.store import Session, SessionMaterial
from workbench.ui.common.opened_edition import OpenedEdition
from workbench.ui.common.widgets import show_html
from workbench.ui.common.widgets.problems import problems
from workbench.ui.edition import view
from workbench.ui.edition.exports import exported
from workbench.ui.edition.heard_files import files_as_heard
from workbench.ui.edition.pseudonyms import (
    NOT_PROVEN,
    EditionAsRead,
    as_read,
    export_under_pseudonyms,
    files_under_pseudonyms,
)
from workbench.ui.edition.view_exports import exports

_REDACT = "edition.redact"
_STEM = "under-pseudonyms"
_MOST_SHOWN = 200
_REAL_NAMES = "This edition is shown with the real names: Download says what keeps it from being read under pseudonyms."
_SHOWN = "Read and downloaded under pseudonyms. The lists below the edition, and the other views, have the real names."
_KEEP_APART = (
    "names.json says who is who. It is no part of the export: keep it apart. With it, “workbench verify --names” "
    "checks the export against the original."
)


def _standing(places: Sequence[StandingName]) -> None:
    rows = [
        (escape_text(one.where), element("b", one.name), element("span", one.context, class_="said"))
        for one in places[:_MOST_SHOWN]
    ]
    headings = (("Where", "narrow"), ("Name", "narrow"), ("Words", ""))
    show_html(table(headings, rows, caption="Names that still stand in the export"))
    if len(places) > _MOST_SHOWN:
        st.html(element("p", f"And {count(len(places) - _MOST_SHOWN, 'more place')}.", class_="note wb-quiet"))


def _what_stands(files: PseudonymFiles, *, redact: bool) -> None:
    if files.unnamed:
        words = f"Without a pseudonym, and exported as they are: {', '.join(files.unnamed)}."
        st.html(element("p", words, class_="wb-notice", role="note"))
    if not files.places:
        st.html(element("p", "No name stands in words, titles or claims.", class_="note wb-quiet"))
        return
    places = count(len(files.places), "place")
    said = f"{places} had a name in other words; [name] stands there now." if redact else f"Names stand in {places}."
    st.html(element("p", said, role="status"))
    with st.expander("Where they stand"):
        _standing(files.places)


def _files(session: Session, material: SessionMaterial, opened: OpenedEdition) -> None:
    with st.popover("Download under pseudonyms"):
        redact = st.toggle(
            "Take other names out, too",
            key=_REDACT,
            help="[name] stands in their place, also inside quotations. Such an export is redacted: verify calls it "
            "unproven, because nobody can find those words again.",
        )
        offered = files_under_pseudonyms(session, material, opened, redact=redact)
        if offered.files is None:
            problems("It cannot be exported under pseudonyms.", offered.problems)
            return
        _what_stands(offered.files, redact=redact)
        if offered.files.texts:
            view.download_buttons(offered.files.texts, _STEM)
        else:
            problems("Its own files cannot be made under pseudonyms.", (NOT_PROVEN,))
        st.download_button(
            "Who is who (keep apart)",
            offered.files.names.encode(),
            file_name=NAMES_FILE,
            mime="application/json",
            on_click="ignore",
            key="download-names",
            width="stretch",
        )
        st.html(element("p", _KEEP_APART, class_="wb-quiet"))
        made = partial(export_under_pseudonyms, session, material, opened, redact=redact)
        exports(session.session_id, _STEM, lambda _: made(), with_map=False)


def files(session: Session, material: SessionMaterial, opened: OpenedEdition) -> None:
    """Offer the files of an edition; where the session is under pseudonyms, after what is to be known about them."""
    if session.under_pseudonyms:
        _files(session, material, opened)
        return
    stem = file_stem(session.title)
    with st.popover("Download"):
        view.files(files_as_heard(session, opened), stem)
        exports(session.session_id, stem, partial(exported, session, opened), with_map=True)


def edition_to_read(session: Session, material: SessionMaterial, opened: OpenedEdition) -> EditionAsRead:
    """Return the edition as the view Read shows it, and say under which names where the session has pseudonyms."""
    read = as_read(session, material, opened)
    if session.under_pseudonyms:
        text, style = (_REAL_NAMES, "wb-notice") if read.opened is opened else (_SHOWN, "note wb-quiet")
        st.html(element("p", text, class_=style, role="note"))
    return read
