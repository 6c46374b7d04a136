"""The edition: written from the proven quotes, with its verdict, chapter by chapter, and its files."""

import streamlit as st

from workbench import acts, desk, files, memo, show
from workbench.show import edition as shown

session = desk.open_session()
material = memo.material(session)
if not material.complete:
    show.incomplete(session)
    st.stop()

line = memo.line_of(material)
show.left_out(memo.understood(material).problems)
show.notices(line.notices)
runs = desk.store().runs(session.session_id)
if not runs:
    shown.nothing_written(acts.write)
    st.stop()

run = memo.run_of(shown.choose_run(runs).run_id)
edition = run.edition
shown.verdict(edition, run.summary)
shown.since(edition, session, line.whitelist)
shown.files_and_again(memo.files_of(run.summary.run_id), files.file_stem(session.title), acts.write)
shown.chapter(shown.choose_chapter(edition), edition)
