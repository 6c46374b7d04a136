"""Passages that are in the transcript and not in the evidence map: promoted with a button, and taken back."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from core.chapter import ChapterDraft
from core.line import Line
from core.promotion import Promotion
from workbench import desk, promoting
from workbench.editions import Opened
from workbench.markup import Markup, element
from workbench.store import Session, StoredPromotion

_NONE = "No quotation of this chapter was refused only because it is not in the evidence map."
_EXPLAINED = (
    "These words are in the transcript, and no quote of the evidence map holds them, so they stand without marks. What "
    "you promote becomes a proven quote of the claim: the next run may use it, and an edit may quote it."
)
_NOT_NOW = "Nothing can be promoted: this edition is of another transcript or evidence map than the session has now."


def _passage(promotion: Promotion, line: Line, chapters: Sequence[int]) -> Markup:
    """Return the words, their speaker and the claim that they would support."""
    words = element("p", f"“{' '.join(promotion.quote.split())}”", class_="said")
    known = promotion.chapter_index in chapters
    claims = line.evidence_map.chapters[promotion.chapter_index].claims if known else ()
    claim = claims[promotion.claim_index].claim if promotion.claim_index < len(claims) else promotion.claim
    said = element("p", f"{promotion.speaker} · supports: {claim}", class_="note")
    return element("div", words, said, class_="wb-passage")


def _promote(session: Session, promotion: Promotion) -> None:
    promoting.promote(session.session_id, promotion)


def _take_back(session: Session, number: int) -> None:
    promoting.take_back(session.session_id, number)


def _row(what: Markup, label_key: str, *, taken: bool, act: Callable[[], None]) -> None:
    left, right = st.columns((8, 2), vertical_alignment="center")
    with left:
        st.html(what)
    with right:
        if taken:
            st.button("Take it back", on_click=act, key=label_key, width="stretch")
        else:
            st.button("Promote", on_click=act, key=label_key, width="stretch")


def promotions(session: Session, opened: Opened, draft: ChapterDraft) -> None:
    """Offer what of a chapter may be promoted, and show what was."""
    line = opened.line
    if line is None:
        st.html(element("p", _NOT_NOW, class_="wb-quiet"))
        return
    chapters = [old for old, new in line.merged.index_map.items() if new == draft.effective_index]
    stored = desk.store().promotions(session.session_id)
    taken: list[StoredPromotion] = [one for one in stored if not one.undone and one.promotion.chapter_index in chapters]
    standing = {one.promotion.evidence_id for one in stored if not one.undone}
    offered = [one for _, one in promoting.offers(line, draft) if one.evidence_id not in standing]
    st.html(element("p", _EXPLAINED if offered or taken else _NONE, class_="wb-quiet"))
    for promotion in offered:
        act = partial(_promote, session, promotion)
        key = f"promote-{promotion.evidence_id}"
        _row(_passage(promotion, line, chapters), key, taken=False, act=act)
    if taken:
        st.html(element("h3", "In the evidence map by your word", class_="wb-column"))
    for one in taken:
        act = partial(_take_back, session, one.number)
        _row(_passage(one.promotion, line, chapters), f"take-back-{one.number}", taken=True, act=act)
