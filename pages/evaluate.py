"""Evaluate: what a session has written, measured; and experiments that write the same in several ways."""

import streamlit as st

from workbench import choosing, desk, links, memo
from workbench.show import evaluate as shown
from workbench.show import evaluate_experiments as experiments
from workbench.show import evaluate_form as form

session = choosing.settle(desk.open_session())
choosing.put_away()
store = desk.store()
row = shown.row()
with row:
    view = shown.choose_view()

if view == "Experiments":
    one = experiments.opened(links.experiment(), row)
    if one:
        experiments.head(one)
        shown.experiment(one, session, row)
    else:
        every = store.experiments()
        experiments.offer_misbehaving(session)
        experiments.listing(every)
        form.new_experiment(session, unfolded=not every)
    st.stop()

material = memo.material(session)
runs, answers = store.runs(session.session_id), store.answers(session.session_id)
if not (runs or answers):
    shown.nothing_measured(session, material)
    st.stop()

with row:
    part = shown.choose_part(runs, answers)
if part == "Runs":
    shown.runs(session, runs, material, row)
else:
    shown.answers(session, answers, row)
