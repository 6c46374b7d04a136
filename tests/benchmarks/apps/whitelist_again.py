"""The page Whitelist between a button and a count of its reruns."""

import runpy

import streamlit as st

from workbench.ui.common import urls, widgets

st.set_page_config(layout="wide")
st.button("Again")
runs = st.session_state["runs"] = st.session_state.get("runs", 0) + 1
widgets.styles()
runpy.run_path(urls.page_path("whitelist"))
st.text(f"Run {runs}")
