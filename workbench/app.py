"""The app: what it is called, and which pages it has."""

import streamlit as st

from workbench import places, show

sample = st.Page(places.PAGES / "sample.py", title="The sample", url_path="sample", default=True)
page = st.navigation([sample])
st.set_page_config(page_title="Quote Workbench", page_icon=str(places.ICON), layout="wide")
show.styles()
with show.failures():
    page.run()
