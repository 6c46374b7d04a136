"""The app: what it is called, and which pages it has, in the order of the line."""

import streamlit as st

from workbench import paths
from workbench.ui.common import garbage_collection, page_context, urls, widgets

TITLES: dict[urls.Page, str] = {
    "sessions": "Sessions",
    "sources": "Sources",
    "whitelist": "Whitelist",
    "coverage": "Coverage",
    "generate": "Generate",
    "edition": "Edition",
    "poison": "Poison",
    "verify": "Verify",
    "numbers": "Numbers",
    "ask": "Ask",
    "evaluate": "Evaluate",
    "help": "Help",
}

page = st.navigation(
    [
        st.Page(urls.page_path(name), title=title, url_path=name, default=name == "sessions")
        for name, title in TITLES.items()
    ],
    position="hidden",
)
st.set_page_config(page_title=f"{page.title} · Quote Workbench", page_icon=str(paths.ICON), layout="wide")
widgets.styles()
garbage_collection.spare_what_stays()
with widgets.failures():
    widgets.bar(TITLES, page.title, page_context.current())
    # Always there, so that a message moves nothing below it in Streamlit's count and the keyboard keeps its place.
    with st.container(key="wb-said"):
        widgets.show_messages(page_context.take_messages())
    page.run()
