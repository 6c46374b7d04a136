"""The app: what it is called, and which pages it has, in the order of the line."""

import streamlit as st

from workbench import paths
from workbench.serving.request_check import refuse_other_starts
from workbench.ui.common import garbage_collection, heard_recording, page_context, urls, view_lost_database, widgets

if __name__ != "__main__":
    # `streamlit run` looks for an App in the source, and imports what holds one before it answers anybody. The name is
    # all that it looks for: nothing is served from here (`cli/launch.py` does that).
    app = st.App(refuse_other_starts())

# The pages by the kind of work, in its order.
GROUPS: tuple[widgets.PageGroup, ...] = (
    widgets.PageGroup("", {"sessions": "Sessions"}),
    widgets.PageGroup(
        "Prepare", {"sources": "Sources", "map": "Map", "whitelist": "Whitelist", "coverage": "Coverage"}
    ),
    widgets.PageGroup("Write", {"generate": "Generate", "edition": "Edition", "verify": "Verify", "poison": "Poison"}),
    widgets.PageGroup(
        "Ask and measure", {"ask": "Ask", "explore": "Explore", "numbers": "Numbers", "evaluate": "Evaluate"}
    ),
    widgets.PageGroup("", {"help": "Help"}),
)

page = st.navigation(
    [
        st.Page(urls.page_path(name), title=title, url_path=name, default=name == "sessions")
        for group in GROUPS
        for name, title in group.titles.items()
    ],
    position="hidden",
)
st.set_page_config(page_title=f"{page.title} · Quote Workbench", page_icon=str(paths.ICON), layout="wide")
widgets.styles()
garbage_collection.spare_what_stays()
with widgets.failures():
    session, why = page_context.look()
    widgets.bar(GROUPS, page.title, session)
    # Always there, so that a message moves nothing below it in Streamlit's count and the keyboard keeps its place.
    with st.container(key="wb-said"):
        widgets.show_messages(page_context.take_messages())
        said = view_lost_database.offer(why)
    heard_recording.dock(session)
    with view_lost_database.offered(already=said):
        page.run()
