"""The whitelist: the whole transcript with every proven quote, and beside it whatever was rejected, with its mends."""

import streamlit as st

from workbench import desk, links, memo, show, transcript_view, whitelisting

session = desk.open_session()
material = memo.material(session)
if not material.complete:
    show.incomplete(session)
    st.stop()

line = memo.line_of(material)
shown = whitelisting.shown_of(session, material)
data = whitelisting.data_of(session, material, shown)
show.left_out(memo.left_out(material))
show.notices(line.notices)
transcript_view.show_transcript(data, key="whitelist", focus=links.focus(), on_act=whitelisting.take)
