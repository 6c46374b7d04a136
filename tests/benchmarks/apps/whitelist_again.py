"""The page Whitelist between a button and a count of its reruns."""

import runpy

import streamlit as st
from starlette.types import Receive, Scope, Send

from workbench.serving.request_check import RequestCheck
from workbench.ui.common import urls, widgets


async def _nothing(_scope: Scope, _receive: Receive, _send: Send) -> None:
    """Stand where the app would: a page shows no session in a process without the check of requests."""


RequestCheck(_nothing, {})
st.set_page_config(layout="wide")
st.button("Again")
runs = st.session_state["runs"] = st.session_state.get("runs", 0) + 1
widgets.styles()
runpy.run_path(urls.page_path("whitelist"))
st.text(f"Run {runs}")
