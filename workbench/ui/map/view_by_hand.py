"""The map by hand on its page: the transcript to select words in, and beside it the map."""

import streamlit as st

from workbench.store import Session, SessionMaterial
from workbench.ui.common import cache, page_context, widgets
from workbench.ui.common.heard_recording import address_in
from workbench.ui.map.by_hand import state
from workbench.ui.map.by_hand.component import show_map


def by_hand(session: Session, material: SessionMaterial) -> None:
    """Show both, and which acts do not fit the map any more."""
    widgets.left_out(cache.unused_decisions(material))
    key = page_context.key_of("by-hand", session.session_id)
    with st.container(key="wb-by-hand"):
        show_map(
            state.data_of(session, material),
            key=key,
            arrived=state.arrived(session),
            heard=bool(address_in(session)),
            on_act=state.take,
        )
