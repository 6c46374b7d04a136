"""Poison: the quotations of a draft are falsified on purpose, and the page shows how enforcement treats each."""

import streamlit as st

from workbench.ui.common import cache, page_context, urls, widgets
from workbench.ui.poison import state, view
from workbench.ui.poison.presentation import present_poisoning

session = page_context.open_session()
material = cache.material(session)
if not material.complete:
    widgets.incomplete(session)
    st.stop()

line = cache.line_of(material)
widgets.left_out(cache.unused_decisions(material))
subjects = state.subjects_of(line)
if not subjects:
    view.no_chapter()
    st.stop()

subject = view.choose_chapter(subjects)
drafts = state.drafts_of(session, material, line, subject.chapter_index)
draft, classes, draw = view.choose(drafts, state.again)
found = state.poisoning_of(material, line, (subject, draft), draw=draw, classes=classes)
if not found.injected:
    view.nothing_to_poison(found, draft)
    st.stop()

if urls.presents():
    present_poisoning(session, found, line)
    st.stop()

view.scoreboard(found)
view.injected(found, state.names_of(line))
view.one_draft(found)
