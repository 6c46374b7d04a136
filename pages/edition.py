"""The edition: read beside its transcript, edited, or compared with another run; what changed and what to check."""

from functools import partial

import streamlit as st

from workbench.files.names import file_stem
from workbench.ui.common import cache, opened_edition, page_context, widgets
from workbench.ui.edition import state, view
from workbench.ui.edition.view_compare import compare

session = page_context.open_session()
material = cache.material(session)
runs = page_context.store().runs.list(session.session_id)
if not runs:
    view.nothing_written() if material.complete else widgets.incomplete(session)
    st.stop()

summary = opened_edition.chosen_run(session, runs)
position = opened_edition.chosen_chapter(session, summary)
opened_edition.turn_to(session, summary, position)
opened = opened_edition.open_edition(material, summary)
if isinstance(opened, cache.UnreadableRun):
    view.choose_run(runs, summary, partial(opened_edition.look_at, session))
    view.unreadable(opened.why)
    st.stop()

view.verdict(opened)
view.since(opened, session)
with view.row():
    chosen = view.choose_view()
    view.choose_run(runs, summary, partial(opened_edition.look_at, session))
    view.files(state.files_of(opened), file_stem(session.title))
    view.again()
turn_to = partial(opened_edition.turn_to, session, summary)
match chosen:
    case "Edit":
        widgets.left_out(cache.unused_decisions(material))
        view.choose_chapter(opened, position, turn_to)
        view.edit(session, opened, position)
    case "Compare":
        compare(session, runs, opened.run)
    case _:
        view.read(state.data_of(material, opened), opened, position, turn_to)
        view.beside(session, opened, position, state.written_text(opened, position))
