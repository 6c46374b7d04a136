"""The edition: read beside its transcript, edited, or compared with another run; and all that is to be known of it."""

from functools import partial

import streamlit as st

from workbench import desk, editions, files, memo, show
from workbench.show import edition as shown
from workbench.show.run_comparison import compare

session = desk.open_session()
material = memo.material(session)
runs = desk.store().runs(session.session_id)
if not runs:
    shown.nothing_written() if material.complete else show.incomplete(session)
    st.stop()

summary = editions.chosen_run(session, runs)
position = editions.chosen_chapter(session, summary)
editions.turn_to(session, summary, position)
opened = editions.open_edition(material, summary)
if isinstance(opened, editions.Unreadable):
    shown.choose_run(runs, summary, partial(editions.look_at, session))
    shown.unreadable(opened.why)
    st.stop()

shown.verdict(opened)
shown.since(opened, session)
with shown.row():
    view = shown.choose_view()
    shown.choose_run(runs, summary, partial(editions.look_at, session))
    shown.files(editions.files_of(opened), files.file_stem(session.title))
    shown.again()
turn_to = partial(editions.turn_to, session, summary)
match view:
    case "Edit":
        show.left_out(memo.left_out(material))
        shown.choose_chapter(opened, position, turn_to)
        shown.edit(session, opened, position)
    case "Compare":
        compare(session, runs, opened.run)
    case _:
        shown.read(editions.data_of(material, opened), opened, position, turn_to)
        shown.beside(session, opened, position, editions.written_text(opened, position))
