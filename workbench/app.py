"""The app: what it is called, and which pages it has, in the order of the line."""

import streamlit as st

from workbench import collector, desk, links, places, show

TITLES: dict[links.Page, str] = {
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
}

page = st.navigation(
    [
        st.Page(links.page_path(name), title=title, url_path=name, default=name == "sessions")
        for name, title in TITLES.items()
    ],
    position="hidden",
)
st.set_page_config(page_title=f"{page.title} · Quote Workbench", page_icon=str(places.ICON), layout="wide")
show.styles()
collector.spare_what_stays()
with show.failures():
    show.bar(TITLES, desk.current())
    # Always there, so that a message moves nothing below it in Streamlit's count and the keyboard keeps its place.
    with st.container(key="wb-said"):
        show.said(desk.heard())
    page.run()
