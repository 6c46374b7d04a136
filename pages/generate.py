"""Generate: who writes, how and what; a run while it is written, and the runs there are."""

import streamlit as st

from workbench.ui.common import cache, page_context, widgets
from workbench.ui.generate import actions, view, view_running, view_runs
from workbench.ui.model_picker import state, view_usage

session = state.sync_switches(page_context.open_session())
material = cache.material(session)
if not material.complete:
    widgets.incomplete(session)
    st.stop()

material = cache.material_to_write(session)
line = cache.line_of(material)
view.denied(material)
widgets.left_out(cache.unused_decisions(material))
store = page_context.store()
open_run = store.runs.progress(session.session_id)  # before the finished ones: one that ends in between is in both
finished = store.runs.list(session.session_id)
view_runs.ended(actions.ended(finished))
if open_run:
    view_running.open_run(open_run)
else:
    widgets.notices(line.notices)
    view.offer(session, line, material, store.runs.next_number(session.session_id))
view_runs.listing(finished, store.runs.settings(session.session_id))
view_usage.used(session, finished, open_run)
