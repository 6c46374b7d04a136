"""The edition: read beside its transcript, edited, or compared with another run; what changed and what to check."""

from functools import partial

import streamlit as st

from workbench.ui.common import cache, opened_edition, page_context, urls, widgets
from workbench.ui.edition import presentation, state, view, view_pseudonyms
from workbench.ui.edition.view_compare import compare

session = page_context.open_session()
material = cache.material(session)
runs = page_context.store().runs.list(session.session_id)
if not runs:
    view.nothing_written() if material.complete else widgets.incomplete(session)
    st.stop()

summary = opened_edition.chosen_run(session, runs)
position = opened_edition.open_chapter(session, summary)
opened = opened_edition.open_edition(material, summary)
if isinstance(opened, cache.UnreadableRun):
    view.unreadable(opened.why, runs, summary, partial(opened_edition.look_at, session))
    st.stop()

if urls.presents():
    presentation.present_edition(session, view_pseudonyms.as_read(session, material, opened), position)
    st.stop()

view.verdict(opened, session)
with view.row():
    chosen = view.choose_view()
    view.choose_run(runs, summary, partial(opened_edition.look_at, session))
    view_pseudonyms.files(session, material, opened)
    view.elsewhere()
turn_to = partial(opened_edition.turn_to, session, summary)
match chosen:
    case "Edit":
        widgets.left_out(cache.unused_decisions(material))
        view.edit(session, opened, position, turn_to)
    case "Compare":
        compare(session, runs, opened.run)
    case _:
        read, heard = view_pseudonyms.edition_to_read(session, material, opened)
        view.read(state.data_of(material, read, heard), read, position, turn_to, heard=read.can_be_heard(session))
        view.beside(session, opened, position, state.written_text(opened, position))
