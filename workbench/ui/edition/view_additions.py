"""Passages that are in the transcript and not in the evidence map: added with a button, and taken back."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from core.enforcement.results import ChapterDraft
from core.whitelist.additions import Addition
from workbench.safe_html import SafeHtml, element
from workbench.store import Session
from workbench.ui.common import page_context
from workbench.ui.common.opened_edition import OpenedEdition
from workbench.ui.common.widgets.base import show_html
from workbench.ui.edition import additions
from workbench.ui.edition.additions import ActiveAddition

_NONE = "No quotation of this chapter was refused only because it is not in the evidence map."
_EXPLAINED = (
    "These words are in the transcript, and no quote of the evidence map holds them, so they stand without marks. "
    "What you add becomes a proven quote of the claim: the next run may use it, and an edit may quote it."
)
_NOT_NOW = "Nothing can be added: this edition is of another transcript or evidence map than the session has now."


def _passage(addition: Addition, why: str = "") -> SafeHtml:
    """Return the words, their speaker and the claim that they support, or why they do not count."""
    text = element("p", f"“{' '.join(addition.quote.split())}”", class_="said", dir="auto")
    claim = addition.claim or f"claim {addition.claim_index + 1} of chapter {addition.chapter_index + 1}"
    state = f"does not count, because {why}. It was to support" if why else "supports"
    note = element("p", f"{addition.speaker} · {state}: {claim}", class_="note", dir="auto")
    return element("div", text, note, class_="wb-passage wb-stale" if why else "wb-passage")


def _row(what: SafeHtml, label_key: str, *, is_added: bool, act: Callable[[], None]) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="medium", key=f"wb-row-{label_key}"):
        show_html(what, width="stretch")
        if is_added:
            st.button("Take it back", on_click=act, key=label_key)
        else:
            st.button("Add", on_click=act, key=label_key)


def list_additions(session: Session, found: Sequence[ActiveAddition]) -> None:
    """List the active additions, whether they count or not, each with a button to take it back."""
    for title, listed in (
        ("Added to the evidence map by you", [one for one in found if not one.why]),
        ("Added, but does not count now", [one for one in found if one.why]),
    ):
        if listed:
            st.html(element("h3", title, class_="wb-column"))
        for one in listed:
            act = partial(additions.take_back, session.session_id, one.number)
            _row(_passage(one.addition, one.why), f"take-back-{one.number}", is_added=True, act=act)


def chapter_additions(session: Session, opened: OpenedEdition, draft: ChapterDraft) -> None:
    """Offer the passages of a chapter that can be added, and show those that were."""
    line = opened.line
    acts = page_context.store().acts.list(session.session_id)
    if line is None:
        st.html(element("p", _NOT_NOW, class_="wb-quiet"))
        list_additions(session, additions.active_additions(opened.present, acts))
        return
    added = additions.additions_of(line, draft, acts)
    ids = {one.addition.evidence_id for one in additions.active_additions(line, acts)}
    offered = [one for _, one in additions.offers(line, draft) if one.evidence_id not in ids]
    st.html(element("p", _EXPLAINED if offered or added else _NONE, class_="wb-quiet"))
    for addition in offered:
        act = partial(additions.add, session, addition)
        _row(_passage(addition), f"promote-{addition.evidence_id}", is_added=False, act=act)
    list_additions(session, added)
