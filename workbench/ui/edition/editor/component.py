"""The component itself: our scripts and styles, registered once, and the wire to it."""

from collections.abc import Callable
from pathlib import Path

import streamlit as st
from streamlit.components.v2 import component

_HERE = Path(__file__).parent / "browser"
# One module in this order; every file may use what the others declare.
SCRIPTS = ("main", "saving", "quotes", "parts")


def _joined(names: tuple[str, ...]) -> str:
    return "\n".join((_HERE / f"{name}.js").read_text(encoding="utf-8") for name in names)


_component = component(
    "workbench.ui.edition.editor",
    html='<div id="editor"></div>',
    css=(_HERE / "editor.css").read_text(encoding="utf-8"),
    js=_joined(SCRIPTS),
)


def show_editor(data: bytes, *, key: str, on_act: Callable[[object], object]) -> None:
    """Show what `payload` made; `on_act` is called before the rerun with what the browser sent, for `read_act` to
    check."""

    def act() -> None:
        # Where another page was opened at the same moment nothing is left to read; the browser kept the text.
        held = st.session_state.get(key)
        if held is not None and held.get("act") is not None:
            on_act(held["act"])

    _component(data=data, key=key, on_act_change=act)
