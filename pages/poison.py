"""Poison: the quotations of a draft are falsified on purpose, and one sees what becomes of each."""

import streamlit as st

from workbench import desk, memo, poisoning, show
from workbench.show import poison as shown

session = desk.open_session()
material = memo.material(session)
if not material.complete:
    show.incomplete(session)
    st.stop()

line = memo.line_of(material)
show.left_out(memo.left_out(material))
subjects = poisoning.subjects_of(line)
if not subjects:
    shown.no_chapter()
    st.stop()

subject = shown.choose_chapter(subjects)
drafts = poisoning.drafts_of(session, line, subject.chapter_index)
draft, classes, draw = shown.choose(drafts, poisoning.again)
found = poisoning.poisoning_of(material, line, (subject, draft), draw=draw, classes=classes)
if not found.injected:
    shown.nothing_to_poison(found, draft)
    st.stop()

shown.scoreboard(found)
shown.injected(found, poisoning.names_of(line))
shown.one_draft(found)
