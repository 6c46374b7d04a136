"""The whitelist: the whole transcript with every proven quote, and beside it every rejected quote with the corrections
on offer."""

import streamlit as st

from workbench.ui.common import cache, page_context, urls, widgets
from workbench.ui.components import transcript
from workbench.ui.whitelist import state

session = page_context.open_session()
material = cache.material(session)
if not material.complete:
    widgets.incomplete(session)
    st.stop()

line = cache.line_of(material)
shown = state.whitelist_view(session, material)
data = state.data_of(session, material, shown)
widgets.left_out(cache.unused_decisions(material))
widgets.notices(line.notices)
if shown.note:
    widgets.words(shown.note)
transcript.show_transcript(data, key="whitelist", focus=urls.focus(), on_act=state.take)
