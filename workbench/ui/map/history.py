"""The history of a session's map: an act is done, the latest is taken back, and what was taken back is done again."""

import streamlit as st

from core.map_making.acts.act_records import ActGroup, SingleAct
from core.map_making.acts.act_sentences import act_in_words, history_in_words
from core.map_making.acts.make_act import already_made
from workbench.store import Session, SessionMaterial, next_to_redo, next_to_undo
from workbench.ui.common import cache, page_context
from workbench.ui.common.map_acts import add_act
from workbench.ui.map.by_hand.payload import MapHistory


def history_of(session: Session, material: SessionMaterial) -> MapHistory:
    """Return what the buttons of a session's history would do."""
    acts = page_context.store().acts.list(session.session_id)
    undo, redo = next_to_undo(acts), next_to_redo(acts)
    return MapHistory(
        number=undo.number if undo else 0,
        undo=_last_sentence(material.ground, material) if undo else "",
        redo=act_in_words(cache.effective_map(material).rows, redo.act) if redo else "",
    )


@st.cache_resource(max_entries=32, show_spinner=False)
def _last_sentence(key: str, _material: SessionMaterial) -> str:
    del key
    given = cache.effective_map(_material.model_copy(update={"acts": ()})).rows
    return history_in_words(given, _material.acts)[-1]


def act(session: Session, asked: SingleAct | ActGroup) -> None:
    """Do an act that the browser asks for; where it is refused, the next page says why."""
    page_context.change(lambda: add_act(session, asked))


def act_already_made(session: Session, asked: SingleAct | ActGroup) -> None:
    """Do an act that was made here, of what a page offered: its words are the transcript's already."""
    made = already_made(asked)
    page_context.change(lambda: page_context.store().acts.add(session.session_id, made, transcript=session.transcript))


def _step(session: Session, *, forward: bool) -> None:
    acts = page_context.store().acts
    done = (acts.redo_next if forward else acts.undo_last)(session.session_id)
    page_context.keep_message(f"{'Done again' if forward else 'Taken back'}: {done.sentence}.")


def undo(session: Session) -> None:
    """Take back the latest act of the session, whichever tab did it, and say which."""
    page_context.change(lambda: _step(session, forward=False))


def redo(session: Session) -> None:
    """Do again the act that was taken back last, and say which."""
    page_context.change(lambda: _step(session, forward=True))
