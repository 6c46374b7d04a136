"""The component itself: our scripts and styles, registered once, and the wire to it.

The data goes as bytes: Streamlit turns anything else into JSON twice on every rerun. What the browser already has it
is not sent again, because Streamlit remembers messages by their hash.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.components.v2 import component

_HERE = Path(__file__).parent / "browser"
# One module in this order; every file may use what the others declare.
SCRIPTS = ("main", "parts", "text", "places", "filters", "search", "choice", "panel", "card", "rejected", "ribbon")
STYLES = ("base", "text", "bar", "panel", "ribbon")


def _joined(names: tuple[str, ...], suffix: str) -> str:
    return "\n".join((_HERE / f"{name}{suffix}").read_text(encoding="utf-8") for name in names)


_component = component(
    "workbench.transcript", html='<div id="view"></div>', css=_joined(STYLES, ".css"), js=_joined(SCRIPTS, ".js")
)


def show_transcript(
    data: dict[str, Any], *, key: str, focus: str = "", on_act: Callable[[object], object] | None = None
) -> None:
    """Show what `payload` made, at the quote or rejected quote that `focus` names by its id.

    `on_act` is called before the rerun with what the browser sent, for `read_act` to check.
    """

    def act() -> None:
        state: Any = st.session_state.get(key)  # None where another page opened meanwhile
        sent = state.get("act") if state else None
        if sent is not None and on_act is not None:
            on_act(sent)

    head = {"key": key, "focus": focus, "words": data["words_hash"], "marks": data["marks_hash"]}
    _component(data=b"\n".join((json.dumps(head).encode(), data["words"], data["marks"])), key=key, on_act_change=act)
