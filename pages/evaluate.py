"""Evaluate: what a session has written, measured; and experiments that write the same in several ways."""

import streamlit as st

from workbench.ui.common import cache, page_context, urls
from workbench.ui.evaluate import view
from workbench.ui.evaluate import view_experiments as experiments
from workbench.ui.evaluate import view_form as form
from workbench.ui.model_picker import state

session = state.sync_switches(page_context.open_session())
state.put_away()
store = page_context.store()
row = view.row()
with row:
    chosen = view.choose_view()

if chosen == "Experiments":
    one = experiments.show_opened(urls.experiment(), row)
    if one:
        experiments.head(one)
        view.experiment(one, session, row)
    else:
        every = store.experiments.list()
        experiments.offer_misbehaving(session)
        experiments.listing(every)
        form.new_experiment(session, unfolded=not every)
    st.stop()

material = cache.material(session)
runs, answers = store.runs.list(session.session_id), store.answers.list(session.session_id)
if not (runs or answers):
    view.nothing_measured(session, material)
    st.stop()

with row:
    part = view.choose_part(runs, answers)
if part == "Runs":
    view.runs(session, runs, material, row)
else:
    view.answers(session, answers, row)
