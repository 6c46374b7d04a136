"""The whitelist: the whole transcript with every proven quote, and beside it every rejected quote with the corrections
on offer."""

import streamlit as st

from workbench.ui.common import cache, heard_recording, page_context, urls, widgets
from workbench.ui.components import transcript
from workbench.ui.whitelist import listening, state, view, view_listening

session = state.sync_listening(page_context.open_session())
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
view.listen_first(line.whitelist, session.settings.listen_below, state.listening_key())
heard = bool(heard_recording.address_in(session))
told = listening.heard_of(session, line)
view.leave_out_denied(listening.denied_of(told, line), state.denied_key())
if heard:
    view_listening.queue(session, listening.queue_of(session, line, told), line)
transcript.show_transcript(data, key="whitelist", focus=urls.focus(), heard=heard, on_act=state.take)
