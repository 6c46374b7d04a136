"""Generate: who writes, how and what; a run while it is written, and the runs there are."""

import streamlit as st

from workbench import choosing, desk, generating, memo, show
from workbench.show import generate as shown
from workbench.show import live, runs, usage

session = choosing.settle(desk.open_session())
material = memo.material(session)
if not material.complete:
    show.incomplete(session)
    st.stop()

line = memo.line_of(material)
show.left_out(memo.left_out(material))
store = desk.store()
open_run = store.open_run_progress(session.session_id)  # before the finished ones: one that ends in between is in both
finished = store.runs(session.session_id)
runs.ended(generating.ended(finished))
if open_run:
    live.open_run(open_run)
else:
    show.notices(line.notices)
    shown.offer(session, line, material, store.next_number(session.session_id))
runs.listing(finished, store.run_settings(session.session_id))
usage.used(session, finished, open_run)
