"""Explore: the talks of folders; who says what in them, where, how often and when, and what a place is good for."""

import streamlit as st

from workbench.ui.explore import (
    view_filters,
    view_folders,
    view_lines,
    view_passage,
    view_sides,
    view_talks,
    view_time,
)
from workbench.ui.explore.state import reading

chosen = reading.chosen_folders()
if not chosen.folders:
    view_folders.nothing(chosen)
    st.stop()
archive = view_folders.folders(chosen)
if archive is None:
    st.stop()
if not archive.talks:
    view_folders.no_talks()
    st.stop()

asked = view_filters.ask(archive)
part = view_filters.choose_view()
if asked is None:
    st.stop()
match part:
    case "Lines":
        if view_lines.lines(archive, asked):
            view_passage.passage(archive)
            view_lines.counts(archive, asked)
    case "Over time":
        view_time.over(archive, asked)
    case "Side by side":
        view_sides.sides(archive, asked)
    case _:
        view_talks.talks(archive, asked)
